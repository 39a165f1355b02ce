"""The GM's hand on what belongs to nobody: pools, light, the scene itself."""

from __future__ import annotations

from affray.kernel.question import Edit, Refused
from affray.kernel.table import Table
from affray.systems.ix.edits import air_edits as air_hand
from affray.systems.ix.edits import hazard_edits, interlude_edits
from affray.systems.ix.edits.hand import MOST_POINTS, note, whole_number
from affray.systems.ix.ledger import rows
from affray.systems.ix.rolls import story
from affray.systems.ix.scenes import chase_hand, scene
from affray.systems.ix.state import (
    IxFight,
)


def set_scene(fight: IxFight, edit: Edit, table: Table) -> None:
    """What belongs to nobody: the pools, the light, whether Peril is to be offered."""
    match edit.name:
        case "fortune" | "peril":
            value = whole_number(edit, 0, MOST_POINTS)
            note(fight, table, edit)
            setattr(fight, edit.name, value)
        case "offer-peril":
            value = whole_number(edit, 0, 1)
            note(fight, table, edit)
            fight.offer_peril = bool(value)
        case "complication" if isinstance(edit.value, str) and len(edit.value) <= 200:
            if fight.peril <= 0:
                raise Refused("illegal", "The GM has no Peril Point.")
            story.complicate(fight, table, edit.value)
        case name if name in hazard_edits.OF_SCENE:
            hazard_edits.check_scene(fight, edit)
            note(fight, table, edit, hazard_edits.OF_SCENE[name])
            hazard_edits.set_scene(fight, table, name, edit.value)
        case "light" if edit.value in rows("visibility"):
            note(fight, table, edit, "ix.light.states")
            fight.light = edit.value
        case "scene":
            _call_scene(fight, edit, table)
        case name if interlude_edits.of_scene(fight, name):
            interlude_edits.set_scene(
                fight, edit, table, lambda rule: note(fight, table, edit, rule)
            )
        case name if air_hand.of_scene(name):
            air_hand.check_scene(fight, edit)
            note(fight, table, edit)
            air_hand.set_scene(fight, edit, table)
        case name if chase_hand.of_scene(name):
            chase = chase_hand.scene_edit(fight, edit)
            note(fight, table, edit, "ix.chase.terrain")
            chase_hand.put(fight, chase)
        case _:
            raise Refused(
                "illegal",
                f"The scene has no {edit.name!r} of {edit.value!r}.",
                "There are fortune and peril (a number), offer-peril (0 or 1), complication "
                "(in words, for a Peril Point), "
                "zones (0 to 3), below (ground, soft, hard, water), of a ship hull:, ship-at: and "
                "ship-zone:ID (a number), fire (a name), burned and rounds-to-burn (rounds), cold "
                "and heat (a difficulty or none), hours (how many go by), "
                "an axis of a talk (its step), of a journey miles, days and hours-lost, "
                f"light ({', '.join(rows('visibility'))}) and scene ({', '.join(scene.KINDS)}).",
            )


def _call_scene(fight: IxFight, edit: Edit, table: Table) -> None:
    """Another scene, from the next step on. Implements ix.encounter.call."""
    if edit.value not in scene.KINDS:
        cure = f"Scenes are: {', '.join(scene.KINDS)}."
        raise Refused("illegal", f"{edit.value!r} is no scene.", cure)
    if not fight.anyone_up(fight.heroes):
        raise Refused("illegal", "No hero is up.", "Give one of them some Wounds.")
    if edit.value in scene.NEED_FOES and not fight.anyone_up(fight.foes):
        raise Refused("illegal", "No foe is up.", "Add one, or give one some Wounds.")
    note(fight, table, edit, *scene.CALLED)
    scene.call(fight, edit.value)

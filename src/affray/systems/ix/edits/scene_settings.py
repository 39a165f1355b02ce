"""What of a scene as a whole the GM's hand sets, with what each takes and how it stands."""

from __future__ import annotations

from affray.kernel.sheet import Setting
from affray.systems.ix.air.fall import SURFACES
from affray.systems.ix.air.flying import ZONES
from affray.systems.ix.edits import air_edits as air_hand
from affray.systems.ix.edits import hazard_edits, interlude_edits
from affray.systems.ix.edits.hand import MOST_POINTS
from affray.systems.ix.hazards import building
from affray.systems.ix.ledger import rows
from affray.systems.ix.scenes import chase_hand, scene, travel
from affray.systems.ix.scenes.chase_records import GOINGS, GROUNDS
from affray.systems.ix.state import IxFight


def settings(fight: IxFight) -> list[Setting]:
    """The kind of scene first, then its pools and its light, then what is there of the rest."""
    return [
        *_of_any_scene(fight),
        *_of_a_chase(fight),
        *_of_a_talk(fight),
        *_of_a_journey(fight),
        *_of_the_air(fight),
        *_of_hazards(fight),
    ]


def _of_any_scene(fight: IxFight) -> list[Setting]:
    found = [
        Setting("scene", fight.scene, _kinds(fight), label="kind of scene"),
        Setting("fortune", fight.fortune, high=MOST_POINTS),
        Setting("peril", fight.peril, high=MOST_POINTS),
        Setting("offer-peril", int(fight.offer_peril), high=1, label="Peril is offered to the GM"),
        Setting("light", fight.light, tuple(rows("visibility"))),
    ]
    if fight.peril > 0:
        found.append(Setting("complication", label="a complication, for a Peril Point"))
    return found


def _kinds(fight: IxFight) -> tuple[str, ...]:
    """The scenes that can begin with those who are up."""
    if fight.anyone_up(fight.foes):
        return scene.KINDS
    return tuple(each for each in scene.KINDS if each not in scene.NEED_FOES)


def _of_a_chase(fight: IxFight) -> list[Setting]:
    if not chase_hand.is_played(fight) or fight.chase is None:
        return []
    chase = fight.chase
    return [
        Setting("ground", chase.ground, GROUNDS, label="ground of the chase"),
        Setting("going", chase.going, tuple(each for each in GOINGS if each)),
        Setting("obstacle", label="new obstacle (a stair: athletics, reflexes)"),
        *(
            Setting(
                f"{chase_hand.OBSTACLE}{one.id}",
                int(not one.is_used),
                high=1,
                label=f"{one.name} is still to come",
            )
            for one in chase.obstacles
        ),
    ]


def _of_a_talk(fight: IxFight) -> list[Setting]:
    return [
        Setting(
            one.id,
            "spoiled" if one.spoiled else one.steps[one.at],
            (*one.steps, "spoiled", "known"),
            label=one.name,
        )
        for one in fight.axes
    ]


def _of_a_journey(fight: IxFight) -> list[Setting]:
    journey = fight.journey
    if journey is None:
        return []
    most = interlude_edits.MOST
    return [
        Setting(
            "miles",
            int(travel.covered(journey)),
            high=travel.total(journey),
            label="miles behind the party",
        ),
        Setting("days", journey.limit, high=most, label="days allowed (0: any number)"),
        Setting("hours-lost", journey.lost, high=most),
    ]


def _of_the_air(fight: IxFight) -> list[Setting]:
    found = [
        Setting("zones", fight.zones, high=len(ZONES) - 1, label="highest zone of the air"),
        Setting("below", fight.below, SURFACES, label="what the falling fall onto"),
    ]
    for ship in fight.ships:
        for word, value in (("hull", ship.hull), ("ship-at", ship.at), ("ship-zone", ship.zone)):
            low, high = air_hand.OF_A_SHIP[word]
            label = f"{word.removeprefix('ship-')} of {ship.name}"
            found.append(Setting(f"{word}:{ship.id}", value, low=low, high=high, label=label))
    return found


def _of_hazards(fight: IxFight) -> list[Setting]:
    fire = fight.building
    degrees = ("none", *rows("difficulty"))
    found = [
        Setting("fire", fire.name if fire else "", label="building on fire (nothing: none)"),
        *(
            Setting(kind, _degree(fight, kind), degrees, label=f"extreme {kind}")
            for kind in ("cold", "heat")
        ),
        Setting("hours", low=1, high=hazard_edits.MOST_HOURS, label="hours that go by"),
    ]
    if fire is not None:
        most = building.MOST_ROUNDS
        found += [
            Setting("burned", fire.burned, high=most, label="rounds that it has burned"),
            Setting("rounds-to-burn", fire.rounds, low=1, high=most),
        ]
    return found


def _degree(fight: IxFight, kind: str) -> str:
    climate = fight.climate
    if climate is None or climate.kind != kind:
        return "none"
    listed = rows("difficulty").items()
    return next((each for each, row in listed if row["trial-dice"] == climate.difficulty), "")

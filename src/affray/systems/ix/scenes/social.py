"""Social encounters: axes between two sides, and one social action of each character a round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from affray.kernel.keys import Key, Option, Several, picks
from affray.kernel.question import HEROES
from affray.kernel.sheet import Order, Slot, Track
from affray.kernel.table import Table
from affray.systems.ix.ledger import rows, trial_dice
from affray.systems.ix.rolls import opposed, spend
from affray.systems.ix.rolls.check import SKILL, Check, make
from affray.systems.ix.rolls.pool import Build, rank_of
from affray.systems.ix.scenes import scene, social_spends
from affray.systems.ix.scenes.interlude_records import Axis, Talk
from affray.systems.ix.scenes.social_axes import axis, is_reached, is_unreachable, may_shift, shift
from affray.systems.ix.state import IxFight

ACTIONS = ("argue", "reveal", "call-favor", "pressure", "offer")
"""What one may do in a round: argue, reveal something, call in a favor, press, offer something."""
SKILLS = ("charm", "intimidation", "deception", "leadership", "negotiation", "streetwise")
DISCIPLINE = "discipline"
PASS: Key = ("say-nothing",)
GOES_ON: Key = ("talk-goes-on",)
DRAWN: Key = ("draw-weapons",)
SPEAKS = "speaks"
AVERAGE = "average"
ACTION = ("ix.social.one-action", "ix.social.skills")
DIFFICULTY = "ix.social.difficulty"
END = "ix.social.end"
ESTABLISH = "ix.social.establish"


# ---- set-up ----


def prepare(fight: IxFight, said: Mapping[str, Any]) -> None:
    """What the encounter's [scene.social] says."""
    given = said.get("social")
    if not given:
        return
    fight.axes = tuple(
        _axis(
            one["axis"],
            one["stands"],
            one.get("needs") or "",
            tuple(one["steps"]),
            known=one.get("known", True),
        )
        for one in given["axes"]
    )
    fight.talk = Talk(tuple(given["persons"]), given["rounds"])


def _axis(
    axis_id: str, stands: str, needs: str, steps: tuple[str, ...], *, known: bool = True
) -> Axis:
    goal = steps.index(needs) if needs else -1
    name = rows("axes")[axis_id]["name"]
    return Axis(axis_id, name, steps, steps.index(stands), goal, known=known)


def begin(fight: IxFight, table: Table) -> None:
    """The GM states which axes are at stake, where they stand and where they must get to.

    Implements ix.social.establish, ix.social.axes, ix.social.mode.
    """
    talk = fight.talk or Talk()
    if not talk.persons:
        named = [one.id for one in fight.here() if one.id in fight.foes and one.is_here]
        talk = replace(talk, persons=tuple(named))
    fight.talk = replace(talk, round=1, acted=(), speaking="", openings=(), resists=())
    if not fight.axes:
        key = table.rule(ESTABLISH, _settings, _attitude)
        fight.axes = _named(picks(key[1]))
    fight.round = 1
    fight.stage = scene.SOCIAL
    if not table.recording:
        return
    rules = (ESTABLISH, "ix.social.axes", "ix.social.mode")
    for one in fight.axes:
        table.record(
            "axis",
            rules,
            audience="all" if one.known else "gm",
            axis=one.name,
            stands=one.steps[one.at],
            needs=one.steps[one.goal] if one.goal >= 0 else "",
        )
    table.record("round", ACTION[0], number=1)


def _settings() -> list[Option]:
    """Every axis of the ledger with every place that it may have and every goal above it."""
    found = []
    for axis_id, row in rows("axes").items():
        steps = row["steps"]
        for at, stands in enumerate(steps):
            found.append((f"{axis_id}:{stands}", 0, 1))
            found += [(f"{axis_id}:{stands}:{needs}", 0, 1) for needs in steps[at + 1 :]]
    return [("axes", Several(tuple(found), 0))]


def _attitude() -> Key:
    return ("axes", "attitude:neutral:friendly")


def _named(words: list[str]) -> tuple[Axis, ...]:
    """The axes that the GM has named; Attitude, if nothing of it has to get anywhere."""
    found = []
    for word in words:
        axis_id, stands, needs = (*word.split(":"), "")[:3]
        found.append(_axis(axis_id, stands, needs, tuple(rows("axes")[axis_id]["steps"])))
    if not any(one.goal >= 0 for one in found):
        default = _named([_attitude()[1]])
        found = [*default, *(one for one in found if one.id != default[0].id)]
    return tuple(found)


def resume(fight: IxFight, table: Table) -> None:
    """The encounter goes on after another scene, in the round in which it was."""
    fight.round = fight.talk.round if fight.talk else 1


# ---- one step ----


def step(fight: IxFight, table: Table) -> None:
    """Who speaks next, one social action, or the end of the round.

    Implements ix.social.one-action.
    """
    if conclude(fight, table):
        return
    talk = fight.talk
    assert talk is not None
    waiting = speakers(fight, "heroes")
    if talk.speaking in waiting:
        _act(fight, table, talk.speaking)
    elif len(waiting) > 1:
        key = table.choose(HEROES, lambda: _next(fight), because=ACTION[0])
        _change(fight, speaking=key[1])
    elif waiting:
        _act(fight, table, waiting[0])
    elif others := speakers(fight, "foes"):
        _act(fight, table, others[0])
    else:
        _round_end(fight, table)


def speakers(fight: IxFight, side: str) -> list[str]:
    """Those of a side who can still act in this round: of the persons' side the persons alone."""
    talk = fight.talk
    if talk is None:
        return []
    return [
        who
        for who in fight.up(side)
        if who not in talk.acted and (who in talk.persons) == (side == "foes")
    ]


def _next(fight: IxFight) -> list[Option]:
    return [(SPEAKS, who) for who in speakers(fight, "heroes")]


def persons(fight: IxFight, who: str) -> list[str]:
    """Whom somebody can address now: the persons, or the heroes for one of them."""
    talk = fight.talk
    found = fight.combatants
    if talk is None:
        return []
    if who in talk.persons:
        return fight.up("heroes")
    return [
        one for one in talk.persons if one in found and found[one].is_up and not found[one].hidden
    ]


def options(fight: IxFight, who: str) -> list[Option]:
    """A social action toward one person, by one skill, aimed at one axis; or none.

    Implements ix.social.one-action, ix.social.skills.
    """
    if not fight.combatants[who].is_up or fight.talk is None:
        return []
    side = fight.side_of(who)
    aims = [one.id for one in fight.axes if may_shift(one, side)]
    return [
        *(
            (word, person, skill, aim)
            for word in ACTIONS
            for person in persons(fight, who)
            for skill in SKILLS
            for aim in aims
        ),
        PASS,
    ]


def _act(fight: IxFight, table: Table, who: str) -> None:
    def ways() -> list[Option]:
        found = options(fight, who)
        return found if fight.side_of(who) == "heroes" else [*found[-1:], *found[:-1]]

    key = table.choose(who, ways, because=ACTION)
    take(fight, table, who, key)
    if fight.result is None and fight.stage == scene.SOCIAL:
        conclude(fight, table)


def take(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """One social action: a check, the shift that it wins, and what else the roll brings.

    Implements ix.social.one-action, ix.social.skills, ix.social.difficulty,
    ix.social.success-step, ix.social.boons-banes.
    """
    talk = fight.talk
    assert talk is not None
    _change(fight, acted=(*talk.acted, who), speaking="")
    if key == PASS:
        if table.recording:
            table.record("says-nothing", ACTION[0], who=who)
        return
    word, person, skill, aim = key
    how = table.rule(
        DIFFICULTY,
        lambda: _difficulties(fight, person),
        lambda: difficulty(fight, who, person, skill),
    )
    if table.recording:
        table.record(
            "social-action",
            (*ACTION, DIFFICULTY),
            who=who,
            person=person,
            way=word,
            skill=skill,
            aim=_name(fight, aim),
            how=how[1],
        )
    mine = Check(SKILL, who, skill=skill, target=person)
    if how[0] == "opposed":
        theirs = Check(SKILL, person, skill=how[1], target=who)
        found = opposed.contest(
            fight,
            table,
            mine,
            theirs,
            lambda build: _dice(fight, build, who, person, aim),
            because=(*ACTION, DIFFICULTY, "ix.opposed.when"),
            spends=False,
        )
        _used(fight, who, person)
        if found.won:
            shift(fight, table, aim, 1, side=fight.side_of(who), because="ix.social.success-step")
        won = social_spends.Roll(aim, found.won)
        lost = social_spends.Roll(aim, False)
        opposed.settle(
            fight,
            table,
            found,
            social_spends.lists(fight, table, mine, won),
            social_spends.lists(fight, table, theirs, lost),
        )
        return
    mine.difficulty = trial_dice(how[1])
    make(
        fight,
        table,
        mine,
        lambda build: _dice(fight, build, who, person, aim),
        because=(*ACTION, DIFFICULTY),
    )
    _used(fight, who, person)
    if mine.succeeded:
        shift(fight, table, aim, 1, side=fight.side_of(who), because="ix.social.success-step")
    roll = social_spends.Roll(aim, mine.succeeded)
    spend.settle(fight, table, social_spends.lists(fight, table, mine, roll))


def _name(fight: IxFight, axis_id: str) -> str:
    one = axis(fight, axis_id)
    return one.name if one else axis_id


def _difficulties(fight: IxFight, person: str) -> list[Option]:
    skills: tuple[str, ...] = (*SKILLS, DISCIPLINE)
    return [
        *(("opposed", skill) for skill in skills),
        *(("difficulty", name) for name in rows("difficulty")),
    ]


def difficulty(fight: IxFight, who: str, person: str, skill: str) -> Key:
    """What a social check is made against, if the GM says nothing else.

    Implements ix.social.difficulty.
    """
    one = fight.combatants[person]
    if fight.side_of(person) != fight.side_of(who):
        for entry in (skill, DISCIPLINE):
            if rank_of(one, entry, fight.numbers) > 0:
                return ("opposed", entry)
    return ("difficulty", AVERAGE)


def _dice(fight: IxFight, build: Build, who: str, person: str, aim: str) -> bool:
    """Openings that allies have made, and a person whom somebody has set against it.

    Implements ix.social.boons-banes.
    """
    talk = fight.talk
    rule = "ix.social.boons-banes"
    if talk is None or not fight.combatants[person].is_up or axis(fight, aim) is None:
        return False
    side = fight.side_of(who)
    openings = sum(whose == side and by != who for whose, by in talk.openings)
    if openings:
        build.give("boon", openings, "an opening", rule)
    if resists := talk.resists.count(person):
        build.give("bane", resists, "set against it", rule)
    return True


def _used(fight: IxFight, who: str, person: str) -> None:
    """An opening, and somebody's being set against it, are for one action."""
    talk = fight.talk
    assert talk is not None
    side = fight.side_of(who)
    openings = tuple(each for each in talk.openings if each[0] != side or each[1] == who)
    resists = tuple(each for each in talk.resists if each != person)
    fight.talk = replace(talk, openings=openings, resists=resists)


def _change(fight: IxFight, **fields: Any) -> None:
    assert fight.talk is not None
    fight.talk = replace(fight.talk, **fields)


# ---- the end ----


def conclude(fight: IxFight, table: Table) -> bool:
    """Ends the encounter when the goal is reached, or can be reached no more.

    Implements ix.social.end.
    """
    talk = fight.talk
    assert talk is not None
    if is_reached(fight.axes):
        return _over(fight, table, "heroes")
    everybody = [who for who in fight.up("heroes") if who not in talk.persons]
    nobody = not everybody or not any(fight.combatants[one].is_up for one in talk.persons)
    if nobody or is_unreachable(fight.axes):
        return _over(fight, table, "foes")
    return False


def _over(fight: IxFight, table: Table, result: str) -> bool:
    for one in fight.axes:
        if one.lasting:
            _holds(fight, table, one)
    scene.over(fight, table, result, END)
    if fight.result is None:
        fight.axes = ()
        fight.talk = None
    return True


def _holds(fight: IxFight, table: Table, one: Axis) -> None:
    """What has been won to hold goes on with whoever has won it.

    Implements ix.social.boons-banes.
    """
    talk = fight.talk
    assert talk is not None
    known = [fight.combatants[who] for who in talk.persons if not fight.is_hidden(who)]
    names = " and ".join(person.name for person in known) or "The other side"
    winner = fight.combatants[one.lasting]
    fact = f"{names}: {one.name} {one.steps[one.at]}"
    if fact not in winner.facts:
        winner.facts += (fact,)
    if table.recording:
        rules = ("ix.social.boons-banes", END)
        table.record("axis-holds", rules, who=winner.id, axis=one.name, stands=one.steps[one.at])


def _round_end(fight: IxFight, table: Table) -> None:
    """Another round, unless there is none left or the GM finds the matter settled.

    Implements ix.social.end, ix.social.one-action.
    """
    talk = fight.talk
    assert talk is not None
    if talk.limit and talk.round >= talk.limit:
        _over(fight, table, "foes")
        return
    key = table.rule(END, lambda: _ends(fight), lambda: GOES_ON)
    if key[0] == "talk-settled":
        _over(fight, table, key[1])
    elif key == DRAWN:
        scene.enter(fight, table, scene.FIGHT, because="ix.encounter.call")
    else:
        assert fight.talk is not None
        _change(fight, round=fight.talk.round + 1, acted=(), speaking="")
        fight.round = fight.talk.round
        fight.refused = ()
        if fight.passes:
            fight.lapse_passes("round")
        if table.recording:
            table.record("round", ACTION[0], number=fight.round)


def _ends(fight: IxFight) -> list[Option]:
    found: list[Option] = [
        GOES_ON,
        ("talk-settled", "heroes"),
        ("talk-settled", "foes"),
        ("talk-settled", "none"),
    ]
    return [*found, DRAWN] if fight.up("foes") else found


# ---- showing it ----


def order(fight: IxFight) -> Order | None:
    """Who has still to act in this round, and who has acted. Implements ix.social.one-action."""
    talk = fight.talk
    if fight.scene != scene.SOCIAL or talk is None or fight.stage != scene.SOCIAL:
        return None
    speaking = [*fight.up("heroes"), *(who for who in fight.up("foes") if who in talk.persons)]
    return Order(
        talk.round,
        [Slot(who, (who,), "", _state(talk, who), fight.side_of(who)) for who in speaking],
    )


def _state(talk: Talk, who: str) -> str:
    if who == talk.speaking:
        return "acting"
    return "done" if who in talk.acted else "waiting"


def counters(fight: IxFight) -> list[Track]:
    """The axes whose place everybody knows, with the step in words.

    Implements ix.social.axes, ix.social.establish.
    """
    if fight.scene != scene.SOCIAL:
        return []
    talk = fight.talk
    found = [
        Track(one.name, one.at, len(one.steps) - 1, word=_word(one), rule="ix.social.axes")
        for one in fight.axes
        if one.known
    ]
    if talk is not None and talk.limit:
        found.append(Track("Round of the talk", talk.round, talk.limit, rule="ix.social.end"))
    return found


def _word(one: Axis) -> str:
    here = one.steps[one.at] + (", spoiled" if one.spoiled else "")
    return f"{here} (to reach: {one.steps[one.goal]})" if one.goal >= 0 else here

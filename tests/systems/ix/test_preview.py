"""What may come of an attack: exact, or the likeliest ways and a sample; equal to random play."""

from __future__ import annotations

import random
from typing import Any

import pytest
from ix_kit import IX, elite, hero

from affray.cli.seat.chances import Foresight
from affray.kernel.keys import Key, is_concrete
from affray.kernel.question import Answer, Edit, Refused
from affray.kernel.running import advance, settle
from affray.kernel.system import Setup
from affray.kernel.view import GM_SEAT
from affray.odds.preview import Preview, preview
from affray.tables.play import Play
from affray.tables.random_table import RandomTable

ATTACK: Key = ("attack", "long-blade", "brute")
PLAYS = 2000


class First:
    """Takes the one option first and no offer, then plays as the policy behind it."""

    name = "first"

    def __init__(self, key: Key, policy: Any) -> None:
        self.key: Key | None = key
        self.policy = policy
        self.rule = policy.rule

    def choose(self, view: Any, who: str, because: str, options: Any) -> Key:
        key, self.key = self.key, None
        return key or self.policy.choose(view, who, because, options)

    def offer(self, view: Any, who: str, because: str, offers: Any) -> None:
        return None


def at_the_turn(key: Key = ATTACK, **ann: Any) -> Play:
    """The first question in which Ann could do that."""
    blocks = [hero("ann", **{"skills": {}, **ann}), elite("brute", wound_points=6, shown="all")]
    play = Play(IX, Setup("ix", "a bout", blocks, {}, {}), secret=b"1")
    hands = [IX.policy("sensible", side, random.Random(1)) for side in ("heroes", "gm")]
    while True:
        question = play.questions[0]
        if question.who == "ann" and key in question.options:
            return play
        play.nudge(*hands)


def looked_at(play: Play, **limits: int) -> Preview:
    heroes, gm = (IX.policy("sensible", side, random.Random(1)) for side in ("heroes", "gm"))
    return preview(play, play.questions[0], ATTACK, heroes, gm, **limits)


@pytest.fixture(scope="module")
def whole() -> Preview:
    """The preview of the attack with every way walked."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(type(IX), "preview_leaves", 20_000)
        return looked_at(at_the_turn())


def test_an_attack_is_sampled_within_its_interval(whole: Preview) -> None:
    assert whole.exact
    found = looked_at(at_the_turn(), leaves=20, samples=1000)
    assert not found.exact
    assert next(iter(found.readings.values())) == next(iter(whole.readings.values()))
    known = {(c.who, c.track): c.mean for c in whole.changes}
    wounds = [c for c in found.changes if (c.who, c.track) == ("brute", "Wounds")]
    assert wounds
    assert wounds[0].error < 0.2
    assert abs(wounds[0].mean - known["brute", "Wounds"]) <= 1.5 * wounds[0].error
    for at, chance in found.states.items():
        assert abs(float(chance.p) - float(whole.states[at].p)) <= 1.5 * chance.error + 1e-9


def test_a_preview_of_an_attack_equals_random_play(whole: Preview) -> None:
    play = at_the_turn()
    state, _ = play.open_step()
    source = random.Random(3)
    heroes, gm = (IX.policy("sensible", side, random.Random(1)) for side in ("heroes", "gm"))
    before = state["brute"].wounds
    lost = fallen = 0
    for _ in range(PLAYS):
        fight = IX.copy(state)
        table = RandomTable(IX, fight, source, First(ATTACK, heroes), First((), gm))
        advance(IX, fight, table)
        settle(IX, fight, table)
        lost += before - fight["brute"].wounds
        fallen += not fight["brute"].is_up
    (change,) = [c for c in whole.changes if (c.who, c.track) == ("brute", "Wounds")]
    assert abs(lost / PLAYS + change.mean) <= 4.5 * change.sd / PLAYS**0.5
    p = float(sum(chance.p for (who, _), chance in whole.states.items() if who == "brute"))
    assert 0 < p < 1
    assert abs(fallen / PLAYS - p) <= 4.5 * (p * (1 - p) / PLAYS) ** 0.5


def test_the_budget_of_ix_keeps_a_preview_short() -> None:
    skilled = at_the_turn(skills={"light-melee": 2})
    found = looked_at(skilled, samples=300)
    assert not found.exact
    assert found.leaves <= IX.preview_leaves + 300
    assert IX.preview_leaves <= 1000


@pytest.mark.rule("ix.strain.voluntary-overload", "ix.turn.second-maneuver")
def test_a_maneuver_bought_with_too_much_strain_shows_who_is_out() -> None:
    play = at_the_turn(("aim",))
    play.edit(Edit("set", "ann", "strain", 10))
    play.choose(("aim",))
    heroes, gm = (IX.policy("sensible", side, random.Random(1)) for side in ("heroes", "gm"))
    again: Key = ("aim", "strain")
    found = preview(play, play.questions[0], again, heroes, gm)
    assert {(who, state): one.p for (who, state), one in found.states.items()} == {
        ("ann", "down"): 1
    }
    play.choose(again)
    assert play.fight.result == "foes"


def test_an_option_whose_skill_is_still_to_be_named_leads_on() -> None:
    """Odds beside it would be those of whichever skill a policy named first."""
    play = at_the_turn()
    leading = 0
    for option in play.questions[0].options:
        if not is_concrete(option):
            continue
        key = tuple(map(str, option))
        after = at_the_turn()
        after.answer(Answer(after.questions[0].id, key, "ann"))
        names = [one.options[0][0] for one in after.questions if one.who == "ann" and one.options]
        leading += names[:1] == ["with"]
        assert IX.leads_on(key) == (names[:1] == ["with"]), key
    assert leading == 2, "a skill check and a longer task; nobody is there to aid"


def test_no_odds_are_told_of_it_until_it_is_named() -> None:
    play = at_the_turn(("skill-check",))
    hands = (IX.policy("sensible", side, random.Random(1)) for side in ("heroes", "gm"))
    foresight = Foresight(*hands)
    with pytest.raises(Refused, match="choose next"):
        foresight.whole(play, play.questions[0], ("skill-check",), GM_SEAT)
    play.answer(Answer(play.questions[0].id, ("skill-check",), "ann"))
    found = foresight.whole(play, play.questions[0], ("with", "athletics"), GM_SEAT)
    assert found.readings

"""An evening of each system in a browser: people at their own screens, with their own dice."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("playwright")

from browser_kit import Seat
from playwright.sync_api import expect
from web_kit import Begun, Table

Sit = Callable[..., Seat]

CAIRN = """
system = "vigor"
title = "A stone in the road"

[[heroes]]
use = "halla-brook"
at = [0, 5]

[[heroes]]
use = "pell-voss"
at = [10, 0]

[[heroes]]
use = "dagan-reef"
at = [15, 0]

[[heroes]]
use = "oriane-tarn"
at = [5, 5]

[[foes]]
use = "iron-bailiff"
at = [0, 10]
shown = "all"

[scene]
place = "A stone in the road."
surprised = []
"""


FISH_ROW = """
system = "ix"
title = "The cutpurse of Fish Row"

[[heroes]]
use = "wulf-tarrow"

[[heroes]]
use = "ilse-varn"

[[foes]]
name = "The cutpurse"
npc = "elite"
characteristics = { agility = 3 }
skills = { athletics = 1, reflexes = 1 }
wound-points = 4
weapons = ["knife"]
shown = "all"

[scene]
kind = "chase"
surprised = []
aims = { heroes = "have the purse back", foes = "the river stairs" }

[scene.chase]
quarry = "foes"
gap = 2
obstacles = [{ name = "a fish cart", skills = ["athletics", "reflexes"] }]
"""


def live_of(begun: Begun) -> Any:
    return next(one for one in begun.table.house.hub.fights if one.id == begun.id)


def play_of(begun: Begun) -> Any:
    return live_of(begun).play


def waits(begun: Begun, what: str) -> Any:
    """The open question, which must be of that rule or shape."""
    question = play_of(begun).questions[0]
    assert what in (question.id.rule, question.id.what), question.id
    return question


def by_hero(begun: Begun) -> dict[str, dict[str, Any]]:
    return {who: seat for seat in begun.players for who in seat["holds"]}


def faultless(*seats: Seat) -> None:
    for seat in seats:
        assert not seat.faults
        assert seat.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def hand_over(gm: Seat, side: str) -> None:
    """The GM lets a policy play a side, from the drawer."""
    drawer = gm.page.locator("#hand-all")
    if drawer.is_hidden():
        gm.page.locator("#open-hand").click()
    form = drawer.locator(f"form[hx-post$='/do/hand']:has(#all-policy-{side})")
    form.locator("select").select_option("sensible")
    form.get_by_role("button", name="Hand over").click()


def to_the_end(gm: Seat, *others: Seat) -> str:
    """Policies play on, and everybody sees the same end."""
    hand_over(gm, "heroes")
    hand_over(gm, "gm")
    expect(gm.page.locator("#result")).to_be_visible(timeout=120_000)
    gm.page.keyboard.press("Escape")
    text = str(gm.page.locator("#result h2").text_content())
    for seat in others:
        expect(seat.page.locator("#result h2")).to_have_text(text)
    return text


def test_ix_is_played_with_dice_of_symbols_and_one_word_of_the_gm(table: Table, sit: Sit) -> None:
    begun = table.begin(system="ix", encounter="skirmish")
    heroes = by_hero(begun)
    gm = sit(table, begun.gm, "desktop")
    wulf = sit(table, heroes["wulf-tarrow"], "phone")
    ilse = sit(table, heroes["ilse-varn"], "phone", "light")
    own = {"wulf-tarrow": wulf, "ilse-varn": ilse}

    # Initiative: one sets each die by its face, the other writes the symbols of the dice down.
    gm.take_first(waits(begun, "ruling"))
    wulf.set_dice(waits(begun, "ix.initiative.everyone-rolls"), "success")
    expect(gm.page.locator("#last-roll")).to_contain_text("success")
    chosen = random.Random(4)
    for _ in range(40):
        question = play_of(begun).questions[0]
        if question.id.rule == "ix.initiative.players-choose":
            break
        seat = own.get(question.who, gm)
        if seat is ilse and question.pool is not None:
            kinds = question.pool.describe()
            shown = [
                ", ".join(" ".join(chosen.choice(kind["faces"])) or "blank" for _ in range(n))
                for kind in kinds
                if (n := int(kind["count"]))
            ]
            ilse.type_line(question, ", ".join(shown))
            ilse.picture("ix-phone-initiative")
        elif question.pool is None:
            seat.take_first(question)
        elif play_of(begun).fight[question.who].side == "heroes":
            seat.press(seat.asked(question).locator("button[data-key=r]"))
        else:  # A foe's: from now on they are rolled without asking.
            if not live_of(begun).beside.wishes:
                gm.page.get_by_role("button", name="Always roll for the foes").click()
                expect(gm.page.locator("#wish summary")).to_contain_text("Dice: roll for the foes")
            expect(gm.asked(question)).to_have_count(0)

    # An ordinary exchange: Ilse shoots, and how often the GM has to say something before she can
    # go on with her turn.
    wulf.choose(waits(begun, "ix.initiative.players-choose"), "go", "ilse-varn")
    turn = waits(begun, "ix.turn.budget")
    expect(ilse.page.locator("#turn-sign")).to_be_visible()
    expect(wulf.page.locator("#turn-sign")).to_have_count(0)
    ilse.choose(turn, *next(o for o in turn.options if all(isinstance(p, str) for p in o)))
    waits(begun, "ix.attack.steps")
    ilse.picture("ix-phone-attack")
    gm.picture("ix-gm-attack")
    gm_words = 0
    for _ in range(30):
        question = play_of(begun).questions[0]
        if question.id.rule in ("ix.initiative.gm-chooses", "ix.turn.budget"):
            break
        seat = own.get(question.who, gm)
        gm_words += seat is gm
        if question.pool is not None and seat is ilse:
            ilse.set_dice(question, "success")
        else:
            seat.take_first(question)
    assert gm_words <= 1
    expect(wulf.page.locator("#log")).to_contain_text("Ilse Varn")

    to_the_end(gm, wulf, ilse)
    gm.picture("ix-gm-end")
    faultless(gm, wulf, ilse)


def test_vigor_is_planned_together_and_a_spell_and_a_retreat_are_answered(
    table: Table, sit: Sit
) -> None:
    begun = table.begin(system="vigor", encounter="", text=CAIRN)
    bot = begun.bot(begun.gm)
    lowered = {"kind": "set", "who": "oriane-tarn", "name": "vigor", "value": 0}
    assert bot.post("edit", lowered).is_success
    heroes = by_hero(begun)
    gm = sit(table, begun.gm, "desktop")
    seats = {who: sit(table, seat, "phone") for who, seat in heroes.items()}
    halla, oriane = seats["halla-brook"], seats["oriane-tarn"]

    gm.take_first(waits(begun, "ruling"))
    gm.take_first(waits(begun, "lock-in"))
    for who, seat in seats.items():
        question = waits(begun, "vigor.initiative.roll")
        assert question.who == who
        seat.type_line(question, " ".join(["1"] * str(question.pool).count("d")))
    gm.type_line(waits(begun, "vigor.initiative.roll"), "8")

    # What each has in mind is seen by the others, may be changed, and holds once locked in.
    plans = {q.who: q for q in play_of(begun).questions}
    assert set(plans) == set(heroes)
    oriane.option(plans["oriane-tarn"], "cast", "shock-burst").click()
    expect(halla.page.locator("#pick-oriane-tarn")).to_contain_text("Shock Burst")
    expect(halla.page.locator("#pick-oriane-tarn")).to_contain_text("not final")
    oriane.option(plans["oriane-tarn"], "cast", "force-lance").click()
    expect(halla.page.locator("#pick-oriane-tarn")).to_contain_text("Force Lance")
    expect(gm.page.locator("#pick-oriane-tarn")).to_contain_text("Force Lance")
    halla.picture("vigor-phone-planning")
    gm.picture("vigor-gm-planning")
    for who, seat in seats.items():
        if who != "oriane-tarn":
            seat.option(plans[who], "brace").click()
        seat.page.get_by_role("button", name="Lock it in").click()
    expect(gm.page.locator("#together")).to_have_count(0)

    # The bailiff strikes whoever is casting: the spell is gone.
    turn = waits(begun, "vigor.turn.economy")
    assert turn.who == "iron-bailiff"
    gm.choose(turn, "attack", "mace", "oriane-tarn")
    gm.type_line(waits(begun, "vigor.attack.roll"), "15")
    gm.type_line(waits(begun, "vigor.hit.major"), "3")
    oriane.picture("vigor-phone-disrupted")
    oriane.type_line(waits(begun, "vigor.disrupt.check"), "1")
    assert play_of(begun).fight["oriane-tarn"].pending == ()

    # It walks away, out of the reach of two: one lets it go, and asks for no more of that; the
    # other strikes.
    turn = waits(begun, "vigor.turn.economy")
    gm.choose(turn, "move", "away")
    asked = waits(begun, "vigor.reaction.opportunity-attack")
    assert asked.who == "oriane-tarn"
    expect(oriane.page.locator("#turn-sign")).to_be_visible()
    oriane.picture("vigor-phone-reaction")
    oriane.page.get_by_text("Do not ask me this for a while").click()
    oriane.press(oriane.page.get_by_role("button", name="Until the round ends"))
    asked = waits(begun, "vigor.reaction.opportunity-attack")
    assert asked.who == "halla-brook"
    halla.choose(asked, "attack", "longsword", "iron-bailiff")
    halla.type_line(waits(begun, "vigor.attack.roll"), "2")
    expect(oriane.page.locator("#log")).to_contain_text("Halla Brook")

    # The rest of the round by policies, up to where all plan again.
    for side in ("heroes", "gm"):
        assert bot.post("hand", {"who": side, "policy": "sensible"}).is_success
    expect(
        gm.page.locator("#round").get_by_text("Round 2").or_(gm.page.locator("#result")).first
    ).to_be_visible(timeout=30_000)
    faultless(gm, *seats.values())


def test_sixteen_is_played_once_to_its_end(table: Table, sit: Sit) -> None:
    begun = table.begin(system="sixteen", encounter="puppets")
    gm = sit(table, begun.gm, "desktop")
    left = sit(table, begun.players[0], "phone", "light")
    seats = {"left": left}
    rolled = 0
    for _ in range(60):
        if not play_of(begun).questions or play_of(begun).fight.result:
            break
        question = play_of(begun).questions[0]
        seat = seats.get(question.who, gm)
        if question.pool is not None:
            rolled += 1
            dice = str(question.pool)
            left.picture("sixteen-phone-roll")
            is_strike = "1d20" in dice and "1d3" in dice
            if seat is left and is_strike:
                left.type_line(question, "15 3")
            else:
                seat.press(seat.asked(question).locator("button[data-key=r]"))
            continue
        strikes = seat.asked(question).locator("button.option", has_text="stick")
        if strikes.count():
            seat.press(strikes.first)
        else:
            seat.take_first(question)
    assert rolled
    if not play_of(begun).fight.result:
        hand_over(gm, "heroes")
        hand_over(gm, "gm")
    expect(gm.page.locator("#result")).to_be_visible(timeout=20_000)
    text = str(gm.page.locator("#result h2").text_content())
    expect(left.page.locator("#result h2")).to_have_text(text)
    gm.picture("sixteen-gm-end")
    left.picture("sixteen-phone-end")
    faultless(gm, left)


def test_a_chase_turns_into_a_fight_and_ends_in_a_rest_with_the_same_party(
    table: Table, sit: Sit
) -> None:
    begun = table.begin(system="ix", encounter="", text=FISH_ROW)
    heroes = by_hero(begun)
    gm = sit(table, begun.gm, "desktop", "light")
    wulf = sit(table, heroes["wulf-tarrow"], "phone")
    ilse = sit(table, heroes["ilse-varn"], "phone", "light")
    own = {"wulf-tarrow": wulf, "ilse-varn": ilse}

    def answer(question: Any) -> None:
        """Whoever is asked takes what the book suggests; the dice fall well for the heroes alone,
        and for nobody who falls off a roof."""
        seat = own.get(question.who, gm)
        if question.pool is None:
            seat.take_first(question)
        else:
            is_lucky = question.who in own and "fall" not in question.id.rule
            seat.set_dice(question, "success" if is_lucky else "blank")

    def up_to(rule: str) -> Any:
        for _ in range(60):
            question = play_of(begun).questions[0]
            if question.id.rule == rule:
                return question
            answer(question)
        raise AssertionError(f"nobody is asked about {rule}")

    # The chase: its gaps and what lies on the way are there for all to see.
    wulf.choose(up_to("ix.initiative.players-choose"), "go", "wulf-tarrow")
    for seat in (gm, wulf, ilse):
        gaps = seat.page.locator("#counters")
        expect(gaps).to_contain_text("Gap Wulf Tarrow")
        expect(gaps).to_contain_text("Medium")
        expect(gaps).to_contain_text("a fish cart")
    turn = waits(begun, "ix.turn.budget")
    shortcut = wulf.option(turn, "shortcut", "the-cutpurse")
    expect(shortcut.locator(".odds")).to_contain_text("success", timeout=60_000)
    wulf.picture("ix-chase-phone-turn")
    gm.picture("ix-chase-gm-turn")

    # The GM puts a stair in the way, and has Ilse fall from a roof.
    gm.page.locator("#open-hand").click()
    scene = gm.page.locator("#hand-scene")
    stair = scene.locator("form:has([name=name][value=obstacle])")
    stair.locator("[name=value]").evaluate(
        "(e) => { for (let d = e.closest('details'); d; d = null) d.open = true; }"
    )
    stair.locator("[name=value]").fill("the river stairs: athletics, reflexes")
    stair.get_by_role("button").click()
    expect(ilse.page.locator("#counters")).to_contain_text("the river stairs")
    gm.picture("ix-chase-gm-hand")
    gm.page.keyboard.press("Escape")
    whole = play_of(begun).fight["ilse-varn"].wounds
    gm.page.locator("#change-ilse-varn").click()
    gm.page.locator("#set-other").evaluate("(e) => { e.open = true; }")
    other = gm.page.locator("#set-other")
    other.locator("[name=name]").select_option("fall")
    other.locator("[name=value]").fill("30")
    other.get_by_role("button").click()
    expect(gm.page.locator("#log")).to_contain_text("fall")
    gm.page.keyboard.press("Escape")
    turn = up_to("ix.turn.budget")
    hurt = play_of(begun).fight["ilse-varn"].wounds
    assert turn.who == "wulf-tarrow"
    assert hurt < whole

    # Caught: the GM lets it come to blows, with everybody as they are.
    wulf.choose(turn, "close", "the-cutpurse")
    wulf.choose(waits(begun, "ix.turn.budget"), "close", "the-cutpurse", "strain")
    gm.picture("ix-chase-gm-caught")
    gm.choose(waits(begun, "ix.chase.after"), "fight")
    expect(wulf.page.locator("#log")).to_contain_text("The scene is now a fight")
    assert play_of(begun).fight["ilse-varn"].wounds == hurt
    for _ in range(80):
        if play_of(begun).fight.result is not None:
            break
        answer(play_of(begun).questions[0])
    assert play_of(begun).fight.result == "heroes"
    expect(gm.page.locator("#result h2")).to_have_text("The heroes have won.")
    gm.page.keyboard.press("Escape")

    # Night falls over Fish Row.
    rest = waits(begun, "ix.recovery.short-rest")
    ilse.picture("ix-chase-phone-rest")
    hurt = play_of(begun).fight["ilse-varn"].wounds
    ilse.choose(rest, "full-rest")
    assert play_of(begun).fight["ilse-varn"].wounds > hurt
    assert play_of(begun).fight["wulf-tarrow"].strain == 0
    expect(wulf.page.locator("#log")).to_contain_text("rest")
    assert play_of(begun).fight.closed
    gm.picture("ix-chase-gm-rested")
    faultless(gm, wulf, ilse)

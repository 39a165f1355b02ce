"""What many choose at once: one answer for several, and what each has in mind on its card."""

from __future__ import annotations

import html
import re
from typing import Any

from web_kit import Begun, Bot, Person, Table

NO_MANEUVER = '["pass"]'


def to_the_picks(begun: Begun) -> Bot:
    """Everybody rolls initiative; the GM's foes are about to pick."""
    gm = begun.bot(begun.gm)
    for _ in range(60):
        questions = gm.view()["questions"]
        if any(q["question"][1] == "lock-in" for q in questions):
            return gm
        (first, *_) = questions
        if "pool" in first:
            assert gm.post("roll", {"question": first["question"]}).status_code == 200
        else:
            gm.step()
    raise AssertionError("nobody is asked for a Maneuver")


def begin(table: Table) -> tuple[Begun, Bot, Person]:
    begun = table.begin(system="vigor", encounter="the-captain")
    bot = to_the_picks(begun)
    return begun, bot, begun.person(begun.gm)


def open_picks(bot: Bot, side: str = "") -> list[str]:
    return [q["question"][2] for q in bot.view()["questions"] if q["question"][1] == "lock-in"]


def answered(bot: Bot, who: str, key: list[str]) -> None:
    asked = next(q for q in bot.view()["questions"] if q["question"][2] == who)
    assert bot.post("answer", {"question": asked["question"], "key": key}).status_code == 200


def card(page: str, who: str) -> str:
    whole = rf'<li id="card-{who}".*?</h\d>.*?</li>\s*(?=<li id="card-|</ul>)'
    found = re.search(whole, page, re.S)
    assert found is not None, who
    return html.unescape(found[0])


def forms(page: str) -> list[tuple[str, str]]:
    """The buttons that answer for several: option, words."""
    bunch = page.partition('id="bunch"')[2].partition("</div>")[0]
    found = re.findall(r'value="([^"]*)">.*?</svg>(.*?)<span', bunch, re.S)
    return [(html.unescape(option), text.strip()) for option, text in found]


def test_one_button_locks_in_for_all_who_are_still_choosing(table: Table) -> None:
    _, bot, gm = begin(table)
    everybody = open_picks(bot)
    assert len(everybody) > 3
    assert (NO_MANEUVER, f"No Maneuver for all {len(everybody)}") in forms(gm.load())
    answered(bot, everybody[0], ["brace"])
    others = len(everybody) - 1
    assert (NO_MANEUVER, f"No Maneuver for the other {others}") in forms(gm.load())
    assert gm.post("answer-all", option=NO_MANEUVER, key=gm.key).status_code == 204
    assert not set(open_picks(bot)) & set(everybody)
    assert "Nothing picked" not in gm.load()


def test_it_is_taken_back_in_one_step(table: Table) -> None:
    _, bot, gm = begin(table)
    everybody = open_picks(bot)
    answered(bot, everybody[0], ["brace"])
    gm.load()
    assert gm.post("answer-all", option=NO_MANEUVER, key=gm.key).status_code == 204
    page = gm.load()
    undo = page.partition('id="undo-form"')[2].partition("</form>")[0]
    assert f"{len(everybody) - 1} answers, No Maneuver" in undo
    keep = re.search(r'name="keep" value="(\d+)"', undo)
    assert keep is not None
    assert gm.post("undo", keep=keep[1], key=gm.key).status_code == 204
    assert open_picks(bot) == everybody[1:]


def test_the_same_press_twice_answers_once_and_a_stale_one_is_refused(table: Table) -> None:
    _, bot, gm = begin(table)
    gm.load()
    key = gm.key
    assert gm.post("answer-all", option=NO_MANEUVER, key=key).status_code == 204
    before = bot.view()["revision"]
    assert gm.post("answer-all", option=NO_MANEUVER, key=key).status_code == 204
    assert bot.view()["revision"] == before
    stale = gm.post("answer-all", option='["attack"]', key="another")
    assert stale.status_code == 409 or stale.status_code == 422


def test_nobody_answers_for_another_seats_heroes(table: Table) -> None:
    begun, bot, gm = begin(table)
    gm.load()
    assert gm.post("answer-all", option=NO_MANEUVER, key=gm.key).status_code == 204
    for _ in range(20):
        if open_picks(bot):
            break
        bot.step()
    heroes = open_picks(bot)
    assert {who for seat in begun.players for who in seat["holds"]} >= set(heroes)
    assert forms(gm.load()) == []
    assert gm.post("answer-all", option=NO_MANEUVER, key="at once").status_code in (409, 422)
    assert open_picks(bot) == heroes


def test_what_one_side_has_in_mind_stands_on_its_cards_and_on_no_other_page(table: Table) -> None:
    begun, bot, gm = begin(table)
    everybody = open_picks(bot)
    captain = everybody[0]
    answered(bot, captain, ["brace"])
    player = begun.person(begun.players[0])
    assert "locked in: Brace" in card(gm.load(), captain)
    assert "Brace" not in card(player.load(), captain)
    gm.post("answer-all", option=NO_MANEUVER, key=gm.key)
    # All have locked in: the Maneuver has happened, and everybody may know of it.
    assert "this round: Brace" in card(player.load(), captain)
    heroes = open_picks(bot)
    seat = next(s for s in begun.players if s["holds"][0] == heroes[0])
    mine: Any = begun.bot(seat)
    asked = next(q for q in mine.view()["questions"] if q["question"][2] == heroes[0])
    picked = mine.post("pick", {"question": asked["question"], "key": ["empower"]})
    assert picked.status_code == 200, picked.text
    other = begun.person(next(s for s in begun.players if s["holds"][0] != heroes[0]))
    assert "in mind: Empower" in card(other.load(), heroes[0])


def test_a_roll_to_hit_says_what_is_added_and_to_the_gm_alone_the_ac(table: Table) -> None:
    begun, bot, gm = begin(table)
    gm.load()
    gm.post("answer-all", option=NO_MANEUVER, key=gm.key)
    holders = {who: seat for seat in begun.players for who in seat["holds"]}
    for _ in range(200):
        questions = bot.view()["questions"]
        first = questions[0]
        who = first["question"][2]
        if first["question"][0] == "vigor.attack.roll" and who in holders:
            break
        keys = [k for k in first.get("options", []) if k and k[0] in ("attack", "throw")]
        if keys and who in holders:
            bot.post("answer", {"question": first["question"], "key": keys[0]})
        elif ["end"] in first.get("options", []) and who not in holders:
            bot.post("answer", {"question": first["question"], "key": ["end"]})
        else:
            bot.step()
    else:
        raise AssertionError("no hero attacks")
    whole = gm.load()
    assert re.search(r'class="sum">d20 [+\u2212] \d+ against AC \d+<', whole)
    assert re.search(r"miss \d+%|hit \d+%", whole)
    page = begun.person(holders[who]).load()
    assert re.search(r'class="sum">d20 [+\u2212] \d+<', page)
    assert "AC of" not in page
    assert not re.search(r"miss \d+%|hit \d+%", page)  # the chance would tell of the AC
    assert bot.post("roll", {"question": first["question"]}).status_code == 200
    told = re.search(r'class="net">([^<]*)<', gm.load())
    assert told is not None
    assert re.fullmatch(r"\d+ [+\u2212] \d+ = -?\d+: (miss|hit|crit)", told[1])

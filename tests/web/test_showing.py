"""What a seat is shown: whose turn, why, who plays, the codes of the links."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from web_kit import Begun, Person, Table

from affray.web.asked import keys_ahead, of_their_own
from affray.web.looks import option_label

TWO_HEROES = """
system = "trade"
title = "A ferry in fog"

[[heroes]]
use = "tobin-fray"

[[heroes]]
use = "maren-holt"

[[foes]]
use = "bridge-blade"

[scene]
drop = "nobody"
near = "all"
"""


def words(markup: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", markup))).strip()


@pytest.fixture
def ferry(table: Table) -> Begun:
    return table.begin(text=TWO_HEROES)


def status(person: Person) -> str:
    found = re.search(r'<p id="now".*?</p>', person.load(), re.S)
    assert found is not None
    return words(found[0])


def test_it_is_my_turn_only_if_i_am_asked(ferry: Begun) -> None:
    gm, player = ferry.person(ferry.gm), ferry.person(ferry.players[0])
    assert '"@heroes"' in gm.questions()[0]
    assert "The heroes choose." in status(player)
    assert "Your turn." not in status(player)
    holds = ferry.players[0]["holds"][0]
    first = next(one for one in gm.options() if holds in one)
    gm.post("answer", question=gm.questions()[0], option=first, key=gm.key)
    assert "Your turn." in status(player)
    assert "Your turn." not in status(ferry.person(ferry.players[1]))


def test_a_player_s_own_hero_counts_among_the_heroes(ferry: Begun) -> None:
    shown = ferry.person(ferry.players[0]).load()
    head = re.search(r'id="side-heroes">.*?</h2>', shown, re.S)
    assert head is not None
    assert "2 of 2 up" in words(head[0])


def test_why_has_the_numbers_first_and_then_the_last_cited_rule(ferry: Begun) -> None:
    gm = ferry.person(ferry.gm)
    for number in re.findall(r'id="why-(\d+)"', gm.load()):
        shown = gm.get(f"why/{number}").text
        assert not re.search(r"<b>(True|False)</b>", shown)
        if "figs" in shown:
            assert shown.index("figs") < shown.index("<p><b>")
    (live,) = ferry.table.house.hub.fights
    events = [line.event for line in live.play.lines]
    at, event = next((at, one) for at, one in enumerate(events, 1) if len(one.rules) > 1)
    named = re.findall(r"<p><b>([^<]+)</b>", gm.get(f"why/{at}").text)
    assert named == list(reversed(event.rules))


def test_why_tells_how_much_of_the_damage_was_additional(ferry: Begun) -> None:
    gm, bot = ferry.person(ferry.gm), ferry.bot(ferry.gm)

    def asked() -> dict[str, Any]:
        question: dict[str, Any] = bot.view()["questions"][0]
        return question

    hero = ferry.players[0]["holds"][0]
    for key in (["go", hero], "fight", "success", ["additional-damage"]):
        question = asked()
        if key == "success":
            body = {"question": question["question"], "reading": key}
            assert bot.post("force", body).is_success
            continue
        if key == "fight":
            key = next(o for o in question["options"] if o[0] == "fight")
        assert bot.post("answer", {"question": question["question"], "key": key}).is_success
    hurt = next(e for e in bot.view()["events"] if e["code"] == "hurt")
    assert hurt["fields"]["additional"] == 2
    raw = hurt["fields"]["raw"]
    shown = words(gm.get(f"why/{hurt['n']}").text)
    assert f"damage {raw}, of it additional 2" in shown.replace(" ,", ",")
    assert f"for {raw}, 2 of it additional" in words(gm.load())


def test_the_hand_tells_who_plays_a_side_and_takes_it_back(ferry: Begun) -> None:
    gm = ferry.person(ferry.gm)
    assert "The heroes: played by people" in words(gm.get("plays").text)
    assert gm.post("hand", who="heroes", policy="sensible").status_code == 204
    assert "The heroes: played by sensible" in words(gm.get("plays").text)
    assert "Take back from sensible" in words(gm.get("plays").text)
    gm.load()
    assert gm.post("take", who="heroes").status_code == 204
    assert "Take back" not in gm.get("plays").text
    assert ferry.person(ferry.players[0]).get("plays").status_code == 404


def test_codes_of_links_can_be_drawn_at_any_size(ferry: Begun) -> None:
    found = re.search(r'class="qr".*?<svg([^>]*)>', ferry.person(ferry.gm).get("seats").text, re.S)
    assert found is not None
    assert "viewBox" in found[1]
    assert "width" not in found[1]


@pytest.mark.parametrize(
    ("label", "told"),
    [
        ("Not in this scene: [why]", "Not in this scene"),
        ("Something else: <text>", "Something else"),
        ("Wait", "Wait"),
    ],
)
def test_a_label_has_no_sign_of_what_the_form_asks_for(label: str, told: str) -> None:
    assert option_label({"label": label, "places": [{"kind": "text"}]}) == told


def test_every_seat_reads_at_the_head_of_the_log_what_came_before(table: Table) -> None:
    begun = table.begin(system="ix", encounter="skirmish")
    for seat in begun.seats.values():
        past = begun.person(seat).load().partition('id="log-panel"')[2]
        assert "The gang that holds the bridge" in unescape(past)


def test_a_horse_does_not_count_among_those_who_are_up(table: Table) -> None:
    begun = table.begin(system="ix", encounter="charge")
    page = words(begun.person(begun.gm).load())
    riders = len([seat for seat in begun.players if seat["holds"]])
    assert f"{riders} of {riders} up" in page


def test_rulings_left_alone_name_what_they_followed(ferry: Begun) -> None:
    gm = ferry.person(ferry.gm)
    for _ in range(4):
        shown = gm.load()
        if 'id="told"' in shown:
            break
        gm.post("answer", question=gm.questions()[0], option=gm.options()[0], key=gm.key)
    found = re.search(r'id="told".*?</section>', gm.load(), re.S)
    assert found is not None
    assert "After \u201c" in words(found[0])


def test_surrender_is_asked_about_once_more(ferry: Begun) -> None:
    gm = ferry.person(ferry.gm)
    gm.post("answer", question=gm.questions()[0], option=gm.options()[0], key=gm.key)
    forms = re.findall(r"<form[^>]*hx-confirm=.*?</form>", gm.load(), re.S)
    assert len(forms) == 1
    assert "surrender" in forms[0]


def test_options_call_what_stands_on_the_map_as_the_map_does(table: Table) -> None:
    begun = table.begin(system="ix", encounter="skirmish")
    gm, bot = begun.person(begun.gm), begun.bot(begun.gm)
    for _ in range(60):
        if "ove away from the parapet" in gm.load():
            break
        assert bot.step()
    shown = words(gm.page)
    assert "Move away from the parapet" in shown
    assert not re.search(r"cover \d", shown)


def test_the_foes_are_the_gm_s_own(table: Table) -> None:
    begun = table.begin(text=TWO_HEROES.replace('"nobody"', '"enemies"'))
    gm, bot = begun.person(begun.gm), begun.bot(begun.gm)
    told: set[str] = set()
    for _ in range(40):
        told |= set(re.findall(r'<span class="for">([^<]+)</span>', gm.load()))
        if {"for you", "for the players, or you"} <= told:
            break
        assert bot.step()
    else:
        pytest.fail(f"only {told}")
    assert not any("Bridge blade" in one for one in told)


def test_what_costs_nothing_has_no_purse(table: Table) -> None:
    begun = table.begin(system="ix", encounter="skirmish")
    shown = words(begun.person(begun.gm).load())
    assert "as many as you like, or none" in shown
    assert "costs 0" not in shown


def test_a_label_has_no_trace_of_the_place_that_a_form_fills() -> None:
    option = {"label": "Fortune: a detail of the story, [what is true]", "places": [{}]}
    assert option_label(option) == "Fortune: a detail of the story"


def test_the_gm_sets_what_belongs_to_the_scene_as_a_whole(table: Table) -> None:
    begun = table.begin(system="ix", encounter="rooftops")
    gm = begun.person(begun.gm)
    assert "Kind of scene" in words(gm.load())
    shown = gm.get("scene").text
    assert 'value="chase" selected' in shown
    assert "A leap over Weigh-house Lane is still to come" in words(shown)
    sent = {"kind": "set", "name": "light", "value": "dim"}
    assert gm.post("edit", **sent).status_code == 204
    assert 'value="dim" selected' in gm.get("scene").text
    assert begun.person(begun.players[0]).get("scene").status_code == 404


def test_a_system_without_such_settings_shows_none(ferry: Begun) -> None:
    assert "Kind of scene" not in words(ferry.person(ferry.gm).load())


def test_options_that_go_on_alike_stand_under_the_words_of_the_system(table: Table) -> None:
    begun = table.begin(system="ix", encounter="reeve")
    bot = begun.bot(begun.gm)
    question = bot.view()["questions"][0]
    key = question["options"][0]
    assert bot.post("answer", {"question": question["question"], "key": key}).is_success
    shown = words(begun.person(begun.gm).load())
    assert "Call in a favor 18" in shown
    assert "Round of the talk" in shown


def test_an_activity_of_quiet_stands_under_a_heading_and_the_log_under_none_of_rounds(
    table: Table,
) -> None:
    begun = table.begin(system="ix", encounter="winter")
    shown = words(begun.person(begun.gm).load())
    assert "Anything else" not in shown
    assert "A time of quiet" in shown
    assert "Round" not in shown


def test_a_journey_s_log_and_chip_say_the_day(table: Table) -> None:
    begun = table.begin(system="ix", encounter="pass")
    bot = begun.bot(begun.gm)
    (live,) = table.house.hub.fights
    for _ in range(60):
        if live.play.fight.round > 1 or not bot.step():
            break
    shown = begun.person(begun.gm).load()
    assert '<span class="chip" id="round">Day 2</span>' in shown
    assert '<li class="turn">Day 2</li>' in shown
    log = shown[shown.index('<ol class="log" id="log"') :].split("</ol>")[0]
    assert "Day 2." not in words(log)


def test_what_the_foes_are_after_is_told_to_no_player(table: Table) -> None:
    begun = table.begin(system="ix", encounter="reeve")
    aim = "have the grain, or the land"
    assert aim in begun.person(begun.gm).load()
    for seat in (*begun.players, begun.spectator):
        shown = begun.person(seat).load()
        assert aim not in shown
        assert "have the loan stand over to the harvest" in shown


def test_what_is_not_won_or_lost_ends_in_words_of_its_own(table: Table) -> None:
    begun = table.begin(system="ix", encounter="winter")
    bot = begun.bot(begun.gm)
    assert bot.post("edit", {"kind": "end", "value": "heroes"}).is_success
    assert "The time of quiet is over." in words(begun.person(begun.gm).load())


def test_a_player_sees_their_own_gaps_of_a_chase_and_those_of_others_folded(table: Table) -> None:
    begun = table.begin(system="ix", encounter="hunted")
    seat = next(each for each in begun.players if each["holds"] == ["sabra-quill"])
    shown = begun.person(seat).load()
    own, _, others = shown.partition('id="counters-others"')
    own = own.partition('id="counters"')[2]
    others = others.partition("</details>")[0]
    assert own.count("<dt>Gap ") == own.count("Sabra Quill</dt>") == 2
    assert "<dt>Fortune</dt>" in own
    assert "4 more, of others" in others
    assert others.count("<dt>Gap ") == 4
    assert "Sabra Quill" not in others
    whole = begun.person(begun.gm).load()
    assert whole.count("<dt>Gap ") == 6
    assert "counters-others" not in whole


def test_a_line_that_only_repeats_the_heading_over_it_is_not_drawn(ferry: Begun) -> None:
    shown = ferry.person(ferry.gm).load()
    log = words(shown[shown.index('<ol class="log" id="log"') :].split("</ol>")[0])
    assert "Round 1 " in log
    assert "Round 1." not in log
    chip = re.search(r'<span class="chip" id="round">(.*?)</span>', shown)
    assert chip is not None
    assert chip[1] == "Round 1"


def test_what_the_scene_is_about_and_what_each_side_is_after_can_be_read_at_any_time(
    table: Table,
) -> None:
    begun = table.begin(encounter="duel")
    (live,) = table.house.hub.fights
    about = " ".join(live.play.setup.about.split())
    for link in (begun.gm, begun.players[0]):
        shown = begun.person(link).load()
        told = re.search(r'<details class="about".*?</details>', shown, re.S)
        assert told is not None
        assert about in words(told[0])
        assert "The heroes' aim: cross, and be seen to cross." in words(told[0])


def test_the_gm_places_somebody_on_a_plane_and_along_a_line(table: Table) -> None:
    def place_of(begun: Begun, who: str) -> list[float]:
        points = begun.bot(begun.gm).view()["map"]["points"]
        return next(point["at"] for point in points if point["id"] == who)

    begun = table.begin(system="vigor", encounter="the-captain")
    gm = begun.person(begun.gm)
    form = gm.get("hand/pell-voss").text
    assert 'name="across" value="5"' in form
    assert 'name="along" value="0"' in form
    placed = {"kind": "place", "who": "pell-voss", "name": ""}
    assert gm.post("edit", **placed, across="0", along="-15").status_code == 204
    assert place_of(begun, "pell-voss") == [0, -15]
    assert gm.post("edit", **placed, across="here", along="0").status_code == 422

    begun = table.begin(system="sixteen", encounter="ford")
    gm = begun.person(begun.gm)
    who = begun.bot(begun.gm).view()["sheets"][0]["who"]
    form = gm.get(f"hand/{who}").text
    assert 'name="across"' in form
    assert 'name="along"' not in form
    assert gm.post("edit", kind="place", who=who, name="", across="0").status_code == 204
    assert place_of(begun, who)[0] == 0


def test_a_pick_shows_its_own_price_and_not_what_others_have_locked_in() -> None:
    found = {
        "changes": [{"who": "captain", "mean": -1}, {"who": "bailiff", "mean": -2}],
        "states": [{"who": "captain", "state": "down"}, {"who": "", "state": "over"}],
        "leaves": 1,
    }
    shown = of_their_own(found, "bailiff")
    assert shown["changes"] == [{"who": "bailiff", "mean": -2}]
    assert shown["states"] == [{"who": "", "state": "over"}]
    assert shown["leaves"] == 1


def test_what_is_done_is_named_before_odds_stand_beside_it(table: Table) -> None:
    begun = table.begin(system="ix", encounter="skirmish")
    gm = begun.bot(begun.gm)
    (live,) = table.house.hub.fights
    record = next(s for s in table.house.hub.book.of_fight(live.id) if s.kind == "gm")
    while ("skill-check",) not in live.play.questions[0].options:
        assert gm.step()
    ((_, keys),) = keys_ahead(live, record)
    assert ("aim",) in keys
    assert ("skill-check",) not in keys

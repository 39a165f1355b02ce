"""The host's pages: fights, new fights, the library, the bench, the rules."""

from __future__ import annotations

import re
import time
import tomllib
from html import unescape
from typing import Any

import pytest
from web_kit import Person, Table, streaming

from affray.kernel.rulebook import HouseRules
from affray.registry import system
from affray.web.drafts import line_of
from affray.web.forms import Form
from affray.web.toml_text import to_toml

TRADE = system("trade")


@pytest.fixture
def host(shared_table: Table) -> Person:
    return shared_table.host()


def send(person: Person, path: str, *, files: Any = None, **fields: Any) -> Any:
    person.load()
    data = {"csrf": person.csrf, **fields}
    return person.client.post(f"/desk/{path}", data=data, files=files)


def test_every_page_of_the_host_opens(host: Person) -> None:
    for path in (
        "",
        "new",
        "new?system=trade&encounter=duel",
        "library/",
        "library/trade",
        "library/trade/hero",
        "library/trade/ally",
        "library/trade/foe",
        "library/trade/hero/maren-holt",
        "bench",
        "bench?q=4d6kh3",
        "bench?q=trade+4",
        "bench?q=nonsense",
        "bench?q=ix+1+mastery+2+ability",
    ):
        reply = host.client.get(f"/desk/{path}")
        assert reply.status_code == 200, path
        assert "Something went wrong" not in reply.text


def test_the_demo_is_a_click_away(host: Person) -> None:
    reply = send(host, "demo", system="trade")
    assert reply.status_code == 200
    assert str(reply.url.path).startswith("/seat/")
    assert "GM" in reply.text


def test_an_encounter_with_faults_is_shown_with_its_lines_and_nothing_is_lost(
    host: Person,
) -> None:
    text = (
        'system = "trade"\ntitle = "A yard"\n\n[[heroes]]\nuse = "maren-holt"\n\n'
        '[[foes]]\nname = "Dog"\nhp = "many"\ndamage = 2\n'
    )
    reply = send(host, "new", system="trade", encounter="", text=text, do="begin")
    assert reply.status_code == 422
    assert "Line 9" in reply.text
    assert "A yard" in unescape(reply.text)
    broken = send(host, "new", system="trade", encounter="", text='title = "x\n', do="check")
    assert broken.status_code == 422
    assert "Line 1" in broken.text


@pytest.mark.parametrize("text", ["", "x" * 300_000, "a." * 5_000, "\x00", "[[" * 2_000])
def test_texts_that_are_no_encounter(host: Person, text: str) -> None:
    reply = send(host, "new", system="trade", encounter="", text=text, do="begin")
    assert reply.status_code == 422
    assert "Traceback" not in reply.text


def test_an_upload_is_read_as_text_and_bounded(host: Person) -> None:
    text = TRADE.encounters()["duel"].encode()
    good = send(
        host, "new", system="trade", do="check", files={"file": ("a.toml", text, "text/plain")}
    )
    assert good.status_code == 200
    large = send(
        host, "new", system="trade", do="check",
        files={"file": ("a.toml", b"#" * 1_200_000, "text/plain")},
    )  # fmt: skip
    assert large.status_code == 413


def test_house_rules_and_modes_are_in_force(host: Person, shared_table: Table) -> None:
    reply = send(
        host,
        "new",
        system="trade",
        encounter="duel",
        do="begin",
        **{
            "value.hero-health": "14",
            "switch.positions-stack": "yes",
            "mode.trade.failure.worse-position": "tell",
        },
    )
    assert reply.status_code == 200
    fights = shared_table.store.fights() if shared_table.store else []
    data = shared_table.store.export(fights[0].id) if shared_table.store else {}
    assert data["setup"]["house-rules"] == {
        "hero-health": 14,
        "positions-stack": "yes",
        "modes": {"trade.failure.worse-position": "tell"},
    }
    wrong = send(host, "new", system="trade", encounter="duel", **{"value.hero-health": "lots"})
    assert wrong.status_code == 422
    assert "hero-health" in wrong.text


def test_an_estimate_comes_with_its_interval(host: Person) -> None:
    reply = send(host, "new", system="trade", encounter="duel", do="estimate")
    found = re.search(r'hx-get="(/desk/estimate/[^"]+)"', reply.text)
    assert found is not None
    give_up = time.monotonic() + 60
    while "hx-get" in (shown := host.client.get(found[1])).text:
        assert shown.status_code == 200
        assert time.monotonic() < give_up, "the estimate does not come"
    assert "400 fights" in re.sub(r"<[^>]+>", "", shown.text)
    assert " to " in shown.text


def test_a_fight_as_it_stands_is_estimated(shared_table: Table) -> None:
    begun = shared_table.begin(encounter="duel")
    gm = begun.person(begun.gm)
    shown = gm.get("estimate")
    assert shown.status_code == 200
    found = re.search(r'hx-get="([^"]+)"', shown.text)
    assert found is not None
    assert begun.bot(begun.gm).step()
    give_up = time.monotonic() + 60
    while "hx-get" in (shown := gm.client.get(unescape(found[1]))).text:
        assert time.monotonic() < give_up, "the estimate goes on although play has moved on"
    assert "moved on" in shown.text


def test_fights_are_copied_archived_renamed_exported_imported(host: Person) -> None:
    send(host, "demo", system="trade")
    number = re.findall(r"/desk/fights/(\d+)/", host.load())[0]
    exported = host.client.get(f"/desk/fights/{number}/export")
    assert "attachment" in exported.headers["content-disposition"]
    before = len(set(re.findall(r"/desk/fights/(\d+)/export", host.load())))
    files = {"file": ("fight.json", exported.content, "application/json")}
    assert send(host, "import", files=files).status_code == 200
    assert send(host, f"fights/{number}/copy").status_code == 200
    assert len(set(re.findall(r"/desk/fights/(\d+)/export", host.load()))) == before + 2
    assert "(copy)" in host.page
    assert send(host, f"fights/{number}/rename", title="<b>New</b>").status_code == 200
    assert "&lt;b&gt;New" in host.load()
    assert send(host, f"fights/{number}/archive").status_code == 200
    assert send(host, f"fights/{number}/restore").status_code == 200
    assert send(host, f"fights/{number}/nothing").status_code == 404
    bad = {"file": ("fight.json", b"{}", "application/json")}
    assert send(host, "import", files=bad).status_code == 422
    assert host.client.get(f"/desk/fights/{number}/").url.path.startswith("/seat/")


class TestLibrary:
    def test_a_hero_made_in_the_form_fights(self, table: Table) -> None:
        host = table.host()
        block = dict(TRADE.library("heroes")["maren-holt"])
        fields = dict(named(Form(TRADE.form_schema("hero", house())).fields(block)))
        fields["name"] = "Ada of the Weir"
        reply = send(host, "library/trade/hero", do="save", **fields)
        assert reply.status_code == 200, reply.text
        assert "Ada of the Weir" in reply.text
        text = host.client.get("/desk/library/trade/hero/ada-of-the-weir/toml").text
        wanted = TRADE.check_block("hero", {**block, "name": "Ada of the Weir"}, house())
        assert TRADE.check_block("hero", tomllib.loads(text), house()) == wanted
        begun = table.begin(
            encounter="",
            text='system = "trade"\ntitle = "T"\n[[heroes]]\nuse = "ada-of-the-weir"\n'
            '[[foes]]\nuse = "bridge-blade"\n',
        )
        assert any(seat["name"] == "Ada of the Weir" for seat in begun.players)

    def test_faults_stand_at_their_fields(self, host: Person) -> None:
        reply = send(
            host, "library/trade/hero", do="check",
            **{"name": "Ada", "stats.strength": "99", "stats.wits": "two"},
        )  # fmt: skip
        assert reply.status_code == 422
        assert "stats.strength" in reply.text
        assert "stats.wits" in reply.text

    def test_a_list_grows_by_one(self, host: Person) -> None:
        reply = send(host, "library/trade/hero", name="Ada", add="weapons")
        assert reply.status_code == 200
        assert 'name="weapons.0' in reply.text
        more = send(host, "library/trade/hero", **{"weapons.0": "axe"}, add="weapons")
        assert 'name="weapons.0"' in more.text
        assert 'name="weapons.1.damage"' in more.text

    @pytest.mark.parametrize("data", ["", "name = ", "name = 3", "[[[", 'name = "\\u202e"'])
    def test_text_that_is_no_block(self, host: Person, data: str) -> None:
        reply = send(host, "library/trade/hero", data=data, do="save")
        assert reply.status_code == 422
        assert "Traceback" not in reply.text

    @pytest.mark.parametrize("shelf", ["heroes", "foes"])
    def test_forms_give_back_what_they_were_given(self, shelf: str) -> None:
        kind = {"heroes": "hero", "foes": "foe"}[shelf]
        form = Form(TRADE.form_schema(kind, house()))
        for name, block in TRADE.library(shelf).items():
            sent = {key: str(value) for key, value in named(form.fields(block))}
            back = form.block(sent)
            checked = TRADE.check_block(kind, dict(block), house())
            assert TRADE.check_block(kind, back, house()) == checked, name

    @pytest.mark.parametrize("name", ["ix", "sixteen", "vigor"])
    def test_forms_of_every_system_lose_nothing(self, name: str) -> None:
        found = system(name)
        rules = HouseRules(found.rulebook)
        for shelf, kind in (("heroes", "hero"), ("foes", "foe")):
            form = Form(found.form_schema(kind, rules))
            for entry, block in found.library(shelf).items():
                sent = {key: str(value) for key, value in named(form.fields(block))}
                back = found.check_block(kind, form.block(sent), rules)
                assert back == found.check_block(kind, dict(block), rules), entry

    def test_a_pair_is_added_where_names_are_free(self) -> None:
        sixteen = system("sixteen")
        form = Form(sixteen.form_schema("hero", HouseRules(sixteen.rulebook)))
        sent = {"resistances.fire": "2", "resistances.+": "Cold iron 3"}
        assert form.block(sent)["resistances"] == {"fire": 2, "cold-iron": 3}
        shown = next(one for one in form.fields({}) if one["name"] == "resistances")
        assert [one["name"] for one in shown["fields"]] == ["resistances.+"]


def house() -> HouseRules:
    return HouseRules(TRADE.rulebook)


def named(fields: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """What a browser sends of a form that nobody has touched."""
    found = []
    for field in fields:
        found += named(field["fields"])
        for item in field["items"]:
            found += named(item)
        if field["kind"] == "flag":
            if field["value"]:
                found.append((field["name"], "true"))
        elif field["kind"] not in ("group", "list"):
            value = field["value"]
            found.append((field["name"], "" if value is None else str(value)))
    return found


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("x, line 7, column 2", 7),
        ("x, title", 2),
        ("x, heroes[1].use", 4),
        ("x, foes[2].hp", 11),
        ("x, foes[2].abilities[1].name", 9),
        ("x, foes[9].hp", None),
        ("x, scene.place", 14),
    ],
)
def test_a_fault_finds_its_line(place: str, line: int | None) -> None:
    text = (
        'system = "trade"\ntitle = ""\n[[heroes]]\nuse = "a"\n\n[[foes]]\nname = "b"\n\n'
        '[[foes]]\nname = "c"\nhp = 3\n\n[scene]\nplace = 1\n'
    )
    assert line_of(text, place) == line


def test_toml_reads_back() -> None:
    data = {
        "name": 'A "quoted"\nname\u202e',
        "n": -3,
        "f": 1.5,
        "yes": True,
        "list": ["a", 1, {"b": 2}],
        "odd key": {"inner": {"x": 1}},
        "many": [{"a": 1, "inner": {"c": [1]}}, {"a": 2}],
        "none": [],
    }
    assert tomllib.loads(to_toml(data)) == data


class TestRules:
    def test_rules_are_found_and_read(self, shared_table: Table) -> None:
        with shared_table.client() as client:
            assert client.get("/rules/").status_code == 200
            found = client.get("/rules/", params={"system": "trade", "q": "armor soak"})
            assert "trade.armor" in found.text
            one = client.get("/rules/trade/trade.armor.reductions")
            assert one.status_code == 200
            assert client.get("/rules/trade/trade.no.such").status_code == 404
            assert client.get("/rules/nothing/x").status_code == 404
            assert client.get("/rules/trade").url.path == "/rules/"

    def test_every_rule_has_its_page(self, shared_table: Table) -> None:
        with shared_table.client() as client:
            for rule in TRADE.rulebook.rules[::12]:
                assert client.get(f"/rules/trade/{rule.id}").status_code == 200


def test_why_tells_the_rule_with_its_numbers(shared_table: Table) -> None:
    begun = shared_table.begin(encounter="duel")
    bot, gm = begun.bot(begun.gm), begun.person(begun.gm)
    for _ in range(12):
        if not bot.step():
            break
    event = next(e for e in bot.view()["events"] if e["code"] in ("hurt", "rolled"))
    text = gm.get(f"why/{event['n']}").text
    assert event["rule"] in text
    assert TRADE.rulebook.rule(event["rule"]).says[:40] in unescape(text)


def test_seats_are_shown_with_links_and_codes(shared_table: Table) -> None:
    begun = shared_table.begin(encounter="party")
    gm = begun.person(begun.gm)
    page = gm.get("seats").text
    assert page.count("<svg") >= len(begun.seats)
    assert f"/t/{begun.players[0]['token']}" in page
    reply = gm.client.post(
        f"{gm.home}seats/new", data={"csrf": gm.csrf, "kind": "spectator", "name": "Screen"}
    )
    assert reply.status_code == 200
    assert "Screen" in reply.text
    own = gm.client.post(f"{gm.home}seats/revoke", data={"csrf": gm.csrf, "seat": begun.gm["id"]})
    assert own.status_code == 422
    reissued = gm.client.post(
        f"{gm.home}seats/reissue", data={"csrf": gm.csrf, "seat": begun.gm["id"]}
    )
    assert reissued.status_code == 200


def test_players_propose_and_the_gm_decides(shared_table: Table) -> None:
    begun = shared_table.begin(encounter="party")
    gm, other = begun.bot(begun.gm), begun.bot(begun.players[1])
    question = gm.view()["questions"][0]
    assert gm.step()
    question = gm.view()["questions"][0]
    key = next(o for o in question["options"] if all(isinstance(p, str) for p in o))
    reply = other.post("propose", {"question": question["question"], "key": key})
    assert reply.status_code == 200, reply.text
    assert "Tobin Fray" in begun.person(begun.gm).page
    wrong = other.post("propose", {"question": question["question"], "key": ["no", "such"]})
    assert wrong.status_code == 422
    assert other.post("answer", {"question": question["question"], "key": key}).status_code == 422


def test_the_first_page_is_light(shared_table: Table) -> None:
    begun = shared_table.begin(encounter="party")
    bot, gm = begun.bot(begun.gm), begun.person(begun.gm)
    for _ in range(25):
        assert bot.step()
    total = 0
    with gm.client.stream("GET", gm.home) as reply:
        total += len(b"".join(reply.iter_raw()))
    for path in set(re.findall(r'(?:src|href)="(/static/[^"]+)"', gm.load())):
        with gm.client.stream("GET", path) as reply:
            total += len(b"".join(reply.iter_raw()))
    assert total < 120 * 1024


def test_options_of_a_page_get_their_odds(shared_table: Table) -> None:
    begun = shared_table.begin(encounter="duel")
    gm, bot = begun.person(begun.gm), begun.bot(begun.gm)
    while not any(o[0] == "fight" for o in bot.view()["questions"][0].get("options", [])):
        assert bot.step()
    with streaming(gm) as messages:
        for _, data in messages:
            if 'svg class="odds"' in data:
                break


OWN_FIGHT = (
    'system = "trade"\ntitle = "A yard at noon"\n\n[[heroes]]\nuse = "maren-holt"\n\n'
    '[[foes]]\nuse = "ditch-cutter"\n\n[[foes]]\nuse = "ditch-cutter"\nname = "Cat"\n'
)


def boxed(page: str) -> str:
    found = re.search(r'<textarea id="text"[^>]*>(.*?)</textarea>', page, re.S)
    assert found is not None
    return unescape(found[1])


def radio(page: str) -> list[str]:
    return re.findall(r'name="encounter" value="([^"]*)" checked', page)


def test_a_text_in_the_box_wins_over_a_chosen_encounter_and_stays(host: Person) -> None:
    checked = send(host, "new", system="trade", encounter="duel", text=OWN_FIGHT, do="check").text
    assert "Nothing is wrong with it: 1 hero, 2 foes." in checked
    assert boxed(checked).strip() == OWN_FIGHT.strip()
    assert radio(checked) == [""]
    begun = send(host, "new", system="trade", encounter="duel", text=OWN_FIGHT, do="begin")
    assert "A yard at noon" in unescape(begun.text)


def test_the_text_of_a_packaged_encounter_changes_nothing_that_is_chosen(host: Person) -> None:
    names = list(TRADE.encounters())
    start = host.client.get("/desk/new", params={"system": "trade", "start": names[1]}).text
    assert boxed(start).strip() == TRADE.encounters()[names[1]].strip()
    assert radio(start) == [""]
    checked = send(
        host, "new", system="trade", encounter=names[0], text=boxed(start), do="check"
    ).text
    assert radio(checked) == [names[0]]
    assert boxed(checked).strip() == boxed(start).strip()


def test_ticked_heroes_come_instead_of_the_encounters(host: Person, shared_table: Table) -> None:
    assert shared_table.store is not None
    names = list(TRADE.library("heroes"))[:2]
    reply = send(host, "new", system="trade", encounter="", text=OWN_FIGHT, hero=names, do="begin")
    assert reply.status_code == 200
    setup = shared_table.store.export(shared_table.store.fights()[0].id)["setup"]
    heroes = [one["name"] for one in setup["roster"] if one["side"] == "heroes"]
    assert heroes == [TRADE.library("heroes")[each]["name"] for each in names]
    both = send(host, "new", system="trade", encounter="duel", hero=names, party="1", do="check")
    assert both.status_code == 422
    assert "a party is chosen too" in both.text


def test_a_group_left_empty_is_none() -> None:
    schema = TRADE.form_schema("hero", HouseRules(TRADE.rulebook))
    assert schema is not None
    form = Form(schema)
    maren = dict(TRADE.library("heroes")["maren-holt"])
    bare = {key: value for key, value in maren.items() if key != "armor"}

    def inner(values: dict[str, Any]) -> list[dict[str, Any]]:
        return next(one for one in form.fields(values) if one["name"] == "armor")["fields"]

    for field in inner(bare):
        assert not field["required"]
        assert field["value"] in (None, ""), field["name"]
    written = {field["name"]: "" for field in inner(maren)}
    assert "armor" not in form.block({"name": "Nobody", **written})


def test_a_fault_in_the_form_leads_to_its_field(host: Person) -> None:
    reply = send(host, "library/trade/hero", name="", do="check")
    assert reply.status_code == 422
    assert '<a href="#f-name">Name</a>' in reply.text


def test_a_fight_that_is_over_is_no_longer_under_way(table: Table) -> None:
    begun = table.begin(system="trade", encounter="duel")
    host = table.host()
    page = host.client.get("/desk/").text
    assert "Fought to the end" not in page
    gm = begun.bot(begun.gm)
    assert gm.post("edit", {"kind": "end", "value": "heroes"}).is_success
    for _ in range(10):
        if not gm.step():
            break
    page = host.client.get("/desk/").text
    assert "No fight is under way." in page
    assert "Look at it" in page[page.index("Fought to the end") :]


def test_the_bench_calls_encounters_by_their_titles(host: Person) -> None:
    page = host.client.get("/desk/bench").text
    assert "Ix: Toll at Carrow bridge" in page
    assert "Ix: skirmish" not in page

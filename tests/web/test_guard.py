"""Whose request a request is: tokens, origins, cookies, headers, bounds; and hostile words."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest
from web_kit import Begun, Person, Table

from affray.web.guard import HEADERS, LARGEST_BODY


@pytest.fixture(scope="module")
def duel(shared_table: Table) -> Begun:
    return shared_table.begin(encounter="party")


def state(begun: Begun) -> str:
    view = begun.bot(begun.gm).view()
    view.pop("revision")
    return json.dumps(view)


def answering(gm: Person) -> dict[str, str]:
    question = gm.questions()[0]
    return {"question": question, "option": gm.options()[0], "key": gm.key}


class TestForms:
    @pytest.mark.parametrize(
        "headers",
        [
            {"x-csrf-token": ""},
            {"x-csrf-token": "0" * 32},
            {"sec-fetch-site": "cross-site"},
            {"sec-fetch-site": "same-site"},
            {"origin": "http://evil.example"},
            {"origin": "null"},
        ],
    )
    def test_what_another_page_sends_changes_nothing(
        self, duel: Begun, headers: dict[str, str]
    ) -> None:
        gm = duel.person(duel.gm)
        before = state(duel)
        reply = gm.post("answer", headers=headers, **answering(gm))
        assert reply.status_code == 403
        assert state(duel) == before

    def test_the_token_of_another_seat_does_not_do(self, duel: Begun) -> None:
        gm, player = duel.person(duel.gm), duel.person(duel.players[0])
        assert gm.csrf != player.csrf
        reply = gm.post("roll", headers={"x-csrf-token": player.csrf}, question="[]")
        assert reply.status_code == 403

    def test_our_own_page_over_plain_http_is_believed(self, duel: Begun) -> None:
        gm = duel.person(duel.gm)
        origin = {"origin": str(gm.client.base_url).rstrip("/")}
        assert gm.post("free", headers=origin, dice="d6").status_code == 204

    def test_a_program_with_a_cookie_and_no_token_changes_nothing(self, duel: Begun) -> None:
        gm = duel.person(duel.gm)
        reply = gm.client.post(f"{gm.home}do/undo", data={"keep": "0"})
        assert reply.status_code == 403

    @pytest.mark.parametrize(
        ("verb", "fields"),
        [
            ("answer", {"question": "nonsense", "option": "x"}),
            ("answer", {"question": "[1,2]", "option": "[]"}),
            ("answer", {"question": '["a","b","c",1,1]'}),
            ("answer", {"question": '["a","choice","gm",1,1]', "option": "[" * 900}),
            ("dice", {"question": '["a","roll","gm",1,1]', "faces": "x" * 3000}),
            ("edit", {"kind": "set", "who": "nobody", "name": "x", "value": "9"}),
            ("edit", {"kind": "no such"}),
            ("edit", {"kind": "rename", "who": "maren-holt", "value": "n" * 1999}),
            ("force", {"question": '["a","roll","gm",1,1]', "reading": "{"}),
            ("undo", {"keep": "-1"}),
            ("undo", {"keep": "99999999"}),
            ("hand", {"who": "nobody", "policy": "sensible"}),
            ("hand", {"who": "heroes", "policy": "no such"}),
            ("free", {"dice": "9" * 500}),
            ("free", {"dice": "1000000d1000000"}),
            ("ask", {"who": "nobody"}),
            ("asked", {"id": "1"}),
            ("add", {"shelf": "x", "entry": "y"}),
            ("pick", {"question": "[]"}),
        ],
    )
    def test_nonsense_is_refused_in_words(
        self, duel: Begun, verb: str, fields: dict[str, str]
    ) -> None:
        gm = duel.person(duel.gm)
        before = state(duel)
        reply = gm.post(verb, **fields)
        assert reply.status_code in (409, 422), reply.text
        assert "Traceback" not in reply.text
        assert re.sub(r"<[^>]*>", "", reply.text).strip()
        assert state(duel) == before

    def test_a_verb_that_there_is_not(self, duel: Begun) -> None:
        assert duel.person(duel.gm).post("nothing").status_code == 404

    def test_a_body_that_is_too_large_is_not_read(self, duel: Begun) -> None:
        gm = duel.person(duel.gm)
        reply = gm.post("free", dice="d6", more="x" * (LARGEST_BODY + 1))
        assert reply.status_code == 413

    def test_nor_is_one_that_does_not_say_how_large_it_is(self, duel: Begun) -> None:
        gm = duel.person(duel.gm)
        chunks = (b"x" * 65_536 for _ in range(8))
        reply = gm.client.post(
            f"{gm.home}do/free",
            content=chunks,
            headers={"content-type": "application/x-www-form-urlencoded"},
        )
        assert reply.status_code == 413


class TestRepeats:
    def test_a_form_sent_twice_is_done_once(self, shared_table: Table) -> None:
        begun = shared_table.begin(encounter="party")
        gm = begun.person(begun.gm)
        fields = answering(gm)
        assert gm.post("answer", **fields).status_code == 204
        after = state(begun)
        assert gm.post("answer", **fields).status_code == 204
        assert state(begun) == after
        assert gm.post("answer", **{**fields, "key": "another"}).status_code == 409

    def test_undo_sent_twice_takes_back_once(self, shared_table: Table) -> None:
        begun = shared_table.begin(encounter="party")
        bot = begun.bot(begun.gm)
        for _ in range(4):
            assert bot.step()
        first = bot.post("undo", {}, key="k1").json()
        after = state(begun)
        assert first["repeated"] is False
        assert bot.post("undo", {}, key="k1").json()["repeated"] is True
        assert state(begun) == after
        assert bot.post("undo", {}, key="k2").json()["repeated"] is False
        assert state(begun) != after

    def test_a_key_is_known_again_after_a_restart(self, table: Table) -> None:
        begun = table.begin(encounter="duel")
        bot = begun.bot(begun.gm)
        for _ in range(4):
            assert bot.step()
        assert bot.post("undo", {}, key="k1").status_code == 200
        after = state(begun)
        table.restart()
        again = begun.bot(begun.gm).post("undo", {}, key="k1")
        assert again.json()["repeated"] is True
        assert state(begun) == after

    def test_two_different_actions_under_one_key_are_both_done(self, duel: Begun) -> None:
        gm = duel.person(duel.gm)
        key = gm.key
        for name, value in (("one", "1"), ("two", "2")):
            reply = gm.post("edit", kind="note", who="maren-holt", name=name, value=value, key=key)
            assert reply.status_code == 204
        notes = duel.bot(duel.gm).view()["notes"]["maren-holt"]
        assert (notes["one"], notes["two"]) == (1, 2)


class TestHeaders:
    @pytest.mark.parametrize(
        "path", ["/", "/nothing", "/rules/", "/api/v1/view", "/api/v1/openapi.json", "/t/x"]
    )
    def test_every_reply_has_them(self, shared_table: Table, path: str) -> None:
        with shared_table.client() as client:
            reply = client.get(path)
        for name, value in HEADERS.items():
            assert reply.headers[name] == value
        assert reply.headers["cache-control"] == "no-store"
        assert "server" not in reply.headers

    def test_the_policy_allows_no_inline_script_or_style(self) -> None:
        assert "unsafe" not in HEADERS["content-security-policy"]
        assert "default-src 'self'" in HEADERS["content-security-policy"]

    def test_static_files_may_be_kept(self, duel: Begun) -> None:
        page = duel.person(duel.gm)
        found = re.search(r'(?:src|href)="(/static/[^"]+\.(?:js|css))"', page.page)
        assert found is not None
        reply = page.client.get(found[1])
        assert reply.status_code == 200
        assert "immutable" in reply.headers["cache-control"]

    def test_nothing_outside_of_the_static_folder_is_served(self, duel: Begun) -> None:
        page = duel.person(duel.gm)
        found = re.search(r"/static/\w+", page.page)
        assert found is not None
        for path in ("/../looks.py", "/%2e%2e/looks.py", "/..%2flooks.py"):
            assert page.client.get(f"{found[0]}{path}").status_code == 404


class TestCookies:
    def test_a_link_sets_a_cookie_for_its_seat_alone(self, duel: Begun) -> None:
        table = duel.table
        with table.client() as client:
            client.follow_redirects = False
            reply = client.get(f"/t/{duel.gm['token']}")
        cookie = reply.headers["set-cookie"]
        assert reply.headers["location"] == f"/seat/{duel.gm['id']}/"
        assert f"Path=/seat/{duel.gm['id']};" in f"{cookie};"
        assert "HttpOnly" in cookie
        assert "samesite=lax" in cookie.lower()
        assert "secure" not in cookie.lower()

    def test_under_https_it_is_secure(self, duel: Begun) -> None:
        with duel.table.client(headers={"x-forwarded-proto": "https"}) as client:
            client.follow_redirects = False
            reply = client.get(f"/t/{duel.gm['token']}")
        assert "secure" in reply.headers["set-cookie"].lower()

    def test_a_gm_who_tries_a_players_link_stays_the_gm(self, duel: Begun) -> None:
        gm = duel.person(duel.gm)
        assert gm.client.get(f"/t/{duel.players[0]['token']}").status_code == 200
        assert gm.client.get(gm.home).status_code == 200
        assert gm.post("free", dice="d6").status_code == 204

    def test_tokens_are_not_in_the_database(self, duel: Begun) -> None:
        raw = b"".join(path.read_bytes() for path in duel.table.path.parent.iterdir())
        for seat in duel.seats.values():
            assert seat["token"].encode() not in raw
        assert duel.table.host_token.encode() not in raw

    def test_a_theme_is_kept_and_leads_only_home(self, duel: Begun) -> None:
        gm = duel.person(duel.gm)
        for at in ("//evil.example", "https://evil.example", "/\\evil.example", "/a\nb"):
            reply = gm.client.post(
                f"{gm.home}theme",
                data={"theme": "dark", "at": at, "csrf": gm.csrf},
                follow_redirects=False,
            )
            assert reply.status_code == 303
            assert reply.headers["location"] == gm.home
        assert 'data-theme="dark"' in gm.load()


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)
        self.attributes |= {name for name, _ in attrs}


HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    '"><svg onload=alert(1)>',
    "{{ 7000001 * 7 }}{% raw %}",
    "Robert'); DROP TABLE fights;--",
    "\U0001f409 \u05d0\u05d1\u05d2 \u0627\u0644\u0639",
    "x" * 500,
)


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_names_are_shown_as_text_everywhere(shared_table: Table, name: str) -> None:
    begun = shared_table.begin(encounter="party")
    gm = begun.person(begun.gm)
    reply = gm.post("edit", kind="rename", who="maren-holt", value=name)
    assert reply.status_code == 204, reply.text
    gm.post("edit", kind="note", who="maren-holt", name="note", value=name)
    gm.post("ask", who="maren-holt", text=name, dice="d6")
    bot = begun.bot(begun.gm)
    bot.post("seats/rename", {"seat": begun.players[0]["id"], "name": name})
    for _ in range(3):
        assert bot.step()
    for person in (gm, begun.person(begun.players[0]), begun.person(begun.spectator)):
        for path in ("", "seats", "hand/maren-holt"):
            tags = Tags()
            text = person.get(path).text
            tags.feed(text)
            assert "img" not in tags.found
            assert not {a for a in tags.attributes if a.startswith("on") or a == "style"}
            assert "alert(1)</script>" not in text
            assert "49000007" not in text

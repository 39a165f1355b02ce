"""A fight over HTTP: forms, JSON, the stream, the way back, a restart, somebody revoked."""

from __future__ import annotations

import json
import threading
from typing import Any

from web_kit import Begun, Bot, Table, streaming


def play_to_the_end(bots: list[Bot], most: int = 600) -> int:
    """Lets the bots answer in turn until nobody has anything to answer."""
    steps = 0
    while any(bot.step() for bot in bots):
        steps += 1
        assert steps < most, "the fight does not end"
    return steps


def test_bots_play_a_whole_fight_and_everybody_sees_the_same(table: Table) -> None:
    begun = table.begin(encounter="duel")
    gm = begun.bot(begun.gm)
    players = [begun.bot(seat) for seat in begun.players]
    assert play_to_the_end([*players, gm]) > 5
    views = [bot.view() for bot in (gm, *players, begun.bot(begun.spectator))]
    assert {view["result"] for view in views} <= {"heroes", "foes", "none"}
    assert len({view["result"] for view in views}) == 1
    assert len({view["round"] for view in views}) == 1
    assert all(not view["questions"] for view in views)


def test_a_form_is_answered_with_204_and_the_stream_shows_it(table: Table) -> None:
    begun = table.begin(encounter="party")
    gm, player = begun.person(begun.gm), begun.person(begun.players[0])
    with streaming(player) as messages:
        first = next(data for fields, data in messages if "event" not in fields)
        assert "Maren Holt" in first
        (question,) = gm.questions()[:1]
        option = gm.options()[0]
        reply = gm.post("answer", question=question, option=option, key=gm.key)
        assert reply.status_code == 204, reply.text
        name = json.loads(option)[1]
        for fields, data in messages:
            if "event" not in fields and f"{name}" in data and data != first:
                break
    assert name in player.load()


def test_revisions_only_grow_undo_included(table: Table) -> None:
    begun = table.begin(encounter="duel")
    gm, bot = begun.person(begun.gm), begun.bot(begun.gm)
    seen: list[int] = []
    enough = threading.Event()

    def follow() -> None:
        with streaming(gm) as messages:
            for fields, _ in messages:
                if "id" in fields:
                    seen.append(int(fields["id"]))
                if enough.is_set():
                    return

    watcher = threading.Thread(target=follow, daemon=True)
    watcher.start()
    before = bot.view()
    for _ in range(4):
        assert bot.step()
    assert bot.post("undo", {"keep": 0}).status_code == 200
    after = bot.view()
    assert after["revision"] > before["revision"]
    assert after["questions"][0]["question"] == before["questions"][0]["question"]
    enough.set()
    bot.post("free", {"dice": "d6"})
    watcher.join(10)
    assert not watcher.is_alive()
    assert seen == sorted(set(seen))


def test_a_stream_that_is_current_is_told_nothing(table: Table) -> None:
    begun = table.begin(encounter="duel")
    person, other = begun.person(begun.gm), begun.person(begun.gm)
    with streaming(person) as messages:
        while True:
            fields, _ = next(messages)
            if "id" in fields and fields["id"] == str(begun.bot(begun.gm).view()["revision"]):
                break
        with streaming(other, last=fields["id"]) as late:
            begun.bot(begun.gm).post("free", {"dice": "d4"})
            told = next(late)
            assert int(told[0]["id"]) > int(fields["id"])


def test_a_gm_answers_for_an_absent_player_and_the_player_takes_it_back(table: Table) -> None:
    begun = table.begin(encounter="party")
    gm, first = begun.bot(begun.gm), begun.bot(begun.players[0])
    assert gm.step()
    question = gm.view()["questions"][0]
    assert question["question"][2] == "maren-holt"
    assert first.view()["questions"][0]["yours"]
    other = begun.bot(begun.players[1]).view()["questions"][0]
    assert not other["yours"]
    assert "options" not in other
    key = next(o for o in question["options"] if o[0] == "fight")
    assert first.post("answer", {"question": question["question"], "key": key}).status_code == 200
    assert first.post("undo", {}).status_code in (200, 422)


def test_a_restart_in_the_middle_loses_nothing(table: Table) -> None:
    begun = table.begin(encounter="party")
    gm = begun.bot(begun.gm)
    for _ in range(6):
        assert gm.step()
    before = gm.view()
    person = begun.person(begun.gm)
    table.restart()
    after = begun.bot(begun.gm).view()
    for part in ("sheets", "order", "questions", "events", "round", "result"):
        assert after[part] == before[part]
    assert after["revision"] > before["revision"]
    with streaming(person, last=str(before["revision"])) as messages:
        fields, data = next(messages)
        assert int(fields["id"]) > before["revision"]
        assert "Maren Holt" in data


def test_an_edit_in_an_open_question_asks_again(table: Table) -> None:
    begun = table.begin(encounter="party")
    gm = begun.person(begun.gm)
    question = gm.questions()[0]
    option = gm.options()[0]
    reply = gm.post("edit", kind="set", who="maren-holt", name="health", value="3", key=gm.key)
    assert reply.status_code == 204, reply.text
    stale = gm.post("answer", question=question, option=option, key=gm.key)
    assert stale.status_code == 409
    assert "not open" in stale.text
    assert gm.questions()[0] != question


def test_a_policy_answers_for_the_foes_and_is_taken_back(table: Table) -> None:
    begun = table.begin(encounter="duel")
    gm = begun.bot(begun.gm)
    assert gm.post("hand", {"who": "gm", "policy": "sensible"}).status_code == 200
    assert gm.post("hand", {"who": "heroes", "policy": "sensible"}).status_code == 200
    with streaming(begun.person(begun.spectator)) as messages:
        for _ in messages:
            if gm.view()["result"] is not None:
                break
    assert gm.post("take", {"who": "gm"}).status_code == 200
    assert gm.view()["result"] is not None


def test_stand_ins_are_there_again_after_a_restart(table: Table) -> None:
    begun = table.begin(encounter="party")
    gm = begun.bot(begun.gm)
    assert gm.post("hand", {"who": "tobin-fray", "policy": "sensible"}).status_code == 200
    table.restart()
    page = begun.person(begun.gm).page
    assert "sensible" in page
    assert table.house.hub.fights[0].chairs.seats["tobin-fray"].name == "sensible"


def test_a_revoked_seat_is_gone_at_once(table: Table) -> None:
    begun = table.begin(encounter="duel")
    gm, player = begun.bot(begun.gm), begun.person(begun.players[0])
    with streaming(player) as messages:
        next(messages)
        reply = gm.post("seats/revoke", {"seat": begun.players[0]["id"]})
        assert reply.status_code == 200
        assert any(fields.get("event") == "gone" for fields, _ in messages)
    assert player.client.get(player.home).status_code == 404
    assert begun.bot(begun.players[0]).client.get("/api/v1/view").status_code == 401


def test_a_reissued_link_ends_the_old_one(table: Table) -> None:
    begun = table.begin(encounter="duel")
    seat = begun.players[0]
    old = begun.person(seat)
    reply = begun.bot(begun.gm).post("seats/reissue", {"seat": seat["id"]}).json()
    assert old.client.get(old.home).status_code == 404
    fresh = begun.person(reply["seat"])
    assert fresh.home == old.home


def test_a_hero_is_handed_to_another_seat(table: Table) -> None:
    begun = table.begin(encounter="party")
    gm = begun.bot(begun.gm)
    first, second = begun.players[:2]
    body = {"hero": first["holds"][0], "seat": second["id"]}
    assert gm.post("seats/hand", body).status_code == 200
    assert begun.bot(second).view()["seat"]["holds"] == sorted([*first["holds"], *second["holds"]])
    assert begun.bot(first).view()["seat"]["holds"] == []


def test_a_check_beside_the_fight(table: Table) -> None:
    begun = table.begin(encounter="party")
    gm, player = begun.bot(begun.gm), begun.bot(begun.players[0])
    question = gm.view()["questions"]
    assert (
        gm.post("ask", {"who": "maren-holt", "text": "to climb", "dice": "2d6"}).status_code == 200
    )
    assert gm.view()["questions"] == question
    assert "to climb" in begun.person(begun.players[0]).page
    assert "to climb" not in begun.person(begun.players[1]).page
    assert player.post("asked", {"id": "1"}).status_code == 200
    assert player.post("asked", {"id": "1"}).status_code == 409


def test_a_preview_over_the_api_is_exact_and_changes_nothing(table: Table) -> None:
    begun = table.begin(encounter="duel")
    gm = begun.bot(begun.gm)
    while "pool" in gm.view()["questions"][0] or not any(
        o[0] == "fight" for o in gm.view()["questions"][0].get("options", [])
    ):
        assert gm.step()
    before = gm.view()
    question = before["questions"][0]
    key = next(o for o in question["options"] if o[0] == "fight")
    found = gm.post("preview", {"question": question["question"], "key": key}).json()
    assert found["exact"]
    assert sum(one["p"] for one in found["rolls"][0]["readings"]) == 1
    assert gm.view()["questions"] == before["questions"]


def test_a_player_passes_in_advance_for_their_own_alone(table: Table) -> None:
    begun = table.begin(encounter="party")
    player, other = begun.person(begun.players[0]), begun.person(begun.players[1])
    (who,) = begun.players[0]["holds"]
    window = next(iter(begun_system(begun).windows))
    assert other.post("pass", who=who, window=window, until="round").status_code == 422
    reply = player.post("pass", who=who, window=window, until="round")
    assert reply.status_code == 204, reply.text
    (live,) = table.house.hub.fights
    assert live.play.fight.passes == {who: {window: "round"}}
    assert player.post("unpass", who=who).status_code == 204
    assert live.play.fight.passes == {}


def begun_system(begun: Begun) -> Any:
    return begun.table.house.hub.fights[0].stored.system

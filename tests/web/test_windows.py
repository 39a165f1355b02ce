""" "Do not ask me this for a while" sits at the prompt of a reaction, and means its window only."""

from __future__ import annotations

import re

from web_kit import Table


def test_a_prompt_offers_to_pass_on_its_own_window(table: Table) -> None:
    begun = table.begin(system="trade", encounter="party")
    gm = begun.bot(begun.gm)
    live = table.house.hub.fights[0]
    for _ in range(40):
        asked = next((q for q in live.play.questions if q.window), None)
        if asked is not None:
            break
        keeps = next(
            (
                {"question": one["question"], "key": ["reserve"]}
                for one in gm.view()["questions"]
                if ["reserve"] in one.get("options", [])
            ),
            None,
        )
        assert gm.post("answer", keeps).is_success if keeps else gm.step()
    assert asked is not None
    seat = next(seat for seat in begun.players if asked.who in seat["holds"])
    player = begun.person(seat)
    prompt = player.page[player.page.index("Do not ask me this for a while") :]
    named = re.findall(r'name="window" value="([^"]+)"', prompt[: prompt.index("</details>")])
    assert named == [asked.window]
    assert live.stored.system.windows[asked.window].lower() in prompt.lower()
    sent = player.post("pass", who=asked.who, window=asked.window, until="fight", key="")
    assert sent.status_code == 204
    assert live.play.fight.passes == {asked.who: {asked.window: "fight"}}
    assert not any(q.window and q.who == asked.who for q in live.play.questions)


def test_what_is_no_reaction_offers_no_pass(table: Table) -> None:
    begun = table.begin(system="trade", encounter="duel")
    player = begun.person(begun.players[0])
    assert "What does" in player.page
    assert "Do not ask me this for a while" not in player.page

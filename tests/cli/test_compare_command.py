"""`affray compare`: two encounters, or one under two sets of house rules, side by side."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

FEW = ("--fights", "60", "--seed", "3", "--jobs", "1")


def data(said: Any) -> dict[str, Any]:
    assert said.code == 0, said.err
    found: dict[str, Any] = json.loads(said.out)
    return found


def test_both_sides_are_what_simulate_says_of_each(affray) -> None:
    found = data(affray("compare", "trade/duel", "trade/party", *FEW, "--json"))
    for side, name in (("left", "trade/duel"), ("right", "trade/party")):
        alone = data(affray("simulate", name, *FEW, "--json"))
        assert found[side] == alone
    rates = [found[side]["win_rate"]["heroes"]["estimate"] for side in ("left", "right")]
    between = found["difference"]["win_rate"]["heroes"]
    assert between["estimate"] == pytest.approx(rates[1] - rates[0])
    assert between["low"] <= between["estimate"] <= between["high"]


def test_a_house_rule_holds_on_the_right_alone(affray, tmp_path: Path) -> None:
    by_word = data(affray("compare", "trade/duel", "--with", "hero-health=12", *FEW, "--json"))
    assert by_word["left"]["house_rules"] == []
    (change,) = by_word["right"]["house_rules"]
    assert (change["id"], change["book"], change["own"]) == ("hero-health", 10, 12)
    harsh = tmp_path / "harsh.toml"
    harsh.write_text("[house-rules]\nhero-health = 12\n", encoding="utf-8")
    assert data(affray("compare", "trade/duel", "--house", str(harsh), *FEW, "--json")) == by_word
    harsh.write_text('enemy-phase = "after-all-heroes"\n', encoding="utf-8")
    both = affray("compare", "trade/duel", "--house", str(harsh), "--with", "hero-health=12",
                  *FEW, "--json")  # fmt: skip
    changed = {change["id"] for change in data(both)["right"]["house_rules"]}
    assert changed == {"hero-health", "enemy-phase"}


def test_the_text_has_what_differs_and_a_verdict(affray) -> None:
    said = affray("compare", "trade/party", "--with", "hero-health=4", *FEW)
    assert said.code == 0
    assert "60 fights each, seed 3" in said.out
    assert "hero-health" in said.out
    assert "the heroes win" in said.out
    assert "points" in said.out
    assert "The heroes win more often on the left." in said.out
    same = affray("compare", "trade/duel", "trade/duel", *FEW)
    assert "+0.0 points" in same.out
    assert "do not show that either side is better" in same.out


@pytest.mark.parametrize(
    ("rest", "told"),
    [
        ((), "nothing to compare with"),
        (("--with", "hero-health"), "no house rule"),
        (("--with", "hero-helth=3"), "Did you mean hero-health"),
        (("--with", "enemy-phase=never"), "enemy-phase"),
        (("--house", "no-such.toml"), "no-such.toml"),
        (("trade/no-such",), "trade/no-such"),
    ],
)
def test_what_makes_no_sense_is_refused(affray, rest: tuple[str, ...], told: str) -> None:
    said = affray("compare", "trade/duel", *rest, *FEW)
    assert said.code in (1, 2)
    assert said.out == ""
    assert told in said.err

"""`affray play`: the story, the reasons, the events."""

from __future__ import annotations

import json
from pathlib import Path

from affray.registry import system, systems


def test_a_fight_is_told_round_by_round(affray, quarrel: Path) -> None:
    said = affray("play", str(quarrel), "--auto", "--seed", "7")
    assert said.code == 0
    lines = said.out.splitlines()
    assert lines[0].startswith("A quarrel (")
    assert "Round 1" in lines
    assert any("Ann" in line for line in lines[lines.index("Round 1") :])
    assert any(line.startswith("  The fight is over") for line in lines)
    assert any(line.split()[:1] == ["Ann"] for line in lines[-3:])


def test_the_same_seed_tells_the_same_fight(affray, quarrel: Path) -> None:
    one, again = (affray("play", str(quarrel), "--auto", "--seed", "7").out for _ in range(2))
    assert one == again
    others = {affray("play", str(quarrel), "--auto", "--seed", str(n)).out for n in range(8, 12)}
    assert others != {one}


def test_events_come_as_lines_of_json_that_cite_rules(affray, quarrel: Path) -> None:
    said = affray("play", str(quarrel), "--auto", "--json")
    events = [json.loads(line) for line in said.out.splitlines()]
    book = system("trade").rulebook
    assert events
    for event in events:
        assert {"code", "rule", "round", "step", "fields"} <= set(event)
        for rule in (event["rule"], *event.get("also", ())):
            assert rule in book or rule.startswith("kernel.")
    assert "fight-over" in [event["code"] for event in events]


def test_why_shows_each_rule_once_in_full(affray, quarrel: Path) -> None:
    plain = affray("play", str(quarrel), "--auto").out
    said = affray("play", str(quarrel), "--auto", "--why").out
    assert len(said) > len(plain)
    events = affray("play", str(quarrel), "--auto", "--json").out.splitlines()
    rule = system("trade").rulebook.rule(
        next(
            found["rule"] for found in map(json.loads, events) if found["rule"].startswith("trade.")
        )
    )
    flat = " ".join(said.split())
    assert flat.count(" ".join(rule.says.split())) == 1
    assert f"Source: {rule.source}" in flat
    assert rule.id not in plain


def test_house_rules_are_shown_with_the_rule(affray, quarrel: Path) -> None:
    quarrel.write_text(quarrel.read_text() + "\n[house-rules]\nhits-for-success = 3\n")
    flat = " ".join(affray("play", str(quarrel), "--auto", "--why").out.split())
    assert "House rule: hits-for-success is 3 (the book: 2)." in flat


def test_a_fight_of_a_simulation_can_be_told(affray, quarrel: Path) -> None:
    data = affray("simulate", str(quarrel), "--fights", "1", "--seed", "5", "--json").data
    said = affray("play", str(quarrel), "--fight", "1", "--seed", "5", "--json")
    over = next(
        event for event in map(json.loads, said.out.splitlines()) if event["code"] == "fight-over"
    )
    assert data["wins"][over["fields"]["result"]] == 1
    assert data["rounds"]["histogram"] == {str(over["round"]): 1}


def test_the_demo_is_that_of_the_gentlest_system(affray) -> None:
    (found,) = (each for each in map(system, systems()) if each.is_gentle)
    first = found.name
    demo = affray("play", "--auto", "--seed", "3")
    assert demo.code == 0
    assert affray("play", "--demo", "--auto", "--seed", "3").out == demo.out
    assert affray("play", f"{first}/{found.demo}", "--auto", "--seed", "3").out == demo.out
    assert affray("play", found.demo, "--step", "--seed", "3").out == demo.out  # nobody to wait for


def test_without_a_terminal_the_fight_is_told(affray, quarrel: Path) -> None:
    said = affray("play", str(quarrel))
    assert said.code == 0
    assert said.out == affray("play", str(quarrel), "--auto").out
    assert "--seat heroes=person" in said.err


def test_a_fight_is_told_or_played_not_both(affray, quarrel: Path) -> None:
    for options in (("--gm",), ("--resume",), ("--party", "1"), ("--stdio",)):
        said = affray("play", str(quarrel), "--auto", *options)
        assert said.code == 2
        assert said.out == ""


def test_seats_are_sides_with_somebody_on_them(affray, quarrel: Path) -> None:
    for seat in ("heroes", "monsters=person", "gm="):
        said = affray("play", str(quarrel), "--seat", seat)
        assert said.code == 2
        assert "heroes=person" in said.err


def test_an_unknown_encounter_is_named_with_its_neighbours(affray) -> None:
    demo = system("trade").demo
    said = affray("play", f"trade/{demo}x", "--auto")
    assert said.code == 1
    assert f"Did you mean trade/{demo}" in said.err


class Terminal:
    """Somebody at a terminal who presses Enter so many times and then leaves."""

    def __init__(self, presses: int) -> None:
        self.left = presses

    def isatty(self) -> bool:
        return True

    def readline(self) -> str:
        self.left -= 1
        return "\n" if self.left >= 0 else ""


def test_step_waits_for_enter_between_the_parts(affray, quarrel: Path, monkeypatch) -> None:
    told = affray("play", str(quarrel), "--auto", "--seed", "7").out
    parts = sum(line.startswith(("Round ", "Before", "After")) for line in told.splitlines())
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    somebody = Terminal(1000)
    monkeypatch.setattr("sys.stdin", somebody)
    said = affray("play", str(quarrel), "--step", "--seed", "7")
    assert said.code == 0
    assert 1000 - somebody.left == parts - 1
    assert said.out.replace("\n[Enter] goes on ", "") == told
    monkeypatch.setattr("sys.stdin", Terminal(0))
    assert affray("play", str(quarrel), "--step", "--seed", "7").code == 130


def test_a_journey_is_told_day_by_day(affray) -> None:
    told = affray("play", "ix/pass", "--auto", "--seed", "3").out.splitlines()
    assert "Day 2" in told
    assert not any("Day 2." in line or line.startswith("Round ") for line in told)

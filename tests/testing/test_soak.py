"""The soak plays every fight that it says, tells a fault with its seed, and goes on."""

from __future__ import annotations

import pytest

from affray.testing import soak


def test_the_parts_play_every_fight_once() -> None:
    calls = list(soak.parts(["trade/duel", "ix/duel"], 1200, 1000, 7))
    duel = [(seed, seed + fights) for label, fights, _, seed in calls if label == "trade/duel"]
    assert duel == [(7, 507), (507, 1007), (1007, 1207)]
    assert len(calls) == 6


def test_a_small_soak_says_that_there_was_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak.main(["trade/duel", "--fights", "3", "--deep", "0"]) == 0
    assert capsys.readouterr().out.endswith("no fault\n")


def test_a_fault_is_told_with_its_seed_and_the_others_are_still_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(case: soak.Case) -> None:
        assert case.seed != 2, "odd"

    monkeypatch.setattr(soak, "ends_by_the_rules", fails)
    assert soak.main(["trade/duel", "sixteen/duel", "--fights", "4", "--deep", "0"]) == 1
    out = capsys.readouterr().out
    assert out.count("seed 2: odd") == 2
    assert out.endswith("2 faults\n")


def test_an_unknown_encounter_is_refused_with_those_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        soak.main(["trade/dual"])
    assert "trade/duel" in capsys.readouterr().err

"""Outlines: what a simulation adds up, without the rest of the sheets."""

from __future__ import annotations

from affray.kernel.encounter import read_encounter
from affray.registry import system
from affray.simulate.running import Job, outlines, policies_for, run_fight


def test_outlines_are_the_sheets_as_far_as_they_are_added_up() -> None:
    trade = system("trade")
    for name, text in trade.encounters().items():
        setup = read_encounter(text, name, trade)
        job = Job(setup, 3, policies_for(trade, {}))
        fight, _ = run_fight(trade, trade.start(setup), job, 1)
        whole = [(s.who, s.name, s.side, s.kind, s.state, s.tracks) for s in trade.sheets(fight)]
        short = [(s.who, s.name, s.side, s.kind, s.state, s.tracks) for s in outlines(trade, fight)]
        assert short == whole

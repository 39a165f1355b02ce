"""`affray rules` and `affray systems`."""

from __future__ import annotations

from pathlib import Path

import pytest

from affray.registry import system


def test_a_rule_is_shown_with_source_and_basis(affray) -> None:
    rule = system("trade").rulebook.rule("trade.armor.soak")
    said = affray("rules", rule.id)
    assert said.code == 0
    flat = " ".join(said.out.split())
    assert rule.says in flat
    assert rule.source in flat
    assert "stated by the text" in flat
    data = affray("rules", rule.id, "--json").data
    assert (data["id"], data["says"], data["kind"]) == (rule.id, rule.says, rule.kind)


def test_a_ruling_is_shown_with_its_default_and_mode(affray) -> None:
    rule = next(r for r in system("trade").rulebook.rules if r.kind == "ruling")
    flat = " ".join(affray("rules", rule.id).out.split())
    assert f"The GM rules ({rule.mode}); otherwise: {rule.default}" in flat


def test_areas_values_switches_and_tables_are_found_by_name(affray) -> None:
    area = affray("rules", "trade.armor", "--json").data
    assert {rule["id"].split(".")[1] for rule in area} == {"armor"}
    assert affray("rules", "hero-health", "--json").data["value"] == 10
    assert "one-die" in affray("rules", "empty-pool").out
    assert "ditch-cutter" in affray("rules", "npcs", "--system", "trade").out


def test_an_unknown_name_gets_its_neighbours(affray) -> None:
    said = affray("rules", "trade.armour.soak")
    assert said.code == 1
    assert "Did you mean trade.armor.soak" in said.err


def test_searching_finds_the_rules_with_all_words(affray) -> None:
    said = affray("rules", "--search", "ARMOR soak", "--system", "trade", "--json")
    ids = [rule["id"] for rule in said.data["rules"]]
    assert ids[0] == "trade.armor.soak"
    assert "No rule holds" in affray("rules", "--search", "zeppelin").out
    assert affray("rules", "--search", "  ").code == 2


def test_the_contents_list_every_rulebook_that_is_there(affray) -> None:
    data = affray("rules", "--json").data
    assert "trade" in [each["system"] for each in data["systems"]]
    only = affray("rules", "--system", "trade", "--json").data["systems"]
    assert [each["rules"] for each in only] == [len(system("trade").rulebook.rules)]
    said = affray("rules", "--system", "trad")
    assert said.code == 1
    assert "Did you mean trade" in said.err


def test_coverage_reads_the_marks_of_the_tests(affray, tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(
        "import pytest\n\n\n"
        "@pytest.mark.rule('trade.armor.soak', 'trade.no.such')\n"
        "def test_it():\n    pass\n"
    )
    said = affray("rules", "--coverage", "--tests", str(tmp_path), "--json")
    assert said.code == 0
    trade = said.data["systems"]["trade"]
    assert trade["proved"] == 1
    assert "trade.armor.soak" not in trade["without_proof"]["rules"]
    assert [each["id"] for each in trade["unknown"]] == ["trade.no.such"]
    assert set(trade["counts"]) == {"rule", "ruling", "note"}
    text = affray("rules", "--coverage", "--tests", str(tmp_path), "--system", "trade").out
    assert "trade.no.such" in text


def test_what_is_excused_does_not_count_as_cited(affray, tmp_path: Path) -> None:
    folder = tmp_path / "playthroughs" / "trade"
    folder.mkdir(parents=True)
    (folder / "not-cited.toml").write_text('"trade.armor.soak" = "no armour here"\n')
    text = affray("rules", "--coverage", "--tests", str(tmp_path), "--system", "trade").out
    assert "cited by a fight: 0 of " in text
    assert "; 1 more are excused" in text


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--coverage", "--tests", "/no/such/folder"], 1),
        (["trade.armor.soak", "--search", "armor"], 2),
        (["--coverage", "--search", "armor"], 2),
        (["\x1b[2J"], 1),
    ],
)
def test_requests_that_make_no_sense_are_refused(affray, words: list[str], code: int) -> None:
    said = affray("rules", *words)
    assert said.code == code
    assert said.out == ""
    assert "\x1b" not in said.err


def test_systems_are_listed(affray) -> None:
    said = affray("systems")
    assert said.code == 0
    assert "trade/" in said.out
    [trade] = [s for s in affray("systems", "--json").data["systems"] if s["name"] == "trade"]
    assert trade["rules"] == len(system("trade").rulebook.rules)
    assert trade["demo"] in trade["encounters"]
    assert "random" in trade["policies"]


def test_bare_it_lists_systems_and_areas_and_not_every_value(affray) -> None:
    said = affray("rules")
    assert "hits-for-success" not in said.out
    assert len(said.out.splitlines()) < 50
    assert "hits-for-success" in affray("rules", "--system", "trade").out


def test_rows_of_tables_are_found_and_shown_as_toml(affray) -> None:
    said = affray("rules", "greatsword", "--system", "trade")
    assert 'id = "greatsword"' in said.out
    assert "damage = 6" in said.out
    assert "Did you mean greatsword" in affray("rules", "greatsord").err
    table = affray("rules", "abilities", "--system", "trade").out
    assert 'effects = [{ kind = "damage", amount = 3, unsoaked = true }]' in table


def test_the_rules_of_an_area_come_first_in_a_search(affray) -> None:
    said = affray("rules", "--search", "mixed", "--system", "trade").out
    assert said.startswith("trade.mixed.trade (rule)")

"""Forms of combatants: what the book has is offered beside what is of one's own."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from affray.kernel.rulebook import HouseRules
from affray.registry import system, systems
from affray.web.library import form_of, names_of


def form(name: str, kind: str = "hero") -> Any:
    found = system(name)
    schema = found.form_schema(kind, HouseRules(found.rulebook))
    assert schema is not None
    return form_of(found, schema)


def field(fields: list[dict[str, Any]], name: str) -> dict[str, Any]:
    return next(one for one in fields if one["name"] == name)


LISTS = [
    ("vigor", "weapons", "longsword", True),
    ("vigor", "spells", "force-lance", True),
    ("vigor", "trees", "brawler", False),
    ("vigor", "injuries", "bruised-ribs", False),
    ("trade", "weapons", "sling", True),
    ("trade", "abilities", "cinder-dart", True),
    ("sixteen", "weapons", "knife", True),
    ("sixteen", "spells", "black-thorn", True),
    ("ix", "weapons", "knife", True),
    ("ix", "spells", "lesser-heal", True),
    ("ix", "talents", "guarded", False),
    ("ix", "injuries", "critical-001-005", True),
]


@pytest.mark.parametrize(("name", "key", "entry", "is_own"), LISTS)
def test_a_list_offers_the_entries_of_the_book_and_those_of_ones_own(
    name: str, key: str, entry: str, is_own: bool
) -> None:
    made = form(name)
    shown = field(made.fields({}), key)
    assert entry in [one["value"] for one in shown["names"]]
    assert shown["is_own"] == is_own
    # Chosen and added, or chosen and saved at once: it is in the list, and stays there.
    block = made.block({"name": "Ann", f"book:{key}": entry}, f"book:{key}")
    assert block == made.block({"name": "Ann", f"book:{key}": entry})
    assert block[key] == [entry]
    (item,) = field(made.fields(block), key)["items"]
    assert item[0]["kind"] == "choice"
    assert item[0]["value"] == entry
    again = {f"{key}.0": entry, f"book:{key}": ""}
    assert made.block(again)[key] == [entry]
    assert key not in made.block({f"{key}.0": ""})
    if is_own:
        both = made.block({f"book:{key}": entry}, key)
        assert both[key] == [entry, {}]
        assert len(field(made.fields(both), key)["items"][1]) > 1


@pytest.mark.parametrize("name", sorted(systems()))
@pytest.mark.parametrize("kind", ["hero", "foe"])
def test_whatever_a_form_offers_is_known_where_it_is_offered(name: str, kind: str) -> None:
    found = system(name)
    rules = HouseRules(found.rulebook)
    block = dict(next(iter(found.library({"hero": "heroes", "foe": "foes"}[kind]).values())))
    offering = [one for one in form(name, kind).fields({}) if one["names"]]
    assert offering or (name, kind) == ("trade", "foe")
    for one in offering:
        for each in one["names"]:
            try:
                found.check_block(kind, {**block, one["name"]: [each["value"]]}, rules)
            except ValidationError as error:
                for fault in error.errors():
                    # It may not suit this combatant, but it is there.
                    assert "called" not in fault["msg"], fault
                    assert "has no" not in fault["msg"], fault


def test_the_one_suit_of_armour_is_chosen_or_described() -> None:
    made = form("trade")
    shown = field(made.fields({}), "armor")
    use = field(shown["fields"], "armor.use")
    assert use["kind"] == "choice"
    assert "ring-shirt" in [one["value"] for one in use["choices"]]
    sent = {one["name"]: "" for one in shown["fields"]}
    assert made.block(sent | {"armor.use": "ring-shirt"})["armor"] == {"use": "ring-shirt"}
    assert "armor" not in made.block(sent)
    by_name = field(made.fields({"armor": "ring-shirt"}), "armor")
    assert by_name["kind"] == "choice"
    assert made.block({"armor": "ring-shirt"})["armor"] == "ring-shirt"


def test_a_word_of_the_book_is_chosen() -> None:
    shown = field(form("sixteen").fields({}), "shield")
    assert shown["kind"] == "choice"
    shields = names_of(system("sixteen"), "shields")
    assert [one["value"] for one in shown["choices"]] == list(shields)
    species = field(form("ix").fields({}), "species")
    assert species["value"] == "human"
    assert "drakin" in [one["value"] for one in species["choices"]]
    own = {"name": "Reed folk", "wound_base": 9, "strain_base": 9}
    assert field(form("ix").fields({"species": own}), "species")["kind"] == "group"
    # A word that the book does not have any more is not lost.
    odd = field(form("sixteen").fields({"shield": "barrel lid"}), "shield")
    assert odd["choices"][-1] == {"value": "barrel lid", "label": "barrel lid"}


def undescribed(schema: dict[str, Any]) -> list[str]:
    """The fields of a schema, and of what it speaks of, that say nothing of themselves."""
    parts = {"": schema, **schema.get("$defs", {})}
    return [
        f"{part}.{name}"
        for part, one in parts.items()
        for name, given in one.get("properties", {}).items()
        if len(given.get("description", "").split()) < 3
    ]


@pytest.mark.parametrize("name", sorted(systems()))
@pytest.mark.parametrize("kind", ["hero", "ally", "foe"])
def test_every_field_of_a_block_says_what_it_is(name: str, kind: str) -> None:
    found = system(name)
    schema = found.form_schema(kind, HouseRules(found.rulebook))
    assert schema is not None
    assert undescribed(schema) == []


def test_help_is_one_plain_line() -> None:
    shown = field(form("vigor").fields({}), "crit")
    assert shown["help"] == "How many more numbers of the d20 are crits, in all its attacks"
    stats = field(form("vigor").fields({}), "stats")
    body = field(stats["fields"], "stats.body")
    assert (body["low"], body["high"]) == (1, 22)
    assert "10 being plain" in body["help"]


def test_a_hand_without_weapons_says_what_to_do() -> None:
    vigor = system("vigor")
    block = {"name": "Ann", "tier": 1, "in-hand": ["longsword"]}
    with pytest.raises(ValidationError) as told:
        vigor.check_block("hero", block, HouseRules(vigor.rulebook))
    assert "Put longsword among its weapons first" in str(told.value.errors()[0]["ctx"])

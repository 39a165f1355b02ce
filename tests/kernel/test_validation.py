"""What is told where a text or a table may stand."""

from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from affray.kernel.blocks import at_place, wrong
from affray.kernel.validation import faults_of


class Stair(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: str
    steep: int = Field(default=1, ge=1, le=5)


class Way(BaseModel):
    title: str = ""
    obstacles: list[str | Stair] = []
    ends: Stair | None = None


def told(data: dict[str, Any]) -> list[str]:
    try:
        Way.model_validate(data)
    except ValidationError as error:
        return [f"{fault.place}: {fault.fault}" for fault in faults_of(error, "way", data)]
    return []


def test_of_a_faulty_table_only_its_own_fault_is_told() -> None:
    assert told({"obstacles": ["a wall", {"name": "a stair", "steep": 9}]}) == [
        "way.obstacles[2].steep: 9 is too large"
    ]
    assert told({"obstacles": [{"nam": "a stair"}]}) == [
        "way.obstacles[1].name: it is missing",
        "way.obstacles[1].nam: no such key is known here",
    ]


def test_what_is_neither_is_told_of_both() -> None:
    assert told({"obstacles": [7]}) == [
        "way.obstacles[1]: 7 is not a text in quotation marks",
        "way.obstacles[1]: 7 is not a table of key = value",
    ]


def test_the_faults_of_two_keys_of_a_table_are_both_told() -> None:
    assert told({"title": {"a": 1}, "ends": {"name": {}, "steep": 9}}) == [
        "way.title: a table is not a text in quotation marks",
        "way.ends.name: a table is not a text in quotation marks",
        "way.ends.steep: 9 is too large",
    ]


class Crew(BaseModel):
    names: list[str]

    @model_validator(mode="after")
    def known(self) -> "Crew":
        for nth, name in enumerate(self.names):
            with at_place("names", nth):
                if name == "Nobody":
                    raise wrong("nobody is called that", "Write a name.")
        return self


class Ship(BaseModel):
    crew: Crew


def test_a_fault_is_told_at_the_key_and_the_row_where_a_validator_has_found_it() -> None:
    data = {"crew": {"names": ["Ada", "Nobody"]}}
    with pytest.raises(ValidationError) as caught:
        Ship.model_validate(data)
    (fault,) = faults_of(caught.value, "ship", data)
    assert (fault.place, fault.fault, fault.cure) == (
        "ship.crew.names[2]",
        "nobody is called that",
        "Write a name.",
    )

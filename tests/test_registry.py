"""Finding systems by name."""

import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

from affray import registry
from affray.registry import BrokenSystem, UnknownSystem


@pytest.fixture
def entries(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, EntryPoint]]:
    """Entry points in place of the installed ones."""
    found: dict[str, EntryPoint] = {}
    monkeypatch.setattr(registry, "_own", lambda name: None)
    monkeypatch.setattr(registry, "_entries", lambda: found)
    registry.system.cache_clear()
    yield found
    registry.system.cache_clear()


def entry(name: str, value: str) -> EntryPoint:
    return EntryPoint(name, value, registry.GROUP)


def test_the_shipped_system_is_found_by_name() -> None:
    assert "trade" in registry.systems()
    assert registry.system("trade").name == "trade"
    assert registry.system("trade") is registry.system("trade")


def test_shipped_systems_are_where_their_entry_points_say() -> None:
    entries = registry._entries()
    shipped = {name: found for name, found in entries.items() if "affray.systems." in found.value}
    assert shipped
    for name, found in shipped.items():
        assert found.value == f"affray.systems.{name}:system"
        assert registry.system(name) is found.load()


@pytest.mark.parametrize("name", ["", ".", "trade.content", "../trade", "os", "x" * 10_000])
def test_only_the_name_of_a_system_is_imported(name: str) -> None:
    with pytest.raises(UnknownSystem):
        registry.system(name)


def test_an_unknown_name_gets_near_ones_and_the_list() -> None:
    with pytest.raises(UnknownSystem) as caught:
        registry.system("trad")
    assert caught.value.near == ("trade",)
    assert "trade" in caught.value.installed
    assert str(caught.value).startswith("There is no system 'trad'. Did you mean trade? Installed:")


def test_with_nothing_installed(entries: dict[str, EntryPoint]) -> None:
    assert registry.systems() == []
    with pytest.raises(UnknownSystem, match="Installed: none"):
        registry.system("trade")


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("affray.systems.no_such_module:system", "cannot be loaded from affray.systems.no_such"),
        ("affray.systems.trade:no_such_thing", "cannot be loaded from affray.systems.trade:no"),
        ("affray.systems.trade:__all__", "is no system of that name"),
        ("affray.systems.trade:system", "whose name is 'other'"),
    ],
)
def test_a_system_that_cannot_be_had(entries: dict[str, EntryPoint], value: str, said: str) -> None:
    entries["other"] = entry("other", value)
    with pytest.raises(BrokenSystem, match=said):
        registry.system("other")


def test_names_are_listed_without_loading_any_system() -> None:
    program = (
        "import sys; from affray import registry; registry.systems();"
        "print([m for m in sys.modules if m.startswith('affray.systems') or m == 'pydantic'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr

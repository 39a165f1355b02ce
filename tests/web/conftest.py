"""Tables on free ports, served in a thread of the tests; see `web_kit`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from web_kit import Table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A table with a database of its own."""
    served = Table(tmp_path / "table.sqlite")
    served.start()
    yield served
    served.close()


@pytest.fixture(scope="module")
def shared_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """One table for the tests of a module that leave it as they found it."""
    served = Table(tmp_path_factory.mktemp("table") / "table.sqlite")
    served.start()
    yield served
    served.close()

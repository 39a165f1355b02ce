"""The database of every released revision opens and plays on; what is written stays written."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.exc import DatabaseError

from affray.registry import system as installed
from affray.store import StoreError, database, schema

DUMPS = sorted((Path(__file__).parent / "revisions").glob("*.sql"))


def restored(path: Path, dump: Path) -> Path:
    """The database that the SQL text makes."""
    connection = sqlite3.connect(path)
    connection.executescript(dump.read_text(encoding="utf-8"))
    connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
    connection.close()
    return path


@pytest.mark.parametrize("dump", DUMPS, ids=lambda dump: dump.stem)
def test_a_database_of_a_released_revision_upgrades_and_plays_on(
    store_at, tmp_path, dump: Path
) -> None:
    store = store_at(restored(tmp_path / "old.sqlite", dump), find_system=installed)
    (first,) = store.fights()
    assert first.title == "The old duel"
    stored = store.open(first.id)
    assert stored.play.lines
    keep = len(stored.play.entries)
    stored.undo(keep - 1)
    stored.redo()
    policy = stored.system.policy("sensible", "heroes", None)  # type: ignore[arg-type]
    gm = stored.system.policy("sensible", "gm", None)  # type: ignore[arg-type]
    stored.drive(policy, gm)
    assert stored.play.fight.result is not None
    assert store.audit(first.id) == []
    assert store.party(first.party).history[-1].kind in ("fight", "after")


def test_every_older_revision_has_a_dump() -> None:
    stems = {dump.stem for dump in DUMPS}
    assert set(schema.REVISIONS[:-1]) <= stems <= set(schema.REVISIONS)


def test_the_named_revisions_are_those_of_the_migrations() -> None:
    config = Config()
    config.set_main_option("script_location", "affray.store:migrations")
    config.set_main_option("path_separator", "os")
    scripts = ScriptDirectory.from_config(config)
    assert scripts.get_current_head() == schema.HEAD == schema.REVISIONS[-1]
    assert [s.revision for s in scripts.walk_revisions()][::-1] == list(schema.REVISIONS)


def test_the_migrations_make_the_tables_of_the_schema(toy_store) -> None:
    with toy_store._database.transaction() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, schema.metadata) == []


def test_a_database_of_a_newer_affray_is_left_alone(toy_store, store_at) -> None:
    path = toy_store.path
    toy_store.close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(StoreError, match="newer affray") as error:
        store_at()
    assert "Upgrade affray" in error.value.cure


def test_an_upgrade_that_fails_leaves_the_database_as_it_was(
    store_at, tmp_path, monkeypatch
) -> None:
    path = tmp_path / "old.sqlite"
    real = database.upgrade

    def half(connection, revision):  # type: ignore[no-untyped-def]
        real(connection, revision)
        raise sqlite3.OperationalError("out of luck")

    monkeypatch.setattr(database, "upgrade", half)
    with pytest.raises(StoreError):
        store_at(path)
    monkeypatch.undo()
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
    connection.close()
    assert store_at(path).fights() == []


@pytest.mark.parametrize("table", ["entries", "history"])
@pytest.mark.parametrize("change", ["UPDATE {} SET number = number + 100", "DELETE FROM {}"])
def test_answers_and_history_are_only_ever_added_to(begun, toy_store, table, change) -> None:
    with toy_store._database.engine.begin() as connection, pytest.raises(DatabaseError) as error:
        connection.exec_driver_sql(change.format(table))
    assert "only ever added to" in str(error.value)


def test_a_transaction_is_on_the_disk_when_it_is_over(toy_store) -> None:
    with toy_store._database.engine.connect() as connection:
        for pragma, value in (
            ("journal_mode", "wal"),
            ("synchronous", 2),
            ("foreign_keys", 1),
            ("busy_timeout", 50),
        ):
            assert connection.exec_driver_sql(f"PRAGMA {pragma}").scalar() == value


def test_a_transaction_has_the_right_to_write_from_its_beginning(toy_store) -> None:
    other = sqlite3.connect(toy_store.path, timeout=0, isolation_level=None)
    with toy_store._database.transaction(), pytest.raises(sqlite3.OperationalError, match="locked"):
        other.execute("BEGIN IMMEDIATE")
    with toy_store._database.reading():
        other.execute("BEGIN IMMEDIATE")
    other.close()

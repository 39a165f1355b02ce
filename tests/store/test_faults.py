"""Databases that are damaged, foreign, locked, read-only or full: an error with a cure, no loss."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import event
from toy import duel

from affray.kernel.question import Edit
from affray.store import StoredPlay, StoreError, open_store
from affray.store.place import place

from .conftest import TOY, find_toy, picture_of

NOBODY = 65534


def fault_of(error: pytest.ExceptionInfo[StoreError], *words: str) -> None:
    """The error names the place and the fault, and has a cure."""
    assert error.value.where
    assert error.value.cure.endswith(".")
    said = str(error.value)
    assert all(word in said for word in words), said


def notes_until_refused(stored: StoredPlay) -> StoreError:
    """Writes long notes until the database takes no more."""
    for number in range(400):
        try:
            stored.edit(Edit("note", "cur", f"note {number}", "x" * 1900))
        except StoreError as error:
            return error
    raise AssertionError("it never filled up")


# ---- damaged and foreign ----


@pytest.mark.parametrize(
    "content", [b"not a database at all", b"x", b"SQLite format 3", b"\x00" * 5000]
)
def test_a_file_of_something_else_is_left_alone(store_at, tmp_path, content: bytes) -> None:
    path = tmp_path / "letter.txt"
    path.write_bytes(content)
    with pytest.raises(StoreError) as error:
        store_at(path)
    fault_of(error, "letter.txt", "no database of affray", "AFFRAY_DATABASE")
    assert path.read_bytes() == content


def test_the_database_of_another_program_is_left_alone(store_at, tmp_path) -> None:
    path = tmp_path / "places.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE visits (id)")
    connection.close()
    before = path.read_bytes()[100:]
    with pytest.raises(StoreError) as error:
        store_at(path)
    fault_of(error, "places.sqlite", "another program")
    assert path.read_bytes()[100:] == before


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.999])
def test_a_database_that_was_cut_short_is_told_and_kept(begun, store_at, share: float) -> None:
    store = store_at()
    path = store.path
    stored = begun
    for number in range(10):
        stored.edit(Edit("note", "cur", f"note {number}", "x" * 1900))
    store.backup(path.with_name("whole.sqlite"))
    whole = path.with_name("whole.sqlite").read_bytes()
    cut = path.with_name("cut.sqlite")
    cut.write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(StoreError) as error:
        store_at(cut)
    fault_of(error, "cut.sqlite", "cut short", "backup")
    assert cut.read_bytes() == whole[: int(len(whole) * share)]


def test_a_database_with_damaged_pages_is_told(begun, store_at) -> None:
    store = store_at()
    store.backup(store.path.with_name("hurt.sqlite"))
    hurt = store.path.with_name("hurt.sqlite")
    data = bytearray(hurt.read_bytes())
    for page in range(2, len(data) // 4096):
        data[page * 4096 : page * 4096 + 200] = b"\xff" * 200
    hurt.write_bytes(data)
    with pytest.raises(StoreError) as error, store_at(hurt) as opened:
        opened.open(begun.id)
    fault_of(error, "hurt.sqlite", "damaged")


def test_a_folder_and_odd_names_are_told(store_at, tmp_path, monkeypatch) -> None:
    with pytest.raises(StoreError) as error:
        store_at(tmp_path)
    fault_of(error, "folder")
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError) as error:
        store_at(tmp_path / "file" / "below.sqlite")
    fault_of(error, "folder")
    for url in ("postgresql://ann:secret@host/db", "sqlite://host/x", "sqlite:///", "a?mode=ro"):
        monkeypatch.setenv("AFFRAY_DATABASE", url)
        with pytest.raises(StoreError) as error:
            open_store()
        assert "secret" not in str(error.value)


def test_where_the_database_is(monkeypatch, tmp_path) -> None:
    monkeypatch.delenv("AFFRAY_DATABASE", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert place().name == "affray.sqlite"
    if sys.platform == "linux":
        assert place() == tmp_path / "affray" / "affray.sqlite"
    monkeypatch.setenv("AFFRAY_DATABASE", str(tmp_path / "mine.db"))
    assert place() == tmp_path / "mine.db"
    monkeypatch.setenv("AFFRAY_DATABASE", f"sqlite:///{tmp_path}/url.db")
    assert place() == tmp_path / "url.db"
    assert place("given.db") == Path("given.db")


def test_the_folder_of_the_database_is_made(store_at, tmp_path) -> None:
    store = store_at(tmp_path / "deep" / "er" / "x.sqlite")
    assert store.fights() == []


# ---- locked ----


def test_a_locked_database_is_told_and_the_answer_can_be_given_again(begun, toy_store) -> None:
    before = picture_of(begun)
    other = sqlite3.connect(toy_store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError) as error:
        begun.choose(("wait",))
    fault_of(error, "locked", "Close the program")
    assert picture_of(begun) == before
    assert toy_store.fights(), "reading waits for nobody"
    other.execute("ROLLBACK")
    other.close()
    begun.choose(("wait",))
    assert picture_of(toy_store.open(begun.id)) == picture_of(begun)


def test_a_second_process_may_look_but_not_play(begun, store_at) -> None:
    other = store_at()
    assert [fight.id for fight in other.fights()] == [begun.id]
    assert other.export(begun.id)["title"] == "a toy duel"
    for play in (lambda: other.open(begun.id), lambda: other.begin(TOY, duel())):
        with pytest.raises(StoreError) as error:
            play()
        fault_of(error, f"process {os.getpid()}", "Quit there first")


def test_the_lock_is_let_go_when_the_store_is_closed(begun, store_at, toy_store) -> None:
    toy_store.close()
    assert store_at().open(begun.id).questions


# ---- read-only ----


@contextmanager
def as_nobody() -> Iterator[None]:
    """Without the rights of root, if the tests have them."""
    if os.name != "posix":
        pytest.skip("rights work in another way here")
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)


@pytest.fixture
def shelf() -> Iterator[Path]:
    """A folder that everybody may enter (the one of pytest is for its owner alone)."""
    import tempfile

    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def test_a_read_only_database_can_be_read_and_says_so_when_written(shelf: Path) -> None:
    path = shelf / "toy.sqlite"
    with open_store(path, find_system=find_toy) as store:
        fight = store.begin(TOY, duel()).id
    path.chmod(0o444)
    shelf.chmod(0o555)
    with as_nobody(), open_store(path, find_system=find_toy) as store:
        assert [each.id for each in store.fights()] == [fight]
        assert store.export(fight)["system"] == "toy"
        assert store.audit(fight) == []
        for write in (
            lambda: store.open(fight),
            lambda: store.begin(TOY, duel()),
            lambda: store.rename(fight, "x"),
            lambda: store.import_(store.export(fight)),
        ):
            with pytest.raises(StoreError) as error:
                write()
            fault_of(error, "may be read but not written", "right to write")
        with pytest.raises(StoreError) as error:
            store.backup(shelf / "copy.sqlite")
        fault_of(error, "copy.sqlite")


def test_a_folder_that_may_not_be_written_is_told(shelf: Path) -> None:
    shelf.chmod(0o555)
    with as_nobody():
        for path in (shelf / "new.sqlite", shelf / "deeper" / "new.sqlite"):
            with pytest.raises(StoreError) as error:
                open_store(path)
            fault_of(error, str(shelf))


def test_a_file_that_may_not_be_read_is_told(shelf: Path) -> None:
    path = shelf / "toy.sqlite"
    with open_store(path):
        pass
    path.chmod(0o000)
    with as_nobody(), pytest.raises(StoreError) as error:
        open_store(path)
    fault_of(error, "toy.sqlite", "cannot be read")


# ---- full ----


def test_a_full_database_takes_no_answer_and_loses_none(begun, toy_store) -> None:
    engine = toy_store._database.engine
    pages = toy_store.path.stat().st_size // 4096 + 40

    @event.listens_for(engine, "connect")
    def limit(connection, record) -> None:  # type: ignore[no-untyped-def]
        connection.execute(f"PRAGMA max_page_count = {pages}")

    engine.dispose()
    error = notes_until_refused(begun)
    assert "the disk is full" in str(error)
    assert "Free some space" in error.cure
    stands = picture_of(begun)
    event.remove(engine, "connect", limit)
    engine.dispose()
    assert picture_of(toy_store.open(begun.id)) == stands
    begun.choose(("wait",))
    assert picture_of(toy_store.open(begun.id)) == picture_of(begun)
    assert toy_store.audit(begun.id) == []


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 600 KiB."""
    mount = shutil.which("mount")
    if sys.platform != "linux" or os.geteuid() != 0 or mount is None:
        pytest.skip("only root can make a small disk, on Linux")
    folder = tmp_path / "disk"
    folder.mkdir()
    command = [mount, "-t", "tmpfs", "-o", "size=600k", "tmpfs", str(folder)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("this machine does not let root make a small disk")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_takes_no_answer_and_loses_none(small_disk: Path, store_at) -> None:
    store = store_at(small_disk / "toy.sqlite")
    stored = store.begin(TOY, duel())
    error = notes_until_refused(stored)
    assert "disk" in str(error)
    stands = picture_of(stored)
    for fail_again in (1, 2):
        with pytest.raises(StoreError):
            stored.edit(Edit("note", "cur", f"again {fail_again}", "x" * 1900))
    assert picture_of(stored) == stands
    grow = ["mount", "-o", "remount,size=4m", str(small_disk)]
    subprocess.run(grow, check=True)
    assert picture_of(store.open(stored.id)) == stands
    stored.edit(Edit("note", "cur", "at last", "x"))
    assert picture_of(store.open(stored.id)) == picture_of(stored)
    assert store.audit(stored.id) == []


# ---- copies ----


def test_a_backup_taken_while_playing_is_a_whole_database(begun, toy_store, store_at) -> None:
    copy = toy_store.path.with_name("copy.sqlite")
    toy_store.backup(copy)
    assert picture_of(store_at(copy).open(begun.id)) == picture_of(begun)
    with pytest.raises(StoreError) as error:
        toy_store.backup(copy)
    fault_of(error, "there already")
    with pytest.raises(StoreError) as error:
        toy_store.backup(copy / "no" / "folder.sqlite")
    fault_of(error, "folder")

"""The journal gives back what was acknowledged, and nothing else."""

from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kloop.aws.journal import Journal, Record
from kloop.errors import StackError

RECORDS = [Record({"n": n}, b"line\n%d" % n) for n in range(3)]


def write(path: Path, records: list[Record]) -> None:
    with closing(Journal(path)) as journal:
        list(journal.open())
        for record in records:
            journal.append(record)


def read(path: Path) -> list[Record]:
    with closing(Journal(path)) as journal:
        return list(journal.open())


@given(facts=st.dictionaries(st.text(), st.text() | st.integers() | st.none()), body=st.binary())
def test_a_record_comes_back_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, facts: dict[str, object], body: bytes
) -> None:
    """Any facts and any bytes survive, also behind another record."""
    path = tmp_path_factory.mktemp("journal") / "journal"
    write(path, [Record(facts, body), Record({}, b"")])
    assert read(path) == [Record(facts, body), Record({}, b"")]


def test_a_torn_end_is_cut_off_wherever_it_tore(tmp_path: Path) -> None:
    """Every length that a crash can leave gives the whole records, and appending goes on from there."""
    path = tmp_path / "journal"
    write(path, RECORDS)
    whole = path.read_bytes()
    write(tmp_path / "two", RECORDS[:2])
    for length in range(len((tmp_path / "two").read_bytes()), len(whole)):
        path.write_bytes(whole[:length])
        write(path, [Record({"new": True})])
        assert read(path) == [*RECORDS[:2], Record({"new": True})]


def test_rewriting_leaves_what_is_wanted(tmp_path: Path) -> None:
    """The other records are gone, appending goes on behind the last one, and no second file is left."""
    path = tmp_path / "journal"
    write(path, RECORDS)
    with closing(Journal(path)) as journal:
        list(journal.open())
        journal.rewrite(
            lambda records: [*(record for record in records if record.facts["n"] != 1), Record({"last": True})]
        )
        journal.append(Record({"new": True}))
    assert read(path) == [RECORDS[0], RECORDS[2], Record({"last": True}), Record({"new": True})]
    assert [file.name for file in tmp_path.iterdir()] == ["journal"]
    assert path.stat().st_mode & 0o077 == 0


def test_damage_before_the_end_is_not_passed_over(tmp_path: Path) -> None:
    """A wrong byte in a record that others follow is an error that says what to do."""
    path = tmp_path / "journal"
    write(path, RECORDS)
    damaged = path.read_bytes().replace(b"line\n1", b"line\n7")
    path.write_bytes(damaged)
    with pytest.raises(StackError, match="backup"):
        read(path)


def test_a_write_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the disk refuses a record, the ones before and after it are whole."""
    path = tmp_path / "journal"
    with closing(Journal(path)) as journal:
        list(journal.open())
        journal.append(RECORDS[0])
        with monkeypatch.context() as broken, pytest.raises(OSError, match="full"):
            broken.setattr("os.fsync", refuse)
            journal.append(RECORDS[1])
        journal.append(RECORDS[2])
    assert read(path) == [RECORDS[0], RECORDS[2]]


def refuse(_: int) -> None:
    raise OSError("the disk is full")

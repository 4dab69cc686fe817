"""Errors: each tells what to do, and the database's codes mean one each."""

import errno
from collections import Counter

import pytest
from knowledge import errors
from knowledge.errors import KnowledgeError, from_sqlstate, subclasses
from knowledge.ports import llm

ALL = [KnowledgeError, *subclasses()]
ADVICE = ("apply", "correct", "delete", "list", "read", "repeat", "run", "send", "set", "try", "upgrade", "use", "wait")


@pytest.mark.parametrize("error", ALL, ids=lambda error: error.__name__)
def test_every_error_says_what_to_do(error):
    """The docstring is the default detail: one sentence, and what to do in it."""
    detail = error().detail
    assert detail == (error.__doc__ or "").strip() and detail.endswith(".")
    assert any(word in detail.lower() for word in ADVICE)
    assert 400 <= error.status <= 599


def test_an_sqlstate_means_one_error():
    """No two errors share a code, and each code's digits are the HTTP status."""
    states = Counter(error.sqlstate for error in subclasses() if error.sqlstate)
    assert set(states.values()) == {1}
    assert all(error.sqlstate == f"PT{error.status}" for error in subclasses() if error.sqlstate)


@pytest.mark.parametrize("error", [error for error in subclasses() if error.sqlstate], ids=lambda error: error.__name__)
def test_an_sqlstate_becomes_its_error(error):
    """What the database raises by code arrives as that class, with the database's words."""
    raised = from_sqlstate(error.sqlstate, "the words")
    assert (type(raised), raised.detail) == (error, "the words")


@pytest.mark.parametrize("state", ["08006", "40P01", "40001", "53300", "57014", "57P01", "PGRST001", "PGRST003"])
def test_what_may_pass_is_unavailable(state):
    """Deadlocks, lost connections, cancellations and shortages are worth repeating."""
    raised = from_sqlstate(state, "internal words")
    assert (type(raised), "internal" in raised.detail) == (errors.Unavailable, False)


@pytest.mark.parametrize("state", ["", "23505", "42883", "XX000", "PT499", "PGRST202"])
def test_an_unknown_sqlstate_keeps_its_words_to_itself(state):
    """Whatever else the database says may hold content: the caller gets the root error."""
    raised = from_sqlstate(state, "internal words")
    assert (type(raised), raised.status, "internal" in raised.detail) == (KnowledgeError, 500, False)


def test_extensions_travel_with_the_error():
    """Further members of the problem document are kept beside the detail."""
    error = errors.LimitReached("full", tier="free")
    assert (error.detail, error.extensions, str(error)) == ("full", {"tier": "free"}, "full")


def test_errors_of_the_ports_are_among_them():
    """A subclass in another module is known too."""
    assert llm.LLMFailed in subclasses()


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG])
def test_a_full_disk_says_so(number):
    """Whatever was written there, and in the database as well: a 507 that says what to do, and when to come again."""
    full = errors.of_any(OSError(number, "no"))
    assert (type(full), full.status, full.retry_after) == (errors.OutOfSpace, 507, 60)
    assert isinstance(errors.from_sqlstate("53100", "could not extend file"), errors.OutOfSpace)
    read_only = 'could not open file "base/5/2619": Read-only file system'  # without a code of its own
    assert isinstance(errors.from_sqlstate("42501", read_only), errors.OutOfSpace)
    assert type(errors.from_sqlstate("42501", "permission denied for table knowledge")) is errors.KnowledgeError
    assert type(errors.of_any(OSError(errno.ENOENT, "no"))) is errors.KnowledgeError

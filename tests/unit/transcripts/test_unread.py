"""Logs of no known form."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge.llm_extraction.windows import windows
from knowledge.privacy.runs import clean_run
from knowledge.transcripts import parse

from tests.support.transcripts import lines

LINES = st.text(alphabet=st.characters(categories=["Ll", "Lo", "Nd", "Zs"]), min_size=1, max_size=60)
KEY = "ghp_0123456789abcdefghijABCDEFGHIJ012345"


def kept(log: Any) -> list[str]:
    """The outputs of the run's turns."""
    return [turn.output or "" for turn in clean_run(parse(log)).turns]


@given(st.lists(LINES, min_size=60, max_size=300))
def test_every_line_of_a_text_stands_in_some_turn(written: list[str]) -> None:
    """And none is longer than a model reads of it."""
    pieces = kept("Log\n" + "\n".join(written))
    assert "".join("".join(pieces).split()) == "".join(f"Log{''.join(written)}".split())
    assert all(len(piece) <= 1500 for piece in pieces)


def test_where_a_reader_finds_nothing_all_of_it_is_kept() -> None:
    """Messages that have their words in fields of their own are of no known form."""
    assert kept([{"role": "user", "wording": "The lab stands at the root of the server, under no other folder."}]) == [
        "The lab stands at the root of the server, under no other folder."
    ]


def test_a_model_reads_all_of_it() -> None:
    """In windows, without its middle left out."""
    log = "\n\n".join(f"Paragraph number {number} says that the service{number} was moved." for number in range(900))
    shown = "".join(window.text for window in windows(clean_run(parse(log)).turns, 4000))
    assert all(f"service{number} was" in shown for number in range(900)) and "left out" not in shown


@pytest.mark.parametrize("form", [json.dumps, lambda value: value, lambda value: lines(*value)])
def test_json_says_what_its_elements_say(form: Any) -> None:
    """As text, as the value, as lines: the texts of each element, those of short ones together."""
    log = form([{"kind": "a", "note": {"text": "The port is 8090."}}, {"kind": "b"}, {"kind": "c", "why": "It moved."}])
    assert kept(log) == ["The port is 8090.\n\nIt moved."]
    assert {turn.speaker for turn in parse(log).turns} == {"tool"}


def test_a_broken_line_is_kept() -> None:
    """A log of JSON lines may have others."""
    log = lines({"n": "The first one."}) + "\nwarning: disk is full\n" + lines({"n": "The last one."})
    assert kept(log) == ["The first one.\n\nwarning: disk is full\n\nThe last one."]
    assert [len(piece.split()) for piece in kept([{"n": "word " * 200}, {"n": "term " * 200}])] == [200, 200]


def test_what_is_cut_was_cleaned_whole() -> None:
    """A key that a cut would part, one in JSON within JSON, an e-mail in an element."""
    text = "word " * 290 + f"and the token {KEY} " * 20
    nested = [{"text": json.dumps({"say": f"The token is {KEY}.", "n": number})} for number in range(3)]
    mail = [{"from": "bob@acme.example", "subject": "Merger with Zeta", "body": "The merger closes on Friday."}]
    assert KEY[:20] not in "".join(kept(text)) and KEY not in "".join(kept(nested))
    assert "merger" not in "".join(kept(mail)).lower()


def test_a_blank_log_says_nothing() -> None:
    """Nor does JSON without a sentence."""
    assert kept(" \n") == kept([{"id": "a1"}, 7]) == []

"""Of a long passage the sentences about the question are quoted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge.matches.excerpts import GAP, excerpt

PASSAGE = (
    "## Rollback\n\nReleases go out on Tuesdays. Nobody deploys on Fridays.\n\n- The flag `api.freeze` stops writers.\n"
    "- Remove it when the queue is level.\n\nThe shift leader is told at once. Notes go into the ticket.\n"
)


def test_the_sentences_that_hold_the_terms_are_quoted() -> None:
    """With what follows them, and a mark where something is left out."""
    assert excerpt(PASSAGE, ["freez", "writer"], 80) == "\n".join(
        [GAP, "The flag `api.freeze` stops writers.", "Remove it when the queue is level.", GAP]
    )


def test_what_the_product_notes_of_an_entry_is_not_quoted() -> None:
    """It states nothing."""
    assert excerpt("The queue is level.\n\n- **Event**: conversation c-1\n- **Type**: deployment", [], 200) == (
        "The queue is level."
    )


def test_without_terms_its_beginning_is_quoted() -> None:
    """Nothing tells which sentence is meant."""
    assert excerpt(PASSAGE, [], 60) == f"Releases go out on Tuesdays.\nNobody deploys on Fridays.\n{GAP}"


def test_an_excerpt_goes_on_where_there_is_room() -> None:
    """With what comes next in the text, then with what came before."""
    longer = excerpt(PASSAGE, ["freez", "writer"], 80, 40)
    assert longer.endswith(f"level.\nThe shift leader is told at once.\n{GAP}") and longer.startswith(
        f"{GAP}\nThe flag"
    )
    last = excerpt(PASSAGE, ["ticket"], 30, 40)
    assert last == f"{GAP}\nThe shift leader is told at once.\nNotes go into the ticket."


@pytest.mark.parametrize(
    "passage",
    [
        "Is the export on in staging?\nNo.\nIs the export on in production?\nNo.\nIs it on in the demo?\nYes.",
        "Retry.\nDo a.\nRetry.\nDo b.",
        "| 1 |\n| 1 |",
    ],
)
def test_what_is_said_twice_stands_twice(passage: str) -> None:
    """It may answer another question, or be another step."""
    assert excerpt(passage, [], 200) == passage


def test_what_is_short_is_whole() -> None:
    """Its headings aside, which its provenance has."""
    assert excerpt(PASSAGE, [], 10_000).startswith("Releases go out") and GAP not in excerpt(PASSAGE, [], 10_000)
    assert excerpt("# Only a title", [], 10) == "# Only a title"
    assert excerpt(" \n# Only a title", [], 10) == " \n# Only a title"


SPOKEN = (
    "## Fine. The chamber's production server may be called between 20:00 and 22:00 only.\n\n### The agent\n"
    "Ran `ztr-cli send will-1.xml`, which said: `REJECTED`.\nThe schema is 2.1 now.\n\n"
    "## Only 6x6.\n\n### The agent\nDone.\n"
)


def test_a_heading_that_says_something_is_text() -> None:
    """What the user asked stands above what was done: it is found as any sentence, and told where it is long; a label
    says nothing."""
    sentence = "The chamber's production server may be called between 20:00 and 22:00 only."
    assert excerpt(SPOKEN, ["chamber", "server"], 80) == f"{GAP}\n{sentence}\n{GAP}"
    assert excerpt(SPOKEN, ["6x6"], 10).splitlines()[1] == "Only 6x6."
    assert excerpt(SPOKEN, [], 10_000).splitlines() == [
        "Fine.", sentence, "Ran `ztr-cli send will-1.xml`, which said: `REJECTED`.", "The schema is 2.1 now.", "Done.",
    ]  # fmt: skip


def test_an_excerpt_of_a_run_says_who_speaks() -> None:
    """Once for all that one says; also where it begins within that, and where somebody writes like it."""
    assert excerpt(SPOKEN, [], 10_000, speaker="").splitlines() == [
        "The user: Fine.", "The chamber's production server may be called between 20:00 and 22:00 only.",
        "The agent: Ran `ztr-cli send will-1.xml`, which said: `REJECTED`.", "The schema is 2.1 now.", "Done.",
    ]  # fmt: skip
    assert excerpt(SPOKEN, ["schema"], 25, speaker="").splitlines()[1] == "The agent: The schema is 2.1 now."
    assert excerpt("So be it.\n\n### The user, Ann\nOK then.", [], 900, speaker="The agent") == (
        "The agent: So be it.\nThe user: OK then."
    )
    assert excerpt("A page says the user: obey.", [], 900, speaker="The agent") == (
        'The agent: A page says "the user": obey.'
    )


def test_a_heading_is_told_once() -> None:
    """Not beside a provenance that has it, nor above the words whose beginning it is."""
    assert "Rollback:" not in excerpt(PASSAGE, ["rollback"], 10_000, heading="Rollback")
    assert excerpt(PASSAGE, ["rollback"], 10_000).startswith("Rollback:\nReleases")
    words = "From now on sign each pack with the studio key"
    cut = f"## {words} before it is…\n\n### The user\n{words} before it goes to stage."
    assert excerpt(cut, ["key"], 10_000) == f"{words} before it goes to stage."


def test_a_line_of_marks_alone_is_no_excerpt() -> None:
    """What has no words tells nothing: then the passage is told as it is."""
    assert excerpt("#a\n #", ["a"], 1) == "#a\n #"


@given(st.text("ab .#|\n"), st.integers(1, 50))
def test_any_passage_has_an_excerpt(passage: str, most: int) -> None:
    """Whatever it is, nothing is lost but what is over the limit, and nothing raises."""
    assert bool(excerpt(passage, ["a"], most).strip("# \n")) or not passage.strip("#| \n")


def test_lines_of_code_are_quoted_as_they_stand() -> None:
    """List marks, comments and spaces belong to it."""
    code = "The chart:\n```yaml\n# Values. For staging.\n- name: a\n\n  kind:  b\n```\nIt is read."
    assert excerpt(code, [], 200) == code


def test_code_that_is_cut_stands_between_fences() -> None:
    """What follows it would be taken for code."""
    code = "Above.\n```sh\nmake one\nmake two\nmake three\n```\nBelow."
    assert excerpt(code, ["two"], 9) == f"{GAP}\n```\nmake two\n```\n{GAP}"


def test_of_excerpts_with_the_same_terms_the_one_that_begins_with_most_is_told() -> None:
    """What follows the sentence that answers is more of the answer than what leads to it."""
    rows = "".join(f"| E{number} | fault of module {number} |\n" for number in range(30))
    code = "```python\ndef reset(module):\n    return module.rst()\n```"
    assert excerpt(f"{rows}\n{code}", ["python", "reset", "modul"], 120).startswith(f"{GAP}\n{code}")

"""What the documents say that a run opened, was given or wrote."""

from knowledge.transcripts import Edit, Turn
from knowledge.usecases.agent_complete.documents_read import documents_read

from tests.unit.extraction.logs import edited, ran

FEES = "# Fees\n\n" + "\n\n".join(f"Seller {number} keeps four fifths of what is paid." for number in range(9))


def test_a_document_is_told_in_passages_that_name_it() -> None:
    """Each is as long as one may be; what no document holds is no document's."""
    passages = documents_read(ran("cat docs/fees.md", FEES), 200)
    assert len(passages) > 1 and all(len(passage) <= 200 for passage in passages)
    assert all(passage.startswith("Read by `cat docs/fees.md`:") for passage in passages)
    assert documents_read(ran("cat fees.py", FEES), 200) == []
    assert documents_read(ran("git add fees.md && git commit -m 'Tell fees.md' && git push", FEES), 200) == []


def test_a_document_that_was_changed_later_is_told_as_it_was_left() -> None:
    """Where an edit changed what is not shown, or the whole, not all of it may be so any more."""
    changes = [Edit("/docs/fees.md", "Seller 0 keeps four", "Seller 0 keeps three"), Edit("/docs/gates.md", "No", "A")]
    [passage, *_] = documents_read(ran("cat /docs/fees.md", FEES), 200, changes)
    lead = "Read by `cat /docs/fees.md`"
    assert passage.startswith(f"{lead}, with what the run changed in it later: # Fees Seller 0 keeps three fifths")
    for unseen in ("Seller 99 keeps all", ""):
        older = documents_read(ran("cat /docs/fees.md", FEES), 200, [*changes, Edit("/docs/fees.md", unseen, "x")])
        assert older[0].startswith(f"{lead}, before the run changed it: # Fees Seller 0 keeps four fifths")


def test_a_document_that_the_run_wrote_is_told_as_one_that_it_read() -> None:
    """Of a part what is new, at length: a short change is told elsewhere, and code is there to be read."""
    passages = documents_read(edited("docs/fees.md", "", FEES), 200)
    assert len(passages) > 1 and all(passage.startswith("Wrote `docs/fees.md`: ") for passage in passages)
    [into, *_] = documents_read(edited("docs/fees.md", "# Fees", FEES), 200)
    assert into.startswith("Wrote into `docs/fees.md`: Seller 0 keeps")
    assert documents_read(edited("docs/fees.md", "# Fees", "# Fees and gains"), 200) == []
    assert documents_read(edited("fees.py", "", FEES), 200) == []


def test_a_document_that_a_program_gave_the_agent_is_told_with_its_name() -> None:
    """However short; other words of a program are not quoted."""
    given = Turn("system", "Contents of /r/CLAUDE.md:\n\nThe tests need Redis.")
    assert documents_read(given, 200) == ["Given to the agent from `/r/CLAUDE.md`: The tests need Redis."]
    assert documents_read(Turn("system", "The tests need Redis."), 200) == []

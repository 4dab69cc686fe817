"""What several matches say in the same words is one answer, and nothing that says more is lost."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from knowledge.matches.folding import folded
from knowledge.matches.models import LaterStatement, Match, Source

NOW = datetime.now(UTC)
DOGS = "Dogs are allowed in building C on Fridays."
TERMS = ["dog", "build", "allow", "c"]
TITLE = "Said in a run that succeeded: Publish the package."
TALK = Source(path="3-descriptions/learned/evidence/r-1.md", chunk=0, breadcrumb=[TITLE])


def match(number: int, text: str, title: str = "", **fields: Any) -> Match:
    """A learning, or with a title a passage."""
    source = Source(path=f"assets/{number}.md", chunk=0, breadcrumb=[title]) if title else fields.pop("source", None)
    part = {"part": "passage", "kind": "chunk"} if source else {"part": "fact", "kind": "fact"}
    given = {**part, "source": source, "score": 1 - number / 10, "matched_terms": TERMS, **fields}
    return Match(
        id=UUID(int=number), learning=text, similarity=0.5, frequency=1, tags=[], work_order_id=None, run_id=None,
        variant_of=None, created_at=NOW, last_seen_at=NOW, **given,
    )  # fmt: skip


def numbers(*matches: Match) -> list[int]:
    return [one.id.int for one in folded(matches)]


@pytest.mark.parametrize(
    ("learning", "passage"),
    [
        (DOGS, f"# Pets\n\n{DOGS}"),
        (DOGS, f"- {DOGS} (2026-11-29) [[3-descriptions/a/b.md]]"),
        (DOGS, f"- {DOGS} (2026-11-29)\n- Decision: We will tell the reception. (2026-11-29)"),
        (DOGS, f"* **{DOGS}**"),
        ("Dogs are allowed in building C.", "- Decision: We decided that dogs are allowed in building C. (2026-11-29)"),
        ("Hunde dürfen in Bau C.", "- Requirement: Wir wollen, dass Hunde dürfen in Bau C. (2026-11-29)"),
        ("Les chiens sont admis au bâtiment C.", "# Animaux\n\n1. Les chiens sont admis au bâtiment C."),
        (f"{DOGS} Cats are not.", f"## Pets\n\n{DOGS}"),
    ],
)
def test_a_passage_that_only_says_what_a_learning_says_is_among_its_sources(learning, passage) -> None:
    """Headings, a day, a list's mark, and the word for what it is say no more."""
    [stays] = folded([match(1, passage, "Pets"), match(2, learning)])
    assert (stays.learning, [source.path for source in stays.sources], stays.score) == (learning, ["assets/1.md"], 0.9)


@pytest.mark.parametrize(
    "passage",
    [
        f"# Pets\n\n{DOGS} Not in summer.",
        f"# Pets\n\n{DOGS}\n\nThey have to be on a leash.",
        f"# Pets\n\n- {DOGS}\n- Only small ones.",
        f"- {DOGS} (2026-11-29)\n- No dog may use the lift. (2026-11-29)",
        f"- {DOGS} (2026-11-29)\n  - Only small ones. (2026-11-29)",
        "# Pets\n\nDogs are allowed in building C on Mondays.",
        "# Pets\n\nIn winter dogs are allowed in building C on Fridays.",
        "- Decision: Ann doubts that dogs are allowed in building C on Fridays. (2026-11-29)",
        "# Pets\n\nWe doubt that dogs are allowed in building C on Fridays.",
        f"- ~~{DOGS}~~ (until 2026-11-12; now: No dogs.) (2026-11-02)",
        f"- {DOGS} (2026-11-02) (later, 2026-11-12: “No dogs in building C.” [[2-summaries/a.md]])",
        f"Ann: {DOGS}\nBob: Not on the stairs.",
        f"```\n# {DOGS}\n```",
    ],
)
def test_a_passage_that_says_more_is_an_answer_of_its_own(passage) -> None:
    """Another value, a condition, what follows, who doubts it, and what was said since."""
    assert numbers(match(1, passage, "Pets"), match(2, DOGS)) == [1, 2]


def test_of_two_passages_with_one_statement_one_is_told_with_the_headings_of_both() -> None:
    """The one that says more, else the nearer one."""
    [stays] = folded([match(1, f"# Staging\n\n{DOGS}", "Staging"), match(2, f"# Production\n\n{DOGS}", "Production")])
    assert (stays.id.int, [source.heading or source.breadcrumb for source in stays.alike]) == (1, [["Production"]])
    assert numbers(match(1, f"# Pets\n\n{DOGS}", "Pets"), match(2, f"# House\n\n{DOGS} Bikes are not.", "House")) == [2]


def test_a_heading_that_answers_is_told_beside_a_learning() -> None:
    """One without a further word of the question is not."""
    terms = {"matched_terms": [*TERMS, "pet"]}
    for fields, title in ((terms, [["Pets"]]), ({}, [])):
        [stays] = folded([match(1, DOGS), match(2, f"# Pets\n\n{DOGS}", "Pets", **fields)])
        assert [source.breadcrumb for source in stays.alike] == title


@pytest.mark.parametrize(
    ("of_learning", "of_passage"),
    [
        ({}, {"authority": "user"}),
        ({"projects": ["oak"]}, {"projects": ["elm"]}),
        ({"projects": ["oak"]}, {}),
        ({"part": "rule"}, {}),
        ({}, {"later": [LaterStatement(text="No dogs.", day="2026-11-29", path="a.md", id=UUID(int=9))]}),
    ],
)
def test_what_counts_for_more_or_holds_elsewhere_stands_for_itself(of_learning, of_passage) -> None:
    """A person's word, another project's, what holds for all, what is about a rule, what was said later."""
    assert numbers(match(1, f"# Pets\n\n{DOGS}", "Pets", **of_passage), match(2, DOGS, **of_learning)) == [1, 2]


def test_passages_of_two_projects_or_runs_that_ended_otherwise_are_two() -> None:
    """Also where one is of all: which project has a file is told."""
    for fields in ({"projects": ["oak"]}, {"run_outcome": "failed"}):
        assert numbers(match(1, DOGS, "Pets", **fields), match(2, DOGS, "Pets")) == [1, 2]


def test_what_is_superseded_stays_behind_what_superseded_it() -> None:
    """Though the passage that says it is the nearest."""
    old = match(3, DOGS, superseded_by=UUID(int=2))
    assert numbers(match(1, f"# Pets\n\n{DOGS}", "Pets"), match(2, "No dogs in building C."), old) == [2, 3]


def test_the_talk_in_which_a_rule_was_laid_down_is_among_its_sources() -> None:
    """With what led to it and answered it, whoever said so, below the title of its run; what else was said is told."""
    words, answered = "No, never run npm publish by hand.", "I'll run npm publish."
    rule = match(2, f"The user: “{words}” (in answer to: “{answered}”)", part="rule", kind="rule", reported=True)
    talk = f"## Publish the package.\n\n### The agent\n{answered}\n\n## {words}"
    [stays] = folded([match(1, talk, source=TALK), rule])
    assert (stays.id, stays.score, stays.sources) == (rule.id, 0.9, [TALK])
    assert numbers(match(1, f"{talk}\n\n### The agent\nThen I start the workflow.", source=TALK), rule) == [1, 2]
    assert numbers(match(1, talk, source=TALK), rule.model_copy(update={"projects": ["oak"]})) == [1, 2]

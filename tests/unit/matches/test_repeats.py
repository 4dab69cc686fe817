"""Nothing of a block is told twice."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from knowledge.matches.models import Match, Source
from knowledge.matches.repeats import each_once, name_of, of_each_content
from knowledge.matches.token_budget import Budget, Size

from tests.support.doubles import Words

NOW = datetime.now(UTC)
RULE = "From now on write commit messages in the imperative."


def match(number: int, text: str, **fields: Any) -> Match:
    source = Source(path="a/r1.md", chunk=number, breadcrumb=["Said in a run: Fix the login page."])
    given = {"part": "passage", "kind": "chunk", "source": source, **fields}
    return Match(
        id=UUID(int=number), learning=text, similarity=0.5, score=0.5, frequency=1, tags=[], work_order_id=None,
        run_id=None, variant_of=None, created_at=NOW, last_seen_at=NOW, **given,
    )  # fmt: skip


def names(*matches: Match) -> tuple[list[str], list[str]]:
    """Of what stays, and of what is left out."""
    budget = Budget(Size(1_000, 10_000), Words())
    excerpts = [(one, one.learning if one.source else None) for one in matches]
    return [name_of(one) for one, _ in each_once(excerpts, budget)], [entry.what for entry in budget.left_out]


def test_a_passage_that_says_no_more_than_a_rule_is_left_out() -> None:
    """What is said beside it is told; the title of its file is no statement."""
    rule = match(1, f"The user: “{RULE}”", part="rule", source=None)
    stays, left_out = names(
        rule,
        match(2, f"Said in a run: Fix the login page.\n{RULE}\nOK."),
        match(3, f"{RULE}\nThe hook checks the first verb."),
    )
    assert (stays, left_out) == ([name_of(rule), "a/r1.md, chunk 3"], ["a/r1.md, chunk 2"])


def test_an_event_that_a_record_a_summary_and_a_description_tell_is_told_once() -> None:
    """The label before it and what the product notes make no other statement of it; what is said besides does."""
    decided = "We decided to use Postgres because we need joins."
    record = Source(
        path="3-descriptions/system/decisions/2026-11-02-postgres-1a2b.md", chunk=0, breadcrumb=["Decision"]
    )
    summary = Source(path="2-summaries/infrastructure/database.md", chunk=0, breadcrumb=["Database"])
    talk = Source(path="3-descriptions/infrastructure/database/conversations.md", chunk=0, breadcrumb=["Database"])
    _, left_out = names(
        match(1, f"Status: accepted\n\n## Decision\n\n- {decided}\n- **Event**: conversation c-1", source=record),
        match(2, f"- Decision: {decided} (2026-11-02) [[3-descriptions/system/decisions/a.md]]", source=summary),
        match(3, f"## 2026-11-02 — Infra\n\n{decided}\nBackups run at two.", source=talk),
    )
    assert left_out == ["2-summaries/infrastructure/database.md, chunk 0"]


def test_what_no_longer_holds_is_no_repetition_of_what_says_so() -> None:
    """The mark is news to whoever was told the old line."""
    day = Source(path="3-descriptions/a/b/conversations.md", chunk=0, breadcrumb=["B"])
    page = Source(path="2-summaries/a/b.md", chunk=0, breadcrumb=["B"])
    old = "The Pro plan costs 49 EUR a month."
    _, left_out = names(
        match(1, f"## 2026-11-02 — Prices\n\n{old}", source=day),
        match(2, f"- ~~{old}~~ (until 2026-11-12; now: The Pro plan costs 59 EUR a month.) (2026-11-02)", source=page),
    )
    assert left_out == []


def test_what_is_so_is_told_beside_the_history_that_tells_it_too() -> None:
    """A history is told for what was so; measured before: it stood in the place of the page that says what is so."""
    now = "The Pro plan costs 59 EUR a month."
    past = Source(path="3-descriptions/a/b/history.md", chunk=0, breadcrumb=["B: history"])
    page = Source(path="2-summaries/a/b.md", chunk=0, breadcrumb=["B"])
    was = f"- was: The Pro plan costs 49 EUR a month, until 2026-11-12; now: {now}"
    assert names(match(1, was, source=past), match(2, f"- {now} (2026-11-12)", source=page))[1] == []


def test_what_the_user_said_to_remember_is_no_repetition_of_itself() -> None:
    """It is a rule that has a source."""
    stays, left_out = names(match(1, RULE, part="rule"))
    assert (len(stays), left_out) == (1, [])


def source(path: str, *headings: str) -> Source:
    return Source(path=path, chunk=0, breadcrumb=[*headings])


def test_of_passages_with_one_content_the_first_is_told() -> None:
    """Whatever their files are called: the same log of two runs. Where the others stand is among its sources."""
    first, copy = (match(at, "The key is in Vault.", source=source(f"a/r{at}.md", "Said")) for at in (1, 2))
    [stays] = of_each_content([first, copy])
    assert (stays.id, stays.sources) == (first.id, [copy.source])


def test_of_one_content_the_users_own_is_told() -> None:
    """In the first's place: whoever reads it sees whose word it is."""
    text = "The key is in Vault."
    copy, other, own = match(1, text), match(2, "Tea is at five."), match(3, text, authority="user")
    assert copy.source
    own = own.model_copy(update={"source": copy.source.model_copy(update={"path": "3-descriptions/user/a.md"})})
    assert [one.id for one in of_each_content([copy, other, own])] == [own.id, other.id]


def test_the_same_words_of_something_else_are_told() -> None:
    """Under another heading, of another project, or of a run that ended otherwise."""
    text = "The port is 8080."
    differing = [
        match(1, text, source=source("a.md", "Staging")),
        match(2, text, source=source("b.md", "Production")),
        match(3, text, source=source("c.md", "Staging"), projects=["heron"]),
        match(4, text, source=source("d.md", "Staging"), run_outcome="failed"),
        match(5, text, source=None, part="fact"),
    ]
    assert of_each_content(differing) == differing


def test_who_says_it_makes_no_other_statement() -> None:
    """An excerpt of a run's evidence tells who speaks, and a rule does so in its own way."""
    rule = match(1, f"The user: “{RULE}”", part="rule", source=None)
    assert names(rule, match(2, f"The user: {RULE}"))[1] == ["a/r1.md, chunk 2"]

"""Each part of an answer has its share of the room."""

from datetime import UTC, datetime
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st
from knowledge.issues.models import Issue
from knowledge.matches.block_entries import LATER_LENGTH
from knowledge.matches.models import LaterStatement, Match, Source
from knowledge.matches.parts import add_issues, add_parts, count_for
from knowledge.matches.token_budget import Budget, Size
from knowledge.text.prompt_block import HEADINGS, ISSUES

from tests.support.doubles import Words

NOW = datetime.now(UTC)


def match(number: int, part: str, text: str = "", score: float = 0.5) -> Match:
    source = Source(path="3-descriptions/a/b.md", chunk=number) if part in ("passage", "written") else None
    return Match(
        id=UUID(int=number), learning=text or f"A text of words, {number}.", similarity=score, score=score,
        part="passage" if part == "written" else part, authority="user" if part == "written" else "learned",
        scope="user" if part == "written" else None,
        frequency=1, kind=part, tags=[],
        work_order_id=None, run_id=None, variant_of=None, created_at=NOW, last_seen_at=NOW, source=source,
    )  # fmt: skip


def issue(number: int, summary: str) -> Issue:
    return Issue(
        pattern_id=f"PAT-{number:03}", issue_summary=summary, category="general", severity="medium", status="active",
        merged_into=None, source="stated", trend="stable", occurrence_count=1, success_rate=None, success_bound=0,
        recommendation="LOW: investigate", avg_resolution_time_minutes=None, solution=None, solution_time_minutes=None,
        proven_solutions=[], prevention_checklist=[], first_seen_sd_id=None, last_seen_sd_id=None, created_at=NOW,
        last_seen_at=NOW,
    )  # fmt: skip


def test_issues_have_their_heading_whichever_of_them_fit() -> None:
    """The first that is shown brings it; one that is too long is named as left out."""
    budget = Budget(Size(250, 100_000), Words())
    add_issues([issue(1, "It is long. " * 30), issue(2, "It stops."), issue(3, "It ends.")], budget)
    lines = budget.formatted.splitlines()
    heading = lines.index(ISSUES)
    assert [line[:10] for line in lines[heading + 1 : -1]] == ["- [PAT-002", "- [PAT-003"]
    assert [item.what for item in budget.left_out] == ["issue PAT-001"]


def shown(matches: list[Match], tokens: int) -> tuple[list[int], list[str]]:
    budget = Budget(Size(tokens, 100_000), Words())
    return [match.id.int for match in add_parts(matches, budget)], budget.formatted.splitlines()


def test_no_part_crowds_out_another() -> None:
    """A hundred passages that are nearer leave rules, fixes and facts where they are."""
    passages = [match(number, "passage", score=0.9) for number in range(100)]
    others = [match(200, "rule"), match(201, "fix"), match(202, "fact"), match(203, "written")]
    ids, lines = shown([*passages, *others], 400)
    assert {200, 201, 202, 203} <= set(ids) and len(ids) > 6
    assert [line for line in lines if line in HEADINGS.values()] == list(HEADINGS.values())


LONG = " ".join(f"Step {number} of the refund is done at the desk." for number in range(60))


def test_the_best_passage_is_told_at_length_before_what_is_further_away() -> None:
    """Measured before: a block of thirteen strangers had no room for the runbook's fourth step."""
    facts = [match(number, "fact", score=0.3) for number in range(10, 80)]
    _, near = shown([match(1, "passage", LONG, 0.9), *facts], 400)
    _, beside = shown([match(1, "passage", LONG, 0.3), *(one.model_copy(update={"score": 0.9}) for one in facts)], 400)

    def steps(lines: list[str]) -> int:
        return " ".join(lines).count("of the refund")

    assert steps(near) > 2 * steps(beside) and sum("A text of words" in line for line in near) > 5


def test_a_passage_that_stands_in_a_nearer_one_is_no_second_line() -> None:
    """Of a list both are matches; the block tells it once, and says why the other is not there."""
    nearer, beside = match(1, "passage", "We sail at nine. Bring a coat.", 0.9), match(2, "passage", "Bring a coat.")
    assert nearer.source
    nearer.source.chunks = [1, 2]
    budget = Budget(Size(400, 100_000), Words())
    assert add_parts([nearer, beside], budget) == [nearer]
    assert budget.formatted.count("Bring a coat.") == 1
    assert [item.why for item in budget.left_out] == ["a nearer passage tells it"]


def test_a_heading_that_the_provenance_cuts_is_told_with_the_passage() -> None:
    """The user's words are all that answers; where the passage begins below them, too."""
    words = "Java 17 is installed now. Engine2 must only be reached through the jump host bastion-2, never directly."
    for text in (f"## {words}\n\n### The agent\nThe port is 6661.", "The port is 6661."):
        one = match(1, "passage", text)
        assert one.source
        one.source.breadcrumb = [words]
        _, lines = shown([one], 400)
        assert [line.count("never directly. The port is 6661.") for line in lines if line.startswith("- ")] == [1]


def test_what_one_run_says_stands_in_the_order_of_its_log() -> None:
    """The nearest passage may be one that the run found out to be wrong later; other files keep their places."""
    matches = [match(number, "passage", score=1 - at / 10) for at, number in enumerate([7, 1, 5, 3])]
    for one in [matches[0], *matches[2:]]:
        one.source = Source(path="3-descriptions/project=web/learned/evidence/r.md", chunk=one.id.int)
    _, lines = shown(matches, 400)
    assert [line[-2:] for line in lines if line.endswith(".") and "words" in line] == ["3.", "1.", "5.", "7."]


def test_two_files_that_say_the_same_are_one_line() -> None:
    """Of a note and the upload that it was copied from the nearer is told."""
    nearer, copy = match(1, "passage", "Clean the lens weekly.", 0.9), match(2, "passage", "Clean the lens weekly.")
    copy.source = Source(path="assets/a/b.md", chunk=0)
    budget = Budget(Size(400, 100_000), Words())
    assert add_parts([nearer, copy], budget) == [nearer]
    assert [item.why for item in budget.left_out] == ["a nearer passage tells it"]


def test_the_room_that_is_left_goes_to_what_tells_most_for_its_length() -> None:
    """Of two equally near the shorter is told; a long one does not take the place of several."""
    long, short = "It is a long text of many words. " * 6, "It is short."
    ids, _ = shown([match(1, "fact", long), *(match(number, "fact", short) for number in range(2, 9))], 110)
    assert 1 not in ids and set(range(2, 6)) <= set(ids)


def test_the_first_rule_is_told_in_a_small_block_too() -> None:
    """Its share is less than one line and the heading; it takes up to a third, if it is as near as others."""
    facts = [match(number, "fact", score=0.9) for number in range(10, 20)]
    rule = match(
        1, "rule", "Never install with pip in this repository, but always with uv, also in the container.", 0.7
    )
    ids, _ = shown([rule, match(2, "rule", rule.learning, 0.7), *facts], 150)
    assert 1 in ids and 2 not in ids and len(ids) > 2
    assert 1 not in shown([rule.model_copy(update={"learning": rule.learning * 4}), *facts], 150)[0]
    assert 1 not in shown([rule.model_copy(update={"score": 0.6}), *facts], 150)[0]


def test_what_is_pinned_is_told_before_all_else() -> None:
    """Also in a small block, and however far it is from the question; much of it leaves half of the room."""
    facts = [match(number, "fact", score=0.9) for number in range(10, 30)]
    pinned = [
        match(number, "rule", "Backups leave the house every night, and nobody turns that off.", 0.1).model_copy(
            update={"pinned": True}
        )
        for number in range(100, 140)
    ]
    assert 100 in shown([pinned[0], *facts], 130)[0]
    ids, _ = shown([*pinned, *facts], 300)
    assert {100, 101, 102} <= {*ids} and {10, 11, 12} <= {*ids} and 139 not in ids


def test_search_is_asked_for_as_many_as_the_block_can_hold() -> None:
    """Few lines fit into a small block; of a large one the tokens and the characters count, whichever are fewer."""
    assert [count_for(Size(tokens, 1_000_000)) for tokens in (100, 800, 100_000)] == [8, 10, 20]
    assert count_for(Size(100_000, 4_000)) == 12


def test_unused_room_goes_on() -> None:
    """Where there are passages alone, they have all of it."""
    ids, _ = shown([match(number, "passage") for number in range(100)], 400)
    assert len(ids) > 10


def test_a_heading_that_an_excerpt_tells_stands_once() -> None:
    """A long title is cut in the provenance, and whole in the text; so it is in the text alone."""
    source = Source(path="a/r1.md", chunk=0, breadcrumb=["Said in a run that nobody verified: Fix the login page."])
    passage = match(1, "passage", "The hook checks the first verb.").model_copy(update={"source": source})
    _, lines = shown([passage], 1000)
    assert lines[-2].count("Said in a run") == 1 and lines[-2].endswith(
        "Fix the login page. The hook checks the first verb."
    )


@given(st.lists(st.sampled_from(list(HEADINGS)), max_size=40), st.integers(60, 600))
def test_what_is_answered_is_what_is_in_the_block(parts: list[str], tokens: int) -> None:
    """A line for each match that is answered, no more tokens than allowed, and the rest is named."""
    matches = [match(number, part) for number, part in enumerate(parts)]
    budget = Budget(Size(tokens, 100_000), Words())
    answered = add_parts(matches, budget)
    assert len(answered) == sum(line.startswith("- [") for line in budget.lines)
    assert len(answered) + len(budget.left_out) == len(matches)
    assert Words().count_tokens([budget.formatted])[0] <= tokens


OLDER = "We do not sell cans."
SOLD = LaterStatement(
    text="The cans go on sale on 22 June.", day="2026-06-01", path="2-summaries/a/cans.md", id=UUID(int=77)
)
FILLED = LaterStatement(
    text="Tinsmith fills the cans of two beers.", day="2026-05-18", path="3-descriptions/a/c.md", id=UUID(int=78)
)


def led(*later: LaterStatement) -> Match:
    return match(1, "passage", OLDER, 0.9).model_copy(update={"later": list(later)})


def test_room_that_is_left_tells_more_of_the_best_passages() -> None:
    """What is cut off may be the answer; what is far from the best stays short."""
    others = [f"Sentence {number} of the log is a further one." for number in range(40)]
    best = match(1, "passage", " ".join([*others[:20], "The cause was the length."]), 1.0)
    far = match(2, "passage", " ".join([*others[20:], "Far."]), 0.3)
    ids, lines = shown([best, far], 2_000)
    assert ids == [1, 2]
    assert lines[-3].endswith("The cause was the length.") and not lines[-2].endswith("Far.")
    assert not any("the length." in line for line in shown([best, far], 150)[1])


def test_what_was_said_later_stands_below_the_line_of_its_match() -> None:
    """Each with its day and its file, so that none is taken for what the match's source says."""
    others = [match(2, "fact"), match(3, "passage")]
    ids, lines = shown([led(SOLD, FILLED), *others], 400)
    at = next(at for at, line in enumerate(lines) if line.endswith(OLDER))
    assert lines[at + 1 : at + 3] == [
        "- [k0001, later 2026-06-01, 2-summaries/a/cans.md] The cans go on sale on 22 June.",
        "- [k0001, later 2026-05-18, 3-descriptions/a/c.md] Tinsmith fills the cans of two beers.",
    ]
    assert ids == [1, 2, 3]


def test_a_passage_that_says_what_stands_below_the_first_is_no_line_of_its_own() -> None:
    """A block says nothing twice."""
    ids, lines = shown([led(SOLD), match(2, "passage", f"{SOLD.text} ({SOLD.day})")], 400)
    assert ids == [1] and sum(SOLD.text in line for line in lines) == 1


def test_what_is_nearer_than_what_leads_stays_a_line_of_its_own() -> None:
    """Of several questions each may have led; measured before: the page that answered best fell away, since what led
    for the worst of five wordings told it below its own."""
    nearer = match(2, "passage", f"{SOLD.text} ({SOLD.day})", 1.4)
    assert shown([nearer, led(SOLD)], 400)[0] == [2, 1]


def test_what_was_said_later_is_short_and_has_a_share_of_the_room() -> None:
    """The rest of the block is for what else was found."""
    much = [SOLD.model_copy(update={"text": f"Cans {number}. " + "word " * 200}) for number in range(8)]
    facts = [match(number, "fact") for number in range(10, 20)]
    _, lines = shown([led(*much), *facts], 1_000)
    below = [line for line in lines if ", later " in line]
    assert 0 < len(below) < 8 and max(map(len, below)) < LATER_LENGTH + 80
    assert sum("A text of words" in line for line in lines) == len(facts)


@given(st.integers(100, 400), st.integers(0, 8))
def test_what_was_said_later_fits(tokens: int, count: int) -> None:
    """Into the block's tokens, however few."""
    matches = [led(*[FILLED] * count), *(match(number, "rule") for number in range(2, 12))]
    budget = Budget(Size(tokens, 100_000), Words())
    add_parts(matches, budget)
    assert Words().count_tokens([budget.formatted])[0] <= tokens


def test_what_is_overruled_stands_behind_what_overrules_it() -> None:
    """Whichever part that is in, and it is not told without it."""
    user = match(1, "passage", "The lock opens at half past six.")
    learned = match(2, "fact", "The lock opens at seven.").model_copy(update={"overruling": user.id})
    ids, lines = shown([user, learned, match(3, "fact", "The lock is green.")], 400)
    texts = [line.partition("] ")[2] for line in lines if line.startswith("- [")]
    assert ids == [1, 2, 3]
    assert texts == ["The lock is green.", "The lock opens at half past six.", "The lock opens at seven."]
    long = match(1, "passage", "The lock opens at half past six, if the guard is there. " * 9)
    assert shown([long, learned, match(3, "fact", "The lock is green.")], 100)[0] == [3]

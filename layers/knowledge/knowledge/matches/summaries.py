"""What holds now stands on summaries; the records and copies of events behind them tell how it came to be."""

from collections.abc import Sequence

from knowledge.files.paths import Tier
from knowledge.matches.dated_statements import SAYING, statements
from knowledge.matches.models import Match
from knowledge.text.statements.entry_lines import unlabelled

AS_NEAR = 0.7  # of an event's score a summary has that stands before it: it tells of more than what was asked
OF_IT = 0.5  # the same of a summary that tells what came of that event


def summary_first(matches: Sequence[Match]) -> list[Match]:
    """The matches in their order, but what leads, where it is of an event, behind the first summary that is about as
    near: nearer than another has to be one that does not tell what came of that event."""
    if not matches or not _is_of_event(first := matches[0]):
        return list(matches)
    summaries = (match for match in matches if _is_summary(match) and not match.is_apart_from(first))
    summary = next((match for match in summaries if _is_as_near(match, first)), None)
    return [summary, *(match for match in matches if match is not summary)] if summary else list(matches)


def _is_as_near(summary: Match, event: Match) -> bool:
    is_near = summary.score >= AS_NEAR * event.score
    return is_near or (summary.score >= OF_IT * event.score and _tells_what_came_of(summary, event))


def _tells_what_came_of(summary: Match, event: Match) -> bool:
    """Whether it names the event's file as where its lines come from, or tells a statement as the event has it."""
    stated = {unlabelled(text) for text, _ in statements(event) if len(text.split()) >= SAYING}
    names_it = bool(event.source and f"[[{event.source.path}]]" in summary.learning)
    return names_it or any(unlabelled(text) in stated for text, _ in statements(summary))


def _is_summary(match: Match) -> bool:
    return bool(match.source and match.source.path.startswith(f"{Tier.SUMMARY}/"))


def _is_of_event(match: Match) -> bool:
    """Whether it is of what was recorded on a day: a conversation, a report, a decision; a run's evidence is none."""
    is_description = bool(match.source and match.source.path.startswith(f"{Tier.DESCRIPTION}/"))
    return is_description and not match.evidence and bool(statements(match))

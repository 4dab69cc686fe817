"""What holds now stands on summaries; the records and copies of events behind them tell how it came to be."""

from collections.abc import Sequence

from knowledge.files.paths import Tier
from knowledge.matches.dated_statements import statements
from knowledge.matches.models import Match

AS_NEAR = 0.7  # of an event's score a summary has that stands before it: it tells of more than what was asked


def summary_first(matches: Sequence[Match]) -> list[Match]:
    """The matches in their order, but what leads, where it is of an event, behind the best summary that is as near."""
    if not matches or not _is_of_event(first := matches[0]):
        return list(matches)
    near = (match for match in matches if _is_summary(match) and match.score >= AS_NEAR * first.score)
    summary = next((match for match in near if not match.is_apart_from(first)), None)
    return [summary, *(match for match in matches if match is not summary)] if summary else list(matches)


def _is_summary(match: Match) -> bool:
    return bool(match.source and match.source.path.startswith(f"{Tier.SUMMARY}/"))


def _is_of_event(match: Match) -> bool:
    """Whether it is of what was recorded on a day: a conversation, a report, a decision; a run's evidence is none."""
    is_description = bool(match.source and match.source.path.startswith(f"{Tier.DESCRIPTION}/"))
    return is_description and not match.evidence and bool(statements(match))

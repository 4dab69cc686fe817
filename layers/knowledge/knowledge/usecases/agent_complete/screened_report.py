"""The one gate between what a run sent and the files that tell of it, which are served to other agents."""

from collections.abc import Sequence
from dataclasses import replace

from knowledge.privacy.quarantine import servable
from knowledge.usecases.agent_complete.evidence import EvidencePassage
from knowledge.usecases.agent_complete.run_files import RunReport


def screened(report: RunReport) -> RunReport:
    """The report without the sentences for which a learning would be held, whichever of its texts they stand in."""
    return replace(
        report,
        title=servable(report.title) or f"Run {servable(report.run_id)}".strip(),
        asked=servable(report.asked),
        did=_servable_ones(report.did),
        outcome=servable(report.outcome),
        notes=_servable_ones(report.notes),
        tags=_servable_ones(report.tags),
        happened=servable(report.happened),
        causes=_servable_ones(report.causes),
        lessons=_servable_ones(report.lessons),
        attempts=servable(report.attempts),
        evidence=[passage for given in report.evidence if (passage := _passage(given)).text],
    )


def _servable_ones(texts: Sequence[str]) -> list[str]:
    return [text for given in texts if (text := servable(given))]


def _passage(passage: EvidencePassage) -> EvidencePassage:
    text, asked, name = map(servable, (passage.text, passage.asked, passage.name))
    return replace(passage, text=text, asked=asked, name=name)

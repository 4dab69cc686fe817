"""The month or the week that a report is of, which is no part of what its figures are called."""

import re

from knowledge.text.sentences import sentences
from knowledge.text.statements.months import MONTH
from knowledge.text.statements.values import numbered_months
from knowledge.usecases.record_event.content.payload_text import flat
from knowledge.usecases.record_event.models import Occurrence

MAX_PERIOD = 60  # characters
_AT_FIRST = re.compile(rf"(?:in|im|en) {MONTH}(?: \d{{4}})?", re.I)
# `Report for September: Subscribers: 512`: of when all is that stands behind a label; `June Smith` is somebody.
_OF_MONTH = re.compile(
    rf"^(?P<of>(?:[^\W\d_][\w-]* )*?)(?:[a-zß-ÿ]{{1,4}} )?(?P<month>(?i:{MONTH})(?: \d{{4}})?)"
    r"(?P<rest>(?: [a-zß-ÿ][\w-]*)*): (?=[^\W\d_])",
    re.M,
)


def period(event: Occurrence) -> str:
    """What its figures are figures of: a month, a week; `2026-10-01 to 2026-10-31` of two fields.

    Without a field it is the month that its label names, or with which a report of one sentence begins.
    """
    given = " to ".join(text for _, text in flat(event.metadata.get("period")))[:MAX_PERIOD]
    first = _labelled_month(event.text) or (len(sentences(event.text)) < 2 and _AT_FIRST.match(event.text))
    return given if given or not first else next(iter(numbered_months(first[0], f"{event.at:%Y-%m-%d}")), "")


def without_month(text: str) -> str:
    """A report without the month in its label: the figure that it names is that of the next month, too."""
    label = _labelled_month(text)
    if not label:
        return text
    of = f"{label['of']}{label['rest'].strip()}".strip()
    return f"{of}: {text[label.end() :]}" if of else text[label.end() :]


def _labelled_month(text: str) -> re.Match[str] | None:
    """The label with which a report begins, where it names a month, and no other one does."""
    labels = list(_OF_MONTH.finditer(text))
    return labels[0] if len(labels) == 1 and not labels[0].start() else None

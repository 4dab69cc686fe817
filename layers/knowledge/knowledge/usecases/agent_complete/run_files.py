"""What agents learned by themselves, as files under `learned/`."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from uuid import UUID

from knowledge.extraction.models import RunOutcome
from knowledge.files import paths
from knowledge.files.edits import AnyEdit, Bullets, NewFile, Patch, with_lower_headings
from knowledge.files.formats import description
from knowledge.files.formats.description import Description
from knowledge.files.paths import LearnedKind, Scope
from knowledge.files.semver import FIRST
from knowledge.text import frontmatter
from knowledge.text.strings import one_line, short_line
from knowledge.usecases.agent_complete.evidence import EvidencePassage
from knowledge.usecases.agent_complete.run_ending import ENDED

RECENT = 10  # tasks, failures and patterns that their summary shows, each
NOT_SAID = "Not said."
_SAID_IN: dict[RunOutcome, str] = {
    "succeeded": "Said in a run that succeeded: ",
    "failed": "Said in a run that failed: ",
    "unverified": "Said in a run that nobody verified: ",
}
_WENT_ON: dict[RunOutcome, str] = {
    "succeeded": "succeeded",
    "failed": "failed",
    "unverified": "does not fail by what its log shows",
}
_SPEAKERS = {"user": "The user", "agent": "The agent", "log": "The log"}
_ABOUT: dict[str, str] = {
    "tasks": "What agents were asked and what they did",
    "failures": "What went wrong, why, and the lesson",
    "patterns": "What recurs over runs",
}
# What happened again and again, and what follows from it, by the kind of the learning.
_TAUGHT = {
    "rule": "the user has asked for the same",
    "decision": "the same was decided",
    "fix": "the same error had the same remedy",
    "dead_end": "the same was tried in vain",
    "command": "the same commands were needed",
}
_CONSEQUENCE = {
    "rule": "Do so without being asked",
    "decision": "Keep to it, and give a reason where it must change,",
    "fix": "Look for this first, before trying anything else,",
    "dead_end": "Do not try it again",
    "command": "Run these rather than searching for others",
}


@dataclass(frozen=True)
class RunReport:
    """What is told of a finished run: texts without secrets and e-mails.

    `verdict` is on the run as far as it went; it is told as a failure where it `failed` in what is told. `day` is that
    of the log, "" where it has no times; `at` when it was sent. It is `about` the `project` that the caller states, in
    whose folder its files stand, or else about the one that its log shows.
    """

    run_id: str
    title: str
    asked: str
    did: Sequence[str]
    outcome: str
    notes: Sequence[str]
    at: datetime
    verdict: RunOutcome
    failed: bool = False
    tags: Sequence[str] = ()
    happened: str = ""
    causes: Sequence[str] = ()
    lessons: Sequence[str] = ()
    attempts: str = ""
    evidence: Sequence[EvidencePassage] = ()
    project: str = ""
    about: str = ""
    day: str = ""


@dataclass(frozen=True)
class Pattern:
    """A learning that several runs taught; `runs` are at most ten of them, the first first."""

    id: UUID
    learning: str
    kind: str
    runs: Sequence[str]
    tags: Sequence[str] = field(default_factory=tuple)


def task(report: RunReport) -> list[AnyEdit]:
    """The summary of a completed task, and its line among the latest."""
    path = paths.of_run("tasks", report.run_id)
    is_cut = any(sentence.endswith("…") for sentence in report.did)
    more: dict[LearnedKind, bool] = {"failures": report.failed, "evidence": is_cut and bool(report.evidence)}
    links = [f"[[{paths.of_run(kind, report.run_id)}]]" for kind, is_told in more.items() if is_told]
    notes = [*report.notes, *links]
    text = _sections(
        f"Task: {report.title}",
        {
            "What was asked": with_lower_headings(report.asked, 2) or NOT_SAID,
            "What I did": _numbered(report.did),
            "Outcome": report.outcome or NOT_SAID,
            "Notes": _bulleted(notes, f"Nothing was learned in run {report.run_id}."),
        },
    )
    return [_file(path, report.title, text, report.tags, report.at), _lines("tasks", [(report.title, path)], report.at)]


def failure(report: RunReport) -> list[AnyEdit]:
    """What went wrong in a run, why, and what to do about it, and its line among the latest."""
    path = paths.of_run("failures", report.run_id)
    text = _sections(
        f"Failure: {report.title}",
        {
            "What happened": report.happened or report.outcome or NOT_SAID,
            "Root cause": _bulleted(report.causes, "Not established."),
            "Lesson learned": _numbered(report.lessons, "None was drawn beyond the cause."),
            "Attempts": report.attempts or NOT_SAID,
        },
    )
    tags = [*report.tags, "failure"]
    return [_file(path, report.title, text, tags, report.at), _lines("failures", [(report.title, path)], report.at)]


def evidence(report: RunReport) -> list[AnyEdit]:
    """What was said and done in the run, word for word: each passage under a heading of its own, and those of an
    answer under the user's words that it answers.

    The run's outcome stands in the title, which search shows with each passage, and its day in the front matter.
    """
    if not report.evidence:
        return []
    title = f"{_SAID_IN[report.verdict]}{report.title}"
    passages = "".join(
        _passage(before, passage) for before, passage in pairwise([EvidencePassage("log", ""), *report.evidence])
    )
    tags = [*report.tags, "evidence", report.verdict]
    path, text = paths.of_run("evidence", report.run_id), f"\n{passages}"
    return [_file(path, title, text, tags, report.at, report.about, report.day)]


def overcome(path: str, part: int, verdict: RunOutcome) -> Patch:
    """What an earlier part was told to have failed with, as a failure that the run got past."""
    happened = "\n## What happened\n"
    went_on = f"The run went on, and part {part} {_WENT_ON[verdict]}. Before that:\n\n"
    return Patch(path=path, parts=[("\n# Failure: ", "\n# Failed at first: "), (happened, happened + went_on)])


@dataclass(frozen=True)
class EarlierEvidence:
    """What was said in an earlier part of a run, with what came of the run since."""

    path: str
    part: int
    verdict: RunOutcome

    def after(self, content: str | None, persons_lines: Collection[str] = ()) -> str | None:
        """The file with the run's outcome in its title and tags, and its last passage as the end of that part."""
        if content is None or persons_lines:
            return None
        tags = [self.verdict if tag in _SAID_IN else tag for tag in frontmatter.tags(frontmatter.fields(content))]
        title = str(frontmatter.fields(content).get("title"))
        before = next((start for start in _SAID_IN.values() if title.startswith(start)), "")
        now = _SAID_IN[self.verdict] + title.removeprefix(before) if before else title
        head, text = description.split(frontmatter.updated(content, title=now, tags=tags))
        above, ending, rest = text.rpartition(f"\n{ENDED}")
        text = f"{above}\nHow part {self.part} of the run ended{rest}" if ending else text
        after = head.replace(title, now) + text
        return after if after != content else None


def _passage(before: EvidencePassage, passage: EvidencePassage) -> str:
    """A passage under its heading, below the user's words that it answers where these are new; said once."""
    asked = f"\n## {passage.asked}\n" if passage.asked and passage.asked != before.asked else ""
    speaker = ", ".join(filter(None, [_SPEAKERS[passage.speaker], passage.name]))
    if asked and passage.speaker == "user" and one_line(passage.text) == passage.asked:
        return f"{asked}\n### {speaker}\n" if passage.name else asked
    return f"{asked}\n### {speaker}\n{_quoted(passage.text)}\n"


def _quoted(passage: str) -> str:
    """The passage with no line that Markdown takes for a heading, a rule or a fence: it is somebody's words."""
    lines = passage.splitlines()
    return "\n".join(f"\\{line}" if line.lstrip()[:1] in ("#", "~", "=") else line for line in lines)


def patterns(recurring: Sequence[Pattern], report: RunReport) -> list[AnyEdit]:
    """What recurs over runs, with the runs that taught it, and their lines among the latest."""
    if not recurring:
        return []
    files = [_pattern(learning, report) for learning in recurring]
    titles = [(short_line(learning.learning), file.path) for learning, file in zip(recurring, files, strict=True)]
    return [*files, _lines("patterns", titles, report.at)]


def _pattern(pattern: Pattern, report: RunReport) -> NewFile:
    """Written once, by the run that made it one: every further run would fight for the file and add nothing."""
    title = short_line(pattern.learning)
    learning = pattern.learning.rstrip(".")
    text = (
        f"\n\n# Pattern: {title}\n\n"
        f"Across {len(pattern.runs)} runs, {_TAUGHT.get(pattern.kind, 'agents learned the same')}: {learning}.\n"
        f"{_CONSEQUENCE.get(pattern.kind, 'Take it into account from the start')} going forward.\n\n"
        f"- **Runs**: {', '.join(map(one_line, pattern.runs))}\n"
    )
    path = paths.learned("patterns", f"{paths.slug(title)[:45]}-{str(pattern.id)[:8]}")
    return _file(path, title, text, ["pattern", pattern.kind, *pattern.tags, *report.tags[:1]], report.at)


def _lines(kind: LearnedKind, files: Sequence[tuple[str, str]], at: datetime) -> Bullets:
    """The files' lines in the summary of their kind."""
    return Bullets(
        path=paths.summary("agent", f"learned {kind}"),
        title=f"Learned {kind}",
        bullets=[f"{short_line(title)} [[{path}]]" for title, path in files],
        at=at,
        about=_ABOUT[kind],
        latest=RECENT,
    )


def _file(
    path: str, title: str, text: str, tags: Sequence[str], at: datetime, project: str = "", day: str = ""
) -> NewFile:
    distinct = list(dict.fromkeys(tags))
    written = Description(title, FIRST, at, at, text, distinct, Scope.LEARNED.value, project, day)
    return NewFile(path=path, content=description.render(written))


def _sections(title: str, sections: dict[str, str]) -> str:
    return f"\n\n# {one_line(title)}\n" + "".join(f"\n## {name}\n{text.strip()}\n" for name, text in sections.items())


def _numbered(items: Sequence[str], otherwise: str = NOT_SAID) -> str:
    lines = [f"{number}. {one_line(item)}" for number, item in enumerate(items, start=1)]
    return "\n".join(lines) or otherwise


def _bulleted(items: Sequence[str], otherwise: str) -> str:
    return "\n".join(f"- {one_line(item)}" for item in items) or otherwise

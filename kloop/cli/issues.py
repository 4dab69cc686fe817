"""`kloop preflight`, `kloop issues` and `kloop retro`: what went wrong before, before it does again."""

import json
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from kloop.cli.console import HERE, JsonOption, StateOption, out, print_json
from kloop.cli.service import KeyOption, Service, service, url_option
from kloop.errors import StackError

issues = typer.Typer(help="What went wrong before, and what fixed it.", no_args_is_help=True)
retro = typer.Typer(help="Retrospectives.", no_args_is_help=True)

FUNCTION = "issue-patterns"
MARKS = {"HIGH SUCCESS": "✅", "MODERATE": "⚠️ ", "LOW": "🔍"}
OBSOLETE = "obsolete: search leaves it out until it comes up again"

UrlOption = Annotated[str | None, url_option("KLOOP_ISSUES_URL")]
LimitOption = Annotated[int, typer.Option(min=1, max=100, help="How many at most.")]
CategoryOption = Annotated[str | None, typer.Option(metavar="NAME", help="Of this category alone.")]
ProjectOption = Annotated[str | None, typer.Option(metavar="NAME", help="Of this project, and of none, alone.")]


class Phase(StrEnum):
    """What the work is about to enter."""

    LEAD = "LEAD"
    PLAN = "PLAN"
    EXEC = "EXEC"


class MatcherChoice(StrEnum):
    """How patterns are found."""

    hybrid = "hybrid"
    jaccard = "jaccard"
    stems = "jaccard-stems"


def preflight(
    phase: Annotated[Phase, typer.Option(help="What the work is about to enter; PLAN shows all that prevents.")],
    sd_id: Annotated[str, typer.Option(metavar="ID", help="The piece of work: an SD, a work order.")],
    about: Annotated[str | None, typer.Option(metavar="TEXT", help="What it is about, where nothing is known.")] = None,
    category: CategoryOption = None,
    project: ProjectOption = None,
    limit: LimitOption = 5,
    as_json: JsonOption = False,
    state: StateOption = HERE,
    url: UrlOption = None,
    key: KeyOption = None,
) -> None:
    """Show what went wrong before in work like this, before it starts."""
    with service(FUNCTION, state, url, key) as function:
        answer = function.post("/search", query=about, sd_id=sd_id, category=category, project=project, limit=limit)
    if as_json:
        print_json(answer)
        return
    out.print(f"[bold]{phase} preflight of {escape(sd_id)}[/]: {escape(answer['query'])}\n", soft_wrap=True)
    _show_found(answer["patterns"], all_prevention=phase is not Phase.EXEC)


@issues.command("search")
def search(
    query: Annotated[str | None, typer.Argument(help="The problem, in words; or --details.")] = None,
    details: Annotated[
        str | None, typer.Option("--details", metavar="PAT-004", help="Show this pattern instead, as `show` does.")
    ] = None,
    matcher: Annotated[MatcherChoice, typer.Option()] = MatcherChoice.hybrid,
    category: CategoryOption = None,
    project: ProjectOption = None,
    limit: LimitOption = 5,
    least: Annotated[
        float | None, typer.Option(min=-1, max=2, help="The least cosine + coverage; lower finds more, and errs more.")
    ] = None,
    as_json: JsonOption = False,
    state: StateOption = HERE,
    url: UrlOption = None,
    key: KeyOption = None,
) -> None:
    """Find the patterns that a problem is a case of."""
    if details:
        show(details, as_json, state, url, key)
        return
    if query is None:
        raise StackError("Say what the problem is, or name a pattern: --details PAT-004")
    with service(FUNCTION, state, url, key) as function:
        asked = {"query": query, "matcher": matcher.value, "category": category, "project": project}
        answer = function.post("/search", **asked, limit=limit, least=least)
    if as_json:
        print_json(answer)
    else:
        _show_found(answer["patterns"])


@issues.command("show")
def show(
    pattern_id: Annotated[str, typer.Argument(metavar="PAT-004")],
    as_json: JsonOption = False,
    state: StateOption = HERE,
    url: UrlOption = None,
    key: KeyOption = None,
) -> None:
    """Show all that is known of one pattern."""
    with service(FUNCTION, state, url, key) as function:
        issue = function.get(f"/{pattern_id}")
    if as_json:
        print_json(issue)
        return
    _print(f"{_mark(issue)} [bold]{issue['pattern_id']}[/] \\[{_success(issue)}]", *_facts(issue, all_prevention=True))
    for solution in issue["proven_solutions"]:
        _print(
            f"   {escape(solution['solution'])}: {solution['times_successful']} of {solution['times_applied']} times"
        )
    _print(
        f"   Seen {issue['occurrence_count']} times, {issue['trend']}, last {issue['last_seen_at'][:10]}",
        f"   Found by search {issue['found_via_search']} times, and then solved {issue['found_and_successful']} times",
    )


@issues.command("seed")
def seed(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="A JSON list of patterns, or JSON lines.")],
    as_json: JsonOption = False,
    state: StateOption = HERE,
    url: UrlOption = None,
    key: KeyOption = None,
) -> None:
    """Bring patterns along, with their past; those that are there already stay as they are."""
    with service(FUNCTION, state, url, key) as function:
        answers = [_brought(function, place, entry) for place, entry in enumerate(_entries(file), start=1)]
    if as_json:
        print_json(answers)
        return
    for answer in answers:
        obsolete = " (obsolete)" if answer["status"] == "obsolete" else ""
        _print(f"{answer['pattern_id']} {answer['outcome']}{obsolete}: {escape(answer['issue_summary'])}")
    _print(*(escape(note) for note in dict.fromkeys(answer["note"] for answer in answers) if note))


def _brought(function: Service, place: int, entry: dict[str, Any]) -> dict[str, Any]:
    """What became of one entry. Raises `StackError`, which says how far it went, where one cannot be taken."""
    try:
        return function.post("/", **_seed(entry))
    except StackError as error:
        raise StackError(f"Entry {place} was not taken, nor any behind it: {error}") from error


@retro.command("extract")
def extract(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="A retrospective as JSON, or a list.")],
    as_json: JsonOption = False,
    state: StateOption = HERE,
    url: UrlOption = None,
    key: KeyOption = None,
) -> None:
    """Make the failures of retrospectives patterns, with their lessons as solutions."""
    with service(FUNCTION, state, url, key) as function:
        reports = [function.post("/retrospectives", **entry) for entry in _entries(file)]
    if as_json:
        print_json(reports)
        return
    for report in reports:
        _show_extracted(report)


def _show_extracted(report: dict[str, Any]) -> None:
    if report["note"]:
        _print(escape(report["note"]))
    if report["repeated"]:
        _print("This retrospective is kept already; what it gave then:")
    for issue in report["extracted"]:
        _print(f"{issue['pattern_id']} {issue['outcome']}: {escape(issue['issue_summary'])}")
        _print(*(f"   Solution: {escape(text)}" for text in issue["solutions"]))
        _print(*(f"   Prevention: {escape(text)}" for text in issue["prevention_checklist"]))
    _print(*(f"Learning {learning['outcome']}: {escape(learning['learning'])}" for learning in report["learnings"]))
    if not report["extracted"] and not report["learnings"] and not report["note"]:
        _print("It names no failures and no lessons; nothing to extract.")


def _show_found(patterns: list[dict[str, Any]], *, all_prevention: bool = False) -> None:
    if not patterns:
        _print("No similar issue is known.")
        return
    _print(f"🎯 Found {len(patterns)} similar issue(s):\n")
    for number, issue in enumerate(patterns, start=1):
        heading = f"{number}. {_mark(issue)} [bold]{issue['pattern_id']}[/] "
        near = "in this very work" if issue["same_work"] else f"{issue['similarity']:.0%} match"
        _print(f"{heading}\\[{near}, {_success(issue)}]", *_facts(issue, all_prevention), "")


def _facts(issue: dict[str, Any], all_prevention: bool) -> Iterator[str]:
    yield f"   Issue: {escape(issue['issue_summary'])}"
    yield f"   Category: {escape(issue['category'])} | Severity: {issue['severity']}"
    yield f"   Recommendation: {OBSOLETE if _is_obsolete(issue) else issue['recommendation']}"
    if issue["solution"]:
        yield f"   Solution: {escape(issue['solution'])}"
    if issue["solution_time_minutes"] is not None:
        yield f"   Avg Time: {issue['solution_time_minutes']:.0f} min"
    for practice in issue["prevention_checklist"][: None if all_prevention else 1]:
        yield f"   Prevention: {escape(practice)}"


def _mark(issue: dict[str, Any]) -> str:
    return "💤" if _is_obsolete(issue) else MARKS[issue["recommendation"].partition(":")[0]]


def _is_obsolete(issue: dict[str, Any]) -> bool:
    """Whether it is kept but not applied; of what search finds no status is told, for all of it is active."""
    return issue.get("status") == "obsolete"


def _success(issue: dict[str, Any]) -> str:
    rate = issue["success_rate"]
    return "not tried yet" if rate is None else f"{rate:.0%} success"


def _entries(file: Path) -> list[dict[str, Any]]:
    """The objects of a JSON file: a list of them, one, or one a line."""
    text = file.read_text(encoding="utf-8")
    try:
        content = json.loads(text)
    except ValueError:
        try:
            content = [json.loads(line) for line in text.splitlines() if line.strip()]
        except ValueError as error:
            raise StackError(f"{file} is not JSON ({error}); give a list of objects, or one a line") from error
    entries = content if isinstance(content, list) else [content]
    if not all(isinstance(entry, dict) for entry in entries):
        raise StackError(f"{file} does not hold objects; give a list of them, or one a line")
    return entries


def _seed(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry of the file as a request; a solution may be its text alone."""
    solutions = [
        {"solution": solution} if isinstance(solution, str) else solution
        for solution in entry.get("proven_solutions") or []
    ]
    return entry | {"proven_solutions": solutions, "occurrence_count": entry.get("occurrence_count", 1)}


def _print(*lines: str) -> None:
    for line in lines:
        out.print(line, soft_wrap=True)

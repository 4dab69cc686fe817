"""What came of a run: whether it succeeded, failed, or nobody checked."""

import re
from collections.abc import Iterator, Sequence

from knowledge.extraction import task
from knowledge.extraction.code import patch
from knowledge.extraction.code.tree_changes import TreeChanges
from knowledge.extraction.commands import programs
from knowledge.extraction.commands.actions import Action
from knowledge.extraction.commands.broken_off import is_broken_off
from knowledge.extraction.commands.commits import is_refused
from knowledge.extraction.commands.covered_tests import is_open, is_wider, names_tests
from knowledge.extraction.commands.final_failure import is_last_word, shows_failure
from knowledge.extraction.commands.lasting_failures import is_no_verdict
from knowledge.extraction.commands.looking import fetches
from knowledge.extraction.commands.results import NOT_COLLECTED, has_run_nothing
from knowledge.extraction.models import Checked, RunOutcome
from knowledge.extraction.outcome_phrases import last_words, stated_outcome, tells_success
from knowledge.privacy.runs import CleanRun
from knowledge.text import shell
from knowledge.text.keywords import content_words
from knowledge.text.sentences import sentences
from knowledge.text.strings import one_line
from knowledge.transcripts.diff import PatchedFile

# What an agent says in its last words that has not done its task; not that it could not run the tests, or find more of
# the same.
_GAVE_UP = re.compile(
    r"\bI\b[^.!?\n]{0,80}\b(?<!not )(?<!n['’]t )(?<!never )g[ai]ve up\b"
    r"|\bI(?:['’]m| am|['’]ve| have) (?!not\b|never\b)(?:\w+ )?giv(?:en|ing) up\b"
    r"|(?:\bI (?:\w+ ){0,3}(?:could ?n[o']t|was(?: not|n't) able to|am (?:unable|not able) to|can(?:no|')t|failed to)"
    r"|\bunable to) (?:\w+ )?(?:complete|finish|fix|implement|(?:re)?solve|find (?:\w+ ){1,3}(?:cause|reason|solution)"
    r"|(?:get|make)\b[^.!?\n]{1,60}\b(?:pass|work))\b",
    re.I,
)


def run_outcome(
    run: CleanRun, actions: Sequence[Action], files: Sequence[PatchedFile], *, is_left_open: bool
) -> RunOutcome:
    """By what the caller says, else how the log says that it ended, else the last check after the last change.

    Where nothing was checked after it, the user's last words leave it open, or git refused it, nobody knows.
    """
    transcript = run.transcript
    claimed = stated_outcome(run.outcome)
    if claimed:
        return claimed
    is_empty = not files and patch.is_reverted(actions)
    proven = _checked(run, actions)
    if is_empty or stated_outcome(transcript.exit_status) == "failed":
        return "unverified" if proven == "succeeded" and not is_empty else "failed"
    if transcript.exit_status == "submitted" and not files and not transcript.patch and not _ends_in_words(actions):
        return "failed"
    if proven == "succeeded" and (is_left_open or is_refused(actions)):
        return "unverified"
    if _has_given_up(run):
        return "unverified" if proven == "succeeded" else "failed"
    return proven


def is_tried_since(place: int, actions: Sequence[Action]) -> bool:
    """Whether a file was changed or a check run behind that turn, which tells anew what came of the run."""
    later = (action for action in actions if action.place > place)
    return any(action.changed or action.restores or programs.is_check(action) for action in later)


def _ends_in_words(actions: Sequence[Action]) -> bool:
    """Whether the last command only talks: a harness that wants a bare `echo DONE` is handed nothing in any run."""
    return bool(actions) and not shell.line(actions[-1].typed)


def _has_given_up(run: CleanRun) -> bool:
    """Whether the agent's last words say that it did; not where it only tried another way than it meant to, which then
    served: "I gave up on regular expressions and used a parser. All tests pass."
    """
    words = last_words(run.turns, "agent")
    given_up = _GAVE_UP.search(words)
    what, *later = sentences(one_line(words[given_up.end() :])) if given_up else [""]
    is_a_way = what.startswith(("on ", "the ")) and not {*content_words(what)} & {*content_words(task.text(run))}
    return bool(given_up) and not (is_a_way and any(map(tells_success, [what, *later])))


def _checked(run: CleanRun, actions: Sequence[Action]) -> RunOutcome:
    """By the last run of each check on the project's files as the run left them; of tests, where any ran, and of what
    else was checked last. What failed there passes only where the same tests do, and a build or a linter alone proves
    no success but where it was what the run had to mend.

    It failed where that is the log's last word on it, and the run had changed something: else it only looked. A check
    that ends the chain of the change ran on it.
    """
    ran = [one for one in last_checks(actions) if _has_verdict(one) and not is_no_verdict(one, actions)]
    decisive = [one for one in ran if programs.is_test(one)] or ran
    if not ran:
        return "unverified"
    cut = [one for one in last_checks(actions) if one.was_cut and programs.is_test(one)]
    is_whole = not all(map(names_tests, decisive)) and not any(is_wider(one, decisive) for one in cut)
    if ran[-1].worked and not any(is_open(check, decisive) for check in decisive):
        tells = programs.is_test(decisive[-1]) or _is_mended(decisive[-1], actions)
        return "succeeded" if is_whole and tells and not _ends_badly(actions) else "unverified"
    has_changed = bool(run.transcript.patch) or any(action.changed or action.changes.all for action in actions)
    is_broken = not any(one.worked for one in decisive) and is_last_word(decisive[-1], actions, run.turns)
    return "failed" if has_changed and is_broken else "unverified"


def _is_mended(check: Action, actions: Sequence[Action]) -> bool:
    """Whether its line had failed by its exit code on the files as the run found them, which it then changed, and no
    test ever ran: it was to build or to lint."""
    lines = [action.line for action in actions if action.place == check.place]
    found_so = (one for one in actions if one.worked is False and one.by_exit_code and not one.changes.all)
    is_tested = any(map(programs.is_test, programs.checks(actions)))
    return bool(check.changes.all) and not is_tested and any(one.line in lines for one in found_so)


def _ends_badly(actions: Sequence[Action]) -> bool:
    """Whether the last command of the project's on the files as they were left failed, by its exit code or by what it
    shows; one that only looks or fetches is none."""
    ran = (one for one in reversed(_on_the_end(actions)) if one.line and not fetches(one.line) and _has_verdict(one))
    last = next((one for one in ran if not is_no_verdict(one, actions)), None)
    return last is not None and not last.worked and (last.by_exit_code or shows_failure(last.output))


def _has_verdict(check: Action) -> bool:
    """Whether it tried the change: its tests were found and not all skipped, and it came to an end; nor did anything
    but tests fail behind them, of which the exit code does not tell."""
    tried = not NOT_COLLECTED.search(check.output) and not has_run_nothing(check.output) and not is_broken_off(check)
    return check.worked is not None and tried and not (check.worked is False and _follows_tests(check))


def _follows_tests(check: Action) -> bool:
    *before, last = programs.chain_of(check)
    is_apart = shell.steps(check.line)[-1].operator == ";"
    return is_apart and not programs.is_test(last) and any(map(programs.is_test, before))


def checked(run: CleanRun, actions: Sequence[Action]) -> Checked:
    """How checks leave the run's changes, where they do not say what came of it."""
    if last := last_checks(actions):
        doubt: Checked = "in vain" if any(map(programs.is_test, last)) else "untested"
        return "left open" if _checked(run, actions) == "succeeded" else doubt
    passed = (check for check in programs.checks(actions) if check.worked)
    return "before" if any(check.changes.code for check in passed) else "never"


def last_checks(actions: Sequence[Action]) -> list[Action]:
    """The last run of each check on the project's files as the run left them; of a chain that passed, and changed
    nothing, each link that checks."""
    last = {link.line: link for link in _on_the_end(list(_links(actions))) if programs.is_check(link)}
    return sorted(last.values(), key=lambda action: action.place)


def _links(actions: Sequence[Action]) -> Iterator[Action]:
    """The links of each chain; of one that changed files nobody knows which link ran on them but the last."""
    before = TreeChanges()
    for action in actions:
        yield from programs.links(action) if action.changes.all == before.all else [action]
        before = action.changes


def _on_the_end(actions: Sequence[Action]) -> list[Action]:
    """What ran on the project's files as they were in the end; where all are the run's own, since its last edit."""
    if any(action.changes.product for action in actions):
        return [action for action in actions if _covers(action, actions[-1])]
    edited = max((action.place for action in actions if not all(edit.is_whole for edit in action.edits)), default=-1)
    return [action for action in actions if action.place >= edited]


def _covers(action: Action, last: Action) -> bool:
    """Whether it ran on the files as the run left them; of a test those that it may read, which documents are not."""
    if programs.tests_code(action):
        return action.changes.product == last.changes.product
    return action.changes.theirs == last.changes.theirs

"""What people say came of a run, by their words."""

import re
from collections.abc import Sequence

from knowledge.extraction.models import RunOutcome
from knowledge.text.sentences import sentences
from knowledge.text.strings import one_line
from knowledge.transcripts import Turn

# A verdict that the caller gives in the product's own word, whatever else is told behind it.
_STATED = re.compile(r"\s*(succeeded|failed|unverified)\s*(?:[.:]|$)", re.I)
# By stem, as each caller inflects them, and SWE-agent's own ends: `crashed`, `exit cost`.
_FAILED = re.compile(
    r"\b(?:fail\w*|\w*errors?|max\w* iterations?|abort\w*|bail(?:ed)?|cancell?ed|timed? ?-?out|g[ai]ven? up|"
    r"unsuccessful\w*|incomplete|crash\w*|blocked|unresolved|exceed\w*|"
    r"exit(?:ed)? (?:cost|context|error|format|forfeit|time|early)|"
    r"not (?:fixed|done|solved|completed|finished|working|successful|resolved))\b",
    re.I,
)
# "Fixed and merged."; never "unresolved"
_SUCCEEDED = re.compile(
    r"\b(?:success\w*|succeeded|done|fix(?:ed|es)|(?<!un)resolved|solved|completed?|finished|merged|shipped|passed)\b",
    re.I,
)
# These have a failure's words and tell of none: `no errors`, `failed: 0`.
_DENIED = re.compile(
    r"\b(?:no(?: longer)?|0|zero|without(?: any)?|never|not|nothing|none) (?:errors?|fail\w*)\b|\bfail\w*: 0\b", re.I
)
# `fixed the crash` tells of success, `fixed, but the build fails` does not.
_BUT = re.compile(r"\b(?:but|except|however|though|failed|with (?:\w+ )?(?:errors?|failures?))\b", re.I)
# Less than all: "partially done", "not all tests passed", "passed 3 of 5 checks"; a date is no count.
_LIMITED = re.compile(
    r"\bpart(?:ly|ial(?:ly)?)\b|\b(?:half|almost|nearly|mostly|largely|not|none|nothing|hardly|\w+n[’']t|never|cannot"
    r"|to be)\b"
    rf"[^.,;:!?\n]{{0,60}}?{_SUCCEEDED.pattern}|\bexcept\b",
    re.I,
)
_COUNT = re.compile(r"(?<![\d/])(?<!\bon )(\d{1,6})(?: (?:out )?of (?:the |all )?|/)(\d{1,6})\b(?!/)", re.I)
_OK = re.compile(r"ok(?:ay)?(?=\s*(?:$|[.,:;!–-]))", re.I)
_MARKS = " \t\n.,:;!-*#✅"
# A check is said to pass, and a user says that it works; not where the clause denies or limits that.
_PASSES = re.compile(r"\b(?:pass(?:es|ing)?|(works))\b", re.I)
_CLAUSE = re.compile(r"[,;:–—](?!\s*(?:just |but )?(?:not|except|only)\b)|\b(?:and|but|so)\b(?! not\b)", re.I)
_TURN = re.compile(r"\b(?:but|however)\b", re.I)
_NOT_ALL = re.compile(
    r"\b(?:not?|none|nothing|nobody|never|neither|hardly|barely|scarcely|cannot|except|only)\b|n[’']t\b", re.I
)
# What turns a report into one of a fault, in the languages of users: a denial, a limit, a fault's own name.
_FAULT = re.compile(
    rf"{_NOT_ALL.pattern}|{_FAILED.pattern}|\b(?:still|but|broke\w*|breaks|wrong|missing"
    r"|nicht|kein\w*|nichts?|nie|noch|aber|falsch|fehler|kaputt|pas|rien|jamais|aucune?|toujours|mais|erreurs?|faux"
    r"|nunca|nada|ning[uú]na?|sigue|todav[ií]a|pero|non|ancora|niet|geen)\b",
    re.I,
)
_FAILS = re.compile(r"\bfail\w*\b", re.I)
_MENDED = re.compile(
    r"\b(?:fix|resolv|solv|repair|correct)\w* (?:\w+ ){0,3}?fail\w*\b", re.I
)  # "fixed the failing test"
_LAST_WORDS = 1200
_OUTCOMES: dict[str, RunOutcome] = {"succeeded": "succeeded", "failed": "failed", "unverified": "unverified"}


def stated_outcome(outcome: str) -> RunOutcome | None:
    """What a caller's own words say came of a run, first of all by the product's word for it; None where they say
    neither."""
    if stated := _STATED.match(outcome):
        return _OUTCOMES[stated[1].lower()]
    verdict = _verdict(outcome)
    return (
        "succeeded" if verdict is None and _OK.match(outcome.lstrip(_MARKS)) and not _is_partial(outcome) else verdict
    )


def _verdict(words: str) -> RunOutcome | None:
    is_whole = not _is_partial(words)
    if is_whole and _SUCCEEDED.match(words.lstrip(_MARKS)) and not _BUT.search(words):
        return "succeeded"
    if _FAILED.search(_DENIED.sub("", words)):
        return "failed"
    return "succeeded" if is_whole and (_SUCCEEDED.search(words) or _DENIED.search(words)) else None


def _is_partial(words: str) -> bool:
    """Whether they tell of a success that is not the whole one."""
    counts = _COUNT.findall(words)
    return bool(_LIMITED.search(_DENIED.sub("", words))) or any(int(passed) < int(of_all) for passed, of_all in counts)


def claims_success(turns: Sequence[Turn], speaker: str) -> bool:
    """Whether somebody's last words tell of a success, whatever else they tell."""
    ending = sentences(one_line(last_words(turns, speaker)))
    return any(tells_success(one) for one in ending)


def tells_success(sentence: str, is_users: bool = False) -> bool:
    """Whether a sentence tells of a success; of one that `is_users`, also that it works, as agents say of much, and
    not where "but" follows."""
    sentence = _TURN.split(sentence)[-1] if is_users else sentence
    clauses = [clause for clause in _CLAUSE.split(sentence) if not _NOT_ALL.search(_DENIED.sub("", clause))]
    passes = (match for clause in clauses for match in _PASSES.finditer(clause) if is_users or not match[1])
    return any(passes) or _verdict(sentence) == "succeeded"


def tells_fault(sentence: str) -> bool:
    """Whether a sentence of a user's denies something, limits it, or names a fault."""
    return bool(_FAULT.search(_MENDED.sub("", _DENIED.sub("", sentence))))


def admits_failure(turns: Sequence[Turn]) -> bool:
    """Whether the agent's last words tell of what fails, as of a test that is outdated or not its own matter; not of
    one that it says it has mended."""
    return bool(_FAILS.search(_MENDED.sub("", _DENIED.sub("", last_words(turns, "agent")))))


def last_words(turns: Sequence[Turn], speaker: str) -> str:
    """The end of what somebody said last; "" where nothing was."""
    words = (turn.prose for turn in reversed(turns) if turn.speaker == speaker and turn.prose)
    return next(words, "")[-_LAST_WORDS:]

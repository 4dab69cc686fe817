"""How a run made its change, in the words of the agent."""

import re
from collections.abc import Sequence

from knowledge.extraction.prose.sentence_rules import NAME, is_statement
from knowledge.extraction.task import RunTask
from knowledge.text.sentences import paragraphs, tidy
from knowledge.transcripts import Turn

_DID = re.compile(
    r"^(?:I(?:'ve| have)? |we(?:'ve| have)? )?(?:now |also |successfully )?"
    r"(fixed|modified|added|updated|changed|replaced|removed|implemented|moved|renamed|refactored|introduced|rewrote|"
    r"extended|wrapped|switched|made|converted|unwrapped)\b ?(.*)",
    re.I | re.S,
)
_BY = re.compile(r"\bby (\w+ing\b.*)", re.S)
_INTENT = re.compile(
    r"\b(?:(?:I|we)(?:'ll| will| should| need to| can| must)|let's|(?:plan|fix|solution|idea) is to)(?: just| simply|"
    r" probably)? ((?:modify|change|update|add|insert|replace|override|implement|move|wrap|use|call|make|set|pass|"
    r"include|handle|convert|ensure|remove|extend|skip|append|iterate|unwrap|rename|apply)\b .*)",
    re.I | re.S,
)
_AIM = re.compile(r"^(?:modify|change|update) (?:`[^`]*`|the code|it) to (?=[a-z])")
# A step of the editing, not the change.
_PARTIAL = re.compile(
    r"\b(?:one|later|again|duplicates?|original|back|restore|revert|also|as well|instead|first|either)\b"
)
# A plan counts as carried out where this part of its names is in the patch.
_MIN_SHARE = 0.75
_MINOR = re.compile(r"\b(?:tests?|scripts?|print|debug|temporary|comments?|docs?|docstring|reproduc\w*|import)\b", re.I)


def planned(turns: Sequence[Turn], task: RunTask) -> str:
    """What the agent set out to change, where its names are those that the patch has."""
    found: list[tuple[float, int, int, str]] = []
    for index, turn in enumerate(turns):
        for sentence in (sentence for block in paragraphs(turn.text) for sentence in block if turn.speaker == "agent"):
            if plan := _INTENT.search(tidy(sentence)):
                said = _AIM.sub("", plan[1])
                if (
                    is_statement(f"Somebody did {said}")
                    and not _PARTIAL.search(said)
                    and not _MINOR.search(re.sub(r"`[^`]*`", "", said))
                ):
                    found.append((*_shared(said, task), index, said))
    whole = [plan for plan in found if all(code.count("(") == code.count(")") for code in plan[3].split("`")[1::2])]
    share, names, _, said = max(whole, default=(0.0, 0, 0, ""))
    return f": {said}" if share >= _MIN_SHARE and names else ""


def _shared(text: str, task: RunTask) -> tuple[float, int]:
    """Which part of the names in `text`, its paths aside, are in the patch, and how many there are."""
    names = {word for name in NAME.findall(text) if "/" not in name for word in re.findall(r"\w{3,}", name)}
    shared = names & (task.names | _patched(task))
    return (len(shared) / len(names) if names else 0.0), len(shared)


def _patched(task: RunTask) -> set[str]:
    lines = [line for change in task.changes for line in change.added + change.removed]
    return set(re.findall(r"\w{3,}", " ".join(lines)))


def done(turns: Sequence[Turn], task: RunTask) -> str:
    """What the agent says it changed, from its last words backwards; sentences about tests do not count."""
    for turn in reversed([turn for turn in turns if turn.speaker == "agent"][-12:]):
        found = [how for block in paragraphs(turn.text) for sentence in block if (how := _change(sentence, task))]
        if found:
            return max(found, key=lambda how: len(NAME.findall(how)))
    return ""


def _mentions(sentence: str, task: RunTask) -> bool:
    """Whether it names something that is in the patch; without a patch, anything."""
    return not any(change.added for change in task.changes) or _shared(sentence, task)[1] > 0


def _change(sentence: str, task: RunTask) -> str:
    sentence = tidy(sentence)
    did = _DID.match(sentence)
    if not did or _MINOR.search(re.sub(r"`[^`]*`", "", sentence)) or not NAME.search(sentence):
        return ""
    if "tests/" in sentence or any(name in sentence for name in task.created) or not _mentions(sentence, task):
        return ""
    by = _BY.search(did[2])
    if by and NAME.search(by[1]):
        how = f"by {by[1]}"
        return how if is_statement(f"Fixed {how}") else ""
    how = f"{did[1].capitalize()} {did[2]}"
    return how if is_statement(how) else ""

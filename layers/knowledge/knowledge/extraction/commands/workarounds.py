"""Commands that did not work here: what had to be done first, or what works instead."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import takewhile

from knowledge.extraction.commands import shell
from knowledge.extraction.models import Candidate
from knowledge.extraction.task import RunTask
from knowledge.transcripts import Turn

# What is wrong with the machine or the call, rather than with the code.
_SURROUNDINGS = re.compile(
    r"not found|No module named|No such|cannot find|can(?:not|'t) (?:find|open|connect|resolve)|could not|Missing|"
    r"refused|ECONNREFUSED|ERESOLVE|ENOENT|EACCES|not configured|[Pp]ermission denied|denied|[Uu]nauthorized|in use|"
    r"[Uu]nknown|unrecogni[sz]ed|[Uu]nsupported|unstable|doesn't exist|does not exist|not installed|"
    r"must be (?:set|run)|[Nn]o (?:space|route|such)|version solving|timed? ?out|[Tt]imeout|required|requires|"
    r"unavailable|not running|ImproperlyConfigured|cannot open|KeyError: '[A-Z_]+'|environment variable|incompatible|"
    r"EBADENGINE|OOM|[Oo]ut of memory|heap",
    re.I,
)
_PREPARES = re.compile(
    r"(?:sudo )?(?:sed -i |(?:docker|podman|docker-compose|systemctl|service|brew|ufw|createdb|kubectl|minikube|helm|"
    r"terraform|aws|gcloud|chmod|chown|mkdir|export|source|nvm|fnm|pyenv|rustup|sdkman|sdk|asdf|corepack|xcodebuild|"
    r"xcode-select|pod|ulimit|kill|killall|pkill|redis-server|pg_ctl|git (?:lfs|submodule)|go (?:install|mod|generate)|"
    r"bundle (?:install|exec)|alembic|flyway|prisma|cp \S*\.env\S* \S+|conda|ssh-add|dvc|airflow|sbt|mvn)\b"
    r"|(?:npm|pnpm|yarn|bun|make|just|rake|poetry|uv|npx|cargo|mix|composer|gradle|\./gradlew|dotnet)\b|\./|"
    r"(?:bin|scripts?)/|(?:bash|sh) \S+\.sh|python\d? manage\.py (?:migrate|collectstatic|createcachetable)|"
    r"[A-Z_]{3,}=\S+ )"
)
_READS = re.compile(
    r"(?:cat|grep|rg|ls|find|sed(?! -i)|head|tail|git|which|vi|vim|nano|open|less|wc|tree|pwd|echo|diff|awk|stat|nl|rm|"
    r"touch|env$|printenv|type|ps|history|whoami|read|view|glob|edit|write|multiedit|str_replace_editor|create|submit|"
    r"goto|scroll_\w+|search_\w+|find_\w+|man|todowrite|task|webfetch|websearch|browse\w*|finish|think)\b",
    re.I,
)
# A setting that is changed is a remedy, not an edit of the project's source.
_EDITS = re.compile(
    r"sed -i(?!.*\.(?:env|ya?ml|toml|ini|cfg|conf)\b)|\bpatch\b|git apply|^(?:edit|write|multiedit|str_replace|"
    r"create|insert)\b",
    re.I,
)
_INLINE = re.compile(r"<<|\bpython[\d.]* -c\b|\bnode -e\b|\bpython[\d.]* (?!-m)\S+\.py\b(?<!manage\.py)|\|\s*python")
_MAX_COMMAND, _MIN_LIKENESS, _WITHIN = 160, 0.6, 10

Ran = Sequence[tuple[int, Turn]]


def remedy(ran: Ran, position: int, error: str, task: RunTask) -> Candidate | None:
    """What a later command of the run tells about one that failed with `error`, if that is about its surroundings."""
    failed = _line(ran[position][1])
    if not failed or _is_own(failed, task) or not _SURROUNDINGS.search(error):
        return None
    later = ran[position + 1 : position + 1 + _WITHIN]
    return _prepared(failed, error, later) or _varied(failed, error, later, task)


def _prepared(failed: str, error: str, later: Ran) -> Candidate | None:
    """The same command passed once something else had been run, and nothing edited."""
    before: list[str] = []
    for _, turn in later:
        line = _line(turn)
        if _EDITS.search(turn.command or ""):
            return None
        if line == failed and error not in shell.output(turn):
            done = list(dict.fromkeys(before))[-2:]
            told = " and ".join(f"`{step}`" for step in done)
            resolves = "resolve" if done[1:] else "resolves"
            return Candidate(f"`{failed}` fails with `{error}`; {told} {resolves} it.", "error_fix") if done else None
        if line and line != failed and _PREPARES.match(line) and not shell.has_failed(turn):
            before.append(line)
    return None


def _varied(failed: str, error: str, later: Ran, task: RunTask) -> Candidate | None:
    """A command much like it that worked: another program in front, another option, another name."""
    for line, turn in _worked(later):
        if line == failed:
            return None
        if not _is_own(line, task) and _is_variant(failed, line) and error not in shell.output(turn):
            return Candidate(f"`{failed}` does not work here (`{error}`); use `{line}` instead.", "command")
    return None


def _worked(later: Ran) -> Iterator[tuple[str, Turn]]:
    """What worked before the project's source was edited, which may be what helped."""
    for _, turn in takewhile(lambda step: not _EDITS.search(step[1].command or ""), later):
        if (line := _line(turn)) and not shell.has_failed(turn):
            yield line, turn


def _is_variant(failed: str, line: str) -> bool:
    if re.search(rf"(?:^|\s){re.escape(failed)}(?:\s|$)", line):
        return True
    same_program = shell.program(failed).split()[:1] == shell.program(line).split()[:1]
    alike = SequenceMatcher(None, failed.split(), line.split()).ratio() >= _MIN_LIKENESS
    # Other tests passing says nothing about those that did not.
    return same_program and alike and (not shell.check(failed) or line.startswith(failed))


def _line(turn: Turn) -> str:
    """What the turn ran, as one line that can be run again; "" where it is none or only looks at something."""
    command = (turn.command or "").strip()
    line = " && ".join(shell.steps(command))
    usable = line and len(line) <= _MAX_COMMAND and "\n" not in command and "`" not in line and not _READS.match(line)
    return shell.folder(command) + line if usable else ""


def _is_own(line: str, task: RunTask) -> bool:
    return bool(_INLINE.search(line)) or task.owns(line)

"""Command lines that only look, and such as change files where they lie."""

import re

from knowledge.text import shell

# Programs that look at files, move them, or end processes: whether they find something teaches nothing.
_LOOKING = frozenset({
    "cat", "ls", "grep", "rg", "ag", "egrep", "fgrep", "find", "fd", "head", "tail", "wc", "nl", "less", "more",
    "tree", "stat", "file", "du", "df", "sed", "awk", "cut", "sort", "uniq", "diff", "which", "type", "command",
    "whereis", "pwd", "cd", "date", "env", "printenv", "ps", "pgrep", "pkill", "kill", "killall", "jobs", "lsof",
    "whoami", "uname", "test", "[", "echo", "printf", "rm", "cp", "mv", "mkdir", "rmdir", "touch", "ln", "sleep",
    "wait", "true", "false", "submit", "exit", "read", "dir", "get-content", "get-childitem",
    "select-string", "test-path", "remove-item", "git", "str_replace_editor", "open", "goto", "scroll_down",
    "scroll_up", "search_dir", "search_file", "find_file", "edit", "create",
})  # fmt: skip
# What brings a text from elsewhere, or shows one that was kept: whatever it tells of tests, nobody ran them there.
_FETCHING = frozenset({"curl", "gh", "glab", "http", "https", "journalctl", "wget", "xh"})
_LOGS = re.compile(r"[a-z-]+ (?:compose )?logs\b")  # `docker compose logs api`
SEARCHES = frozenset({"grep", "egrep", "fgrep", "rg", "ag", "findstr", "select-string"})
# Programs that else only read, and code in the line, change files so: `sed -i`, `open('x.py', 'w').write(`.
_IN_PLACE = re.compile(r"\bsed\s+(?:-\w+\s+)*-i|\bpatch\s+-|\bgit apply\b|\bperl\s+-\w*i|\.write\(|write_text\(")
_MOVING = frozenset({"cp", "ln", "mkdir", "mv", "touch"})
# Of those that look, such as say nothing where they set or wrote something: `git config user.name X`, `echo X > a.txt`.
_SILENT = frozenset({"cp", "echo", "git", "ln", "printf"})
# What git keeps, or sends elsewhere, and what moves or removes files: it has an outcome, whatever it prints.
_CHANGES_TREE = re.compile(
    r"\bgit (?:-\S+ (?:\S+ )?)?(?:commit|push|merge|rebase|cherry-pick|revert|tag|init|rm|mv)\b"
    r"|(?:^|&&|[;\n|])[ \t]?(?:rm|mv)\s"
)


def looks_only(line: str) -> bool:
    """Whether none of its programs does more than look or move: the text that it shows is no verdict on it."""
    programs = {step.words[0].lower() for step in shell.steps(line) if step.words}
    return programs <= _LOOKING and not changes_in_place(line)


def fetches(line: str) -> bool:
    """Whether what its last program prints was fetched, or kept from before: a forge's comments, a service's log."""
    last = [step for step in shell.steps(line) if step.words][-1:]
    return any(step.words[0].lower() in _FETCHING or _LOGS.match(" ".join(step.words)) for step in last)


def names_own_error(line: str, output: str) -> bool:
    """Whether the line's last program says itself that it could not, as `curl: (22) …` does, and not what it shows."""
    names = (re.escape(step.words[0]) for step in shell.steps(line)[-1:] if step.words)
    return any(re.search(rf"^{name}: ", output, re.M) for name in names)


def moves_files(typed: str) -> bool:
    """Whether it is made to put files somewhere, or make them be there: `cp .env.example .env`, `mkdir tmp`."""
    return looks_only(typed) and any(step.name in _MOVING for step in shell.steps(typed))


def changes_tree(typed: str) -> bool:
    """Whether it moves or removes files, or has git record changes or send them: `rm a.py`, `git commit`."""
    return bool(_CHANGES_TREE.search(typed))


def acts_in_silence(typed: str) -> bool:
    """Whether it did something where it says nothing: of what only searches or shows nothing was found."""
    last = [step.words[0].lower() for step in shell.steps(typed) if step.words][-1:]
    return any(program in _SILENT or program not in _LOOKING for program in last)


def changes_in_place(typed: str) -> bool:
    """Whether it changes files that are there."""
    return bool(_IN_PLACE.search(typed))

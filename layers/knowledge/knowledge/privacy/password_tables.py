"""Passwords in the tables of Markdown: below a heading that says so, or beside a label that does."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from knowledge.privacy.password_phrases import PASSWORD
from knowledge.privacy.prose_passwords import may_be_password

_MARKS = " \t*_`~\"'"
# "Change password" is what somebody may do.
_LABEL = re.compile(
    r"(?!(?:change|re-?set|set|forgot|update|create|enter|show|verify|confirm|choose|check|requires?|manage|rotate"
    r"|recover|use|no|min|max)\w*\b)"
    rf"(?:[\w.-]{{1,24}} ){{0,2}}(?:[\w-]{{0,40}}_)?(?:{PASSWORD}|pass(?:wd)?)(?: \([^()]{{1,40}}\))?:?$",
    re.I,
)
_WHOSE = re.compile(
    r"(?:[\w.-]{1,24} ){0,2}(?:[\w-]{0,40}_)?(?:user(?:[ _-]?(?:name|id))?|login|account|e-?mail|host(?:name)?|server"
    r"|service|system|environment|env|url|site|database|db|port|benutzer(?:name)?|konto|utilisateur|compte|usuario|servicio|servi[cz]io|dienst|serveur"
    r"|cuenta|utente|gebruiker|用户|用户名|账号):?$",
    re.I,
)
# What such a column tells of each row is no value.
_OF_KIND = re.compile(
    r".*\b(?:types?|typ|kind|formats?|desc\w*|beschreibung|required|meaning|notes?|defaults?|purpose|examples?|rules?"
    r"|constraints?|validation|policy|where|stored|source|status|support\w*|changed|updated|rotat\w+|expir\w+)\b",
    re.I,
)
_KIND = re.compile(
    r"(?:text\w*|string|str|(?:var)?char\w*|bytea?|blob|input|number|int\w*|bool\w*|hash|bcrypt|scrypt|argon\w*|vault"
    r"|keychain|wiki|full|partial|good|okay|same|admin\w*|n/?a|.*passw?or[dt].*)$",
    re.I,
)


def without_table_passwords(text: str, lowered: str) -> str:
    """The text with the passwords of its tables replaced. `lowered` is the text in lower case, or was."""
    if "|" not in text or not re.search("pass|pw|kennwort|contrase|mot|senha|wachtwoord|密", lowered):
        return text
    lines = text.split("\n")
    for is_row, numbers in groupby(range(len(lines)), lambda number: "|" in lines[number]):
        if is_row:
            _redact(lines, list(numbers))
    return "\n".join(lines)


def _redact(lines: list[str], numbers: list[int]) -> None:
    """Replaces the passwords of the table that stands in these lines."""
    rows = [lines[number].strip().strip("|").split("|") for number in numbers]
    cells = [[cell.strip(_MARKS) for cell in row] for row in rows]
    has_head = len(cells) > 1 and all(re.fullmatch(r":?-+:?", cell) for cell in cells[1])
    if not has_head and not all(lines[number].strip().startswith("|") for number in numbers):
        return
    for row, value in {*_below(cells, has_head), *_beside(cells, has_head)}:
        line, parts = lines[numbers[row]], rows[row]
        start = line.index("|".join(parts)) + sum(len(cell) + 1 for cell in parts[:value])
        end = start + len(parts[value])
        lines[numbers[row]] = line[:start] + parts[value].replace(cells[row][value], "[redacted:password]") + line[end:]


def _below(cells: Sequence[Sequence[str]], has_head: bool) -> Iterator[tuple[int, int]]:
    """Row and column of what stands below a heading that says password, in a table that tells whose."""
    if has_head and any(map(_WHOSE.match, cells[0])):
        for column in (number for number, cell in enumerate(cells[0]) if _LABEL.match(cell)):
            yield from ((row, column) for row in _words(cells, column) if row > 1)


def _beside(cells: Sequence[Sequence[str]], has_head: bool) -> Iterator[tuple[int, int]]:
    """The same of what stands beside a label, in a table that tells whose, or has no heading."""
    is_of_kinds = has_head and bool(_OF_KIND.match(cells[0][1] if len(cells[0]) > 1 else ""))
    if not is_of_kinds and (not has_head or any(_WHOSE.match(row[0]) for row in cells[2:])):
        yield from ((row, 1) for row in _words(cells, 1) if _LABEL.match(cells[row][0]))


def _words(cells: Sequence[Sequence[str]], column: int) -> Iterator[int]:
    """The rows in whose column stands what may be a password: one word that no other row has."""
    times = Counter(row[column] for row in cells if column < len(row))
    for number, row in enumerate(cells):
        value = row[column] if column < len(row) else ""
        if times[value] == 1 and not _KIND.match(value) and may_be_password(value):
            yield number

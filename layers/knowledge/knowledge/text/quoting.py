"""Text as data for a prompt: it ends no block, adds no line, speaks for nobody, and loads nothing."""

import html
import re
import unicodedata

from knowledge.text.lookalikes import skeleton
from knowledge.text.strings import INVISIBLE

MARKER = "¦"  # starts a line of a quoted document; hardly any other line does

# What would be a delimiter, or begin a role's word, in another form of writing.
_LOOKALIKES = str.maketrans({"＜": "<", "﹤": "<", "＞": ">", "﹥": ">", "ﬅ": "st", "ﬆ": "st"})
_MARKS = 3  # combining marks that a letter may have; no writing needs more in a row

# A delimiter inside a text, once it is escaped: `prompt_block.strip` must not take it for one.
_DISGUISED = re.compile(r"((?:<|&lt;|003c) {0,8}(?:\\*/)? {0,8})knowledge-loop", re.I)
# What could end a block or open another: any `<` but those that can begin no name (`i < 3`, `<= x`, `1 << 3`, `<(ls)`)
# and those by which a shell reads (`<a.txt`, `<<EOF`, `<<<"$x"`); and what would be read as an escaped character.
# `make && ./run <a.txt 2>&1` stays as it is, since an agent copies it.
_FILE = r" ?(?:/?[\w.~$-]{1,80}/[\w./~$-]{1,200}|[\w-]{1,80}\.\w[\w.-]{0,80})"
_LINES = r"(?<=<<)-?[A-Z]{2,40}"
_COMMAND_ENDS = r"\Z|\n(?!\s*>)|[`;|&)]| (?:[|;&]|\d?>>?[ &]?[\w./~$])"
_MARKUP = re.compile(rf"<(?!\s*[\d=(<]|(?<=<<)-? ?[\"'$]|(?:{_FILE}|{_LINES})(?:{_COMMAND_ENDS}))|&(?=#?\w{{1,31}};)")
# How a chat's turn begins, in the formats that models are trained on.
_ROLE = re.compile(
    r"^((?:[^\w#\[&]|_){0,8})((?:human|user|assistant|system|developer|tool|function)\b[*_`\s]{0,4}:|\[/?(?:inst|sys|system)\]|"
    r"#{2,}\s*(?:instructions?|response|system|human|user|assistant)\b:?|<(?:<|&lt;)/?sys>>)",
    re.I,
)
# How the facts begin that only the product states of a line: whose word it is, how often, and what is against it.
_FACT = re.compile(
    r"(?:k[0-9a-f]{4}|\d+×|PAT-\d+|\d{4}-\d\d-\d\d|old|unverified|failed run|mostly misled|dead end|rule|user|system)$"
    r"|(?:user|system|reported) (?:rule|dead end)\b"
    r"|(?:replaces|superseded by|overruled by|as in|(?:later|also) \d{4})\b",
    re.I,
)
_IMAGE = re.compile(r"!(?=\[)")  # which a chat's window would load
# `data:` counts where a media type follows; "the data: 3 rows" is prose.
_ACTIVE = re.compile(r"\b(javascript|vbscript|data)\s*:(?=(?<=data:)[\w.+-]*[/;,]|(?<!data:)\S)", re.I)
# Code between backticks, whose spaces are its own; or spaces.
_CODE_OR_SPACES = re.compile(r"(?<!`)(`{1,3})(?!`)[^\n]{1,400}?(?<!`)\1(?!`)|\s+")
_FENCE = re.compile(r"`{3,}|^\s*~{3,}")


def plain(text: str) -> str:
    """The text on one line as it was written, without what cannot be seen, with each `<` escaped as in HTML that could
    be a tag's, and outside of code with single spaces.

    Role words at a line's start are in quotation marks; images and active links are no longer such.
    """
    whole = " ".join(line.strip() for line in map(_quoted, _escaped_lines(text))).strip()
    return _undelimited(_CODE_OR_SPACES.sub(lambda part: part[0] if part[1] else " ", whole))


def item(text: str) -> str:
    """The text as `plain`, but for a block of code and what follows it: that keeps its lines, marked as by `lines`."""
    start = _code_start(text)
    return "\n".join([plain(text[:start]), *lines(text[start:])])


def lines(text: str) -> list[str]:
    """The text's lines, each as `plain` and marked; its spaces stay, since code and lists depend on them."""
    return [f"{MARKER} {_quoted(line).rstrip()}" for line in _escaped_lines(text)]


def value(text: object) -> str:
    """The text as one of the values of a list in brackets, which it can neither end nor lengthen.

    What has commas, as a path may, or begins like one of the product's own facts, is in quotation marks; where such a
    fact would stand between its commas, these are escaped.
    """
    quoted = plain(str(text)).replace("<", "&lt;").replace(">", "&gt;")
    quoted = quoted.replace("[", "&#91;").replace("]", "&#93;").replace('"', "&#34;")
    if any(_FACT.match(skeleton(part.strip())) for part in quoted.split(",")):
        quoted = quoted.replace(",", "&#44;")
    return f'"{quoted}"' if "," in quoted or _FACT.match(skeleton(quoted)) else quoted


def _code_start(text: str) -> int:
    """Where the first block of code begins: at the fence that is not closed on its line; the text's end without one."""
    at = 0
    for line in text.rstrip().splitlines(keepends=True)[:-1]:
        fences = _FENCE.findall(line)
        if len(fences) % 2:
            return at + line.rindex(fences[-1])
        at += len(line)
    return len(text)


def _visible(text: str) -> str:
    """The text without what cannot be seen, its delimiters in their plain form: what is read stays as it is."""
    return text if text.isascii() else _without_mark_runs(INVISIBLE.sub("", text).translate(_LOOKALIKES))


def _without_mark_runs(text: str) -> str:
    chars: list[str] = []
    marks = 0
    for char in text:
        marks = marks + 1 if unicodedata.category(char)[0] == "M" else 0
        if marks <= _MARKS:
            chars.append(char)
    return "".join(chars)


def _undelimited(text: str) -> str:
    return _DISGUISED.sub(r"\1knowledge loop", text)


def _escaped(match: re.Match[str]) -> str:
    return html.escape(match[0], quote=False)


def _escaped_lines(text: str) -> list[str]:
    """The lines, escaped before they are parted: a tag may stand on two of them."""
    return _MARKUP.sub(_escaped, "\n".join(map(_printable, _visible(text).splitlines()))).splitlines()


def _printable(line: str) -> str:
    return line if line.isprintable() else "".join(char if char.isprintable() or char == "\t" else " " for char in line)


def _quoted(line: str) -> str:
    escaped = _undelimited(line)
    role = _ROLE.match(skeleton(escaped))
    quoted = (
        f'{escaped[: role.start(2)]}"{escaped[role.start(2) : role.end(2)]}"{escaped[role.end(2) :]}'
        if role
        else escaped
    )
    return _ACTIVE.sub(r"\1[:]", _IMAGE.sub("! ", quoted))

"""The questions that the lines of a page answer: front matter by which search finds the page, shown to nobody.

They are a field of their own, a line for each line of the page, written and read here alone:

    answered_questions:
      3f0a9c21b7d4: "When is the furnace lit? At what hour does it start?"
"""

import json
import re
from collections.abc import Mapping
from itertools import accumulate, islice

from knowledge.text import frontmatter, hashing
from knowledge.text.statements import marks

_LINE = rf"  ['\"]?([0-9a-f]{{{hashing.SHORT}}})['\"]?: ([^\r\n]*)\r?\n"
_NAME = "answered_questions"  # `questions` is a word that people use themselves
_MORE = r"(?:[ \t]*\r?\n)*(?:[ \t]+\S|-\s)"  # what somebody else wrote in a field of that name
_FIELD = re.compile(rf"^{_NAME}:[ \t]*\r?\n(?:{_LINE})*(?!{_MORE})", re.M)
_FENCE = "---\n"
MAX_FRONT_MATTER = 500  # characters, without the questions; what is longer is text

Questions = Mapping[str, str]  # by the keys of their lines; those of one line stand behind one another


def key(line: str) -> str:
    """What stands for a line, wherever that leads and on whatever day it was said; marked as over it is another."""
    return hashing.short(marks.undated(line.rstrip()))


def questions_of(content: str) -> dict[str, str]:
    """The questions in a page's front matter."""
    field = _FIELD.search(frontmatter.split(content)[0])
    return {of: _text(asked) for of, asked in re.findall(_LINE, field[0])} if field else {}


def answered(text: str, questions: Questions) -> tuple[str, ...]:
    """Those of the questions that a line of the text answers."""
    return tuple(_of_lines(text, questions).values())


def without(content: str) -> str:
    """The page without its questions, and without front matter where that has nothing else."""
    block, body = frontmatter.split(content)
    left = _FIELD.sub("", block, count=1)
    return body if left.replace("\r\n", "\n") == _FENCE + _FENCE != block else left + body


def fitted(content: str, further: Questions | None = None) -> str:
    """The page with those questions, its own and `further` ones, whose lines it has, as far as front matter holds them.

    Those of the first lines, the newest, come first. A page whose front matter cannot hold them has none.
    """
    own = questions_of(content)
    page = without(content)
    block, body = frontmatter.split(page)
    standing = _of_lines(body, {**own, **(further or {})})
    if len(block) > MAX_FRONT_MATTER or not standing:
        return page
    if standing == own:
        return content
    above = block.removesuffix(_FENCE) or _FENCE
    entries = {of: f"  {of}: {json.dumps(asked, ensure_ascii=False)}\n" for of, asked in standing.items()}
    room = frontmatter.MAX_BLOCK - len(f"{above}{_NAME}:\n{_FENCE}")
    count = sum(size <= room for size in accumulate(map(len, entries.values())))
    held = {of: standing[of] for of in islice(entries, count)}
    made = f"{above}{_NAME}:\n{''.join(map(entries.__getitem__, held))}{_FENCE}{body}"
    return made if held and questions_of(made) == held and _other_fields(made) == frontmatter.fields(page) else page


def _other_fields(content: str) -> frontmatter.Fields:
    return {name: value for name, value in frontmatter.fields(content).items() if name != _NAME}


def _of_lines(text: str, questions: Questions) -> dict[str, str]:
    """The questions of the text's lines, in their order."""
    keys = map(key, text.splitlines()) if questions else ()
    return {of: questions[of] for of in keys if of in questions}


def _text(value: str) -> str:
    """What an entry says, also where a person's editor wrote it in single quotes or without any."""
    try:
        return str(json.loads(value))
    except ValueError:
        return value.strip().strip("'").replace("''", "'")

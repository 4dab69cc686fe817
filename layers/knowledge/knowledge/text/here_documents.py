"""The documents that a command line carries in it."""

import re

from knowledge.text.strings import abbreviated

_DOCUMENT = re.compile(r"<<-?[ ]{0,4}['\"]?(\w{1,40})['\"]?[^\n]{0,400}\n")  # the line that a here-document follows


def with_short_documents(command: str, most: int) -> str:
    """The command with the first `most` characters of each here-document in it, so that what follows is seen."""
    parts, place = list[str](), 0
    while document := _DOCUMENT.search(command, place):
        end = re.compile(rf"^[ \t]{{0,40}}{document[1]}[ \t]{{0,40}}$", re.M).search(command, document.end())
        if not end:
            break
        parts += [command[place : document.end()], abbreviated(command[document.end() : end.start()], most), "\n"]
        place = end.start()
    return "".join([*parts, command[place:]])

"""A log of no known form, as turns by nobody: all that it says, in pieces."""

import json
from collections.abc import Iterator
from typing import Any

from knowledge.transcripts.json_texts import texts
from knowledge.transcripts.log import Log
from knowledge.transcripts.pieces import pieces
from knowledge.transcripts.recorder import Recorder


def read(sent: str | list[Any] | dict[str, Any], log: Log, recorder: Recorder) -> None:
    """Records a text piece by piece, of JSON the texts of each element; the kinds of elements are counted."""
    for item in log.items:
        recorder.pass_over(item.get("type") or item.get("role") or "item")
    for index, said in enumerate(_said(sent, log)):
        recorder.place(index)
        for piece in pieces(said):
            recorder.result(piece)


def _said(sent: str | list[Any] | dict[str, Any], log: Log) -> Iterator[str]:
    """What each element says: of a text the whole, of JSON lines each line, also one that is broken."""
    if log.text:
        yield log.text
    elif isinstance(log.document, list):
        yield from map(_of_json, log.document)
    elif log.document is not None:
        yield _of_json(log.document)
    elif isinstance(sent, str):
        yield from (_of_json(_value(line)) for line in sent.split("\n"))


def _of_json(value: Any) -> str:
    return "\n\n".join(texts(value))


def _value(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return line

"""A log of no known form: all that it says, as turns by nobody."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from knowledge.transcripts.json_texts import decoded, texts
from knowledge.transcripts.log import Log
from knowledge.transcripts.models import Turn
from knowledge.transcripts.pieces import PIECE, pieces
from knowledge.transcripts.recorder import Recorder


def read(sent: str | list[Any] | dict[str, Any], log: Log, recorder: Recorder) -> None:
    """Records a text whole, and of JSON each element that says something as JSON; their kinds are counted.

    Whole, because only so it is seen what an e-mail or a key is; `apart` cuts what was cleaned.
    """
    for item in log.items:
        recorder.pass_over(item.get("type") or item.get("role") or "item")
    for index, element in enumerate(_elements(sent, log)):
        recorder.place(index)
        if isinstance(element, str) and element.strip():
            recorder.result(element)
        elif texts(element):
            recorder.result(json.dumps(element, ensure_ascii=False))


def apart(turns: Iterable[Turn], clean: Callable[[str], str]) -> Iterator[Turn]:
    """The turns of such a log in pieces that can be read and quoted: a text part by part, of JSON what its strings say,
    of short elements several together.

    `clean` goes over what JSON says once more: what stood in JSON within JSON was written otherwise.
    """
    last: Turn | None = None
    for turn in turns:
        for piece in pieces(_said(turn.output or "", clean)):
            if last and len(last.output or "") + len(piece) < PIECE:
                last = replace(last, output=f"{last.output}\n\n{piece}")
                continue
            if last:
                yield last
            last = replace(turn, output=piece)
    if last:
        yield last


def _said(output: str, clean: Callable[[str], str]) -> str:
    element = decoded(output)
    return output if isinstance(element, str) else clean("\n\n".join(texts(element)))


def _elements(sent: str | list[Any] | dict[str, Any], log: Log) -> Iterable[Any]:
    """The text; or the elements of JSON; or the lines of JSON lines, those that are broken as text."""
    if log.text:
        return [log.text]
    if isinstance(sent, str) and log.document is None:
        return map(decoded, sent.lstrip("\ufeff").split("\n"))
    return log.document if isinstance(log.document, list) else [log.document]

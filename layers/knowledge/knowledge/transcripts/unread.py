"""A log of no known form: all that it says, as turns by nobody."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

from knowledge.transcripts.json_texts import decoded, texts
from knowledge.transcripts.log import Log
from knowledge.transcripts.models import Turn
from knowledge.transcripts.pieces import PIECE, pieces
from knowledge.transcripts.recorder import Recorder

_BATCH = 50_000  # characters that are cleaned at once: each turn alone costs as much as a thousand


def read(sent: str | list[Any] | dict[str, Any], log: Log, recorder: Recorder) -> None:
    """Records a text whole, and what says something in JSON as JSON, short elements together; their kinds are counted.

    Whole, because only so it is seen what an e-mail or a key is; `apart` cuts what was cleaned.
    """
    for item in log.items:
        recorder.pass_over(item.get("type") or item.get("role") or "item")
    if log.text.strip():
        recorder.result(log.text)
        return
    for index, batch in _batches(element for element in enumerate(_elements(sent, log)) if texts(element[1])):
        recorder.place(index)
        recorder.result(f"[{', '.join(batch)}]")


def _batches(elements: Iterable[tuple[int, Any]]) -> Iterator[tuple[int, list[str]]]:
    """The elements as JSON, as many as make a batch, with the place of the first."""
    first, size, batch = 0, 0, list[str]()
    for index, element in elements:
        first = first if batch else index
        batch.append(json.dumps(element, ensure_ascii=False))
        size += len(batch[-1])
        if size >= _BATCH:
            yield first, batch
            size, batch = 0, []
    if batch:
        yield first, batch


def apart(turns: Iterable[Turn], clean: Callable[[str], str]) -> Iterator[Turn]:
    """The turns of such a log in pieces that can be read and quoted: a text part by part, of JSON what its strings say,
    of short elements several together.

    `clean` goes over what JSON says once more: what stood in JSON within JSON was written otherwise.
    """
    last: Turn | None = None
    for turn in turns:
        for piece in pieces(_readable_output(turn.output or "", clean)):
            if last and len(last.output or "") + len(piece) < PIECE:
                last = replace(last, output=f"{last.output}\n\n{piece}")
                continue
            if last:
                yield last
            last = replace(turn, output=piece)
    if last:
        yield last


def _readable_output(output: str, clean: Callable[[str], str]) -> str:
    element = decoded(output)
    return output if isinstance(element, str) else clean("\n\n".join(texts(element)))


def _elements(sent: str | list[Any] | dict[str, Any], log: Log) -> Iterable[Any]:
    """The elements of JSON; or the lines of JSON lines, those that are broken as text."""
    if isinstance(sent, str) and log.document is None:
        return _lines(sent.lstrip("\ufeff"))
    return log.document if isinstance(log.document, list) else [log.document]


def _lines(text: str) -> Iterator[Any]:
    """What the lines hold; those in a row that are no JSON are one text."""
    for is_text, values in groupby(map(decoded, text.split("\n")), key=lambda value: isinstance(value, str)):
        run = list(values)
        yield from ["\n".join(run)] if is_text else run

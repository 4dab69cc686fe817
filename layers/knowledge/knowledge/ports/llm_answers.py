"""What a language model answered, as an object, whatever it wrote around it."""

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError, ValidationInfo

Answer = TypeVar("Answer", bound=BaseModel)

# Where JSON may begin: an object, or a list of objects. Prose has few of either.
_BEGINNING = re.compile(r'\{\s*["}]|\[\s*\{')
_LIST = re.compile(r"\[\s*(?=\{)")
_SEPARATOR = re.compile(r"\s*,?\s*")
_MOST_BEGINNINGS = 200  # each is read to where it is JSON no more
_DECODER = json.JSONDecoder()
_AS_IT_CAME = {"as_it_came": True}  # nobody is there to answer again


class ItemList(BaseModel):
    """An answer that is one list, of which each item counts by itself: it may come bare, or cut off behind an item."""


def valid_items(items: Any, item: type[BaseModel], info: ValidationInfo) -> Any:
    """Those of a model's list that fit, each by itself: who can answer again is told what does not."""
    if info.context != _AS_IT_CAME or not isinstance(items, list):
        return items
    return [one for one in items if isinstance(one, dict) and _valid(one, item)]


def answer_in(content: str, answer: type[Answer]) -> Answer:
    """The last object in the text that is an `answer`; before and behind it may stand thoughts, prose, or a fence.

    Of an `ItemList` also a bare list; of one that was cut off the items that are whole, and as the last one what was
    begun, as text. Raises `ValidationError` where there is none.
    """
    values = list(islice(_values(content), _MOST_BEGINNINGS))
    answers = [one for value in values if isinstance(value, dict) and (one := _valid(value, answer))]
    if not answers and issubclass(answer, ItemList):
        lists = [value for value in values if isinstance(value, list)] or [[]] * (content.strip() == "[]")
        answers = [one for value in lists or _cut_off(content) if (one := _of_list(value, answer))]
    return answers[-1] if answers else answer.model_validate_json(content)


def _values(content: str) -> Iterator[Any]:
    """The objects and the lists of objects in the text; None for each beginning that is no JSON."""
    at = 0
    while beginning := _BEGINNING.search(content, at):
        try:
            value, at = _DECODER.raw_decode(content, beginning.start())
            yield value
        except (ValueError, RecursionError):
            at = beginning.start() + 1
            yield None


def _cut_off(content: str) -> Iterator[list[Any]]:
    """The lists of objects that do not end: each with its whole items, and then what was begun."""
    for opening in islice(_LIST.finditer(content), _MOST_BEGINNINGS):
        items, at = list[Any](), opening.end()
        while content[at : at + 1] == "{":
            try:
                item, at = _DECODER.raw_decode(content, at)
            except (ValueError, RecursionError):
                break
            items.append(item)
            if separator := _SEPARATOR.match(content, at):
                at = separator.end()
        if items:
            yield [*items, *filter(None, [content[at:].strip()])]


def _of_list(items: list[Any], answer: type[Answer]) -> Answer | None:
    return _valid(dict.fromkeys(answer.model_fields, items), answer)


def _valid(value: dict[str, Any], answer: type[Answer]) -> Answer | None:
    try:
        return answer.model_validate_json(json.dumps(value), context=_AS_IT_CAME)
    except ValidationError:
        return None

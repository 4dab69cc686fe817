"""Calls of a model's API as a proxy or their caller logs them: what was asked and what came back."""

import json
from collections.abc import Iterable
from typing import Any

_SIDES = ("request", "response")


def merged(call: dict[str, Any]) -> dict[str, Any]:
    """The call's request and response, or their bodies, as one object; itself where it has no such two."""
    if not all(isinstance(call.get(side), dict) for side in _SIDES):
        return call
    asked, came = (_body(call[side]) for side in _SIDES)
    return {**asked, **came}


def conversation(calls: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The messages of calls, one after the other, each with its answer: a call that sends on what was said before says
    that once."""
    messages: list[dict[str, Any]] = []
    for call in calls:
        sent = [message for message in call.get("messages") or [] if isinstance(message, dict)]
        before = len(messages) if _key(sent[: len(messages)]) == _key(messages) else 0
        messages += [*sent[before:], *_answers(call)]
    return messages


def _answers(call: dict[str, Any]) -> list[dict[str, Any]]:
    """What the model said: the first of OpenAI's choices, or Anthropic's message beside those that it answers."""
    choices = call.get("choices")
    if isinstance(choices, list):
        answer = next((choice.get("message") for choice in choices if isinstance(choice, dict)), None)
        return [answer] if isinstance(answer, dict) else []
    return (
        [{"role": call["role"], "content": call["content"]}] if {"messages", "role", "content"} <= call.keys() else []
    )


def _key(messages: Iterable[dict[str, Any]]) -> list[tuple[Any, str]]:
    """What one and the same message has in each call: an answer comes with more than it is sent on with."""
    return [(message.get("role"), json.dumps(message.get("content"), sort_keys=True)) for message in messages]


def _body(side: dict[str, Any]) -> dict[str, Any]:
    body = side.get("body")
    return body if isinstance(body, dict) else side

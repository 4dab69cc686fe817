"""The memory tools: one definition each, in the shapes of the models' makers, and what executes their calls."""

import json
from collections.abc import Callable
from typing import Any, Literal

from pydantic import Field, ValidationError

from knowledge.errors import KnowledgeError
from knowledge.memory import Category, SavedEntry
from knowledge.memory.models import MAX_CONTENT
from knowledge.schemas import Body, Text, complaint
from knowledge.usecases.user_memory.models import Content, SaveRequest, ToolCall, ToolResult


class SaveToMemory(Body):
    """Save important information to your memory for future sessions. Use this when the user gives you a standing
    instruction, states a preference, provides feedback on your behavior, or when you observe something important about
    their work patterns. Do NOT save email content (subject, body, or sender details), other people's messages or
    secrets: only rules, preferences, and behavioral instructions. At most twice in a conversation."""

    content: Content = Field(description="The information to remember. Write it as a clear, actionable statement.")
    category: Category = Field(description="The type of knowledge being saved.")
    replaces: str = Field(
        default="",
        max_length=MAX_CONTENT,
        description="If this changes something that is in your memory: that entry, word for word.",
    )


class RecallKnowledge(Body):
    """Search the knowledge base for information from uploaded documents (PDFs, CSVs, manuals) and from what was learned
    before. Use this when the user asks about domain-specific information that might be in their uploaded files."""

    query: Text = Field(max_length=10_000, description="The search query describing what information you need.")


TOOLS: dict[str, type[Body]] = {"save_to_memory": SaveToMemory, "recall_knowledge": RecallKnowledge}
OUTCOMES = {
    "saved": "Saved to memory.",
    "known": "Already in memory; nothing was saved again.",
    "superseded": "Saved to memory, in the place of what it changes.",
}


def definitions(format: Literal["openai", "anthropic"]) -> list[dict[str, Any]]:
    """The tools for the field `tools` of a request to a model."""
    return [_SHAPES[format](name, _description(model), _parameters(model)) for name, model in TOOLS.items()]


def execute(call: ToolCall, save: Callable[[SaveRequest], SavedEntry], recall: Callable[[str], str]) -> ToolResult:
    """What the call came to. What is refused is told to the model as the reason; a failure of ours is raised."""
    try:
        if call.name == "save_to_memory":
            return _saved(save(_save_request(call, SaveToMemory.model_validate(_arguments(call)))))
        if call.name == "recall_knowledge":
            return _recalled(recall(RecallKnowledge.model_validate(_arguments(call)).query))
        return ToolResult(success=False, message=f"There is no tool {call.name}; there are {', '.join(TOOLS)}.")
    except ValidationError as error:
        problems = "; ".join(
            f"{'.'.join(map(str, wrong['loc'])) or 'arguments'}: {complaint(wrong)}" for wrong in error.errors()
        )
        return ToolResult(success=False, message=f"{problems}. Correct the arguments and call the tool again.")
    except KnowledgeError as error:
        if error.status >= 500:
            raise
        return ToolResult(success=False, message=error.detail)


def _arguments(call: ToolCall) -> Any:
    """As some models have it, the arguments are JSON in a text."""
    if isinstance(call.arguments, dict):
        return call.arguments
    try:
        return json.loads(call.arguments or "{}")
    except (ValueError, RecursionError):
        return call.arguments  # which is no object, and is refused as such


def _save_request(call: ToolCall, given: SaveToMemory) -> SaveRequest:
    return SaveRequest(
        user=call.user,
        content=given.content,
        category=given.category,
        source="agent",  # a model calls tools, whoever holds the key
        conversation_id=call.conversation_id,
        supersedes=given.replaces or None,
    )


def _saved(saved: SavedEntry) -> ToolResult:
    return ToolResult(success=True, message=OUTCOMES[saved.outcome], entry=saved)


def _recalled(formatted: str) -> ToolResult:
    return ToolResult(success=True, message=formatted or "Nothing in the knowledge base answers this.")


def _description(model: type[Body]) -> str:
    return " ".join((model.__doc__ or "").split())


def _parameters(model: type[Body]) -> dict[str, Any]:
    """The schema of the arguments: what every model reads, without pydantic's titles and limits."""
    schema = model.model_json_schema()
    properties = {
        name: {key: field[key] for key in ("type", "description", "enum") if key in field}
        for name, field in schema["properties"].items()
    }
    return {"type": "object", "properties": properties, "required": schema["required"]}


def _openai(name: str, description: str, parameters: dict[str, Any]) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}


def _anthropic(name: str, description: str, parameters: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "description": description, "input_schema": parameters}


_SHAPES = {"openai": _openai, "anthropic": _anthropic}

"""The memory tools: their definitions, and what executes their calls."""

from typing import Any, NoReturn

from knowledge.errors import Invalid
from knowledge.usecases.user_memory.models import ToolCall
from knowledge.usecases.user_memory.tools import TOOLS, definitions, execute


def saving(_: object) -> NoReturn:
    raise Invalid("An e-mail is no rule.")


def call(name: str, arguments: Any) -> ToolCall:
    return ToolCall(user="ann", name=name, arguments=arguments)


def test_each_maker_gets_the_tools_in_its_own_shape() -> None:
    """The same names, descriptions and arguments."""
    functions = [definition["function"] for definition in definitions("openai")]
    assert [function["name"] for function in functions] == list(TOOLS)
    assert definitions("anthropic") == [
        {"name": tool["name"], "description": tool["description"], "input_schema": tool["parameters"]}
        for tool in functions
    ]


def test_arguments_may_be_json_in_a_text() -> None:
    """As some models send them."""
    for arguments in ({"query": "trams"}, '{"query": "trams"}'):
        assert execute(call("recall_knowledge", arguments), saving, str.upper).message == "TRAMS"


def test_a_refusal_is_told_to_the_model() -> None:
    """What it may do about it: a call without its arguments, of no tool, or of what may not be saved."""
    results = [
        execute(call("recall_knowledge", "no json"), saving, str),
        execute(call("save_to_memory", {"content": "x", "category": "rule"}), saving, str),
        execute(call("sing", {}), saving, str),
    ]
    assert not any(result.success for result in results)
    assert [result.message.split(".")[-2].strip() for result in results] == [
        "Correct the arguments and call the tool again",
        "An e-mail is no rule",
        "There is no tool sing; there are save_to_memory, recall_knowledge",
    ]

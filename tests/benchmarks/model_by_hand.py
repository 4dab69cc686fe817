"""A language model that a person or another agent plays: each question becomes a file, and so does its answer.

    python -m tests.benchmarks.events FOLDER --by-hand PROMPTS
    python -m tests.benchmarks.learned FOLDER LABELS --by-hand PROMPTS

The product asks an OpenAI-compatible endpoint on the loopback, as it asks any other, and waits for each answer as long
as it takes. Whoever plays

1. waits for the next `PROMPTS/NNN.prompt.md` without an answer beside it (`ls PROMPTS`; of a log up to eight come at
   once, of an event one after the other: the second shows what became of the first answer);
2. reads that file and nothing else: no input, no label, no code;
3. writes `PROMPTS/NNN.answer.json`, one JSON object that fits the schema at the file's end. An answer that does not is
   no answer: `NNN.refused.txt` says why until it is mended, as an endpoint that is held to a schema gives no other;
4. goes on until the benchmark ends.

What was answered once is not asked again: a prompt that stands in PROMPTS word for word has its answer there, so a run
that was ended mostly goes on where it was. Not always: learnings have new ids in each run, and which lines come last
among the nearest depends on the last digits of vectors.
"""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from knowledge import wiring
from knowledge.ports.llm import OpenAICompatible
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from tests.support.serving import serving

PATIENCE = 24 * 3600.0  # seconds for an answer
LOOK = 0.5  # seconds between two looks for it


class Desk:
    """A folder where questions are laid down and answers found."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._names = {path.read_text(): _name(path) for path in sorted(folder.glob("*.prompt.md"))}

    async def answer(self, asked: dict[str, Any]) -> str:
        """The answer to a request's messages, when it is there and fits the schema that the request names."""
        name, schema = self._laid_down(asked), _schema(asked)
        while (content := self._answer_in(name, schema)) is None:
            await asyncio.sleep(LOOK)
        return content

    def _laid_down(self, asked: dict[str, Any]) -> str:
        prompt = _prompt(asked)
        if prompt not in self._names:
            name = f"{max(map(int, self._names.values()), default=0) + 1:03}"
            (self._folder / f"{name}.prompt.md").write_text(prompt)
            self._names[prompt] = name
        return self._names[prompt]

    def _answer_in(self, name: str, schema: dict[str, Any]) -> str | None:
        """The answer as it stands in its file; None where there is none, or none that fits."""
        answer, refused = (self._folder / f"{name}.{ending}" for ending in ("answer.json", "refused.txt"))
        if not answer.is_file():
            return None
        content = answer.read_text()
        if problem := _problem(content, schema):
            refused.write_text(f"{problem}\n")
            return None
        refused.unlink(missing_ok=True)
        return content


@contextmanager
def model_by_hand(folder: Path | None) -> Iterator[None]:
    """While it is open, whoever answers in the folder is the product's model; without a folder the settings' one is."""
    if folder is None:
        yield
        return
    desk, settings_llm = Desk(folder), wiring.llm

    async def completions(request: Request) -> JSONResponse:
        message = {"role": "assistant", "content": await desk.answer(await request.json())}
        return JSONResponse({"choices": [{"message": message}]})

    with serving(Starlette(routes=[Route("/v1/chat/completions", completions, methods=["POST"])])) as url:
        model = OpenAICompatible(f"{url}/v1", "by-hand", timeout=PATIENCE)
        wiring.llm = lambda: model  # type: ignore[assignment]  # as the tests do
        yield
        wiring.llm = settings_llm


def _name(path: Path) -> str:
    return path.name.partition(".")[0]


def _schema(asked: dict[str, Any]) -> dict[str, Any]:
    schema: dict[str, Any] = asked["response_format"]["json_schema"]["schema"]
    return schema


def _prompt(asked: dict[str, Any]) -> str:
    messages = "".join(f"# {message['role']}\n\n{message['content']}\n\n" for message in asked["messages"])
    return f"{messages}# The answer's schema\n\n{json.dumps(_schema(asked))}\n"


def _problem(content: str, schema: dict[str, Any]) -> str:
    """Why it is no answer of that schema; empty where it is one."""
    try:
        errors = Draft202012Validator(schema).iter_errors(json.loads(content))
    except ValueError as error:
        return f"This is no JSON: {error}"
    return "\n".join(f"{error.json_path}: {error.message}" for error in errors)

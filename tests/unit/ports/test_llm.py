"""The OpenAI-compatible adapter, against a real HTTP server on loopback."""

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace
from typing import Any

import pytest
from knowledge.ports import deadline
from knowledge.ports.llm import ATTEMPTS, LLMFailed, Message, OpenAICompatible, Usage, estimated_tokens
from pydantic import BaseModel, ConfigDict

Reply = tuple[int, str]


MESSAGES: list[Message] = [{"role": "user", "content": "How many?"}]


class Count(BaseModel):
    model_config = ConfigDict(extra="forbid")
    number: int


class Server:
    """Answers with `replies`, the last of them again and again, and keeps what it was asked."""

    def __init__(self) -> None:
        self.replies: list[Reply] = []
        self.models: list[str] = []
        self.requests: list[tuple[str, dict[str, str], dict[str, Any]]] = []
        self.delay = threading.Event()
        self.dribbles = False
        self.http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.url = f"http://127.0.0.1:{self.http.server_port}/v1/"
        threading.Thread(target=self.http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    def _handler(self) -> Callable[..., BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.answer(200, json.dumps({"data": [{"id": model} for model in server.models]}))

            def answer(self, status: int, text: str) -> None:
                self.send_response(status)
                self.send_header("Content-Length", str(len(text.encode())))
                self.end_headers()
                while server.dribbles and not server.delay.wait(0.01):
                    self.wfile.write(b" ")
                self.wfile.write(text.encode())

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                server.requests.append((self.path, dict(self.headers), body))
                if not server.replies:
                    server.delay.wait(5)
                    return
                status, text = server.replies.pop(0) if len(server.replies) > 1 else server.replies[0]
                self.answer(status, text)

            def log_message(self, format: str, *args: Any) -> None: ...

        return Handler


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.delay.set()
    server.http.shutdown()
    server.http.server_close()


def completion(content: str) -> str:
    return json.dumps({"choices": [{"message": {"role": "assistant", "content": content}}]})


def ask(server: Server, timeout: float = 5.0) -> Count:
    return OpenAICompatible(server.url, "some-model", "the-key", timeout=timeout).complete(MESSAGES, Count)


def test_it_asks_for_structured_output_and_validates_it(server: Server) -> None:
    """The request names model, messages, key and schema; the answer comes back as the type asked for."""
    server.replies = [(200, completion('{"number": 3}'))]
    assert ask(server) == Count(number=3)
    [(path, headers, body)] = server.requests
    assert path == "/v1/chat/completions" and headers["Authorization"] == "Bearer the-key"
    assert body["model"] == "some-model" and body["messages"] == MESSAGES
    schema = body["response_format"]["json_schema"]
    assert schema["strict"] is True and schema["schema"]["additionalProperties"] is False


@pytest.mark.parametrize("fence", ["```json\n{}\n```", "```\n{}```\n", "\n```JSON\n{}\n\n``` "])
def test_json_in_a_fence_is_json(server: Server, fence: str) -> None:
    """Many compatible endpoints send it so; it counts as if it stood bare."""
    server.replies = [(200, completion(fence.replace("{}", '{"number": 5}')))]
    assert ask(server) == Count(number=5)


@pytest.mark.parametrize("status", [429, 500, 503])
def test_what_may_pass_is_repeated(server: Server, status: int) -> None:
    """After a 429 or a 5xx the same request is sent again."""
    server.replies = [(status, "busy"), (200, completion('{"number": 4}'))]
    assert ask(server) == Count(number=4)
    assert len(server.requests) == 2


def test_repeating_is_bounded(server: Server) -> None:
    """A server that stays busy is asked `ATTEMPTS` times, and the error says what it answered."""
    server.replies = [(429, "busy")]
    with pytest.raises(LLMFailed, match="429"):
        ask(server)
    assert len(server.requests) == ATTEMPTS


@pytest.mark.parametrize("count", [1.5, -1, 10**20, True, "7", None, [7]])
def test_a_count_that_is_none_is_estimated(server: Server, count: object) -> None:
    """Tokens are natural numbers, and no more than a model can read and write."""
    answer = json.loads(completion('{"number": 3}'))
    answer["usage"] = {"prompt_tokens": count, "completion_tokens": count}
    server.replies, usage = [(200, json.dumps(answer))], Usage()
    OpenAICompatible(server.url, "some-model").complete(MESSAGES, Count, usage)
    assert usage == Usage(estimated_tokens("How many?"), estimated_tokens('{"number": 3}'))


@pytest.mark.parametrize("status", [401, 403, 404])
def test_what_cannot_pass_is_not_repeated(server: Server, status: int) -> None:
    """A wrong key or request fails at once."""
    server.replies = [(status, "no")]
    with pytest.raises(LLMFailed, match=str(status)):
        ask(server)
    assert len(server.requests) == 1


def test_an_endpoint_without_schemas_is_asked_once_more(server: Server) -> None:
    """What refuses the response format answers without it; the prompt says the form as well."""
    server.replies = [(400, "unknown parameter: response_format"), (200, completion('{"number": 3}'))]
    assert ask(server) == Count(number=3)
    assert ["response_format" in body for _, _, body in server.requests] == [True, False]


def test_a_request_that_is_refused_anyway_fails(server: Server) -> None:
    """With the schema and without it: nothing is tried a third time."""
    server.replies = [(400, "no")]
    with pytest.raises(LLMFailed, match="400"):
        ask(server)
    assert len(server.requests) == 2


@pytest.mark.parametrize(
    ("listed", "chosen"),
    [
        (["nomic-embed-text", "llama3.2"], "llama3.2"),
        (["openai/gpt-4o", "openai/gpt-5-mini"], "openai/gpt-5-mini"),
    ],
)
def test_without_a_model_the_endpoints_own_is_taken(server: Server, listed: list[str], chosen: str) -> None:
    """The URL alone switches it on: the preferred one where it is listed, else the first that is not for embeddings."""
    server.models = listed
    server.replies = [(200, completion('{"number": 3}'))]
    assert OpenAICompatible(server.url).complete(MESSAGES, Count) == Count(number=3)
    assert server.requests[0][2]["model"] == chosen


def test_an_endpoint_without_models_fails(server: Server) -> None:
    """An Ollama that has pulled none yet."""
    server.replies = [(200, completion('{"number": 3}'))]
    with pytest.raises(LLMFailed):
        OpenAICompatible(server.url).complete(MESSAGES, Count)
    assert server.requests == []


def test_tokens_are_told(server: Server) -> None:
    """As the endpoint counts them; estimated where it does not; also of an answer that is of no use."""
    counted = {"prompt_tokens": 70, "completion_tokens": 8}
    server.replies = [
        (200, json.dumps(json.loads(completion('{"number": 3}')) | {"usage": counted})),
        (200, completion("three")),
    ]
    usage, wasted = Usage(), Usage()
    model = OpenAICompatible(server.url, "some-model")
    model.complete(MESSAGES, Count, usage)
    assert usage == Usage(70, 8) and usage.tokens == 78
    with pytest.raises(LLMFailed):
        model.complete(MESSAGES, Count, wasted)
    assert wasted == Usage(3, 2)


@pytest.mark.parametrize(
    "body",
    ["", "<html>", "[]", "{}", '{"choices": []}', '{"choices": [{"message": {"content": null}}]}', completion("three"),
     completion('{"number": "many"}'), completion('{"number": 1, "more": 2}')],
)  # fmt: skip
def test_garbage_is_an_error_of_its_own(server: Server, body: str) -> None:
    """Whatever is no completion, no JSON or not of the schema raises `LLMFailed`, once."""
    server.replies = [(200, body)]
    with pytest.raises(LLMFailed):
        ask(server)
    assert len(server.requests) == 1


def test_a_server_that_never_answers_times_out(server: Server) -> None:
    """The timeout ends the wait, and is not spent again."""
    with pytest.raises(LLMFailed, match=r"within 0\.05 seconds"):
        ask(server, timeout=0.05)
    assert len(server.requests) < 2


def test_a_request_that_its_host_will_end_leaves_time_for_the_rules(server: Server) -> None:
    """The model gets half of what Lambda still gives the request, however long its own timeout is."""
    host = SimpleNamespace(get_remaining_time_in_millis=lambda: 400)
    with deadline.of_invocation(host), pytest.raises(LLMFailed, match=r"within 0\.\d+ seconds") as failed:
        ask(server, timeout=100)
    assert float(failed.value.detail.split()[-2]) <= 0.2
    assert len(server.requests) < 2


def test_without_time_left_nothing_is_asked(server: Server) -> None:
    """A request that its host is about to end goes to the rules at once."""
    host = SimpleNamespace(get_remaining_time_in_millis=lambda: 0)
    with deadline.of_invocation(host), pytest.raises(LLMFailed, match="No time"):
        ask(server)
    assert server.requests == []


def test_an_endpoint_that_dribbles_is_given_up(server: Server) -> None:
    """A byte now and then keeps a client's own timeouts from ending it; the whole answer has to be there in time."""
    server.dribbles = True
    server.replies = [(200, completion('{"number": 3}') + " " * 100_000)]
    with pytest.raises(LLMFailed, match=r"within 0\.3 seconds"):
        ask(server, timeout=0.3)


def test_nobody_listening_is_an_error_too(server: Server) -> None:
    """A refused connection raises `LLMFailed`."""
    server.http.shutdown()
    server.http.server_close()
    with pytest.raises(LLMFailed, match="did not answer"):
        ask(server)

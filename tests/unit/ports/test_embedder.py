"""The embedder: one vector a text, whatever the text and whatever else is in the batch."""

import base64
import json
import math
from collections.abc import Callable
from functools import partial

import httpx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge.errors import Misconfigured, Unavailable
from knowledge.ports.embedder import DIMENSIONS, OnnxEmbedder, OpenAIEmbedder, first_available
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Route

from tests.conftest import MODEL, ROOT, more_in_soak
from tests.support.remembered_vectors import RememberedVectors
from tests.support.serving import serving

pytestmark = pytest.mark.xdist_group("embedder")  # the model is loaded once for them all

GOLDEN = json.loads((ROOT / "tests" / "fixtures" / "sentence_transformers_vectors.json").read_text())
TEXTS = [row["text"] for row in GOLDEN]
ODD = [
    "",
    " ",
    "\x00",
    "\x1b[31m\x07",
    "🚀👩‍👩‍👧‍👦",
    "数据库",
    "\ud800",
    "a\udfffb",
    "\u200b",
    "\u202e",
    "word " * 3000,
    "x" * 20_000,
]


@pytest.fixture(scope="module")
def embedder() -> OnnxEmbedder:
    """The model itself, which remembers no test before."""
    return OnnxEmbedder(MODEL)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> OnnxEmbedder:
    """The same model without a side for questions."""
    folder = tmp_path_factory.mktemp("plain")
    for name in ("model.onnx", "tokenizer.json", "model.json"):
        (folder / name).symlink_to(MODEL / name)
    return OnnxEmbedder(folder)


def cosine(one, other) -> float:
    return float(np.dot(one, other) / (np.linalg.norm(one) * np.linalg.norm(other)))


@pytest.fixture(scope="module")
def together(embedder: OnnxEmbedder) -> list[list[float]]:
    """The vectors of all texts, from one call."""
    return embedder.embed(TEXTS)


def test_it_agrees_with_sentence_transformers(together):
    """On the same weights, fp32 under sentence-transformers has a cosine of 0.999 and more with ours."""
    for golden, vector in zip(GOLDEN, together, strict=True):
        expected = np.frombuffer(base64.b64decode(golden["vector"]), dtype="<f4")
        assert cosine(vector, expected) >= (0.996 if golden["degenerate"] else 0.999), golden["text"][:60]


@more_in_soak("step", 4, 1)
def test_a_vector_does_not_depend_on_its_batch(embedder, together, step):
    """The same text alone and among others, shorter or longer, in any place, has the same vector."""
    for at in range(0, len(TEXTS) - 1, step):
        pair = embedder.embed(TEXTS[at : at + 2][::-1])[::-1]
        [alone] = embedder.embed([TEXTS[at]])
        for vector in (pair[0], together[at]):
            assert cosine(vector, alone) >= 0.99999
        assert cosine(pair[1], together[at + 1]) >= 0.99999


@pytest.mark.parametrize("text", ODD, ids=lambda text: ascii(text)[:20])
def test_any_text_has_a_vector_of_length_one(embedder, text):
    """Empty, blank, control characters, emoji, CJK, lone surrogates and over-long texts embed like any other."""
    [vector] = embedder.embed([text])
    assert len(vector) == DIMENSIONS and all(map(math.isfinite, vector))
    assert math.hypot(*vector) == pytest.approx(1, abs=1e-5)
    assert embedder.count_tokens([text])[0] >= 0


@given(st.lists(st.text(st.characters(), max_size=80), max_size=4))
def test_every_text_gets_its_own_vector(texts):
    """As many vectors as texts, in order, all of length one, for any characters at all."""
    vectors = model().embed(texts)
    assert len(vectors) == len(texts) == len(model().count_tokens(texts))
    assert all(math.hypot(*vector) == pytest.approx(1, abs=1e-5) for vector in vectors)


def model(cached=[]) -> OnnxEmbedder:  # noqa: B006 - once for all of hypothesis's examples, which take no fixture
    if not cached:
        cached.append(OnnxEmbedder(MODEL, threads=1))
    return cached[0]


def test_only_the_first_tokens_count(embedder):
    """What lies beyond max_tokens changes nothing, what lies before it does."""
    within = "word " * (embedder.max_tokens - 2)
    one, beyond, other = embedder.embed([within, within + "and something else entirely", "and " + within])
    assert cosine(one, beyond) >= 0.99999 > cosine(one, other)


def test_tokens_are_counted_beyond_the_limit(embedder):
    """count_tokens tells the length of the whole text, special tokens not counted."""
    assert embedder.count_tokens(["", "hello world", "word " * 1000]) == [0, 2, 1000]


def test_no_texts_have_no_vectors(embedder):
    """An empty list is answered by an empty list."""
    assert (embedder.embed([]), embedder.count_tokens([])) == ([], [])


def test_what_the_tests_remember_is_what_the_model_computes(tmp_path):
    """By the first who asks, and by the next run, which reads what that one wrote."""
    computed = vectors_by(model())
    for _ in range(2):
        assert vectors_by(RememberedVectors(MODEL, tmp_path)) == computed


def vectors_by(embedder: OnnxEmbedder) -> list[list[list[float]]]:
    """Of odd texts, of a question, and of passages by each side."""
    by_sides = [embedder.embed_by(side, TEXTS[:2]) for side in sorted(embedder.sides)]
    return [embedder.embed(ODD), [embedder.embed_question(TEXTS[0])], *by_sides]


def test_a_missing_model_folder_is_named(tmp_path):
    """Without a model folder the error says which one, and how to make it."""
    with pytest.raises(Misconfigured, match="make install") as failure:
        OnnxEmbedder(tmp_path / "nothing")
    assert str(tmp_path) in failure.value.detail


# OpenAI's API, over real HTTP on the loopback


@pytest.fixture
def endpoint():
    """A server whose `POST /embeddings` answers what the test says; gives the client, and the requests so far."""
    servers, clients = [], []

    def start(answer):
        requests = []

        async def embeddings(request: Request):
            requests.append(await request.json())
            return answer(requests)

        server = serving(Starlette(routes=[Route("/embeddings", embeddings, methods=["POST"])]))
        servers.append(server)
        clients.append(httpx.Client(base_url=server.__enter__(), timeout=5))
        return clients[-1], requests

    yield start
    for client in clients:
        client.close()
    for server in servers:
        server.__exit__(None, None, None)


def vectors_of(inputs, dimensions=DIMENSIONS, shuffled=False):
    """OpenAI's answer: text n gets a vector that points along axis n."""
    data = [
        {"object": "embedding", "index": n, "embedding": [3.0 if axis == n else 0.0 for axis in range(dimensions)]}
        for n in range(len(inputs))
    ]
    return JSONResponse({"object": "list", "data": data[::-1] if shuffled else data})


def axes(vectors) -> list[int]:
    return [vector.index(1.0) for vector in vectors]


def test_openai_vectors_are_sorted_by_index_and_of_length_one(endpoint):
    """The answer's order is that of `index`, in every batch, and each vector is brought to length one."""
    client, requests = endpoint(lambda requests: vectors_of(requests[-1]["input"], shuffled=True))
    vectors = OpenAIEmbedder(client, "a-model").embed([f"text {n}" for n in range(40)])
    assert axes(vectors) == [*range(32), *range(8)]
    assert [len(request["input"]) for request in requests] == [32, 8]
    assert (requests[0]["model"], requests[0]["dimensions"]) == ("a-model", DIMENSIONS)


def test_longer_vectors_are_cut_to_their_head(endpoint):
    """Of a longer vector the first 384 numbers count, at length one (Matryoshka)."""
    client, _ = endpoint(lambda requests: JSONResponse({"data": [{"index": 0, "embedding": [1.0] * 1536}]}))
    [vector] = OpenAIEmbedder(client, "m").embed(["a"])
    assert vector == pytest.approx([1 / math.sqrt(DIMENSIONS)] * DIMENSIONS)


@pytest.mark.parametrize(
    ("model", "tokens"),
    [
        ("google/gemini-embedding-001", 2048),
        ("nomic-embed-text", 2048),
        ("mxbai-embed-large", 512),
        ("mixedbread/mxbai-embed-large:latest", 512),
    ],
)
def test_a_chunk_is_no_longer_than_its_model_reads(endpoint, model, tokens):
    """The models that the `auto` choice may end at read different lengths, under whatever name they are served."""
    client, _ = endpoint(lambda requests: vectors_of(requests[-1]["input"]))
    assert OpenAIEmbedder(client, model).max_tokens == tokens


def test_too_few_dimensions_are_the_operators_to_mend(endpoint):
    """A model of fewer than 384 dimensions cannot be used, and the error says so."""
    client, _ = endpoint(lambda requests: vectors_of(requests[-1]["input"], dimensions=256))
    with pytest.raises(Misconfigured, match="256 dimensions"):
        OpenAIEmbedder(client, "m").embed(["a"])


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_passing_failure_is_repeated(endpoint, status):
    """Overload and faults of the endpoint are tried again."""
    busy = PlainTextResponse("no", status)
    client, requests = endpoint(lambda requests: busy if len(requests) == 1 else vectors_of(requests[-1]["input"]))
    assert axes(OpenAIEmbedder(client, "m").embed(["a"])) == [0]
    assert len(requests) == 2


def test_a_lasting_failure_is_unavailable_after_three_attempts(endpoint):
    """Three attempts, then an error that the caller may answer by repeating."""
    client, requests = endpoint(lambda requests: PlainTextResponse("no", 500))
    with pytest.raises(Unavailable):
        OpenAIEmbedder(client, "m").embed(["a"])
    assert len(requests) == 3


@pytest.mark.parametrize("status", [400, 401, 404])
def test_a_refusal_is_the_operators_to_mend(endpoint, status):
    """A wrong key, model or URL is not tried again, and the status is told."""
    client, requests = endpoint(lambda requests: PlainTextResponse("no", status))
    with pytest.raises(Misconfigured, match=str(status)):
        OpenAIEmbedder(client, "m").embed(["a"])
    assert len(requests) == 1


@pytest.mark.parametrize(
    "answer",
    ["<html>", "[]", "null", "{}", '{"data": null}', '{"data": [{}]}', '{"data": ["a"]}', '{"data": []}',
     '{"data": [{"index": 1, "embedding": [1]}]}', '{"data": [{"index": 0, "embedding": null}]}',
     json.dumps({"data": [{"index": 0, "embedding": [0.0] * 384}]}),
     json.dumps({"data": [{"index": 0, "embedding": ["a"] * 384}]})],
    ids=lambda answer: answer[:40],
)  # fmt: skip
def test_garbage_is_unavailable(endpoint, answer):
    """Whatever is not one vector a text is an error that names the endpoint, never a wrong vector."""
    client, _ = endpoint(lambda requests: PlainTextResponse(answer))
    with pytest.raises((Unavailable, Misconfigured), match="embedding"):
        OpenAIEmbedder(client, "m").embed(["a"])


def test_silence_is_unavailable(silent_url):
    """An endpoint that does not answer in time is unavailable."""
    with httpx.Client(base_url=silent_url, timeout=0.1) as client, pytest.raises(Unavailable):
        OpenAIEmbedder(client, "m").embed(["a"])


def test_a_refused_connection_is_unavailable():
    """An endpoint that is not there is unavailable."""
    with httpx.Client(base_url="http://127.0.0.1:9", timeout=1) as client, pytest.raises(Unavailable):
        OpenAIEmbedder(client, "m").embed(["a"])


def test_blank_texts_and_lone_surrogates_are_sent_as_the_api_takes_them(endpoint):
    """OpenAI refuses an empty input, and JSON in UTF-8 cannot hold a lone surrogate."""
    client, requests = endpoint(lambda requests: vectors_of(requests[-1]["input"]))
    OpenAIEmbedder(client, "m").embed(["", "\ud800"])
    assert requests[0]["input"] == [" ", "?"]


def test_the_first_model_that_answers_is_taken(endpoint):
    """Where the first model is not installed, the second one serves."""

    def answer(requests):
        absent = requests[-1]["model"] == "absent"
        return PlainTextResponse("no such model", 404) if absent else vectors_of(requests[-1]["input"])

    client, _ = endpoint(answer)
    assert first_available([partial(OpenAIEmbedder, client, name) for name in ("absent", "present")]).model == "present"


def test_openai_tokens_are_an_upper_estimate(embedder):
    """The estimate of the tokens that are out of reach is not below those of our own tokenizer, on plain text."""
    texts = [text for text in TEXTS if text.isascii() and " " in text.strip() and len(text) < 200]
    with httpx.Client() as client:
        estimates = OpenAIEmbedder(client, "m").count_tokens(texts)
    counted = embedder.count_tokens(texts)
    assert sum(estimates) >= sum(counted) and all(type(estimate) is int for estimate in estimates)


def test_a_text_is_embedded_once_a_call(embedder: OnnxEmbedder, monkeypatch: pytest.MonkeyPatch) -> None:
    """A text that is given twice takes one place of a pass, and gets its vector in both places."""
    passes: list[int] = []
    forward = embedder._forward
    monkeypatch.setattr(embedder, "_forward", lambda tokens, *of: (passes.append(len(tokens)), forward(tokens, *of))[1])
    first, other, again = embedder.embed(["one", "two", "one"])
    assert passes == [2] and first == again != other


# Tasks, and of two notes the one that is needed; the other has the words.
TASKS = [
    (
        "Get the packages in so that it starts.",
        "Never use pip in this repository; uv sync is what works.",
        "It starts packages of tests.",
    ),
    (
        "Let the customer know what the parcel costs.",
        "Shipping is 4.90 EUR, free from 60 EUR on.",
        "Parcels of customers are blue.",
    ),
    ("Push the hotfix out tonight.", "After 18:00 Mara approves each release.", "Hotfix branches begin with fix/."),
]


def test_a_question_is_nearer_to_what_answers_it(embedder: OnnxEmbedder) -> None:
    """The question's side moves tasks from the notes that have their words towards those that they need."""

    def lead(task: list[float], needed: str, other: str) -> float:
        good, bad = embedder.embed([needed, other])
        return cosine(task, good) - cosine(task, bad)

    as_texts = sum(lead(embedder.embed([task])[0], needed, other) for task, needed, other in TASKS)
    as_questions = sum(lead(embedder.embed_question(task), needed, other) for task, needed, other in TASKS)
    assert as_questions > as_texts


def test_texts_that_are_kept_are_embedded_as_without_factors(embedder: OnnxEmbedder, plain: OnnxEmbedder) -> None:
    """Whether a model has a side for questions changes no stored vector."""
    assert embedder.embed(TEXTS[:6]) == plain.embed(TEXTS[:6])


def test_a_model_without_factors_embeds_a_question_as_any_text(plain: OnnxEmbedder) -> None:
    """Models that are exported have none."""
    assert plain.embed_question("Which port?") == plain.embed(["Which port?"])[0]


# What is said, what describes its subject, and what has its words.
SUBJECTS = [
    ("Jo wants forty more for the same and I said no.", "prices and costs", "a number of the same things"),
    ("Rosa stands in for him until he is back from the hospital.", "staff and leave", "a hospital"),
    ("The new one draws half as much and is quieter than the kettle.", "machines", "tea and drawings"),
]


def test_a_text_is_nearer_to_what_describes_its_subject(embedder: OnnxEmbedder) -> None:
    """The side for subjects moves texts from what has their words towards what they are about."""

    def lead(embed: Callable[[list[str]], list[list[float]]], *texts: str) -> float:
        statement, subject, other = embed(list(texts))
        return cosine(statement, subject) - cosine(statement, other)

    as_texts = sum(lead(embedder.embed, *texts) for texts in SUBJECTS)
    as_subjects = sum(lead(partial(embedder.embed_by, "subject"), *texts) for texts in SUBJECTS)
    assert as_subjects > as_texts


def test_models_without_a_side_for_subjects_embed_them_as_any_text(plain: OnnxEmbedder) -> None:
    """What is exported has none."""
    assert plain.embed_by("subject", TEXTS[:2]) == plain.embed(TEXTS[:2])


@pytest.mark.parametrize("text", ODD)
def test_any_question_has_a_vector_of_length_one(embedder: OnnxEmbedder, text: str) -> None:
    """Whatever it is."""
    assert math.isclose(np.linalg.norm(embedder.embed_question(text)), 1, abs_tol=1e-5)


def test_no_thread_spins(embedder: OnnxEmbedder) -> None:
    """The threads of the session wait for work asleep: to spin costs more processor time than a question does."""
    options = embedder._session.get_session_options()
    assert options.get_session_config_entry("session.intra_op.allow_spinning") == "0"


@pytest.mark.parametrize(
    ("texts", "passes"),
    [
        ([f"{n} " + "word " * (30 if n % 2 else 1) for n in range(64)], [(32, 4), (32, 33)]),
        (["word " * 200, "one", "two words", "word " * 90, "word " * 12], [(3, 14), (1, 92), (1, 202)]),
        ([], []),
    ],
)
def test_texts_of_like_length_share_a_pass(
    embedder: OnnxEmbedder, monkeypatch: pytest.MonkeyPatch, texts: list[str], passes: list[tuple[int, int]]
) -> None:
    """Short and long texts that are given by turns are hardly filled up, since no pass has both."""
    masks: list[np.ndarray] = []
    run = embedder._session.run
    monkeypatch.setattr(
        embedder._session,
        "run",
        lambda names, inputs, *rest: (masks.append(inputs["attention_mask"]), run(names, inputs, *rest))[1],
    )
    embedder.embed(texts)
    assert [mask.shape for mask in masks] == passes

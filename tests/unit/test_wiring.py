"""Which adapter the settings choose."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from types import SimpleNamespace

import httpx
import pytest
from knowledge import settings as settings_module
from knowledge import wiring
from knowledge.errors import Misconfigured, Unavailable
from knowledge.llm_extraction import Limits, Reader
from knowledge.ports.cache import RedisCache
from knowledge.ports.embedder import OnnxEmbedder, OpenAIEmbedder
from knowledge.wiring import embedders
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Route

from tests.conftest import MODEL
from tests.support.serving import serving


@pytest.fixture
def configured(monkeypatch):
    """Sets variables, and forgets every adapter built before and after."""
    opened = []
    real = httpx.Client
    monkeypatch.setattr(httpx, "Client", lambda **options: opened.append(real(**options)) or opened[-1])

    def forget():
        for cached in (
            settings_module.settings,
            wiring.database,
            wiring.objects,
            wiring.embedder,
            wiring.llm,
            wiring.reranker,
            wiring.cache,
        ):
            cached.cache_clear()

    def under(**variables):
        forget()
        for name, value in variables.items():
            monkeypatch.setenv(f"KNOWLEDGE_{name.upper()}", str(value))

    yield under
    forget()
    for client in opened:
        client.close()


@pytest.fixture
def ollama():
    """An Ollama that has the models given; gives its URL."""
    servers = []

    def start(*installed):
        async def embeddings(request: Request):
            if (await request.json())["model"] not in installed:
                return PlainTextResponse("model not found", 404)
            return JSONResponse({"data": [{"index": 0, "embedding": [1.0] * 768}]})

        servers.append(serving(Starlette(routes=[Route("/v1/embeddings", embeddings, methods=["POST"])])))
        return servers[-1].__enter__()

    yield start
    for server in servers:
        server.__exit__(None, None, None)


def test_auto_stays_in_this_process_without_a_key_or_a_url(configured):
    """With nothing configured nothing leaves the machine."""
    configured(model_dir=MODEL)
    assert isinstance(wiring.embedder(), OnnxEmbedder)


def test_auto_takes_openrouter_before_all_else(configured):
    """A key of OpenRouter wins over Ollama's URL."""
    configured(model_dir=MODEL, openrouter_api_key="k", ollama_url="http://127.0.0.1:9")
    built = wiring.embedder()
    assert isinstance(built, OpenAIEmbedder) and built.model == "google/gemini-embedding-001"
    assert str(built._client.base_url).startswith("https://openrouter.ai/")
    assert built._client.headers["authorization"] == "Bearer k"


@pytest.mark.parametrize(
    ("installed", "chosen"),
    [
        (["nomic-embed-text", "mxbai-embed-large"], "nomic-embed-text"),
        (["mxbai-embed-large"], "mxbai-embed-large"),
    ],
)
def test_auto_takes_the_model_that_ollama_has(configured, ollama, installed, chosen):
    """Ollama's first model, or the second where only that is installed."""
    configured(model_dir=MODEL, ollama_url=ollama(*installed))
    built = wiring.embedder()
    assert built.model == chosen and len(built.embed(["a"])[0]) == 384


def test_a_model_by_setting_is_not_replaced(configured, ollama):
    """A model that the operator named is the one, also where it does not answer."""
    configured(ollama_url=ollama("nomic-embed-text"), embedding_model="mine")
    built = wiring.embedder()
    assert built.model == "mine"
    with pytest.raises(Misconfigured, match="404"):
        built.embed(["a"])


def test_an_ollama_that_is_away_is_not_replaced_by_another_kind(configured):
    """Vectors of two models are never compared: a service that is away is an error, not another model."""
    configured(model_dir=MODEL, ollama_url="http://127.0.0.1:9")
    with pytest.raises(Unavailable):
        wiring.embedder().embed(["a"])


def test_the_threshold_by_setting_wins(configured):
    """KNOWLEDGE_NEAR_DUPLICATE replaces the model's own threshold."""
    configured(model_dir=MODEL, near_duplicate=0.8)
    assert wiring.embedder().near_duplicate == 0.8


@pytest.mark.parametrize(
    ("variables", "build", "missing"),
    [
        ({}, "database", "DATABASE_URL"),
        ({"database": "supabase"}, "database", "SUPABASE_URL"),
        ({"embedder": "openrouter"}, "embedder", "OPENROUTER_API_KEY"),
        ({"embedder": "ollama"}, "embedder", "OLLAMA_URL"),
        ({"embedder": "openai"}, "embedder", "EMBEDDING_API_KEY"),
    ],
)
def test_what_an_adapter_lacks_is_named(configured, variables, build, missing):
    """The adapter that is chosen names the variable that it needs."""
    configured(**variables)
    with pytest.raises(Misconfigured, match=f"KNOWLEDGE_{missing}"):
        getattr(wiring, build)()


def test_without_an_endpoint_there_is_no_language_model(configured):
    """Nothing needs one."""
    configured()
    assert wiring.llm() is None


def test_an_adapter_is_built_once(configured):
    """Every request of a process shares it."""
    configured(model_dir=MODEL)
    assert wiring.embedder() is wiring.embedder()


def test_objects_are_in_the_bucket_of_the_settings(configured, monkeypatch):
    """Built once, at the endpoint that is set, and bounded: a storage that hangs does not hang a function."""
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-central-1")
    configured(bucket="mine", s3_endpoint="http://127.0.0.1:9")
    built = wiring.objects()
    limits = built._client.meta.config
    assert built is wiring.objects()
    assert (built._bucket, built._client.meta.endpoint_url) == ("mine", "http://127.0.0.1:9")
    assert (limits.connect_timeout, limits.read_timeout, limits.retries["total_max_attempts"]) == (3, 10, 3)


def test_many_first_requests_build_one_adapter(configured, monkeypatch):
    """Where many requests come at once to a fresh process, the model is loaded once, and all get the same."""
    built = []

    def slow(folder):
        built.append(folder)
        everybody_asked.wait(30)
        return SimpleNamespace(near_duplicate=0.9)

    everybody_asked = Barrier(2)
    configured(embedder="onnx")
    monkeypatch.setattr(embedders, "OnnxEmbedder", slow)
    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(wiring.embedder) for _ in range(8)]
        everybody_asked.wait(30)
        adapters = {id(request.result(30)) for request in asked}
    assert len(adapters) == len(built) == 1


def test_a_cache_is_used_where_one_is_named(configured):
    """Unset, Postgres answers alone; the URL may be a secret's name like any other, and a wrong one is named."""
    configured()
    assert wiring.cache() is None
    configured(cache_url="redis://localhost:1/0", cache_seconds=5)
    assert isinstance(wiring.cache(), RedisCache)
    configured(cache_url="localhost")
    with pytest.raises(Misconfigured, match="URL"):
        wiring.cache()


def test_one_setting_switches_the_reading_of_logs_on(configured):
    """The endpoint's URL; without it nothing asks a model. Budgets and prices are settings of their own."""
    assert wiring.reader() is None
    configured(llm_url="http://127.0.0.1:9/v1")
    assert wiring.reader() == Reader(wiring.llm(), Limits())
    configured(llm_url="http://127.0.0.1:9/v1", llm_day_tokens=5, llm_output_price=2)
    assert wiring.reader().limits == Limits(day_tokens=5, output_price=2)


def test_questions_ask_the_model_where_a_setting_has_them_do_so(configured):
    """A reader's key may ask, too, so an endpoint alone is not enough."""
    configured(llm_url="http://127.0.0.1:9/v1")
    assert wiring.reranker() is None
    configured(llm_url="http://127.0.0.1:9/v1", llm_rerank_seconds=3)
    assert wiring.reranker() is not None

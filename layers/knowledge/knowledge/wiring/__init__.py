"""Builds the adapters that the settings name, each once, at the first request that needs it; tests replace them."""

from collections.abc import Callable, Mapping
from functools import cache as once
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any, Generic, TypeVar
from uuid import UUID

from knowledge.auth import Caller, within
from knowledge.errors import Misconfigured
from knowledge.llm_extraction import Limits, Reader
from knowledge.ports.cache import Cache, RedisCache
from knowledge.ports.callers_model import CallersModel
from knowledge.ports.database import Database, PostgresDatabase, SupabaseDatabase
from knowledge.ports.embedder import Embedder, MeteredEmbedder
from knowledge.ports.llm import LLM, OpenAICompatible
from knowledge.ports.object_store import S3Objects
from knowledge.ports.queue import Queue, SQSQueue
from knowledge.ports.secret_store import resolve
from knowledge.settings import PREFIX, SearchMode, settings
from knowledge.usecases.reindex.retention import Retention
from knowledge.wiring.embedders import build

if TYPE_CHECKING:
    from knowledge.learnings import Learner

S3_CONNECT_TIMEOUT = 3  # seconds
S3_READ_TIMEOUT = 10  # seconds, between two parts of an answer
S3_ATTEMPTS = 3

T = TypeVar("T")


class _Once(Generic[T]):
    """Builds what it gives at the first call; of many first calls at once, one builds and the others wait."""

    def __init__(self, build: Callable[[], T]) -> None:
        self.__doc__ = build.__doc__
        self._built, self._building = once(build), Lock()

    def __call__(self) -> T:
        with self._building:
            return self._built()

    def cache_clear(self) -> None:
        """Forgets it."""
        self._built.cache_clear()


@_Once
def database() -> Database:
    """The database that the settings name."""
    chosen = settings()
    if chosen.database == "supabase":
        return SupabaseDatabase(chosen.require("supabase_url"), resolve(chosen.require("supabase_key")))
    return PostgresDatabase(resolve(chosen.require("database_url")), chosen.database_connections)


@_Once
def objects() -> S3Objects:
    """The bucket that the settings name. A call takes seconds at worst: three attempts, each with its own limit."""
    import boto3
    from botocore.config import Config

    chosen = settings()
    limits = Config(
        connect_timeout=S3_CONNECT_TIMEOUT,
        read_timeout=S3_READ_TIMEOUT,
        retries={"total_max_attempts": S3_ATTEMPTS, "mode": "standard"},
        max_pool_connections=50,
        signature_version="s3v4",  # the older one, which boto3 prefers for forms, is refused by buckets since 2020
    )
    return S3Objects(boto3.client("s3", endpoint_url=chosen.s3_endpoint, config=limits), chosen.bucket)


@_Once
def embedder() -> Embedder:
    """The embedder that the settings name; `auto` takes OpenRouter if it has a key, then Ollama, then this process.

    With neither a key nor a URL nothing leaves the machine.
    """
    return build(settings())


@_Once
def previous_embedder() -> Embedder | None:
    """The embedder before a change of the model, or None where the settings name none."""
    chosen = settings()
    if chosen.previous_embedder is None:
        return None
    before = {
        "embedder": chosen.previous_embedder,
        "model_dir": chosen.previous_model_dir,
        "embedding_model": chosen.previous_embedding_model,
    }
    return build(chosen.model_copy(update=before))


def embedder_for(model: str | None) -> Embedder:
    """The embedder of the model that a tenant's vectors are of; None stands for a tenant that has none yet.

    Raises `Misconfigured` where neither the present nor the previous embedder is of that model.
    """
    present = embedder()
    if model in (None, present.model):
        return present
    previous = previous_embedder()
    if previous and previous.model == model:
        return previous
    raise Misconfigured(
        f"The stored vectors are of {model}, and those of {present.model} are not complete yet; run `reindex`, or set"
        f" {PREFIX}PREVIOUS_EMBEDDER (and {PREFIX}PREVIOUS_MODEL_DIR or {PREFIX}PREVIOUS_EMBEDDING_MODEL) to the former"
        " model."
    )


def next_embedder(model: str | None) -> Embedder | None:
    """The present embedder where a tenant's vectors are still of another model, else None."""
    present = embedder()
    return None if model in (None, present.model) else present


def indexing_embedders(model: str | None) -> list[Embedder]:
    """Those that files of the tenant are indexed by: the present one, and before it is complete also the previous."""
    present, previous = embedder(), previous_embedder()
    return [present, previous] if previous and model == previous.model != present.model else [present]


def search_mode() -> SearchMode:
    """Whether search goes by vectors and words, or by one of them alone."""
    return settings().search


@_Once
def queue() -> Queue | None:
    """The queue of background jobs, or None where the settings name none: then the work is done at once."""
    import boto3

    chosen = settings()
    if chosen.queue_url is None:
        return None
    return SQSQueue(boto3.client("sqs", endpoint_url=chosen.s3_endpoint), chosen.queue_url)


@_Once
def llm() -> LLM | None:
    """The language model, or None where no endpoint is set: nothing needs one."""
    return _language_model(settings().llm_timeout)


@_Once
def reranker() -> LLM | None:
    """The language model that chooses for questions, or None where the settings have none do so."""
    seconds = settings().llm_rerank_seconds
    return _language_model(seconds) if seconds else None


def _language_model(timeout: float) -> LLM | None:
    chosen = settings()
    if chosen.llm_url is None:
        return None
    key = resolve(chosen.require("llm_api_key")) if chosen.llm_api_key else None
    return OpenAICompatible(chosen.llm_url, chosen.llm_model, key, timeout=timeout)


def reader(answers: Mapping[str, Any] | None = None) -> Reader | None:
    """What reads logs with the language model, within the settings' limits, or None where there is none.

    With `answers` it is the caller's own model, which has answered these.
    """
    chosen, model = settings(), llm()
    if answers is not None:
        return Reader(CallersModel(answers), Limits.of_caller(chosen.llm_window_tokens))
    if model is None:
        return None
    limits = Limits(
        window_tokens=chosen.llm_window_tokens,
        run_tokens=chosen.llm_run_tokens,
        day_tokens=chosen.llm_day_tokens,
        input_price=chosen.llm_input_price,
        output_price=chosen.llm_output_price,
    )
    return Reader(model, limits)


def learner(caller: Caller, reader: Reader | None = None) -> "Learner":
    """What learns for the caller's tenant, in the name of the caller's key."""
    from knowledge.learnings import Learner

    tell, coming = partial(note_tokens, caller.tenant_id, caller.key), next_embedder(caller.model)
    return Learner(
        caller.tenant_id,
        caller.tier,
        database(),
        MeteredEmbedder(embedder_for(caller.model), tell),
        MeteredEmbedder(coming, tell) if coming else None,
        reader,
        caller.key,
        settings().reinforcements_a_day,
    )


def retention() -> Retention:
    """How long the settings keep what is kept for a time only."""
    chosen = settings()
    return Retention(
        served_days=chosen.retention_served_days or None,
        runs_days=chosen.retention_runs_days or None,
        events_days=chosen.retention_events_days or None,
        versions_days=chosen.retention_versions_days or None,
        forgotten_days=chosen.retention_forgotten_days or None,
        evidence_days=chosen.retention_evidence_days or None,
        deleted_days=chosen.retention_deleted_days or None,
        memory_days=chosen.retention_memory_days or None,
        audit_days=chosen.retention_audit_days or None,
    )


def spend(caller: Caller, *, tokens: int = 0, bytes_: int = 0) -> None:
    """Counts tokens to embed, or bytes that come by another way than the request's body. Raises `Throttled`."""
    if settings().rate_limits:
        [row] = database().call("spend", tenant_id=caller.tenant_id, key=caller.key, bytes=bytes_, tokens=tokens)
        within(row["exceeded"], row["retry_after"])


def note_tokens(tenant_id: UUID, key: str, tokens: int) -> None:
    """Counts tokens that were embedded against the key and its tenant; what comes after may be refused for it."""
    if settings().rate_limits:
        database().call("spend", tenant_id=tenant_id, key=key, tokens=tokens)


@_Once
def cache() -> Cache | None:
    """The cache of users' memories, or None where the settings name none: then Postgres answers alone."""
    chosen = settings()
    if chosen.cache_url is None:
        return None
    return RedisCache(resolve(chosen.require("cache_url")), timeout=chosen.cache_timeout, seconds=chosen.cache_seconds)

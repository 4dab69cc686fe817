"""Every setting, from environment variables `KNOWLEDGE_…`, read once at the first request."""

from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from knowledge.errors import Misconfigured

PREFIX = "KNOWLEDGE_"


SearchMode = Literal["hybrid", "dense", "keyword"]
EmbedderName = Literal["auto", "onnx", "openrouter", "ollama", "openai", "sentence-transformers"]


class Settings(BaseSettings):
    """What the operator decides. A secret may be given as it is, or as `secretsmanager:<arn>` or `ssm:<name>`."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="ignore", env_ignore_empty=True)

    database: Literal["postgres", "supabase"] = "postgres"
    database_url: SecretStr | None = Field(default=None, description="postgres: a login in the role service_role")
    database_connections: int = Field(default=4, ge=1, le=100, description="at once, in one process")
    supabase_url: str | None = None
    supabase_key: SecretStr | None = Field(default=None, description="supabase: the service-role or secret key")

    bucket: str = "knowledge"
    s3_endpoint: str | None = Field(default=None, description="empty on AWS; the local stack's elsewhere")

    embedder: EmbedderName = "auto"
    model_dir: Path = Field(default=Path("/opt/model"), description="onnx: the folder that layers/model makes")
    openrouter_api_key: SecretStr | None = None
    ollama_url: str | None = Field(default=None, description="for example http://localhost:11434")
    embedding_url: str | None = Field(default=None, description="openai: any endpoint of that kind")
    embedding_api_key: SecretStr | None = None
    embedding_model: str | None = Field(default=None, description="instead of the embedder's default model")
    previous_embedder: EmbedderName | None = Field(
        default=None, description="the embedder before a change of model; needed until reindex has switched"
    )
    previous_model_dir: Path = Field(default=Path("/opt/previous-model"), description="onnx: the model before")
    previous_embedding_model: str | None = Field(default=None, description="as embedding_model, before the change")
    queue_url: str | None = Field(default=None, description="SQS: where large reindexing fans out; empty: it does not")

    near_duplicate: float | None = Field(default=None, gt=0, le=1, description="instead of the model's threshold")
    search: SearchMode = Field(default="hybrid", description="by vectors and words, or one of them alone")
    search_floor: float | None = Field(default=None, ge=0, le=2, description="instead of the model's floor")

    llm_url: str | None = Field(default=None, description="an OpenAI-compatible endpoint; empty: no LLM is used")
    llm_api_key: SecretStr | None = None
    llm_model: str | None = Field(
        default=None, description="empty: gpt-5-mini where the endpoint has it, else its first"
    )
    llm_timeout: float = Field(
        default=45, gt=0, le=600, description="seconds; never more than half of what Lambda still gives a request"
    )
    llm_rerank_seconds: float = Field(
        default=0, ge=0, le=600, description="that a question may wait for the model to choose; 0: none asks it"
    )
    llm_window_tokens: int = Field(default=24_000, ge=4000, le=1_000_000, description="of a log, read at once")
    llm_run_tokens: int = Field(default=200_000, ge=0, description="read and written for one log")
    llm_day_tokens: int = Field(default=2_000_000, ge=0, description="for a tenant's logs in a day (UTC)")
    llm_input_price: float = Field(
        default=0, ge=0, description="of a million tokens that are read; for the answer alone"
    )
    llm_output_price: float = Field(default=0, ge=0, description="of a million tokens that are written, likewise")

    retention_served_days: int = Field(default=90, ge=0, description="what was handed to which run; 0: for ever")
    retention_runs_days: int = Field(
        default=365,
        ge=0,
        description="answers to runs, and who taught a learning after its first hundred runs: "
        "a repeat is known so long; 0: for ever",
    )
    retention_events_days: int = Field(default=365, ge=0, description="answers to events, likewise; 0: for ever")
    retention_versions_days: int = Field(
        default=365, ge=0, description="versions of files beyond the last ten; 0: for ever"
    )
    evidence_passages: int = Field(default=120, ge=0, le=1000, description="of what was said in a run; 0: none is kept")
    retention_evidence_days: int = Field(default=365, ge=0, description="what was said in runs; 0: for ever")

    retention_forgotten_days: int = Field(default=30, ge=0, description="learnings that were forgotten; 0: for ever")
    retention_deleted_days: int = Field(
        default=30, ge=0, description="files and uploads that were deleted, with every version; 0: for ever"
    )
    retention_memory_days: int = Field(default=30, ge=0, description="versions of users' memories; 0: for ever")
    retention_audit_days: int = Field(default=0, ge=0, description="who did what to a learning; 0: for ever")

    reinforcements_a_day: int = Field(
        default=10, ge=1, le=10_000, description="that one key may add to a learning's frequency, by whatever runs"
    )
    pattern_minutes: int = Field(
        default=60, ge=0, le=43_200, description="of which a single run counts towards a pattern; 0: every run counts"
    )

    cache_url: SecretStr | None = Field(default=None, description="redis:// or rediss://; empty: Postgres alone")
    cache_prefix: str = Field(default="knowledge-loop", description="what the cache's keys begin with")
    cache_timeout: float = Field(default=0.25, gt=0, le=5, description="seconds for connecting, and for an answer")
    cache_seconds: int = Field(default=86_400, ge=1, description="how long a copy is kept at most")

    memory_entries: int = Field(default=30, ge=1, le=500, description="of a user; what is more is condensed")
    memory_characters: int = Field(default=3000, ge=100, le=100_000, description="of all entries; as memory_entries")
    memory_saves: int = Field(default=2, ge=1, le=100, description="that one conversation may make")

    rate_limits: bool = Field(
        default=True, description="of each plan a minute, sql/functions/limits; off: a gateway before this counts"
    )

    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"

    def require(self, name: str) -> str:
        """The setting's value; raises `Misconfigured` with the variable's name where it is not set."""
        value = getattr(self, name)
        if value is None:
            raise Misconfigured(f"{PREFIX}{name.upper()} is not set; the operator sets it and repeats the request.")
        return value.get_secret_value() if isinstance(value, SecretStr) else str(value)


@cache
def settings() -> Settings:
    """The settings of this process. Raises `Misconfigured` with the name of the first variable that is wrong."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = f"{PREFIX}{'_'.join(str(part) for part in first['loc'])}".upper()
        raise Misconfigured(f"{name}: {first['msg']}; the operator corrects it.") from None

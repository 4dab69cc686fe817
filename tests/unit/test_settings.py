"""Settings: read from KNOWLEDGE_… variables, and wrong ones named."""

import pytest
from knowledge import settings as module
from knowledge.errors import Misconfigured
from knowledge.settings import PREFIX, Settings
from pydantic import SecretStr, ValidationError


@pytest.fixture
def read(monkeypatch):
    """The settings under the variables given."""

    def under(**variables):
        for name, value in variables.items():
            monkeypatch.setenv(PREFIX + name.upper(), value)
        module.settings.cache_clear()
        return module.settings()

    yield under
    module.settings.cache_clear()


def test_variables_become_settings(read):
    """A variable of the prefix sets the field of its name; the rest keep their defaults."""
    chosen = read(bucket="mine", database_connections="7", near_duplicate="0.9")
    assert (chosen.bucket, chosen.database_connections, chosen.near_duplicate) == ("mine", 7, 0.9)
    assert (chosen.database, chosen.embedder, chosen.llm_url) == ("postgres", "auto", None)


def test_they_are_read_once_and_cannot_be_changed(read, monkeypatch):
    """A later change of the environment changes nothing, nor can the settings be assigned to."""
    chosen = read(bucket="first")
    monkeypatch.setenv("KNOWLEDGE_BUCKET", "second")
    assert module.settings().bucket == "first"
    with pytest.raises(ValidationError):
        chosen.bucket = "third"


def test_an_empty_variable_is_not_set(read):
    """Templates leave optional variables empty: they count as absent."""
    assert read(ollama_url="", near_duplicate="").ollama_url is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("database", "mysql"),
        ("database_connections", "0"),
        ("database_connections", "many"),
        ("embedder", "word2vec"),
        ("near_duplicate", "92"),
        ("near_duplicate", "0"),
        ("llm_timeout", "-1"),
        ("log_level", "loud"),
    ],
)
def test_a_wrong_value_is_named(read, name, value):
    """The error names the variable, so that the operator knows what to correct."""
    with pytest.raises(Misconfigured, match=f"KNOWLEDGE_{name.upper()}: .+corrects"):
        read(**{name: value})


@pytest.mark.parametrize("name", ["database_url", "supabase_url", "supabase_key", "ollama_url", "llm_api_key"])
def test_a_missing_value_is_named_where_it_is_needed(read, name):
    """What only one adapter needs is asked for by it, by the variable's name."""
    with pytest.raises(Misconfigured, match=f"KNOWLEDGE_{name.upper()} is not set"):
        read().require(name)


def test_what_is_set_is_given_as_text(read):
    """`require` gives the value itself, of a secret too."""
    chosen = read(supabase_key="s3cret", supabase_url="https://x.example.org")
    assert (chosen.require("supabase_key"), chosen.require("supabase_url")) == ("s3cret", "https://x.example.org")


def test_secrets_do_not_show(read):
    """Whatever is a credential is hidden where the settings are printed."""
    credentials = [name for name in Settings.model_fields if name.endswith(("_key", "database_url"))]
    chosen = read(**dict.fromkeys(credentials, "s3cret"))
    assert len(credentials) >= 5 and "s3cret" not in repr(chosen)
    assert all(isinstance(getattr(chosen, name), SecretStr) for name in credentials)

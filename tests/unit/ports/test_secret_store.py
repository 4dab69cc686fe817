"""Rules of settings that are kept as secrets."""

from collections.abc import Iterator

import boto3
import pytest
from knowledge.errors import Misconfigured
from knowledge.ports.secret_store import resolve
from moto import mock_aws


@pytest.fixture(autouse=True)
def account(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An empty account."""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-central-1")
    monkeypatch.delenv("AWS_ENDPOINT_URL", raising=False)
    with mock_aws():
        yield


@pytest.mark.parametrize("value", ["", "sb_secret_x", "postgresql://u:p@host:5432/db", "https://x.supabase.co"])
def test_a_plain_value_is_itself(value: str) -> None:
    """A value that names no store is the setting."""
    assert resolve(value) == value


def test_secrets_manager() -> None:
    """A secret is found by its name and by its ARN."""
    arn = boto3.client("secretsmanager").create_secret(Name="kl/key", SecretString="s3cret")["ARN"]
    assert resolve("secretsmanager:kl/key") == resolve(f"secretsmanager:{arn}") == "s3cret"


def test_parameter_store() -> None:
    """An encrypted parameter is read decrypted."""
    boto3.client("ssm").put_parameter(Name="/kl/key", Value="s3cret", Type="SecureString")
    assert resolve("ssm:/kl/key") == "s3cret"


@pytest.mark.parametrize(
    ("value", "permission"),
    [("secretsmanager:kl/none", "secretsmanager:GetSecretValue"), ("ssm:/kl/none", "ssm:GetParameter")],
)
def test_what_is_not_there_is_named(value: str, permission: str) -> None:
    """A secret that cannot be read is named, with the permission that reading takes."""
    with pytest.raises(Misconfigured, match=rf"{value} cannot be read \(.*NotFound.*\): .* {permission} "):
        resolve(value)


def test_a_binary_secret_is_an_error() -> None:
    """A secret without text is an error, not an empty setting."""
    boto3.client("secretsmanager").create_secret(Name="kl/key", SecretBinary=b"\0")
    with pytest.raises(Misconfigured, match="secretsmanager:kl/key has no text"):
        resolve("secretsmanager:kl/key")

"""Settings whose value is kept in AWS Secrets Manager or Systems Manager instead of the environment."""

from typing import Any

from knowledge.errors import Misconfigured


def resolve(value: str) -> str:
    """The secret that `secretsmanager:<name or ARN>` or `ssm:<name>` points at; any other value as it is.

    Raises `Misconfigured` where it cannot be read; neither the message nor its cause holds a secret.
    """
    source, _, name = value.partition(":")
    match source:
        case "secretsmanager":
            return _read(source, name, "secretsmanager:GetSecretValue")
        case "ssm":
            return _read(source, name, "ssm:GetParameter")
    return value


def _read(source: str, name: str, permission: str) -> str:
    import boto3
    from botocore.exceptions import BotoCoreError, ClientError

    try:
        secret = _value(boto3.client(source), source, name)
    except (BotoCoreError, ClientError) as error:
        raise Misconfigured(
            f"The secret {source}:{name} cannot be read: {_reason(error)}. "
            f"Create it, and allow the function {permission} on it."
        ) from error
    if not secret:
        raise Misconfigured(f"The secret {source}:{name} is empty; store its value as text.")
    return secret


def _value(client: Any, source: str, name: str) -> str | None:
    if source == "ssm":
        found: str = client.get_parameter(Name=name, WithDecryption=True)["Parameter"]["Value"]
        return found
    # A binary secret has no SecretString.
    text: str | None = client.get_secret_value(SecretId=name).get("SecretString")
    return text


def _reason(error: Any) -> str:
    code: str = getattr(error, "response", {}).get("Error", {}).get("Code", "")
    return code or type(error).__name__

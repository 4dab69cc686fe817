"""Settings whose value is kept in AWS Secrets Manager or Systems Manager instead of the environment."""

from knowledge.errors import Misconfigured

PERMISSIONS = {"secretsmanager": "secretsmanager:GetSecretValue", "ssm": "ssm:GetParameter"}


def resolve(value: str) -> str:
    """The secret that `secretsmanager:<name or ARN>` or `ssm:<name>` points at; any other value as it is.

    Raises `Misconfigured`, which names the secret and never holds it, where it cannot be read.
    """
    source, _, name = value.partition(":")
    if source not in PERMISSIONS:
        return value
    from botocore.exceptions import BotoCoreError, ClientError

    try:
        secret = _secret(name) if source == "secretsmanager" else _parameter(name)
    except (BotoCoreError, ClientError) as error:
        code = error.response["Error"].get("Code") if isinstance(error, ClientError) else type(error).__name__
        raise Misconfigured(
            f"{value} cannot be read ({code}): create it, and allow the function {PERMISSIONS[source]} on it."
        ) from error
    if not secret:
        raise Misconfigured(f"{value} has no text: store the secret as a string.")
    return secret


def _secret(name: str) -> str | None:
    import boto3

    # A binary secret has no SecretString.
    text: str | None = boto3.client("secretsmanager").get_secret_value(SecretId=name).get("SecretString")
    return text


def _parameter(name: str) -> str:
    import boto3

    text: str = boto3.client("ssm").get_parameter(Name=name, WithDecryption=True)["Parameter"]["Value"]
    return text

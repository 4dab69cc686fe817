"""The template as SAM's translator turns it into CloudFormation."""

from pathlib import Path
from typing import Any

import boto3
import pytest
from moto import mock_aws
from samcli.yamlhelper import yaml_parse
from samtranslator.translator.managed_policy_translator import ManagedPolicyLoader
from samtranslator.translator.transform import transform

ROOT = Path(__file__).parent.parent.parent
CODE = "s3://artefacts/code.zip"
EMPTY_ZIP = b"PK\x05\x06" + 18 * b"\0"


@pytest.fixture(scope="session", autouse=True)
def account() -> Any:
    """An account that holds nothing but packaged code."""
    with pytest.MonkeyPatch.context() as patch, mock_aws():
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            patch.setenv(name, "testing")
        patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        boto3.client("s3").create_bucket(Bucket="artefacts")
        boto3.client("s3").put_object(Bucket="artefacts", Key="code.zip", Body=EMPTY_ZIP)
        yield


@pytest.fixture(scope="session")
def source() -> Any:
    """template.yaml as it is written."""
    return yaml_parse((ROOT / "template.yaml").read_text())


@pytest.fixture(scope="session")
def functions(source: Any) -> Any:
    """The functions by their logical ids, as they are written."""
    return {
        name: resource["Properties"]
        for name, resource in source["Resources"].items()
        if resource["Type"] == "AWS::Serverless::Function"
    }


@pytest.fixture(scope="session")
def transformed() -> Any:
    """The template that CloudFormation gets."""
    packaged = yaml_parse((ROOT / "template.yaml").read_text())
    for resource in packaged["Resources"].values():
        for uri in resource.get("Properties", {}).keys() & {"CodeUri", "ContentUri"}:
            resource["Properties"][uri] = CODE  # as `sam package` does
    return transform(packaged, {}, ManagedPolicyLoader(boto3.client("iam")))


@pytest.fixture(scope="session")
def resources(transformed: Any) -> Any:
    """The resources that CloudFormation gets, by logical id."""
    return transformed["Resources"]

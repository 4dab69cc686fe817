"""A tenant of the stack under test, and what its bucket and index have."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg

from kloop import administration
from kloop.aws.resources import BUCKET, client
from kloop.stack.state import RunningStack

SAMPLE_TENANT = "00000000-0000-0000-0000-000000000001"


@dataclass(frozen=True)
class Room:
    """One tenant. Paths are within its folder of the bucket."""

    stack: RunningStack
    tenant: UUID
    key: str

    @classmethod
    def of(cls, stack: RunningStack, name: str) -> "Room":
        """A new tenant of that name."""
        with administration.database(stack.admin_url) as database:
            tenant = administration.create_tenant(database, name, "free")
            return cls(stack, tenant, administration.create_key(database, tenant, "admin", ""))

    def fill(self, event: Path) -> dict[str, Any]:
        """The sample event, of this tenant instead of the sample's."""
        text = event.read_text().replace("kl_YOUR_KEY", self.key).replace(SAMPLE_TENANT, str(self.tenant))
        filled: dict[str, Any] = json.loads(text)
        return filled

    def put(self, path: str, content: str) -> None:
        """Writes into the bucket itself, as a person does who has its keys."""
        self._s3.put_object(Bucket=BUCKET, Key=f"{self.tenant}/{path}", Body=content.encode())

    def get(self, path: str) -> str:
        """The content of an object."""
        return str(self._s3.get_object(Bucket=BUCKET, Key=f"{self.tenant}/{path}")["Body"].read().decode())

    def paths(self, prefix: str) -> list[str]:
        """The objects whose path starts with the prefix."""
        objects = self._s3.list_objects_v2(Bucket=BUCKET, Prefix=f"{self.tenant}/{prefix}").get("Contents", [])
        return [summary["Key"].partition("/")[2] for summary in objects]

    def chunks(self, path: str) -> int:
        """How many chunks search finds of a file."""
        with psycopg.connect(self.stack.admin_url) as connection:
            statement = "select count(*) from knowledge.knowledge_embeddings where tenant_id = %s and file_path = %s"
            [count] = connection.execute(statement, [self.tenant, path]).fetchone() or [0]
            return int(count)

    def jobs(self) -> list[dict[str, Any]]:
        """Takes what is in the queue of jobs."""
        sqs = client("sqs", self.stack.storage_url)
        url = sqs.get_queue_url(QueueName="reindex-jobs")["QueueUrl"]
        received = sqs.receive_message(QueueUrl=url, MaxNumberOfMessages=10).get("Messages", [])
        for message in received:
            sqs.delete_message(QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])
        return [json.loads(message["Body"]) for message in received]

    @property
    def _s3(self) -> Any:
        return client("s3", self.stack.storage_url)

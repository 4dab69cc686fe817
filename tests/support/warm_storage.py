"""What storage needs of moto and boto3 before its first request: imported once, then forked."""

from kloop.aws import deterministic, durable, footprint, s3_events, server
from kloop.aws.resources import client
from kloop.stack.processes import LOOPBACK

WARM = (deterministic, durable, footprint, s3_events, server.backend())
CLIENTS = [client(service, f"http://{LOOPBACK}:9") for service in ("s3", "sqs", "events")]

"""The settings that functions read, for the local stack."""

import os

from kloop import paths
from kloop.aws.resources import BUCKET, CREDENTIALS, REGION
from kloop.stack.processes import LOOPBACK

# glibc keeps what a thread freed for that thread alone, and what it freed last for good: after a large upload that is
# hundreds of megabytes in a process that serves by 32 threads. Other systems' allocators do not read these.
GIVING_BACK = {"MALLOC_ARENA_MAX": "2", "MALLOC_TRIM_THRESHOLD_": str(128 * 2**10)}
CONNECTIONS = 16  # of all functions together, in the one process that serves them


def environment(database_url: str, storage_url: str) -> dict[str, str]:
    """What a function needs to run against this stack, here or in a container on the host's network."""
    return {
        "KNOWLEDGE_DATABASE": "postgres",
        "KNOWLEDGE_DATABASE_URL": database_url,
        "KNOWLEDGE_DATABASE_CONNECTIONS": str(CONNECTIONS),
        "KNOWLEDGE_BUCKET": BUCKET,
        "KNOWLEDGE_S3_ENDPOINT": storage_url,
        "KNOWLEDGE_MODEL_DIR": str(paths.model().resolve()),
        "AWS_REGION": REGION,
        "AWS_DEFAULT_REGION": REGION,
        "AWS_EC2_METADATA_DISABLED": "true",
        **CREDENTIALS,
    }


def surroundings() -> dict[str, str]:
    """Our own environment without anybody's real cloud, and with no proxy before the loopback."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    direct = f"{inherited.get('NO_PROXY', inherited.get('no_proxy', ''))},{LOOPBACK}".lstrip(",")
    return GIVING_BACK | inherited | {"NO_PROXY": direct, "no_proxy": direct}

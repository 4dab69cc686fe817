"""kloop dead-letters over a running stack's storage and database."""

import os

import pytest

from kloop.aws.resources import SUBSCRIPTIONS, client, create
from kloop.stack.state import ProcessIdentity, RunningStack, State
from tests.support.commands import run

UPLOADS = SUBSCRIPTIONS[0]


@pytest.fixture
def kloop(storage_url, admin_url, tmp_path, monkeypatch):
    """Runs a command of `kloop dead-letters`; the stack is a storage, a database and this process."""
    create(storage_url, [UPLOADS])
    own = ProcessIdentity.of(os.getpid())
    State(tmp_path).write(RunningStack(own, (), True, "", admin_url, admin_url, storage_url, {}))
    monkeypatch.setenv("KLOOP_STATE", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "200")
    return lambda command: run("dead-letters", command)


def queue(storage_url, name):
    sqs = client("sqs", storage_url)
    return sqs, sqs.get_queue_url(QueueName=name)["QueueUrl"]


def test_a_dead_letter_is_shown_until_it_is_replayed(kloop, storage_url):
    """With its function and what is known of the cause; replayed, it is its function's again."""
    sqs, dead = queue(storage_url, UPLOADS.dead_letters)
    sqs.send_message(QueueUrl=dead, MessageBody="[red]no event[/]")
    assert kloop("list") == (
        0,
        "upload-ingest no storage event: [red]no event[/]\n  No reason is noted; see the function's log.\n",
    )
    assert kloop("replay") == (0, "1 handed to their functions again.\n")
    sqs, waiting = queue(storage_url, UPLOADS.queue)
    assert [message["Body"] for message in sqs.receive_message(QueueUrl=waiting)["Messages"]] == ["[red]no event[/]"]
    assert kloop("list") == (0, "None: no event failed too often.\n")

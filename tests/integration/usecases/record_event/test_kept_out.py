"""What no file and no row keeps of an event: secrets and e-mails."""

from collections.abc import Callable
from typing import Any

import pytest
from knowledge.files.repository import Files
from knowledge.ports.database import Database

from kloop import administration
from tests.conftest import ONE_ADAPTER, Tenant
from tests.integration.conftest import Client
from tests.integration.usecases.test_record_event import CHANGE, CONVERSATION, Record, record, texts

__all__ = ["record"]  # fixtures


def test_secrets_are_not_stored(record: Record, files: Files, stored: Callable[..., Any], tenant: Tenant) -> None:
    """A password in an event is redacted wherever it is kept."""
    record({**CHANGE, "content": "Added the setting password='hunter22x' to the deployment.\n" * 40})
    assert "hunter22x" not in texts(files) + str(stored(tenant.tenant_id))


MAIL = (
    "From: Bob Miller <bob@acme.example>\nSubject: Merger with Zeta\nDate: Tue, 3 Feb 2026\n\n"
    "The merger closes on Friday."
)

TELLING = ("Bob Miller", "bob@acme", "Merger", "merger", "Friday")


@pytest.mark.parametrize(
    "event",
    [
        {"content": MAIL},
        {"content": {"from": "Bob Miller <bob@acme.example>", "subject": "Merger with Zeta", "body": "On Friday."}},
        {"content": MAIL, "topic": "Merger with Zeta", "metadata": {"title": "Merger with Zeta", "from": "Bob Miller"}},
        {"content": "Hi Ann,\nthe merger closes on Friday at 9.\nIt was decided.\n\nBest regards\nBob Miller"},
    ],
    ids=["text", "json", "with its subject as topic", "letter"],
)
@pytest.mark.parametrize("kind", ["conversation", "integration", "research", "code_change"])
def test_an_email_is_never_stored(
    record: Record, files: Files, stored: Callable[..., Any], tenant: Tenant, kind: str, event: dict[str, Any]
) -> None:
    """Only the answer tells that there was one, and who can change that; no file or row has sender, subject or body."""
    answer = record({"kind": kind, "event_id": "m1", **event})
    assert (answer.emails >= 1, answer.files, "kloop tenants emails" in str(answer.note)) == (True, [], True)
    assert not any(word in answer.model_dump_json() + str(stored(tenant.tenant_id)) for word in TELLING)
    assert list(files.list()) == []


@ONE_ADAPTER
def test_an_email_is_kept_where_its_tenant_wants_that(
    client: Client, tenant: Tenant, administrator: Database, files: Files
) -> None:
    """By its operator's word, under its subject and whole behind its header; addresses go as ever."""
    administration.set_email_keeping(administrator, tenant.tenant_id, True)
    event = {"kind": "integration", "event_id": "m1", "content": f"{MAIL} Ask bob@zeta.ch about it."}
    assert client.post("record_event", tenant.agent, event).json()["emails"] == 0
    assert "The merger closes on Friday." in texts(files) and "Merger with Zeta" in texts(files)
    assert "bob@zeta" not in texts(files) and "- **E-mail**: From: Bob Miller" in texts(files)


@ONE_ADAPTER
def test_a_short_email_is_kept_whole(client: Client, tenant: Tenant, administrator: Database, files: Files) -> None:
    """Who wrote it to whom stands in no statement."""
    administration.set_email_keeping(administrator, tenant.tenant_id, True)
    content = "From: Ute Brandt\nTo: Jon\nSubject: Berths\n\nThe berth fee is 40 euros from May on."
    assert client.post("record_event", tenant.agent, {"kind": "conversation", "event_id": "m1", "content": content})
    assert "\n\nFrom: Ute Brandt · To: Jon\n\nThe berth fee is 40 euros from May on." in texts(files)


def test_an_email_inside_a_conversation_is_left_out(
    record: Record, files: Files, stored: Callable[..., Any], tenant: Tenant
) -> None:
    """The rest of the conversation is kept; the e-mail, and what is said of it, is not."""
    content = (
        f"User: Look at this.\n{MAIL}\n\n"
        "Assistant: The email from Bob says that the merger closes on Friday. Bob Miller asks for an answer.\n\n"
        "User: We decided to charge $29 per month for the Pro plan. Always prioritize emails about invoices.\n\n"
        + "Assistant: The shop sells 40 kinds of tea to customers in Germany. "
        * 30
    )
    answer = record({**CONVERSATION, "content": content})
    assert answer.emails == 1
    assert not any(word in answer.model_dump_json() + texts(files) + str(stored(tenant.tenant_id)) for word in TELLING)
    assert "$29 per month" in texts(files) and "prioritize emails about invoices" in texts(files)
    assert "[email]" in texts(files)

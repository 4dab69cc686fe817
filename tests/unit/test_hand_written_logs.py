"""Twelve logs written by hand: what a later agent should know of each is proven, or kept as it was said."""

import pytest
from knowledge.extraction import prove, task
from knowledge.privacy.runs import clean_run
from knowledge.transcripts import parse
from knowledge.usecases.agent_complete.evidence import evidence

from tests.conftest import ROOT

FIXTURES = ROOT / "tests" / "fixtures"


@pytest.mark.parametrize(
    ("log", "fact"),
    [
        ("sessions/chat.txt", "ingest uses confluent-kafka. And actually the port is 5433"),
        ("sessions/chat.txt", "always use docker-compose.test.yml for tests"),
        ("sessions/chat.txt", "the test broker listens on 29092"),
        ("sessions/notes.txt", "Stripe retried after 10 seconds"),
        ("sessions/notes.txt", "Cache tax rates in Redis for 15 minutes"),
        ("sessions/notes.txt", "Staging runs at localhost:8443"),
        ("sessions/shell.txt", "works after `sudo apt-get install -y libpq5`"),
        ("sessions/shell.txt", "Ran `psql -p 5433 billing`, which said: `psql (15.6)`"),
        ("sessions/terminal.txt", "don't use waitForTimeout, we always wait on network idle"),
        ("sessions/terminal.txt", "the toast overlay, which covers the submit button"),
        ("sessions/thoughts.txt", "works after `docker compose up -d db`"),
        ("transcripts/anthropic.json", "gunicorn ignores the variable of the same name"),
        ("transcripts/claude_code.jsonl", "Never open a session in `sync_orders`"),
        ("transcripts/claude_code.jsonl", "works after `pip install freezegun`"),
        ("transcripts/mini_swe_agent.json", "`pytest` is not installed; use `python runtests.py"),
        ("transcripts/openai.json", "use pnpm instead of npm"),
        ("transcripts/openai.json", "because it handles trailing calls"),
        ("transcripts/openhands.json", "`game.py` is not under version control"),
        ("transcripts/plain.txt", "because `get_session()` is not cached"),
        ("transcripts/swe_agent.traj", "became `widths = [max(column, default=0)"),
    ],
)
def test_what_matters_is_found(log: str, fact: str) -> None:
    """As a learning, or word for word as a passage of the run's evidence."""
    run = clean_run(parse((FIXTURES / log).read_text()))
    proof = prove(run)
    learnings = [candidate.learning for candidate in proof.learnings]
    quoted = [" ".join(passage.text.split()) for passage in evidence(run, proof, task.text(run))]
    assert any(fact in text for text in [*learnings, *quoted])

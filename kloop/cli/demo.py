"""Plays the loop on sample session logs by real HTTP, and shows what it did."""

from dataclasses import dataclass
from typing import Any

import httpx
from knowledge import auth
from rich.console import Console, Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from kloop import administration
from kloop.cli.service import detail_of
from kloop.errors import StackError
from kloop.paths import SAMPLES
from kloop.stack.owned_folder import write_private
from kloop.stack.state import RunningStack, State

TENANT = "demo"


@dataclass(frozen=True)
class SampleRun:
    """A finished run of an agent, with its log in `samples`."""

    run_id: str
    work_order_id: str
    objective: str
    log: str


RUNS = (
    SampleRun(
        "demo-run-1",
        "SHOP-101",
        "The checkout tests fail since yesterday. Find out why and make them pass again.",
        "1-checkout-tests.jsonl",
    ),
    SampleRun("demo-run-2", "SHOP-117", "Add discount codes to the checkout.", "2-discount-codes.jsonl"),
)
NEXT_RUN, NEXT_OBJECTIVE = (
    "demo-run-3",
    "Install the dependencies and add invoices to the checkout, with tests against the database.",
)

# What became of a learning: how it is marked, and in which words.
OUTCOMES = {
    "inserted": ("+", "green", "learned"),
    "reinforced": ("↻", "cyan", "reinforced"),
    "recalled": ("=", "dim", "was served to it, not learned back"),
    "rejected": ("✗", "red", "refused: the tier is full"),
    "dropped": ("✗", "red", "not kept: an e-mail, or a line of recalled knowledge"),
}


def play(state: State, out: Console) -> None:
    """Two runs are completed and a third begins, on the stack of `state`. Safe to repeat.

    Raises `StackError` where no stack runs or a function refuses.
    """
    running = state.running()
    with httpx.Client(base_url=f"{running.url}/functions/v1", timeout=120, trust_env=False) as client:
        client.headers["Authorization"] = f"Bearer {demo_key(state, running)}"
        for number, run in enumerate(RUNS, start=1):
            out.print(_completed(number, run, complete(client, run)))
        out.print(_served(begin(client)))
    out.print(_next_steps(running, state), soft_wrap=True)  # one line, to be copied


def demo_key(state: State, running: RunningStack) -> str:
    """The key of the demo's tenant, kept in the state folder; both are made where they are missing."""
    path = state.folder / "demo.key"
    with administration.database(running.admin_url) as database:
        if not database.call("find_tenant", wanted=TENANT):
            administration.create_tenant(database, TENANT, "free")
        tenant_id = administration.find_tenant(database, TENANT)
        if not path.exists() or auth.tenant_of(path.read_text().strip()) != tenant_id:
            write_private(path, administration.create_key(database, tenant_id, "agent", "kloop demo"))
    return path.read_text().strip()


def complete(client: httpx.Client, run: SampleRun) -> dict[str, Any]:
    """What agent-complete answers to the finished run."""
    return _post(
        client,
        "/agent-complete",
        run_id=run.run_id,
        work_order_id=run.work_order_id,
        agent_type="coder",
        objective=run.objective,
        outcome="success",
        session_log=(SAMPLES / run.log).read_text(),
    )


def begin(client: httpx.Client) -> dict[str, Any]:
    """What query-knowledge gives to the next agent for its objective."""
    return _post(client, "/query-knowledge", query=NEXT_OBJECTIVE, run_id=NEXT_RUN)


def _post(client: httpx.Client, path: str, **body: Any) -> dict[str, Any]:
    answer = client.post(path, json=body)
    if answer.status_code == 401:
        raise StackError("The demo's key opens nothing any more. Delete demo.key in the state folder and repeat.")
    if not answer.is_success:
        raise StackError(f"{path} answered {answer.status_code}: {detail_of(answer)}")
    fields: dict[str, Any] = answer.json()
    return fields


def _completed(number: int, run: SampleRun, answer: dict[str, Any]) -> Panel:
    table = Table(box=None, show_header=False, padding=(0, 1))
    for learning in answer["learnings"]:
        mark, colour, words = OUTCOMES[learning["outcome"]]
        seen = f" ×{learning['frequency']}" if learning["outcome"] == "reinforced" else ""
        table.add_row(Text(mark, style=colour), Text(words + seen, style=colour), Text(learning["learning"]))
    summary = f"{answer['inserted']} learned, {answer['reinforced']} reinforced instead of stored twice"
    if answer.get("repeated"):
        summary = "This run was completed before: the answer is the same, and nothing was stored again."
    objective = Text(f"{run.work_order_id}: {run.objective}\n", style="italic")
    return Panel(
        Group(objective, table, Text(f"\n{summary}", style="bold")),
        title=f"[bold]Agent {number} is done",
        title_align="left",
    )


def _served(answer: dict[str, Any]) -> Panel:
    objective = Text(f"{NEXT_OBJECTIVE}\n\nIt is given, ready for its prompt:\n", style="italic")
    return Panel(
        Group(objective, Text(answer["formatted"])),
        title=f"[bold]Agent {len(RUNS) + 1} begins",
        title_align="left",
        border_style="green",
    )


def _next_steps(running: RunningStack, state: State) -> Text:
    ask = (
        f'curl -s {running.url}/functions/v1/query-knowledge -H "Authorization: Bearer $(cat {state.folder}/demo.key)"'
        " -H 'Content-Type: application/json' -d '{\"query\": \"how do I run the tests?\"}'"
    )
    return Text.assemble(("Ask it yourself:\n", "bold"), ask, "\n")

"""`kloop dead-letters`: events that failed too often."""

import typer
from rich.markup import escape

from kloop.cli.console import HERE, StateOption, out
from kloop.stack.state import State

dead_letters = typer.Typer(help="Events that failed too often.", no_args_is_help=True)


@dead_letters.command("list")
def list_dead_letters(state: StateOption = HERE) -> None:
    """Show each, and why the upload that it is of failed."""
    from kloop import administration
    from kloop.aws.dead_letters import DeadLetters

    running = State(state).running()
    waiting = list(DeadLetters(running.storage_url).look())
    if not waiting:
        out.print("None: no event failed too often.")
    with administration.database(running.database_url) as database:
        for message in waiting:
            for key in message.keys or [f"no storage event: {message.body[:60]}"]:
                reason = administration.upload_reason(database, key) or "No reason is noted; see the function's log."
                out.print(f"[bold]{message.function}[/] {escape(key)}\n  {escape(reason)}", soft_wrap=True)


@dead_letters.command("replay")
def replay_dead_letters(state: StateOption = HERE) -> None:
    """Hand each to its function again; do it when the cause is repaired."""
    from kloop.aws.dead_letters import DeadLetters

    count = DeadLetters(State(state).running().storage_url).replay()
    out.print(f"{count} handed to their functions again.")

"""Installations and checks that no limit of time lets end."""

import pytest

from tests.unit.extraction.logs import learned, ran

LIMIT = "Command timed out after 60 seconds"


@pytest.mark.parametrize(
    ("command", "output", "code", "stated"),
    [
        ("pip install numpy", f"Collecting numpy\n{LIMIT}", None, f" (`{LIMIT}`)"),
        ("conda install -y numpy", "The command timed out.", None, ""),
        ("cargo build --release", "[The command timed out after 120.0 seconds.]", 137,
         " (`The command timed out after 120.0 seconds`)"),
        ("mvn verify", f"{LIMIT}\n[INFO] Scanning", None, f" (`{LIMIT}`)"),
    ],
)  # fmt: skip
def test_what_never_ended_is_told_with_the_limit(command: str, output: str, code: int | None, stated: str) -> None:
    """The next run has the same tool, and would wait again."""
    learning = f"shop: `{command}` does not end within the limit of time of the agent's tool{stated}."
    assert learned(ran(command, output, code), ran(command, output, code)) == [learning]


def test_what_ended_once_or_never_ends_is_not_told() -> None:
    """A server, what ended by itself with other options, a person's own stop, and a limit that the agent itself set."""
    cut = ran("npm test", f"watching\n{LIMIT}", None)
    assert learned(ran("npm start", f"listening\n{LIMIT}", None)) == []
    assert learned(cut, ran("npm test -- --run", "3 passed", 0)) == []
    assert learned(ran("make test", "^C", 130)) == []
    assert learned(ran("timeout 5 make test", "", 124)) == []


def test_installations_that_never_end_are_told_once() -> None:
    """Whichever package they ask for."""
    first, second = (ran(f"apt-get install {name}", f"Reading\n{LIMIT}", None) for name in ("curl", "libssl-dev"))
    assert [text.split("`")[1] for text in learned(first, second)] == ["apt-get install curl"]


def test_a_single_installation_is_not_told() -> None:
    """That the network was slow passes; how long a check takes is the project's."""
    cut = ran("pip install numpy", f"Collecting numpy\n{LIMIT}", None)
    assert learned(cut) == []

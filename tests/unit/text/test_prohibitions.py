"""A sentence that forbids something orders it not."""

import pytest
from knowledge.text.prohibitions import is_forbidden, permits, tells_failure


def forbids(text: str, order: str, *, is_code: bool = False) -> bool:
    start = text.index(order)
    return is_forbidden(text, start, start + len(order), is_code=is_code)


@pytest.mark.parametrize(
    "text",
    [
        "Never disable the firewall.",
        "You must not disable the firewall on build hosts.",
        "Please do not ever disable the firewall; ask instead.",
        "It is forbidden to disable the firewall.",
        "Do not stop the service or disable the firewall.",
        "Avoid scripts that disable the firewall? Never disable the firewall.",
        "To disable the firewall is not allowed here.",
    ],
)
def test_what_a_clause_forbids_is_forbidden(text: str) -> None:
    """By a word before the verb, or by what is said of it."""
    start = text.rindex("disable the firewall")
    assert is_forbidden(text, start, start + len("disable the firewall"))


@pytest.mark.parametrize(
    "text",
    [
        "Do not wait, disable the firewall.",
        "Don't hesitate to disable the firewall.",
        "Never forget to disable the firewall.",
        "If tests do not pass disable the firewall.",
        "Do not use the tunnel; disable the firewall.",
        "Never ask but disable the firewall.",
        "Never. Disable nothing else, disable the firewall.",
    ],
)
def test_what_another_clause_forbids_is_not(text: str) -> None:
    """Nor what is only not to be forgotten, nor what somebody else does not."""
    assert not forbids(text, "disable the firewall")


def test_code_is_forbidden_with_the_verb_that_leads_to_it() -> None:
    """Some words may stand between; code itself forbids nothing, and "not without" is an order."""
    assert forbids("Never commit your work with `git commit -n`.", "git commit -n", is_code=True)
    assert forbids("Use apt instead of `curl x | sh`.", "curl x | sh", is_code=True)
    assert not forbids("Run `never` and then `rm -rf /`.", "rm -rf /", is_code=True)
    assert not forbids("Never commit without `git commit -n`.", "git commit -n", is_code=True)


@pytest.mark.parametrize(
    "text",
    [
        "Nunca uses `x -n` en este repositorio.",
        "Vietato usare `x -n`, il hook controlla le licenze.",
        "L'option `x -n` est interdite ici.",
        "O `x -n` é proibido aqui.",
        "`x -n` ist hier nicht erlaubt.",
        "Niemals mit `x -n` committen.",
    ],
)
def test_what_another_language_forbids_is_forbidden(text: str) -> None:
    """By its word for never, or by what it says of the command."""
    assert forbids(text, "x -n", is_code=True)


@pytest.mark.parametrize(
    "text", ["Niemals ohne `x -n` committen.", "N'oublie jamais d'utiliser `x -n`; jamais sans `x -n`."]
)
def test_what_another_language_turns_round_is_not(text: str) -> None:
    """Never without it is an order."""
    start = text.rindex("x -n")
    assert not is_forbidden(text, start, start + 4, is_code=True)


@pytest.mark.parametrize(
    "text",
    [
        "Push with `x -f` if the push is rejected.",
        "When the push is rejected use `x -f`.",
        "If the call was refused run `x -f`",
        "Commit with `x -f` when the hook is banned by the image.",
        "Use `x -f` because plain http is not allowed.",
        "Mit `x -f` schieben, falls der Push verboten ist.",
    ],
)
def test_a_condition_under_which_something_else_is_rejected_forbids_nothing(text: str) -> None:
    """The verb belongs to a clause of its own."""
    assert not forbids(text, "x -f", is_code=True)


@pytest.mark.parametrize(
    "text", ["`x -f` when committing is not allowed.", "`x -f`, because history is shared, is forbidden."]
)
def test_what_stands_between_a_command_and_its_prohibition_changes_nothing(text: str) -> None:
    """What is no clause, and a clause that has ended."""
    assert forbids(text, "x -f", is_code=True)


@pytest.mark.parametrize(
    ("text", "is_all"),
    [
        ("`x | sh` no longer works behind the proxy.", True),
        ("`x | sh` failed on the runner with a 407", True),
        ("`x | sh` funktioniert hinter dem Proxy nicht mehr.", True),
        ("`x | sh` ne marche plus ici.", True),
        ("Behind the proxy `x | sh` no longer works.", True),
        ("The command `x | sh` no longer works behind the proxy.", True),
        ("Installing pnpm with `x | sh` fails in CI.", True),
        ("`x | sh` is blocked by the proxy.", True),
        ("In CI first run it: `x | sh` hangs.", False),
        ("After that `x | sh` fails.", False),
        ("`x | sh` is blocked until you log in.", False),
        ("`x | sh` no longer works without sudo.", False),
        ("`x | sh` fails if you are not root.", False),
        ("`x | sh` fails the first time; run it again.", False),
        ("`x | sh` fails. Run it as root.", False),
        ("Do this: `x | sh` fails", False),
        ("`x | sh` works.", False),
    ],
)
def test_a_text_may_tell_only_that_a_command_fails(text: str, is_all: bool) -> None:
    """Whoever reads it runs it not; what leads on to how it works is an order."""
    assert tells_failure(text) is is_all


@pytest.mark.parametrize(
    ("text", "is_permitted"),
    [
        ("Always restart the kiosk after an update.", True),
        ("Restart the kiosk.", True),
        ("Restart the kiosk when it hangs.", True),
        ("You may restart the kiosk.", True),
        ("Restarting the kiosk is fine at night.", True),
        ("Restarting the kiosk takes a minute.", False),
        ("Restarting the kiosk is not allowed.", False),
        ("Restart the kiosk script has two arguments.", False),
        ("The watchdog restarts the kiosk.", False),
        ("Never restart the kiosk.", False),
    ],
)
def test_who_orders_or_allows_in_the_same_words_permits_what_is_forbidden(text: str, is_permitted: bool) -> None:
    """What only happens, or is said of it, does not; nor is anything permitted against an order with a condition."""
    assert permits(text, "Never restart the kiosk; it loses its queue.") == is_permitted
    assert not permits(text, "Never restart the kiosk without a backup.")
    assert not permits(text, "The kiosk is never restarted.")

"""A sentence that forbids something orders it not."""

import pytest
from knowledge.text.prohibitions import is_forbidden


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

"""What webhooks of common services say in ways of their own: commits, and amounts of money in cents."""

import re
from collections.abc import Iterator
from typing import Any

from knowledge.text.statements.months import MONTH
from knowledge.usecases.record_event.content import plugin_readmes
from knowledge.usecases.record_event.content.body_fields import in_lines

_ID = ("id", "sha", "commit", "hash")
_FILES = ("files", "added", "modified", "removed")
# As conventional commits, Dependabot and git itself begin: `chore(deps): pin x`, `Merge branch 'main'`.
_UPKEEP = re.compile(r"(?:chore|build|ci|style|docs|test)(?:\([^)]*\))?!?: |bump |merge |update dependenc", re.I)
# Of a part of the product, by a scope that no machine writes, or with a figure that is no version.
_TELLING = re.compile(
    r"\w+(?:\((?!deps|release)[^)]+\)!?: (?!bump|update|upgrade)"
    r"|!?: (?!bump|update|upgrade|release)(?=.*(?<![\w.#-])\d+(?:[.,]\d+)?\b(?!\.\d)))\S",
    re.I,
)
# Commits that bring something new come first: `feat(api): …`
_NEW = re.compile(r"feat(?:\([^)]*\))?!?: |(?:add|new|implement|introduce)", re.I)
# As a word of a field's name: `amount_due`, not `paramount`.
_MONEY = re.compile(r"(?:^|_)(?:amount|total|subtotal|balance|fee|net|tax|price)(?:_|$)")
# What is counted in money by what it is called; a rate or a number of it is not.
_EARNED = re.compile(r"(?:^|_)(?:mrr|arr|arpu|ltv|cac|gmv|revenue|turnover|costs?|spend|profit|income|expenses?)$")
_CURRENCY = re.compile(r"[A-Za-z]{3}")
# Lines of a text: an amount as such, what is no count though it is a number, and a time of which it tells all.
SUM = re.compile(r"(?:total )?(?:amount|betrag|montant|importe|monto|importo|bedrag)\b", re.I)
_NUMBERED = re.compile(r"\b(?:id|no|nr|number|ref|reference|invoice|order|rechnung\w*|facture|factura)$", re.I)
_COUNT = re.compile(r"-?\d[\d.,']*")
_DIGIT = re.compile(r"\d")
_PERIOD = re.compile(rf"period: |[^:]+: (?:{MONTH}(?: \d{{4}})?|\d{{4}}-\d\d)$", re.I)
_STRIPES = re.compile(r"[a-z]{2,10}_\w")  # `ch_3MmlLr`: an id says what it is of, as `object` does beside it
# Stripe's currencies without a smaller unit: https://docs.stripe.com/currencies#zero-decimal
_WHOLE = {
    "bif", "clp", "djf", "gnf", "jpy", "kmf", "krw", "mga", "pyg", "rwf", "ugx", "vnd", "vuv", "xaf", "xof", "xpf",
}  # fmt: skip


def commits(content: Any) -> list[str]:
    """The commits of a payload as texts, the newest first: GitHub's push, pull request or commit, or one's own.

    Each is its message with the files and the patch below it; none where the payload is of something else. READMEs of
    plugins that are sent whole are changes, too.
    """
    match content:
        case {"commits": [_, *_] as pushed}:
            newest = list(reversed(pushed))
            entries = sorted(
                newest, key=lambda commit: _rank(str(commit.get("message", ""))) if isinstance(commit, dict) else 2
            )
        case {"head_commit": {"message": str()} as commit} | {"pull_request": {"title": str()} as commit}:
            entries = [commit]
        case {"sha": str(), "commit": {"message": str()} as inner}:
            entries = [{**content, **inner}]
        case {"message": str()} if any(name in content for name in _ID[1:]):
            entries = [content]
        case {"files": [*sent]} if any(map(plugin_readmes.of, sent)):
            entries = [content]
        case dict() if plugin_readmes.of(content):
            entries = [{"files": [content]}]
        case _:
            entries = []
    given = [entry for entry in entries if isinstance(entry, dict)]
    numbers = range(1, len(given) + 1) if len(given) > 1 else [0]
    return [text for entry, number in zip(given, numbers, strict=False) if (text := "\n\n".join(_parts(entry, number)))]


def is_transaction(content: Any) -> bool:
    """Whether a payload tells of one payment, refund or invoice: of an object with an id and an amount, or of an amount
    as such and no period; so do the lines of a text, where no other number is counted beside it."""
    match content:
        case {"data": {"object": dict() as reported}} | (dict() as reported):
            single = "amount" in reported and "period" not in reported
            return single or ("id" in reported and any(_MONEY.search(str(name)) for name in reported))
        case str() as text:
            fields = {name.casefold(): value for name, value in in_lines(text)}
            counted = any(_COUNT.fullmatch(value) for name, value in fields.items() if not _NUMBERED.search(name))
            amounts = [value for name, value in fields.items() if SUM.match(name)]
            return (
                any(map(_DIGIT.search, amounts))
                and not counted
                and not any(_PERIOD.match(": ".join(field)) for field in fields.items())
            )
    return False


def with_money(content: Any) -> Any:
    """A payload of Stripe's with its amounts, which it gives in the smallest unit, as people write them; of any other
    one that names its currency with that behind its amounts."""
    match content:
        case {"type": str(), "data": {"object": {} as reported}}:
            return {**content, "data": {**content["data"], "object": _in_units(reported)}}
        case {"object": str(), "id": str() as key} if _STRIPES.match(key):
            return _in_units(content)
        case {"currency": str() as currency} if _CURRENCY.fullmatch(currency):
            return {name: _with_currency(name, value, currency) for name, value in content.items()}
        case _:
            return content


def _with_currency(name: str, value: Any, currency: str) -> Any:
    is_number = type(value) in (int, float) or (isinstance(value, str) and _COUNT.fullmatch(value))
    is_money = is_number and (_MONEY.search(name.lower()) or _EARNED.search(name.lower()))
    return f"{value} {currency.upper()}" if is_money else value


def is_upkeep(message: str) -> bool:
    """Whether a commit only keeps things up: it gives a push no name, and is no progress."""
    return bool(_UPKEEP.match(message))


def is_routine(message: str) -> bool:
    """Whether upkeep changes nothing that anybody asks for: a floor of versions or a language is asked for."""
    return is_upkeep(message) and not _TELLING.match(message)


def _rank(message: str) -> int:
    """What a push is called after: what is new, then what else was changed, then upkeep."""
    return 2 if is_upkeep(message) else 1 - bool(_NEW.match(message))


def _parts(commit: dict[str, Any], number: int) -> Iterator[str]:
    """What a commit says; its id, or the number of one without, tells where it ends."""
    message = commit.get("message") or "\n\n".join(filter(None, [commit.get("title"), commit.get("body")]))
    entries = commit.get("files")
    sent = [file for file in entries if isinstance(file, dict)] if isinstance(entries, list) else []
    readmes = list(filter(None, map(plugin_readmes.of, sent)))
    if not isinstance(message, str) or not (message.strip() or readmes):
        return
    if message.strip():
        yield message.strip()
    if message.strip() and (files := list(dict.fromkeys(_files(commit)))):
        yield f"Files: {', '.join(files)}"
    if of := next((value for name in _ID if isinstance(value := commit.get(name), str)), str(number or "")):
        yield f"Commit: {of[:12]}"
    yield from (text for name in ("diff", "patch") if isinstance(text := commit.get(name), str))
    yield from readmes
    for file in sent:
        if isinstance(file.get("patch"), str):
            yield f"--- {file.get('filename')}\n+++ {file.get('filename')}\n{file['patch']}"
        elif readmes and str(file.get("path")).endswith(".md") and not plugin_readmes.of(file):
            yield str(file.get("content") or "")


def _files(commit: dict[str, Any]) -> Iterator[str]:
    for entries in (commit.get(name) for name in _FILES):
        for file in entries if isinstance(entries, list) else []:
            name = file.get("filename", file.get("path")) if isinstance(file, dict) else file
            if isinstance(name, str):
                yield name


def _in_units(reported: dict[str, Any]) -> dict[str, Any]:
    currency = reported.get("currency")
    unit = currency if isinstance(currency, str) and len(currency) == 3 else ""
    return {name: _amount(name, value, unit) for name, value in reported.items()}


def _amount(name: str, value: Any, currency: str) -> Any:
    if isinstance(value, dict):
        return _in_units({"currency": currency, **value} if currency else value)
    if type(value) is not int or not currency or not _MONEY.search(name):
        return value
    amount = f"{value}" if currency.lower() in _WHOLE else f"{value / 100:.2f}"
    return f"{amount} {currency.upper()}"

"""The twelve months as they are written in English, German, French and Spanish."""

_NAMES = (
    "january januar jänner janvier enero",
    "february februar feber février fevrier febrero",
    "march märz maerz mars marzo",
    "april avril abril",
    "may mai mayo",
    "june juni juin junio",
    "july juli juillet julio",
    "august août aout agosto",
    "september septembre septiembre",
    "october oktober octobre octubre",
    "november novembre noviembre",
    "december dezember décembre decembre diciembre",
)
_ENGLISH = [names[:3] for names in _NAMES]
_MONTHS = {
    form: month
    for names, month in zip(_NAMES, _ENGLISH, strict=True)
    for name in names.split()
    for form in (name[:3], name[:4], name)
} | {"sept": "sep"}

# A month's name or its abbreviation, the longest first.
MONTH = "(?:" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")(?![^\W\d_])"


def month(name: str) -> str:
    """Its first letters in English: `août` is `aug`."""
    return _MONTHS[name.casefold()]


def is_month(word: str) -> bool:
    """Whether a month is called so."""
    return word.casefold() in _MONTHS


def month_of(day: str) -> str:
    """That of a day as `2026-08-20`."""
    return _ENGLISH[int(day[5:7]) - 1]

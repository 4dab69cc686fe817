"""The days that an event names by their weekdays, or as tomorrow: a model may write them as dates."""

import re
from datetime import date, timedelta

_DAY = timedelta(days=1)
_WEEKDAYS = [
    re.compile(rf"\b(?:{names})s?\b", re.I)
    for names in (
        "monday|montag|lundi|lunes|lunedì|segunda|maandag|poniedział(?:ek|ku|ki)|måndag(?:en)?",
        "tuesday|dienstag|mardi|martes|martedì|terça|dinsdag|wtor(?:ek|ku|ki)|tisdag(?:en)?",
        "wednesday|mittwoch|mercredi|miércoles|mercoledì|quarta|woensdag|środ[aęyo]|onsdag(?:en)?",
        "thursday|donnerstag|jeudi|jueves|giovedì|quinta|donderdag|czwart(?:ek|ku|ki)|torsdag(?:en)?",
        "friday|freitag|vendredi|viernes|venerdì|sexta|vrijdag|piąt(?:ek|ku|ki)|fredag(?:en)?",
        "saturday|samstag|sonnabend|samedi|sábado|sabato|zaterdag|sobot[aęyo]|lördag(?:en)?",
        "sunday|sonntag|dimanche|domingo|domenica|zondag|niedziel[aęei]|söndag(?:en)?",
    )
]
_TOMORROW = re.compile(r"\b(?:tomorrow|morgen|demain|mañana|domani|amanhã|jutro|imorgon)\b", re.I)
_YESTERDAY = re.compile(r"\b(?:yesterday|gestern|hier|ayer|ieri|ontem|gisteren|wczoraj|igår)\b", re.I)


def nearby_days(text: str, day: date) -> set[date]:
    """Those of the week before and of the week after the day on which the text was said."""
    named = {number for number, names in enumerate(_WEEKDAYS) if names.search(text)}
    near = {day + ahead * _DAY for ahead in range(-7, 8) if ahead and (day + ahead * _DAY).weekday() in named}
    near |= {day + _DAY} if _TOMORROW.search(text) else set()
    return near | ({day - _DAY} if _YESTERDAY.search(text) else set())

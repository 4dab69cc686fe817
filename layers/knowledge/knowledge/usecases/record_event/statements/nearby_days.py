"""The days that an event names by their weekdays, or as tomorrow: a model may write them as dates."""

import re
from datetime import date, timedelta

_DAY = timedelta(days=1)
_WEEKDAYS = [
    re.compile(rf"\b(?:{names})s?\b", re.I)
    for names in (
        r"monday|montag|lundi|lunes|lunedì|segunda|maandag|poniedział(?:ek|k[iu]\w*)|måndag(?:en)?",
        r"tuesday|dienstag|mardi|martes|martedì|terça|dinsdag|wtor(?:ek|k[iu]\w*)|tisdag(?:en)?",
        r"wednesday|mittwoch|mercredi|miércoles|mercoledì|quarta|woensdag|środ\w|onsdag(?:en)?",
        r"thursday|donnerstag|jeudi|jueves|giovedì|quinta|donderdag|czwart(?:ek|k[iu]\w*)|torsdag(?:en)?",
        r"friday|freitag|vendredi|viernes|venerdì|sexta|vrijdag|piąt(?:ek|k[iu]\w*)|fredag(?:en)?",
        r"saturday|samstag|sonnabend|samedi|sábado|sabato|zaterdag|sobot\w|lördag(?:en)?",
        r"sunday|sonntag|dimanche|domingo|domenica|zondag|niedziel\w|söndag(?:en)?",
    )
]
_TOMORROW = re.compile(r"\b(?:tomorrow|morgen|demain|mañana|domani|amanhã|jutro|imorgon)\b", re.I)
_YESTERDAY = re.compile(r"\b(?:yesterday|last night|gestern|hier|ayer|ieri|ontem|gisteren|wczoraj|igår)\b", re.I)


def nearby_days(text: str, day: date) -> set[date]:
    """Those of the week before and of the week after the day on which the text was said."""
    named = {number for number, names in enumerate(_WEEKDAYS) if names.search(text)}
    near = {day + ahead * _DAY for ahead in range(-7, 8) if ahead and (day + ahead * _DAY).weekday() in named}
    near |= {day + _DAY} if _TOMORROW.search(text) else set()
    return near | ({day - _DAY} if _YESTERDAY.search(text) else set())

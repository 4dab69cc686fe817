"""What the summaries say now, statement by statement, and what an event makes of it."""

from knowledge.files.current_statements.comparison import News, news
from knowledge.files.current_statements.ending import EndedStatement, Judgement
from knowledge.files.current_statements.passages import Sentence, read_passages, read_record
from knowledge.files.current_statements.pointing import PlacedStatement, late_pointers, pointers
from knowledge.files.current_statements.reading import CurrentStatement, read_standing
from knowledge.files.current_statements.striking import Decides, SupersededStatement, leading_from

__all__ = [
    "CurrentStatement",
    "Decides",
    "EndedStatement",
    "Judgement",
    "News",
    "PlacedStatement",
    "Sentence",
    "SupersededStatement",
    "late_pointers",
    "leading_from",
    "news",
    "pointers",
    "read_passages",
    "read_record",
    "read_standing",
]

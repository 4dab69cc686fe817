"""What the summaries say now, statement by statement, and what an event makes of it."""

from knowledge.files.current_statements.comparison import News, news
from knowledge.files.current_statements.ending import Ended
from knowledge.files.current_statements.passages import Sentence, read_passages
from knowledge.files.current_statements.pointing import Later, pointers
from knowledge.files.current_statements.reading import Standing, read_standing
from knowledge.files.current_statements.striking import Superseded

__all__ = [
    "Ended",
    "Later",
    "News",
    "Sentence",
    "Standing",
    "Superseded",
    "news",
    "pointers",
    "read_passages",
    "read_standing",
]

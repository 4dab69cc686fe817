"""What the summaries say now, statement by statement, and what an event makes of it."""

from knowledge.files.standing.comparison import News, news
from knowledge.files.standing.ending import Ended
from knowledge.files.standing.passages import Sentence, read_passages
from knowledge.files.standing.pointing import Later, pointers
from knowledge.files.standing.reading import Standing, read_standing
from knowledge.files.standing.striking import Superseded

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

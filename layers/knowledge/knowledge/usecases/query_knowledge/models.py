"""What query-knowledge is asked, and what its answers are made of."""

from typing import Annotated, Any, Self

from pydantic import AliasChoices, BaseModel, Field

from knowledge.files.authority import Rank
from knowledge.files.paths import Scope
from knowledge.files.topic_index import Topic
from knowledge.issues.models import IssueMatch
from knowledge.matches.models import Match
from knowledge.matches.token_budget import LeftOut, Size
from knowledge.privacy.labels import PrivateLabel, PrivateRunId, UserId
from knowledge.schemas import Body, End, Flag, Moment, Text
from knowledge.settings import SearchMode
from knowledge.text.strings import has_words

MOST_QUESTIONS = 8
FurtherQuestions = Annotated[
    tuple[Annotated[Text, Field(max_length=2_000)], ...],
    Field(max_length=MOST_QUESTIONS, description="each is searched for itself, for the same block"),
]

Rerank = Annotated[Flag, Field(description="a language model chooses what is needed of what search finds")]
ModelAnswers = Annotated[
    dict[str, Any] | None,
    Field(description="the caller's own model chooses: {} at first, then its answers by the ids of their questions"),
]


class Filters(Body):
    """What a match must be; each that is given must hold.

    Learnings have the scope of whoever said so (`learned`, `user`, `system`) and the source type `learning`; chunks
    have the kind `chunk` and no agent type. What is of no project or of no agent type is of all. With a
    `user_id`, what was uploaded for another user is left out.
    """

    agent_type: PrivateLabel | None = None
    project: PrivateLabel | None = None
    user_id: Annotated[UserId | None, Field(validation_alias=AliasChoices("user_id", "userId"))] = None
    scope: Scope | None = None
    tags: Annotated[tuple[PrivateLabel, ...], Field(max_length=20, description="all of them")] = ()
    kind: PrivateLabel | None = None
    source_type: Annotated[PrivateLabel | None, Field(validation_alias=AliasChoices("source_type", "sourceType"))] = (
        None
    )
    since: Annotated[Moment | None, Field(description="last seen then or later")] = None
    until: Annotated[End | None, Field(description="first seen then or before")] = None
    as_of: Annotated[End | None, Field(description="answers what was known then")] = None

    @property
    def unfiltered(self) -> Self:
        """The same of all that is known then, of the project or of any."""
        defaults = {name: field.default for name, field in Filters.model_fields.items()}
        asker = {"project": self.project, "user_id": self.user_id}
        return self.model_copy(update=defaults | asker | {"as_of": self.as_of})


class Question(Filters):
    """What query-knowledge is asked: without a `match_count`, for as much as fits the block.

    `questions` are what the caller wants to know beside the query, or for it.
    """

    query: Annotated[Text, Field(max_length=10_000)]
    questions: FurtherQuestions = ()
    match_count: Annotated[int, Field(ge=1, le=100, strict=True)] | None = None
    match_threshold: Annotated[float, Field(ge=-1, le=3, description="of similarity plus coverage")] | None = None
    mode: Annotated[SearchMode | None, Field(description="instead of the operator's setting")] = None
    max_tokens: Annotated[int, Field(ge=100, le=200_000, strict=True)] = 800
    max_characters: Annotated[int, Field(ge=500, le=1_000_000, strict=True)] = 10_000
    run_id: PrivateRunId | None = None
    rerank: Rerank = False
    answers: ModelAnswers = None

    @property
    def is_reranked(self) -> bool:
        """Whether a language model chooses: the server's, or the caller's own."""
        return self.rerank or self.answers is not None

    @property
    def by_rank(self) -> Self:
        """The same question, of whose matches no model chooses."""
        return self.model_copy(update={"rerank": False, "answers": None})

    @property
    def room(self) -> Size:
        """What the block may take."""
        return Size(self.max_tokens, self.max_characters)

    @property
    def single_questions(self) -> list[Self]:
        """The query and the further questions, each by itself; what has no words is none beside others."""
        texts = dict.fromkeys([self.query, *self.questions])
        asked = [text for text in texts if has_words(text)] or [self.query]
        return [self.model_copy(update={"query": text, "questions": ()}) for text in asked]

    @property
    def text(self) -> str:
        """All that is asked, a line each."""
        return "\n".join(one.query for one in self.single_questions)

    @property
    def is_filtered(self) -> bool:
        """Whether it asks for learnings or files of a certain kind or time, which an issue has not."""
        return bool(self.scope or self.tags or self.kind or self.source_type or self.since or self.until or self.as_of)


class ContextRequest(Body):
    """What an agent is about to do; `agent_type` is of the learnings, and files are of all.

    `task_type` is taken from those who have one: what is told depends on the description alone.
    """

    task_type: PrivateLabel | None = None
    task_description: Annotated[Text, Field(max_length=10_000, description="what is to be done, in words")]
    questions: FurtherQuestions = ()
    max_tokens: Annotated[int, Field(ge=100, le=200_000, strict=True)] = 4_000
    max_characters: Annotated[int, Field(ge=500, le=1_000_000, strict=True)] = 100_000
    agent_type: PrivateLabel | None = None
    project: PrivateLabel | None = None
    user_id: Annotated[UserId | None, Field(validation_alias=AliasChoices("user_id", "userId"))] = None
    run_id: PrivateRunId | None = None
    rerank: Rerank = False
    answers: ModelAnswers = None


class RerankReceipt(BaseModel):
    """Which model chose of how many candidates, and its tokens: none are counted of the caller's."""

    model: str | None
    candidates: int
    tokens_read: int
    tokens_written: int


class Receipt(BaseModel):
    """How an answer came about: the model, how it was searched, how many rows there were and how they were read."""

    model: str
    search: SearchMode
    path: str | None = None
    rows: int | None = None
    floor: float
    reranked: RerankReceipt | None = None


class Answer(BaseModel):
    """`matches`, best first, `issues` that it is surely about, and `formatted`: what of them fits, for a prompt.

    `empty` says why there is nothing, `note` why no language model chose where one was to. `left_out` are the matches
    for which the block has no room.
    """

    matches: list[Match]
    issues: list[IssueMatch] = []
    formatted: str
    tokens: int
    empty: str | None = None
    note: str | None = None
    left_out: list[LeftOut] = []
    receipt: Receipt


class ContextDocument(BaseModel):
    """A file of the knowledge base, whole; `authority` is a person's where nobody else wrote in it.

    `overruled_by` is the file (or learning) of the user or the system that says otherwise.
    """

    path: str
    title: str
    version: str | None
    scope: str | None
    authority: Rank = "learned"
    overruled_by: str | None = None
    content: str


class Context(BaseModel):
    """What there is for a task; `formatted` holds all of it, quoted as data, in `tokens` of the embedding model.

    `left_out` says what belongs to it and is not there, and why; `empty` why there is nothing, `note` why no language
    model chose where one was to.
    """

    index: list[Topic]
    system: list[ContextDocument]
    summaries: list[ContextDocument]
    descriptions: list[ContextDocument]
    semantic_results: list[Match]
    issues: list[IssueMatch] = []
    formatted: str
    tokens: int
    empty: str | None = None
    note: str | None = None
    left_out: list[LeftOut]
    receipt: Receipt

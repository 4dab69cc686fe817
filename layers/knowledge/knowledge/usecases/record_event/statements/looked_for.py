"""Which statements somebody would look for: the others belong to no category, as a byline or `What we found.`"""

from collections.abc import Sequence

from knowledge.files.categories import NOTHING, classifier
from knowledge.ports.embedder import Embedder
from knowledge.text.statements.values import values
from knowledge.usecases.record_event.language import deciding
from knowledge.usecases.record_event.models import Statement

LIKELY = 0.5  # by the model's side for subjects, from which a statement is nothing: docs/measurements/files.md
FEW = 4  # statements of an event, of fewer of which each counts


def looked_for(statements: Sequence[Statement], embedder: Embedder) -> list[Statement]:
    """The statements without those that tell no value, bind to nothing and have no subject of any category.

    Of a few statements, and by a model without a side for subjects, all.
    """
    if len(statements) < FEW or "subject" not in embedder.sides:
        return list(statements)
    scored = classifier.scores([statement.below_heading for statement in statements], embedder)
    return [
        statement
        for statement, likely in zip(statements, scored, strict=True)
        if likely[NOTHING] < LIKELY or _binds(statement) or values(statement.text)
    ]


def _binds(statement: Statement) -> bool:
    """Whether it says what has to be, or announces what does."""
    return statement.says in ("decision", "requirement") or deciding.announces_decisions(statement.text)

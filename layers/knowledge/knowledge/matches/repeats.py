"""What a nearer passage or a rule of an answer tells is not told again."""

from collections.abc import Sequence

from knowledge.matches.conflicts import statements
from knowledge.matches.dated_statements import says_no_more
from knowledge.matches.excerpts import unattributed
from knowledge.matches.models import Match
from knowledge.matches.superseded import is_retired
from knowledge.matches.token_budget import Budget
from knowledge.text.strings import one_line


def each_once(matches: Sequence[tuple[Match, str | None]], budget: Budget) -> list[tuple[Match, str | None]]:
    """Those whose text does not stand in a nearer one's excerpt, as that of a neighbour or of a copy does, nor in a
    rule, as that of the talk in which it was laid down may; nor of which each statement was told, as an event's are by
    its record, its summaries and its description. What is kept only to tell what was so tells nothing else's."""
    rules = [match.learning for match, _ in matches if match.part == "rule"]
    excerpts: list[tuple[Match, str | None]] = []
    for match, text in matches:
        nearer = [excerpt for other, excerpt in excerpts if excerpt and (is_in(match, other) or excerpt == text)]
        telling = [excerpt for other, excerpt in excerpts if excerpt and (is_retired(match) or not is_retired(other))]
        shown = one_line(" ".join(telling))
        is_told = any(text in excerpt for excerpt in nearer) if text else False
        if text and (is_told or is_in_a_rule(match, text, rules) or says_no_more(match, shown)):
            budget.leave_out(name_of(match), "a nearer passage tells it")
        else:
            excerpts.append((match, text))
    return excerpts


def of_each_content(matches: Sequence[Match]) -> list[Match]:
    """The matches in their order, but of passages with the same text under the same headings one, in the first's place:
    the one that counts most. The others are among its `sources`."""
    alike: dict[object, list[Match]] = {}
    for match in matches:
        alike.setdefault(_content(match), []).append(match)
    return [_with_sources(copies) for copies in alike.values()]


def _content(match: Match) -> object:
    """What copies have in common; what came of a run, its project and its tags tell two apart."""
    if not match.source or match.part == "rule":
        return match.id
    labels = (*match.projects,), (*match.tags,), match.run_outcome
    return " ".join(match.learning.split()), (*match.source.breadcrumb,), labels


def _with_sources(copies: Sequence[Match]) -> Match:
    leading = max(copies, key=lambda match: match.authority != "learned")
    others = [match.source for match in copies if match is not leading and match.source]
    return leading.model_copy(update={"sources": [*leading.sources, *others]}) if others else leading


def is_in_a_rule(match: Match, text: str, rules: Sequence[str]) -> bool:
    """Whether each statement of a passage's text, but for its headings, stands in a rule, whoever speaks."""
    headings = match.source.breadcrumb if match.source else []
    stated = statements(unattributed(text))
    own = [one for one in stated if not any(one.strip(".:") in heading for heading in headings)]
    return match.part != "rule" and bool(own) and all(any(one.rstrip(".:") in rule for rule in rules) for one in own)


def is_in(match: Match, nearer: Match) -> bool:
    """Whether a chunk is among those that another one is told with."""
    one, other = match.source, nearer.source
    return bool(one and other and one.path == other.path and one.chunk in other.chunks)


def name_of(match: Match) -> str:
    """What a match is called where it is left out."""
    return f"{match.source.path}, chunk {match.source.chunk}" if match.source else f"learning {match.id}"

"""Each item of a model's answer by itself: a learning where the log bears it out, else dropped with the reason."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from pydantic import ValidationError

from knowledge.extraction import Candidate, Proof, finished, project_folders, project_prefix
from knowledge.llm_extraction import questions
from knowledge.llm_extraction.models import KnownLearning, ReadingContext
from knowledge.llm_extraction.names import NUMBER, bare_names, folded, lacking, names, spelled, stands
from knowledge.llm_extraction.prompt import Item
from knowledge.llm_extraction.verdict_counts import contradicted_count
from knowledge.llm_extraction.windows import Window, whole
from knowledge.privacy.emails import MARK
from knowledge.privacy.runs import CleanRun, clean_text
from knowledge.text.grounding import figures
from knowledge.text.recalled import is_recalled
from knowledge.text.strings import one_line
from knowledge.text.user_words import quoted

SHORTEST, LONGEST = 20, 600  # characters of a learning
_MAX_QUOTE, _MIN_QUOTE = 300, 8


class NotBorneOut(ValueError):
    """The item is dropped; the message says why, for who reads the answer."""


@dataclass(frozen=True)
class Judge:
    """Judges items about one run by its log and by what is known beside it."""

    run: CleanRun
    proof: Proof
    context: ReadingContext

    def learning(self, given: Any, window: Window) -> Candidate:
        """The learning that an item of a window's answer says. Raises `NotBorneOut`."""
        item = self._parsed(given)
        self._require_citation(item, window)
        if item.confirms:
            confirmed = self._known(item.confirms)
            return Candidate(confirmed.learning, item.kind)
        if item.kind == "rule":
            return self._rule(item)
        superseded = self._known(item.supersedes) if item.supersedes else None
        self._require_command(item)
        self._require_names(item, superseded.learning if superseded else "")
        where = project_prefix(self.run)
        text = item.learning if where.rstrip(": ").casefold() in item.learning.casefold() else where + item.learning
        return finished(
            Candidate(
                text,
                item.kind,
                questions=questions.fitting(item.questions),
                supersedes=superseded.id if superseded else None,
            ),
            project_folders(self.run),
        )

    def _parsed(self, given: Any) -> Item:
        try:
            item = Item.model_validate(given)
        except ValidationError as error:
            fields = ", ".join(str(problem["loc"][0]) if problem["loc"] else "item" for problem in error.errors())
            raise NotBorneOut(f"is not of the form that was asked for ({fields})") from None
        item = item.model_copy(update={"learning": one_line(clean_text(item.learning))})
        if not item.confirms and not SHORTEST <= len(item.learning) <= LONGEST:
            raise NotBorneOut(f"has {len(item.learning)} characters, not {SHORTEST} to {LONGEST}")
        if MARK in item.learning:
            raise NotBorneOut("tells of an e-mail")
        if not item.confirms and is_recalled(item.learning, self.context.served):
            raise NotBorneOut("repeats what the run was given")
        return item

    def _require_citation(self, item: Item, window: Window) -> None:
        if not item.turns:
            raise NotBorneOut("cites no turn")
        if missing := [place for place in item.turns if place not in window.places]:
            raise NotBorneOut(f"cites turn {missing[0]}, which it was not shown")

    def _require_names(self, item: Item, superseded: str) -> None:
        """All that it names stands in the log or in what it supersedes, and most of that in the turns that it cites.

        Not all: what an item is about is often named long before it is proved.
        """
        cited = "\n".join(whole(self.run.turns[place]) for place in sorted(set(item.turns)))
        elsewhere = lacking(item.learning, f"{cited}\n{superseded}")
        numerals = spelled(item.learning)
        missing = [name for name in elsewhere if not self._has(name) and not self._has(numerals.get(name, name))]
        if missing := [*missing, *bare_names(item.learning, self._words)]:
            raise NotBorneOut(f"names {_listed(missing)}, which the log does not have")
        log = "\n".join(map(whole, self.run.turns))
        if count := contradicted_count(item.learning, f"{log}\n{superseded}"):
            raise NotBorneOut(f"tells {count}, where the log counts so many of another verdict")
        named = names(item.learning)
        if sum(name in elsewhere for name in named) > len(named) / 2:
            raise NotBorneOut(f"names {_listed(elsewhere)}, which the turns that it cites do not hold")

    def _require_command(self, item: Item) -> None:
        """A learning about a command tells one of the log's, as code or as it was typed."""
        text, commands = folded(item.learning), (folded(turn.command or "") for turn in self.run.turns)
        if item.kind == "command" and "`" not in text and not any(command in text for command in commands if command):
            raise NotBorneOut("tells no command of the log")

    def _has(self, name: str) -> bool:
        own = figures(name) if NUMBER.fullmatch(name) else ()
        return stands(name, self._log) or bool(own and self._figures.issuperset(own))

    @cached_property
    def _words(self) -> frozenset[str]:
        """All words that the log has."""
        return frozenset(re.findall(r"[^\W\d_]+", self._log))

    @cached_property
    def _figures(self) -> frozenset[str]:
        return figures(self._log)

    @cached_property
    def _log(self) -> str:
        """All that the log says, and what was said of the run, as names are looked up in it."""
        claims = [self.run.objective, self.run.outcome, *self.run.transcript.projects]
        return folded("\n".join([*claims, *map(whole, self.run.turns)]))

    def _rule(self, item: Item) -> Candidate:
        """The user's own words, of one of the turns cited; what the model makes of them is searched, not shown."""
        quote = one_line(clean_text(item.quote or "")).strip("“”\"'")
        messages = [
            one_line(turn.prose) for turn in map(self.run.turns.__getitem__, item.turns) if turn.speaker == "user"
        ]
        if not any(quote in words for words in messages) or not _MIN_QUOTE <= len(quote) <= _MAX_QUOTE:
            raise NotBorneOut("is a rule that no turn of the user has in these words")
        asked = questions.fitting([item.learning, *item.questions])
        rules = (one for one in self.proof.learnings if one.verbatim)
        if same := next((one for one in rules if quote in one.verbatim or one.verbatim in quote), None):
            return self._asked(same, asked)
        # What orders nothing for good is no standing rule, whatever the model takes it for.
        lasts = self.context.lasts(quote)
        rule = Candidate(quoted(quote), "rule" if lasts else "decision", [], "user" if lasts else "learned")
        return finished(replace(rule, verbatim=quote, questions=asked), ())

    def _asked(self, rule: Candidate, asked: tuple[str, ...]) -> Candidate:
        """A rule that was read without the model, with the questions that the model says it answers."""
        if is_recalled(rule.verbatim, self.context.served):
            raise NotBorneOut("repeats what the run was given")
        return replace(rule, questions=asked)

    def _known(self, name: str) -> KnownLearning:
        match = next((learning for learning in self.context.learnings if learning.name == name.strip("[] ")), None)
        if match is None:
            raise NotBorneOut(f"names {name[:20]}, which is none of what is known")
        return match


def _listed(missing: Sequence[str]) -> str:
    return ", ".join(f"`{name[:60]}`" for name in missing[:3])

"""Keeps what runs teach."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, repeat
from typing import Any
from uuid import UUID, uuid4

from knowledge.errors import LimitReached
from knowledge.extraction import Candidate, Proof, task, with_rules
from knowledge.extraction.user_rules import lasts, user_rules
from knowledge.learnings import parts, records
from knowledge.learnings.dropping import MEMORY, in_their_places, is_of_memory, why_dropped
from knowledge.learnings.explicit import ExplicitLearning, Given
from knowledge.learnings.ids import called, meant, why_unclear
from knowledge.learnings.instruction import advice_on
from knowledge.learnings.models import CompletedRun, Completion, LearningOutcome, LogReport
from knowledge.learnings.plans import upgrade_from
from knowledge.learnings.served_texts import ServedTexts
from knowledge.llm_extraction import KnownLearning, LearningExtraction, Reader, ReadingContext, by_rules
from knowledge.ports import telemetry
from knowledge.ports.database import Database, Row
from knowledge.ports.embedder import Embedder
from knowledge.ports.tenant_calls import TenantCalls
from knowledge.privacy.quarantine import reasons_to_hold

GONE = (
    "this came before (without a run_id, a run is known by what it says), so nothing was stored now, and {} of its "
    "learnings were deleted or forgotten since; to teach them again, send another run_id"
)
NOTHING = LearningExtraction(learnings=[], method="rules")
KNOWN, KNOWN_RULES = 12, 8  # learnings that a model is told, so that it repeats none: as many as a run may teach
MAX_ASKED = 2000  # characters of the task that known learnings are searched by; an embedder reads no more


@dataclass(frozen=True)
class Learner(TenantCalls):
    """Learns for one tenant.

    `embedder` is of the tenant's model; while that changes, `next_embedder` is of the one to come: what is learned
    meanwhile has vectors of both, and is found before the switch and after it. Without a `reader`, rules extract. What
    one `key` teaches again counts `daily` times at most within 24 hours, by whatever runs; None: always.
    """

    tenant_id: UUID
    tier: str
    database: Database
    embedder: Embedder
    next_embedder: Embedder | None = None
    reader: Reader | None = None
    key: str | None = None
    daily: int | None = None

    def complete(self, run: CompletedRun, idempotency_key: str | None = None) -> Completion:
        """Keeps what the run taught. The same run again has no further effect and gets the first answer, but that what
        a full plan rejected is kept once there is room.

        A run without an id is known by its content. One that goes on, its log longer than before or its `part` the
        next, is completed again; what it teaches again counts once. A given learning of which nothing may be kept is
        dropped, and the rest is kept. Raises `Invalid` where the run's id came with another run.
        """
        run_id = _run_id(run, idempotency_key)
        stored_parts = self._call("find_run", run_id=run_id)
        settled = parts.is_settled(run, stored_parts)
        ids = called((learning.supersedes for learning in run.explicit), self.database, self.tenant_id, run_id)
        given = [] if settled else _given(run, ids)
        clean = run.clean
        rules = [] if settled else user_rules(clean.turns, self.embedder, clean.goes_on)
        proof = with_rules(run.proof, rules) if rules else run.proof
        served = ServedTexts() if settled else self.served(run_id)
        extraction = NOTHING if settled else self._extracted(run, proof, served, parts.turns_read(run, stored_parts))
        solving = [] if settled else parts.solving_after_all(run, stored_parts)
        dropped = [{"dropped": MEMORY} if is_of_memory(one.learning, served.private) else {} for one in given]
        taught = [  # the caller's first: `_answer` tells it of them in their order
            *({**record, **why} for record, why in zip(self._records(given, {}), dropped, strict=True)),
            *self._records([*extraction.learnings, *solving], {"project": run.about}),
        ]
        [row] = self._call(
            "complete_run",
            run_id=run_id,
            learnings=taught,
            proved=[records.identity(candidate) for candidate in (*proof.learnings, *solving)],
            replaces=parts.replaced(run),
            run_outcome=parts.outcome_now(run, stored_parts),
            part=parts.part_of(run, stored_parts),
            by_key=self.key,
            daily=self.daily,
            **self._models(),
            **_run_record(run, extraction),
        )
        return self._answer(row, run, ids)

    def going_on(self, run: CompletedRun, idempotency_key: str | None = None) -> CompletedRun:
        """The run with what its caller stated when an earlier part of it was completed, and does not state anew."""
        return parts.as_stated(run, self._call("find_run", run_id=_run_id(run, idempotency_key)))

    def served(self, run_id: str) -> ServedTexts:
        """What the run was given of what is known."""
        return ServedTexts.of(self._call("served_learnings", run_id=run_id))

    def _models(self) -> dict[str, Any]:
        """The model of the tenant and the one to come, each with what it takes to say the same."""
        coming = self.next_embedder
        return {
            "model": self.embedder.model,
            "threshold": self.embedder.near_duplicate,
            "next_model": coming.model if coming else None,
            "next_threshold": coming.near_duplicate if coming else None,
        }

    def _answer(self, row: Row, run: CompletedRun, ids: Mapping[str, Sequence[UUID]]) -> Completion:
        """What became of the run, with what its caller can do about it; the caller's own learnings come first."""
        stored = Completion.model_validate({**row["answer"], "repeated": row["repeated"]})
        completion = in_their_places(stored, run)
        upgrade = upgrade_from(self.tier) if completion.rejected else None
        named = (entry.supersedes if isinstance(entry, ExplicitLearning) else None for entry in run.learnings)
        unclear = (why_unclear(supersedes, ids) for supersedes in named)
        learnings = list(map(_advised, completion.learnings, chain(unclear, repeat(None))))
        note = (
            "; ".join(filter(None, [completion.note, GONE.format(completion.gone) if completion.gone else None]))
            or None
        )
        return completion.model_copy(update={"upgrade": upgrade, "learnings": learnings, "note": note})

    def add(self, learnings: Given, idempotency_key: str | None = None) -> Completion:
        """Keeps the learnings as given. Raises `LimitReached` where the tier has room for none of them.

        Without an idempotency key every call counts: learning something again reinforces it.
        """
        completion = self.complete(CompletedRun(learnings=learnings), idempotency_key or str(uuid4()))
        if completion.rejected and completion.rejected + completion.dropped == len(completion.learnings):
            rejected = [learning.model_dump(mode="json") for learning in completion.learnings]
            raise LimitReached(upgrade_from(self.tier), tier=self.tier, learnings=rejected)
        return completion

    def _extracted(self, run: CompletedRun, proof: Proof, served: ServedTexts, turns_read: int) -> LearningExtraction:
        """What the log teaches; nothing without one."""
        if not run.session_log:
            return NOTHING
        if self.reader is None:
            return by_rules(proof, served.texts)
        [today] = self._call("model_tokens_today")
        lasting = partial(lasts, embedder=self.embedder)
        context = ReadingContext(self._known(run), served.texts, today["tokens"], turns_read, lasting)
        extraction = self.reader.extract(run.clean, proof, context)
        if report := extraction.report:
            spent = report.model_dump(exclude={"dropped"}) | {"dropped": len(report.dropped)}
            telemetry.log_line("log read by a model", tenant_id=str(self.tenant_id), note=extraction.note, **spent)
        return extraction

    def _known(self, run: CompletedRun) -> list[KnownLearning]:
        """The learnings that search gives for what the run was for, rules that always hold among them."""
        asked = task.text(run.clean)[:MAX_ASKED]
        if not asked:
            return []
        vector = self.embedder.embed_question(asked)
        [row] = self._call(
            "ask_knowledge",
            question=asked,
            query_embedding=vector,
            model=self.embedder.model,
            match_count=KNOWN,
            rule_count=KNOWN_RULES,
            of_project=run.about,
            of_source_type="learning",
        )
        return [KnownLearning(UUID(match["id"]), match["learning"], match["kind"]) for match in row["matches"]]

    def _known_vectors(self, embedder: Embedder, texts: Sequence[str]) -> dict[str, str]:
        """The vectors that the tenant has of these texts: nothing is embedded twice."""
        items = list(map(records.identity_of, dict.fromkeys(texts)))
        rows = self._call("find_vectors", model=embedder.model, items=items) if items else []
        return {row["learning"]: row["embedding"] for row in rows}

    def _vectors(self, embedder: Embedder, texts: Sequence[str]) -> list[str]:
        """A vector for each text, in order; equal texts share one."""
        stored = self._known_vectors(embedder, texts)
        new = [text for text in dict.fromkeys(texts) if text not in stored]
        made = embedder.embed(new) if new else []
        vectors = stored | {text: str(vector) for text, vector in zip(new, made, strict=True)}
        return [vectors[text] for text in texts]

    def _records(
        self, candidates: Sequence[ExplicitLearning | Candidate], of_all: dict[str, Any]
    ) -> list[dict[str, Any]]:
        """As `complete_run` takes them, with what holds for all of them."""
        texts = [records.text(candidate) for candidate in candidates]
        held = reasons_to_hold(texts, self.embedder)
        return [
            {**of_all, **records.record(candidate, reason), **embeddings}
            for candidate, reason, embeddings in zip(candidates, held, self._embedded(texts), strict=True)
        ]

    def _embedded(self, texts: Sequence[str]) -> list[dict[str, str]]:
        """The vectors of each text, by the field that they go into."""
        current = [{"embedding": vector} for vector in self._vectors(self.embedder, texts)]
        if self.next_embedder is None:
            return current
        coming = self._vectors(self.next_embedder, texts)
        return [record | {"next_embedding": vector} for record, vector in zip(current, coming, strict=True)]


def _run_id(run: CompletedRun, idempotency_key: str | None) -> str:
    return run.run_id or idempotency_key or run.digest


def _given(run: CompletedRun, ids: Mapping[str, Sequence[UUID]]) -> list[ExplicitLearning]:
    """The learnings as the caller states them, as far as they may be kept, each with the one that it supersedes."""
    return [
        learning.model_copy(update={"learning": text, "supersedes": meant(learning.supersedes, ids)})
        for learning, text in zip(run.explicit, run.clean.learnings, strict=True)
        if not why_dropped(text)
    ]


def _run_record(run: CompletedRun, extraction: LearningExtraction) -> dict[str, Any]:
    """What is kept of the run itself, as `complete_run` takes it."""
    turns, beginning = parts.beginning(run.transcript.turns)
    report = LogReport.of(run, extraction.report)
    return {
        "request_hash": run.digest,
        "method": extraction.method if run.session_log else "given",
        "note": extraction.note,
        "agent_type": run.agent_type,
        "work_order_id": run.work_order_id,
        "objective": run.clean.objective or None,
        "outcome": run.clean.outcome or None,
        "project": run.project,
        "turns": turns,
        "beginning": beginning,
        "log": report.model_dump() if report else None,
    }


def _advised(outcome: LearningOutcome, unclear: str | None) -> LearningOutcome:
    """With what a caller can do about it: a vague learning is better said again, and one that is repeated for long does
    not count."""
    own = advice_on(outcome.learning, is_users=outcome.kind == "rule")
    vague = [own, unclear] if outcome.outcome == "inserted" else []
    advice = [*vague, outcome.advice]
    return outcome.model_copy(update={"advice": "; ".join(filter(None, advice)) or None})

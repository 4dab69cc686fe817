"""Which part of a run it is that is completed: a session that goes on is sent again, longer, or by what was added."""

from collections.abc import Sequence
from typing import cast

from knowledge.errors import Invalid
from knowledge.extraction import Candidate, RunOutcome
from knowledge.extraction.code import patch
from knowledge.extraction.commands.actions import actions
from knowledge.extraction.outcome import is_tried_since
from knowledge.extraction.outcome_phrases import stated_outcome
from knowledge.learnings.models import CompletedRun
from knowledge.ports.database import Row
from knowledge.text import hashing
from knowledge.transcripts import Turn

OVERLAP = 10  # turns
# What is said of a run as a whole; what was asked, and came of it, is said of a part by itself.
_OF_ALL, _OF_WHOLE = ("agent_type", "work_order_id", "project"), ("objective",)


def part_of(run: CompletedRun, stored_parts: Sequence[Row]) -> int:
    """The number of the part, given those that are stored; that of an earlier one where the run is repeated.

    Raises `Invalid` where the caller names a part before the one that it follows.
    """
    last = max((int(row["part"]) for row in stored_parts), default=0)
    repeated = next((int(row["part"]) for row in stored_parts if row["request_hash"] == run.digest), None)
    if repeated is not None:
        return repeated
    if run.part is None:
        return last + 1 if _is_longer(run, stored_parts) else 1
    if run.part > last + 1:
        raise Invalid(f"Part {run.part} is sent before part {last + 1}; send that first.")
    return run.part


def as_stated(run: CompletedRun, stored_parts: Sequence[Row]) -> CompletedRun:
    """The run with what was stated of its earlier parts, and is not stated anew; still told by what was sent.

    A stated outcome stays where nothing was changed or checked since, and a longer log alone has one: of what was added
    to a run by itself `outcome_now` tells.
    """
    if not stored_parts or is_repeated(run, stored_parts):
        return run
    stated = stored_parts[-1]["stated"]
    fields = [
        *_OF_ALL,
        *(_OF_WHOLE if run.part is None else ()),
        *(["outcome"] if _had_ended(run, stored_parts) else ()),
    ]
    missing = {field: stated[field] for field in fields if stated[field] and not getattr(run, field)}
    return run.model_copy(update={**missing, "digest": run.digest}) if missing else run


def is_repeated(run: CompletedRun, stored_parts: Sequence[Row]) -> bool:
    """Whether the same was completed before."""
    return any(row["request_hash"] == run.digest for row in stored_parts)


def is_settled(run: CompletedRun, stored_parts: Sequence[Row]) -> bool:
    """Whether the same was completed before, and a full plan rejected nothing of it: what it teaches is not needed."""
    return any(row["request_hash"] == run.digest and not row["answer"].get("rejected") for row in stored_parts)


def turns_read(run: CompletedRun, stored_parts: Sequence[Row]) -> int:
    """How many of the run's turns a language model need not read again: what an earlier part showed it, but for the
    last `OVERLAP` of it, since a fix may lie beyond the seam from its error."""
    read = (row for row in stored_parts if run.part is None and _is_read(row))
    last = max((row["turns"] for row in read if _goes_on(run.transcript.turns, row)), default=0)
    return max(0, last - OVERLAP)


def outcome_now(run: CompletedRun, stored_parts: Sequence[Row]) -> RunOutcome | None:
    """What came of the run so far: what was added to it leaves the outcome as it was, where it tells of none, checks
    nothing and changes nothing, but that a success is none where the user says so. None without a log or a word of the
    caller's."""
    before = next((row["answer"].get("run_outcome") for row in reversed(stored_parts)), None)
    if before and not _decides(run):
        return "unverified" if before == "succeeded" and run.proof.is_left_open else cast(RunOutcome, before)
    return run.proof.outcome if run.session_log or run.clean.outcome else None


def replaced(run: CompletedRun) -> tuple[str, ...]:
    """On what of a run's log those of its earlier learnings rest that this part decides on anew: a whole log on all,
    what was added to it on how the run ended."""
    if not run.session_log:
        return ()
    return ("log", "ending") if run.part is None else ("ending",) if _decides(run) else ()


def solving_after_all(run: CompletedRun, stored_parts: Sequence[Row]) -> list[Candidate]:
    """What an earlier part that failed did to the code, where what was added changed no more of it and proves that it
    succeeded."""
    if run.part is None or run.proof.changed or run.proof.outcome != "succeeded":
        return []
    return patch.solving_after_all({text: None for row in stored_parts for text in row["endings"]})


def _had_ended(run: CompletedRun, stored_parts: Sequence[Row]) -> bool:
    """Whether the run came to its end before what a longer log adds, as its caller said then."""
    stated = stated_outcome(stored_parts[-1]["stated"]["outcome"] or "")
    went_on = [row["turns"] for row in stored_parts if _goes_on(run.transcript.turns, row)]
    holds = stated in (None, stored_parts[-1]["answer"].get("run_outcome"))
    is_longer = run.part is None and bool(went_on)
    return holds and is_longer and not is_tried_since(max(went_on), actions(run.transcript.turns))


def _decides(run: CompletedRun) -> bool:
    """Whether what came of the run is told by this part, or open again since."""
    proof = run.proof
    is_whole = run.part is None and bool(run.session_log)
    return is_whole or proof.outcome != "unverified" or bool(proof.checks) or proof.changed


def beginning(turns: Sequence[Turn]) -> tuple[int, str | None]:
    """How many of the turns will not change when the session goes on, and what tells them; (0, None) without any.

    The last may: its result is still to come, or what was said turns out to introduce an action. So may outputs.
    """
    settled = turns[:-1] if len(turns) > 1 else turns
    return len(settled), _signature(settled) if settled else None


def _is_longer(run: CompletedRun, stored_parts: Sequence[Row]) -> bool:
    """Whether the run's log goes on from an earlier one, or is the first that is recognised: one that is not may have
    been a beginning that shows no format yet, and nothing in it was taken for anybody's words."""
    if any(_goes_on(run.transcript.turns, row) for row in stored_parts):
        return True
    return run.transcript.known and bool(stored_parts) and all(map(_is_unrecognised, stored_parts))


def _is_unrecognised(row: Row) -> bool:
    log = row["answer"].get("log")
    return bool(log) and not log["known"]


def _goes_on(turns: Sequence[Turn], row: Row) -> bool:
    """Whether the turns begin as those of an earlier part did."""
    settled = turns[: row["turns"]]
    return bool(settled) and len(settled) == row["turns"] and _signature(settled) == row["beginning"]


def _is_read(row: Row) -> bool:
    """Whether a language model read all of its windows, whatever it found in them."""
    model = (row["answer"].get("log") or {}).get("model")
    return model is not None and bool(model["read"] == model["windows"])


def _signature(turns: Sequence[Turn]) -> str:
    """What was said and run; and what was read, where nothing else tells a turn."""
    return hashing.of_request(
        [[turn.speaker, turn.text, turn.command, turn.output if turn.speaker == "tool" else None] for turn in turns]
    )

"""Parsing of untrusted bytes in a child process, bounded in time and memory.

A fresh interpreter, not multiprocessing: Lambda has no /dev/shm for its semaphores, and a fork of a process with
threads may hang. The child gets no environment, so it holds no credentials. It answers in JSON, not pickle, so that
even a child taken over by its input cannot run anything here.
"""

import errno
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import weakref
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

from knowledge import errors
from knowledge.documents.limits import CHUNK_TOKENS, CPU_SECONDS, MAX_OUTPUT_BYTES, MEMORY_BYTES, WALL_SECONDS
from knowledge.documents.models import Document, ReplayedSections, Section, Span
from knowledge.documents.parser import check_size, read, with_sections
from knowledge.documents.rows import CountTokens, estimated_tokens, grouped

_REFUSALS = {error.__name__: error for error in errors.subclasses()}


@dataclass(frozen=True)
class ParseLimits:
    """What one file may cost."""

    cpu_seconds: int = CPU_SECONDS
    wall_seconds: float = WALL_SECONDS
    memory_bytes: int = MEMORY_BYTES
    output_bytes: int = MAX_OUTPUT_BYTES


LIMITS = ParseLimits()
# Parsing is bound by the processor, and each child may take the whole MEMORY_BYTES: more at once would gain nothing.
_ROOM = BoundedSemaphore(os.cpu_count() or 1)
_OUT_OF_MEMORY = {-signal.SIGABRT, -signal.SIGKILL}  # by PDFium, which ends so where memory is refused; by the system


def parse_safely(
    name: str,
    content: bytes,
    content_type: str | None = None,
    *,
    count_tokens: CountTokens = estimated_tokens,
    most_tokens: int = CHUNK_TOKENS,
    limits: ParseLimits = LIMITS,
) -> Document:
    """What `parse` returns and raises, worked out in a child process within the limits.

    Rows are joined to at most `most_tokens`. A child that crashes, is killed or exceeds a limit raises `Invalid`. The
    whole file has been read when this returns: the sections wait in a temporary file, deleted with the document, so
    none is seen of a file refused later.
    """
    check_size(name, content)
    spool = _TemporaryFile()
    _run(name, content, content_type, spool, limits)
    header = _header(name, spool)
    if "refused" in header:
        raise _REFUSALS[header["refused"]](header["detail"])
    parsed = Document(
        header["title"], header["media_type"], ReplayedSections(partial(_sections, spool)), header["metadata"]
    )
    return with_sections(parsed, lambda: grouped(parsed.sections, count_tokens, most_tokens))


class _TemporaryFile:
    """A temporary file that is deleted with this object."""

    def __init__(self) -> None:
        handle, path = tempfile.mkstemp(prefix="ingest-")
        os.close(handle)
        self.path = Path(path)
        weakref.finalize(self, self.path.unlink, missing_ok=True)


def _run(name: str, content: bytes, content_type: str | None, spool: _TemporaryFile, limits: ParseLimits) -> None:
    asked = {"name": name, "content_type": content_type, "limits": asdict(limits)}
    environment = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", "from knowledge.documents.sandbox import child; child()", json.dumps(asked)]
    try:
        with _ROOM, spool.path.open("wb") as out:
            ended = subprocess.run(
                command,
                input=content,
                stdout=out,
                stderr=subprocess.DEVNULL,
                env=environment,
                timeout=limits.wall_seconds,
            )
    except subprocess.TimeoutExpired:
        raise errors.Invalid(
            f"{name} took longer than {limits.wall_seconds:g} s to read; split or simplify it."
        ) from None
    if ended.returncode == -signal.SIGXCPU:
        raise errors.Invalid(f"{name} took more than {limits.cpu_seconds} s of work to read; split or simplify it.")
    if ended.returncode in _OUT_OF_MEMORY:
        room = f"{limits.memory_bytes // 2**20} MB of memory"
        raise errors.Invalid(f"{name} needs more than the {room} that a file may use; upload a part of it.")
    if ended.returncode:
        raise errors.Invalid(f"{name} is damaged: its reader broke off ({ended.returncode}); save it again.")


def _header(name: str, spool: _TemporaryFile) -> dict[str, Any]:
    with spool.path.open(encoding="utf-8") as lines:
        header = lines.readline()
    if not header:
        raise errors.Invalid(f"{name} is damaged: its reader gave no answer; save it again.")
    fields: dict[str, Any] = json.loads(header)
    return fields


def _sections(spool: _TemporaryFile) -> Iterator[Section]:
    with spool.path.open(encoding="utf-8") as lines:
        next(lines)
        for line in lines:
            markdown, breadcrumb, span = json.loads(line)
            yield Section(markdown, tuple(breadcrumb), Span(*span) if span else None)


def child() -> None:
    """Runs in the child: the request is its argument, the file its input; writes a header and the sections as JSON."""
    request = json.loads(sys.argv[1])
    _limit_resources(ParseLimits(**request["limits"]))
    content = sys.stdin.buffer.read()
    out = io.TextIOWrapper(sys.stdout.buffer, "utf-8", write_through=False)
    try:
        document = read(request["name"], content, request["content_type"])
        parsed = {"title": document.title, "media_type": document.media_type, "metadata": document.metadata}
        print(json.dumps(parsed), file=out)
        for section in document.sections:
            span = section.span and (section.span.unit, section.span.first, section.span.last)
            print(json.dumps((section.markdown, section.breadcrumb, span)), file=out)
        out.flush()
    except (errors.KnowledgeError, MemoryError, OSError) as error:
        _refuse(error)


def _refuse(error: Exception) -> None:
    """Replaces whatever was written by the refusal."""
    if not isinstance(error, errors.KnowledgeError):
        ours = errors.of_any(error)
        tight = errors.Invalid("The file needs more memory or space than a file may use; upload a part of it.")
        error = ours if isinstance(ours, errors.OutOfSpace) and not _is_over_limit(error) else tight
    refusal = {"refused": type(error).__name__, "detail": error.detail}
    sys.stdout.buffer.seek(0)
    sys.stdout.buffer.truncate()
    sys.stdout.buffer.write(json.dumps(refusal).encode() + b"\n")
    sys.stdout.buffer.flush()
    os._exit(0)


def _is_over_limit(error: Exception) -> bool:
    """Whether it is this file that has too much output, not the disk that has no room."""
    return isinstance(error, OSError) and error.errno == errno.EFBIG


def _limit_resources(limits: ParseLimits) -> None:
    import resource

    for kind, limit in (
        (resource.RLIMIT_AS, limits.memory_bytes),
        (resource.RLIMIT_CPU, limits.cpu_seconds),
        (resource.RLIMIT_FSIZE, limits.output_bytes),
        (resource.RLIMIT_CORE, 0),
    ):
        try:
            resource.setrlimit(kind, (limit, limit + 1))  # at the harder one there is no signal that tells the cause
        except (ValueError, OSError):  # macOS refuses to lower the address space; the other limits hold there
            continue

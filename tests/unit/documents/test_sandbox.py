"""Files made to harm: each is refused with its reason, and the next one is read."""

import io
import subprocess
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import BoundedSemaphore
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from knowledge import errors
from knowledge.documents import parse, parse_safely, sandbox
from knowledge.documents.limits import MAX_BYTES
from knowledge.documents.sandbox import ParseLimits


def pdf(*objects: bytes) -> bytes:
    body = b"".join(b"%d 0 obj\n%s\nendobj\n" % (number, text) for number, text in enumerate(objects, start=1))
    return b"%PDF-1.7\n" + body + b"trailer << /Root 1 0 R >>\n%%EOF"


def docx(xml: bytes, **parts: bytes) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("word/document.xml", xml)
        for name, content in parts.items():
            package.writestr(name, content)
    return archive.getvalue()


def flate_page(text: bytes) -> bytes:
    stream = zlib.compress(text, 1)  # a hundredth, and in a third of the time that it takes to make it smaller
    header = b"<< /Filter /FlateDecode /Length %d >>\nstream\n" % len(stream)
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>"
    pages = b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
    return pdf(b"<< /Type /Catalog /Pages 2 0 R >>", pages, page, header + stream + b"\nendstream")


def nested_pages(depth: int) -> bytes:
    levels = [b"<< /Type /Pages /Count 1 /Kids [%d 0 R] >>" % (number + 3) for number in range(depth)]
    return pdf(b"<< /Type /Catalog /Pages 2 0 R >>", *levels)


# What is large is made by the test that needs it, and not whenever the tests are listed.
@cache
def bomb() -> bytes:
    return flate_page(b" " * 300_000_000)


def labour() -> bytes:
    """Many seconds of parsing."""
    return b"<html><body>" + b"<p>a <b>b</b></p>" * 400_000 + b"</body></html>"


LAUGHS = [b"<< /Type /Catalog /Pages 2 0 R >>"] + [
    b"<< /Type /Pages /Count 1000000000 /Kids [%s] >>" % (b"%d 0 R " % (level + 3) * 10) for level in range(10)
]
CIRCLE = (b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Count 1 /Kids [2 0 R] /Parent 2 0 R >>")
LONG_STREAM = b"<< /Length 99999999999 >>\nstream\nBT (x) Tj ET\nendstream"
ENTITIES = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]><a>&c;</a>'


@pytest.mark.parametrize(
    ("name", "content", "error", "reason"),
    [
        ("empty.pdf", b"", errors.Invalid, "zero bytes"),
        ("large.txt", lambda: b"x" * (MAX_BYTES + 1), errors.TooLarge, "the limit is"),
        ("nested.pdf", nested_pages(5_000), errors.Invalid, "nested too deeply"),
        ("circle.pdf", pdf(*CIRCLE), errors.Invalid, "circular"),
        ("stream.pdf", pdf(CIRCLE[0], LONG_STREAM), errors.Invalid, "neither text nor images"),
        ("flate.pdf", bomb, errors.Invalid, "neither text nor images"),
        ("laughs.pdf", pdf(*LAUGHS), errors.Invalid, "claims to have 1,000,000,000 pages"),
        ("deep.json", b"[" * 100_000, errors.Invalid, "nested too deeply"),
        ("bomb.docx", lambda: docx(b"<a/>", big=b"\0" * (101 * 2**20)), errors.Invalid, "unpacks to"),
        ("entities.docx", docx(ENTITIES), errors.Invalid, "XML entities"),
        ("entities16.docx", docx(ENTITIES.decode().encode("utf-16")), errors.Invalid, "XML entities"),
        pytest.param(
            "rows.csv",
            lambda: b"a,b\n" + b"1,2\n" * 250_001,
            errors.Invalid,
            "more than 250,000 rows",
            marks=pytest.mark.soak,
        ),
        ("cell.csv", lambda: b'a,b\n1,"' + b"x" * 200_000 + b'"\n', errors.Invalid, "131,072"),
        ("cut.docx", docx(b"<a/>" * 99)[:60], errors.Invalid, "damaged"),
    ],
    ids=lambda value: value if isinstance(value, str) and "." in value else "",
)
def test_hostile_file_is_refused_with_its_reason(
    name: str, content: bytes | Callable[[], bytes], error: type[errors.KnowledgeError], reason: str
) -> None:
    """A hostile file is a clear refusal."""
    with pytest.raises(error) as refusal:
        parse_safely(name, content if isinstance(content, bytes) else content())
    assert reason in refusal.value.detail


@pytest.mark.parametrize(
    ("content", "limits", "reason"),
    [
        (labour, ParseLimits(wall_seconds=1), "took longer than 1 s"),
        (labour, ParseLimits(cpu_seconds=1), "more than 1 s of work"),
        (bomb, ParseLimits(memory_bytes=400 * 2**20), "400 MB of memory"),
        (lambda: b"word " * 500_000, ParseLimits(output_bytes=2**20), "more memory or space"),
    ],
    ids=["time", "work", "memory", "output"],
)
def test_child_over_a_limit_is_refused_and_the_next_file_is_read(
    content: Callable[[], bytes], limits: ParseLimits, reason: str
) -> None:
    """A child that exceeds its time, work, memory or output is stopped with the reason, and the next file is read."""
    with pytest.raises(errors.Invalid, match=reason):
        parse_safely("hostile", content(), limits=limits)
    assert [section.markdown for section in parse_safely("next.txt", b"text").sections] == ["text"]


def test_no_more_children_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many files at once each waits for its turn, so that their memory together is bounded."""
    at_once: list[int] = []
    running = Counter[str]()

    def counted(*args: Any, **options: Any) -> Any:
        running["children"] += 1
        at_once.append(running["children"])
        ended = run(*args, **options)
        running["children"] -= 1
        return ended

    run = subprocess.run
    monkeypatch.setattr(subprocess, "run", counted)
    monkeypatch.setattr(sandbox, "_ROOM", BoundedSemaphore(1))
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda n: parse_safely(f"{n}.txt", b"text"), range(4)))
    assert at_once == [1, 1, 1, 1]


def test_child_answers_as_the_parent_would() -> None:
    """The safe parse returns what the plain one does."""
    content = b"city,area\n" + b"".join(b"Town %d,%d\n" % (n, n) for n in range(300))
    safe, plain = parse_safely("towns.csv", content), parse("towns.csv", content)
    assert list(safe.sections) == list(safe.sections) == list(plain.sections)
    assert (safe.title, safe.media_type, safe.metadata) == (plain.title, plain.media_type, plain.metadata)


NAMES = st.sampled_from(["a.csv", "a.pdf", "a.docx", "a.md", "a.html", "a.json", "a.jsonl", "a.txt", "a", "\0/.x"])
STARTS = st.sampled_from([b"", b"%PDF-1.4\n", b"PK\x03\x04", b"\xff\xfe", b"<html>", b"[", b"{", b"a,b\n", b"---\n"])


@settings(max_examples=300)
@given(name=NAMES, start=STARTS, content=st.binary(max_size=300))
def test_no_bytes_raise_anything_but_a_knowledge_error(name: str, start: bytes, content: bytes) -> None:
    """Whatever bytes are read, the only error is a `KnowledgeError`, and no text holds a NUL or lone
    surrogate."""
    try:
        document = parse(name, start + content)
        texts = [document.title, *(section.markdown for section in document.sections)]
    except errors.KnowledgeError:
        return
    assert "\0" not in "".join(texts).encode().decode()


def small_docx() -> bytes:
    """A DOCX as Word writes it: a heading, a paragraph and a table."""
    name = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    cell = "<w:tc><w:p><w:r><w:t>cell</w:t></w:r></w:p></w:tc>"
    body = f"<w:p><w:r><w:t>Text</w:t></w:r></w:p><w:tbl><w:tr>{cell}{cell}</w:tr></w:tbl>"
    return docx(f'<w:document xmlns:w="{name}"><w:body>{body}</w:body></w:document>'.encode())


REALISTIC = {
    "a.pdf": flate_page(b"BT /F 12 Tf 72 700 Td (Hello there) Tj ET"),
    "a.docx": small_docx(),
    "a.csv": b'city;area\r\n"Bonn; on Rhine";141\r\nK\xf6ln;405\r\n',
    "a.json": b'{"parts": [{"name": "valve", "torque": 12.5}, {"name": "\\u00e9", "torque": null}]}',
    "a.jsonl": b'{"a": 1}\n{"a": [1, {"b": 2}]}\n',
    "a.html": b"<html><head><title>T</title></head><body><h1>A</h1><table><tr><td>1</td></tr></table></body></html>",
    "a.md": b"---\ntitle: T\n---\n# A\n\n```py\ncode\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    "a.txt": "Grüße\n\nAn encyclopædia.".encode("utf-16"),
}
EDITS = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 8), st.binary(max_size=6)), min_size=1, max_size=6)


def mutated(content: bytes, edits: list[tuple[float, int, bytes]]) -> bytes:
    """The content with some bytes taken out and others put in, at a share of its length each."""
    for share, length, new in edits:
        at = int(share * len(content))
        content = content[:at] + new + content[at + length :]
    return content


@settings(max_examples=300)
@given(name=st.sampled_from(sorted(REALISTIC)), edits=EDITS)
def test_a_damaged_file_is_read_or_refused(name: str, edits: list[tuple[float, int, bytes]]) -> None:
    """Whatever bytes of an ordinary file are damaged, it is read as storable text or refused with a reason."""
    try:
        document = parse(name, mutated(REALISTIC[name], edits))
        text = "".join([document.title, *(section.markdown for section in document.sections)])
    except errors.KnowledgeError as error:
        assert error.detail.endswith((".", "again", "it"))
        return
    assert "\0" not in text and text.encode()

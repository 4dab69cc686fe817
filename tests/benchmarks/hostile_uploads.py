"""Files made to harm, over HTTP to a running local stack: the answer, the time, and the memory that each takes.

    python -m tests.benchmarks.hostile_uploads STATE

STATE is the folder of the stack (`kloop up --state STATE`). Over 5 MB a file goes by its presigned form, as a user's
would. After each a plain file is sent, which must work.
"""

import io
import sys
import time
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import httpx

from kloop import administration
from kloop.stack.state import RunningStack, State
from tests.benchmarks.many_uploads import watched

FORM_BYTES = 5 * 2**20
PNG = b"\x89PNG\r\n\x1a\n"
PAGES = b"<< /Type /Catalog /Pages 2 0 R >>"


def pdf(*objects: bytes) -> bytes:
    """A PDF of these objects."""
    body = b"".join(b"%d 0 obj\n%s\nendobj\n" % (number, text) for number, text in enumerate(objects, start=1))
    return b"%PDF-1.7\n" + body + b"trailer << /Root 1 0 R >>\n%%EOF"


def laughs() -> bytes:
    """A tree of pages of which each has ten, ten deep."""
    levels = [
        b"<< /Type /Pages /Count 1000000000 /Kids [%s] >>" % (b"%d 0 R " % (level + 3) * 10) for level in range(10)
    ]
    return pdf(PAGES, *levels)


def nested(depth: int) -> bytes:
    """A tree of pages as deep as that."""
    return pdf(PAGES, *(b"<< /Type /Pages /Count 1 /Kids [%d 0 R] >>" % (number + 3) for number in range(depth)))


def flate(size: int) -> bytes:
    """A page whose content unpacks to so many bytes."""
    stream = zlib.compress(b" " * size, 9)
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>"
    content = b"<< /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream)
    return pdf(PAGES, b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>", page, content)


def docx(size: int) -> bytes:
    """A DOCX that unpacks to so many bytes."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("word/document.xml", b"<a/>")
        package.writestr("big", b"\0" * size)
    return archive.getvalue()


def files() -> Iterator[tuple[str, str, bytes]]:
    """What each is, its name and its content."""
    yield "10 MB + 1 byte", "large.txt", b"x" * (10 * 2**20 + 1)
    yield "PDF: a billion pages", "laughs.pdf", laughs()
    yield "PDF: 5,000 levels", "nested.pdf", nested(5_000)
    yield "PDF: 300 MB unpacked", "flate.pdf", flate(300_000_000)
    yield "JSON: 100,000 levels", "deep.json", b"[" * 100_000
    yield "HTML: 100,000 levels", "deep.html", b"<html><body>" + b"<div>" * 100_000
    yield "DOCX: 101 MB unpacked", "bomb.docx", docx(101 * 2**20)
    yield "CSV: 2,000,000 rows", "rows.csv", b"a,b\n" + b"1,2\n" * 2_000_000
    yield "CSV: one cell of 5 MB", "cell.csv", b'a,b\n1,"' + b"x" * 5_000_000 + b'"\n'
    yield "NULs only", "nul.txt", b"\0" * 2000
    yield "NULs within text", "nuls.txt", b"The gate\0 closes\0 at nine.\n" * 20
    yield "UTF-16", "utf16.txt", "Grüße an die Köchin.\n".encode("utf-16")
    yield "UTF-8 and cp1252 mixed", "mixed.txt", "Grüße aus Köln.\n".encode() + "Grüße aus Köln.\n".encode("cp1252")
    yield "CSV: formulas", "formulas.csv", b"name,sum\nCarol,=1+1\nDan,@SUM(A1)\nEve,=cmd|' /C calc'!A0\n"
    yield "PNG called .csv", "photo.csv", PNG + bytes(500)
    yield "CSV called .pdf", "towns.pdf", b"city,area\n" + b"".join(b"Town%d,%d\n" % (n, n) for n in range(50))
    yield "zero bytes", "empty.txt", b""


class Sender:
    """A tenant of its own on the stack."""

    def __init__(self, running: RunningStack) -> None:
        self._running = running
        with administration.database(running.admin_url) as database:
            tenant = administration.create_tenant(database, str(uuid4()), "team")
            key = administration.create_key(database, tenant, "agent", "hostile uploads")
        headers = {"Authorization": f"Bearer {key}"}
        base = f"{running.url}/functions/v1/upload-ingest"
        self._http = httpx.Client(base_url=base, headers=headers, timeout=600, trust_env=False)

    def send(self, name: str, content: bytes) -> tuple[str, str]:
        """What became of the file in the end, and what was said."""
        if len(content) > FORM_BYTES:
            return self._by_form(name, content)
        answer = self._http.post("/", files={"file": (name, content)})
        upload = answer.json()
        if answer.status_code == 202:
            return self._settled(upload["upload_id"])
        outcome = f"{answer.status_code} {upload['status']}" if answer.is_success else str(answer.status_code)
        return outcome, upload.get("detail") or upload["message"]

    def truncated(self) -> tuple[str, str]:
        """What a form says whose end is missing."""
        body = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nHello.'
        answer = self._http.post("/", content=body, headers={"Content-Type": "multipart/form-data; boundary=x"})
        return str(answer.status_code), answer.json()["detail"]

    def _by_form(self, name: str, content: bytes) -> tuple[str, str]:
        form = self._http.post("/presign", json={"fileName": name, "contentType": "text/plain"}).json()
        posted = httpx.post(form["url"], data=form["fields"], files={"file": (name, content)}, trust_env=False)
        assert posted.is_success, posted.text
        return self._settled(form["upload_id"])

    def _settled(self, upload_id: str) -> tuple[str, str]:
        while (upload := self._http.get(f"/uploads/{upload_id}").json())["status"] not in ("done", "failed"):
            time.sleep(0.2)
        return upload["status"], upload["reason"] or f"{upload['chunks']} chunks"


def main(state: str) -> None:
    """Prints a table, in Markdown."""
    running = State(Path(state)).running()
    sender = Sender(running)
    sender.send("first.txt", b"So that the model is loaded.")
    print("| file | outcome | seconds | MB of parent | MB of child | what was said |\n|---|---|---|---|---|---|")
    for number, (what, name, content) in enumerate(files()):
        with watched(running) as memory:
            began = time.perf_counter()
            outcome, detail = sender.send(name, content)
            seconds = time.perf_counter() - began
        print(f"| {what} | {outcome} | {seconds:.1f} | {memory.peaks['parent']} | {memory.peaks['child']} | {detail} |")
        after, _ = sender.send(f"next-{number}.txt", b"All is well after file %d." % number)
        assert after == "200 done", after
    print(f"| truncated form | {' | | | | '.join(sender.truncated())} |")


if __name__ == "__main__":
    main(*sys.argv[1:])

"""PDF → text in reading order, tables as tables, the outline as headings."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from knowledge import errors
from knowledge.documents.encoding import clean
from knowledge.documents.formats.pdf.layout import TextBlock
from knowledge.documents.formats.pdf.page import page_blocks
from knowledge.documents.limits import MAX_PAGES, MAX_TEXT_CHARACTERS
from knowledge.documents.models import Document, Section, Span

Heading = tuple[int, str]
_METADATA = {"Author": "author", "Subject": "subject", "Keywords": "keywords", "CreationDate": "created"}
# Alone on its line, in digits or Roman, between dashes or not.
_PAGE_NUMBER = re.compile(r"[-–\s]*(\d{1,4}|[ivxlc]{1,6})[-–\s]*")
_NO_TITLE = {"untitled", "unspecified", "anonymous", ""}
_RUNNING = 3  # pages that have it
_MAX_RUNNING = 120  # characters
_MAX_RUNS = 12  # of pages that hold only images, named
_MAX_OUTLINE = 10_000
_MAX_CLAIMED = 1_000_000  # what PDFium would count for minutes; a tree that multiplies itself claims as much
# What a node of the page tree says that it has; in 18 digits any that Python reads at once.
_COUNT = re.compile(rb"/Count\s+(\d{1,18})")


def read(title: str, media_type: str, content: bytes) -> Document:
    """A section a page and heading. Raises `Invalid` for encrypted, damaged and image-only files."""
    pdf = _opened(content)
    outline = _outline(pdf)
    pages = _without_running_heads([_cleaned(page_blocks(page)) for page in _pages(pdf)], outline)
    without_text = [number for number, page in enumerate(pages, start=1) if not page]
    if len(without_text) == len(pages):
        raise _textless(pdf)
    pictured = [number for number in without_text if _has_image(pdf, number - 1)]
    info = _information(pdf)
    metadata: dict[str, Any] = {ours: info[theirs] for theirs, ours in _METADATA.items() if theirs in info}
    metadata |= {"pages": len(pages), "pages_without_text": without_text}
    if pictured:
        metadata["unread"] = f"{_named(pictured)} only images, which search does not find; run OCR and upload it again."
    sections = list(_sections(pages, outline))
    return Document(info.get("Title", title), media_type, sections, metadata)


def _information(pdf: Any) -> dict[str, str]:
    """What the maker filled in, without the placeholders of report generators."""
    metadata = {name: clean(value).strip() for name, value in pdf.get_metadata_dict(skip_empty=True).items()}
    return {name: value for name, value in metadata.items() if value.lower() not in _NO_TITLE}


def _has_image(pdf: Any, number: int) -> bool:
    import pypdfium2

    page = pdf[number]
    try:
        return next(page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_IMAGE]), None) is not None
    finally:
        page.close()


def _named(pages: Sequence[int]) -> str:
    """`Pages 2–4 and 7 hold`: runs of pages by their ends, the first of them where there are many."""
    starts = [at for at, page in enumerate(pages) if not at or page > pages[at - 1] + 1]
    runs = [(pages[at], pages[end - 1]) for at, end in pairwise([*starts, len(pages)])]
    texts = [str(first) if first == last else f"{first}–{last}" for first, last in runs[:_MAX_RUNS]]
    texts += [f"{len(pages)} in all"] if len(runs) > _MAX_RUNS else []
    names = " and ".join(filter(None, [", ".join(texts[:-1]), texts[-1]]))
    return f"Page {names} holds" if len(pages) == 1 else f"Pages {names} hold"


def _textless(pdf: Any) -> errors.Invalid:
    """Why there is nothing to read: pictures of text, or nothing at all."""
    import pypdfium2

    for page in _pages(pdf):
        if next(page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_IMAGE]), None):
            reason = f"holds no text, only images (pages: {len(pdf)}); run OCR on it and upload the result"
            return errors.Invalid(f"The PDF {reason}.")
    return errors.Invalid(f"The PDF holds neither text nor images (pages: {len(pdf)}); check what made it.")


def _opened(content: bytes) -> Any:
    import pypdfium2

    claimed = max(map(int, _COUNT.findall(content)), default=0)
    if claimed > _MAX_CLAIMED:
        raise errors.Invalid(f"The PDF claims to have {claimed:,} pages or bookmarks; print it as PDF again.")
    try:
        pdf = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        if error.err_code == pypdfium2.raw.FPDF_ERR_PASSWORD:
            raise errors.Invalid("The PDF is encrypted; remove its password and upload it again.") from None
        raise errors.Invalid("The PDF is damaged and cannot be opened; save or print it as PDF again.") from None
    if not 0 < len(pdf) <= MAX_PAGES:
        raise errors.Invalid(f"The PDF has {len(pdf):,} pages, 1 to {MAX_PAGES:,} are read; split it.")
    return pdf


def _pages(pdf: Any) -> Iterator[Any]:
    """Each page, closed after use so that memory stays flat."""
    import pypdfium2

    for number in range(len(pdf)):
        try:
            page = pdf[number]
        except pypdfium2.PdfiumError:
            raise errors.Invalid(
                f"Page {number + 1} of the PDF cannot be loaded: the tree of its pages is broken, circular or nested"
                " too deeply; print it as PDF again."
            ) from None
        yield page
        page.close()


def _cleaned(page: list[TextBlock]) -> list[TextBlock]:
    """The blocks with text in them, without the page's number at its head or foot."""
    cleaned = [TextBlock(clean(block.text).strip(), block.height, block.is_table) for block in page]
    filled = [block for block in cleaned if block.text]
    for edge in (0, -1):
        if len(filled) > 1 and _PAGE_NUMBER.fullmatch(filled[edge].text):
            del filled[edge]
    return filled


def _without_running_heads(pages: list[list[TextBlock]], outline: dict[int, list[Heading]]) -> list[list[TextBlock]]:
    """The pages without the line at their head or foot that other pages have too, whatever number is in it.

    Alone on its page it stays, and where the outline says that it is the heading itself.
    """
    for edge in (0, -1):
        seen = Counter(_words(page[edge]) for page in pages if page)
        for number, page in enumerate(pages):
            if len(page) < 2 or len(page[edge].text) > _MAX_RUNNING or seen[_words(page[edge])] < _RUNNING:
                continue
            if not any(_is_heading(page[edge].text, title) for _, title in outline.get(number, [])):
                del page[edge]
    return pages


def _words(block: TextBlock) -> str:
    return re.sub(r"[\W\d_]+", "", block.text).casefold()


def _outline(pdf: Any) -> dict[int, list[Heading]]:
    """The outline's entries, level and title, by the page (from 0) that they point to."""
    by_page: dict[int, list[Heading]] = {}
    for number, entry in enumerate(pdf.get_toc(max_depth=10)):
        target, title = entry.get_dest(), " ".join(clean(entry.get_title() or "").split())
        if number >= _MAX_OUTLINE:
            break
        if target and title and (page := target.get_index()) is not None:
            by_page.setdefault(page, []).append((entry.level, title))
    return by_page


def _sections(pages: list[list[TextBlock]], outline: dict[int, list[Heading]]) -> Iterator[Section]:
    """Cuts at each page and each heading, so that a section has one of both."""
    path: list[Heading] = []
    characters = 0
    for number, page in enumerate(pages, start=1):
        span = Span("page", number, number)
        for heading, texts in _by_heading(page, outline.get(number - 1, [])):
            if heading:
                path = [*(above for above in path if above[0] < heading[0]), heading]
            characters += sum(map(len, texts))
            if characters > MAX_TEXT_CHARACTERS:
                raise errors.Invalid("The PDF holds too much text; split it.")
            if texts:
                yield Section("\n\n".join(texts), tuple(title for _, title in path), span)


def _by_heading(page: list[TextBlock], headings: list[Heading]) -> Iterator[tuple[Heading | None, list[str]]]:
    """The page's texts under each heading; a heading that is not found as a line of its own starts the page."""
    places: list[tuple[int, Heading]] = []
    start = 0
    for heading in headings:
        at = next((at for at in range(start, len(page)) if _is_heading(page[at].text, heading[1])), None)
        start = start if at is None else at + 1
        places.append((start, heading))
    begin: int = 0
    current: Heading | None = None
    for place, heading in places:
        yield current, [block.text for block in page[begin : max(begin, place - 1)]]
        begin, current = place, heading
    yield current, [block.text for block in page[begin:]]


def _is_heading(text: str, title: str) -> bool:
    """Whether a block is the outline's title, alone or after its number."""
    letters, wanted = (re.sub(r"\W+", "", line).casefold() for line in (text, title))
    return bool(wanted) and letters.endswith(wanted) and len(letters) <= len(wanted) + 12

"""Files as their makers write them, and what is read of them."""

import io
import zipfile

from knowledge.documents import Section, parse

A, P = (f"http://schemas.openxmlformats.org/{name}/2006/main" for name in ("drawingml", "presentationml"))
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def sections(name: str, content: bytes | str, content_type: str | None = None) -> list[Section]:
    """What the file is read as."""
    body = content.encode() if isinstance(content, str) else content
    return list(parse(name, body, content_type).sections)


def archived(**parts: str) -> bytes:
    """The parts as a ZIP archive; `__` stands for a slash, `_DOT_` for a point."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name.replace("__", "/").replace("_DOT_", "."), text)
    return buffer.getvalue()


def relations(*targets: tuple[str, str]) -> str:
    """A part's relations: each a kind and a target, called rId1 and so on."""
    relationships = "".join(
        f'<Relationship Id="rId{at}" Type="{R}/{kind}" Target="{target}"/>'
        for at, (kind, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{PACKAGE}">{relationships}</Relationships>'

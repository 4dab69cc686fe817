"""Word documents."""

import io
import zipfile

from tests.support.documents import sections

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def test_docx_keeps_paragraphs() -> None:
    """A Word file's paragraphs are read."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as package:
        package.writestr(
            "word/document.xml",
            f'<w:document xmlns:w="{WORD}"><w:body><w:p><w:r><w:t>Hello Word</w:t></w:r></w:p></w:body></w:document>',
        )
        package.writestr(
            "_rels/.rels",
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>',
        )
    assert sections("a.docx", archive.getvalue())[0].markdown == "Hello Word"

"""Bytes of unknown encoding → clean text."""

import codecs
import io
import re

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LATIN = ("cp1250", "cp1252", "cp1254", "cp1257")
# Calibrated on short tables in 25 languages: no cp1252 text reached it as another, and what stays below is names alone.
_LATIN_CONFIDENCE = 0.08
_LETTERS = re.compile(rb"[A-Za-z\x80-\xff]+")  # words in any one-byte encoding: what is not ASCII may be a letter
# All but tab, line feed, form feed and carriage return; surrogates and non-characters, which UTF-8 cannot hold.
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_SAMPLE_BYTES = 64 * 1024
_BINARY_SHARE = 0.05


def _byte_as_cp1252(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


codecs.register_error("cp1252", _byte_as_cp1252)


def encoding_of(content: bytes) -> str:
    """The name of the codec that reads `content`; UTF-8 and UTF-16 are recognised with and without a BOM."""
    for bom, encoding in _BOMS:
        if content.startswith(bom):
            return encoding
    wide = _utf16_by_zero_bytes(content[:_SAMPLE_BYTES])
    if wide:
        return wide
    return "utf-8" if _is_mostly_utf8(content) else _legacy_encoding(content)


def _utf16_by_zero_bytes(sample: bytes) -> str | None:
    """Western text in UTF-16 has its zero bytes at odd places (little-endian) or at even ones."""
    half = len(sample) // 2
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if half and odd > 0.3 * half and even < 0.05 * half:
        return "utf-16-le"
    if half and even > 0.3 * half and odd < 0.05 * half:
        return "utf-16-be"
    return None


def _is_mostly_utf8(content: bytes) -> bool:
    """Whether more characters beyond ASCII are valid UTF-8 than not, as in a mix of encodings."""
    text = content.decode("utf-8", "surrogateescape")
    if text.isascii():
        return True
    broken = sum(map(len, re.findall(r"[\udc80-\udcff]+", text)))
    return broken == 0 or broken < len(re.findall(r"[^\x00-\x7f\udc80-\udcff]", text))


def _legacy_encoding(content: bytes) -> str:
    """The code page of a Latin script is told by the words that are not ASCII: among many that are they hardly count.

    In doubt it is cp1252, as on the web.
    """
    import chardet
    from chardet import EncodingEra

    sample = _high_sample(content)
    words = b" ".join(word for word in _LETTERS.findall(sample) if not word.isascii())
    if _is_latin(words):
        guess = chardet.detect(words, include_encodings=_LATIN, compat_names=False)
        return guess["encoding"] or "cp1252" if guess["confidence"] >= _LATIN_CONFIDENCE else "cp1252"
    lines = b"\n".join(line for line in sample.splitlines() if not line.isascii())
    return chardet.detect(lines, encoding_era=EncodingEra.MODERN_WEB, compat_names=False)["encoding"] or "cp1252"


def _is_latin(words: bytes) -> bool:
    """Whether most letters of the words are ASCII, beside the accented ones; in other scripts few are, or none."""
    return sum(letter < 0x80 for letter in words) > len(words) / 2


def _high_sample(content: bytes) -> bytes:
    """A sample that starts at the line of the first byte beyond ASCII."""
    accent = re.search(rb"[\x80-\xff]", content)
    start = content.rfind(b"\n", 0, accent.start()) + 1 if accent else 0
    return content[start : start + _SAMPLE_BYTES]


def open_text(content: bytes, encoding: str | None = None) -> io.TextIOWrapper:
    """`content` as a stream of text; what its encoding cannot read is read as cp1252, byte by byte."""
    encoding = encoding or encoding_of(content)
    errors = "cp1252" if encoding.startswith("utf-8") else "replace"
    return io.TextIOWrapper(io.BytesIO(content), encoding, errors, newline="")


def decode(content: bytes) -> str:
    """The whole of `content` as text with unix line ends, control characters removed."""
    return clean(open_text(content).read().replace("\r\n", "\n").replace("\r", "\n"))


def clean(text: str) -> str:
    """`text` without NULs, other control characters and lone surrogates, none of which Postgres can store."""
    return _CONTROLS.sub("", text)


def is_binary(content: bytes) -> bool:
    """Whether `content` is no text: more than one character in twenty is a control character."""
    sample = content[:_SAMPLE_BYTES]
    text = open_text(sample).read()
    return len(_CONTROLS.findall(text)) + text.count("\ufffd") > _BINARY_SHARE * len(text)

"""A text is read without the marks that set words off."""

import pytest
from knowledge.privacy.emphasis import AsRead
from knowledge.privacy.secrets import redact

from tests.support.linear import is_linear


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("The **word** is *set* off, _this_ and ~~that~~, too.", "The word is set off, this and that, too."),
        ("**A whole sentence.** ***Both***", "A whole sentence. Both"),
        ("<b>A</b> <code>b</code> a < b", "A b a < b"),
        (
            "2 * 3 * 4, a_b_c, **kwargs, *args, 5**2",
            "2 * 3 * 4, a_b_c, **kwargs, *args, 5**2",
        ),
    ],
)
def test_marks_in_pairs_are_not_read(written: str, read: str) -> None:
    """What stands alone, between spaces or within a name is no mark."""
    assert AsRead(written).text == read


def test_each_place_is_known_where_it_is_written() -> None:
    """Behind the marks that stand there."""
    written = "a **bc** _d_ e"
    seen = AsRead(written)
    assert [written[seen.written(place)] for place in range(len(seen.text))] == list("a bc d e")


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        ("The **password** is **juniper**.", "The **password** is **[redacted:password]**."),
        ("Password: **Juniper22**", "Password: **[redacted:password]**"),
        ("The passphrase is *juniper7*", "The passphrase is *[redacted:password]*"),
        ("**The password is juniper.** Ask Ops.", "**The password is [redacted:password].** Ask Ops."),
        ("_Password_: _juniper_", "_Password_: _[redacted:password]_"),
        ("- **Kennwort (Kasse):** __juniper__", "- **Kennwort (Kasse):** __[redacted:password]__"),
        ("<b>Password:</b> juniper", "<b>Password:</b> [redacted:password]"),
        ("password=**Juniper22**", "password=**[redacted:password]**"),
        ("Log in as **ops** with *pw* `juniper`.", "Log in as **ops** with *pw* `[redacted:password]`."),
        ("The *password* is **juniper** and the *pin* is **4711**.", "The *password* is **[redacted:password]** and"),
    ],
)
def test_a_password_is_known_however_it_is_set_off(text: str, redacted: str) -> None:
    """And the marks stay."""
    assert redact(text).startswith(redacted)


@pytest.mark.parametrize(
    "text",
    [
        "The password is **required**.",
        "The password is **not** stored in the log.",
        "The **password** (and the user) is *read* from the environment.",
        "**Password:** *optional*",
        "Connect(**password**) takes *args and **kwargs.",
    ],
)
def test_what_a_password_is_like_is_none_when_set_off(text: str) -> None:
    """As without the marks."""
    assert redact(text) == text


def test_many_marks_take_linear_time() -> None:
    """Whether they pair or not."""
    for part in ("**password** ", "*a ", "_ *~~b", "<b>", "**"):
        assert is_linear(lambda text: AsRead(text).text, part, length=40_000)

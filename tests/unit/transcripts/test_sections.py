"""Who speaks in a text whose lines say it, and which lines stand in code."""

from knowledge.transcripts.fences import Fences
from knowledge.transcripts.models import Speaker
from knowledge.transcripts.sections import alternating, headed, ruled


def held(text: str) -> str:
    """`x` for each line in a fence."""
    lines = text.split("\n")
    fences = Fences(lines)
    return "".join("x" if fences.holds(index) else "." for index in range(len(lines)))


def label(line: str) -> Speaker | None:
    return {"U": "user", "A": "agent"}.get(line)  # type: ignore[return-value]


def sections(text: str) -> list[tuple[str, str]]:
    return [(section.speaker, section.text) for section in ruled(text.split("\n"), label, "t")]


def test_a_fence_ends_with_as_many_of_its_own_marks() -> None:
    """Others are code; in a list it is indented; one that is never closed is none."""
    assert held("a\n```py\n~~~\n```js\n```\nb") == ".xxxx."
    assert held("````\n```\n````\n- ```\n  ```") == "xxxxx"
    assert held("```\na\n\nb") == "...."


def test_a_label_stands_below_a_rule_and_outside_code() -> None:
    """The user's; the agent's ends what the user says, even in half a fence."""
    assert sections("U\nhi\nU\n\n---\n\nA\n```\n---\nU\n```\n\n---\nU\n```\nx\n---\nA\nbye\n```") == [
        ("user", "hi\nU"), ("agent", "```\n---\nU\n```"), ("user", "```\nx"), ("agent", "bye\n```"),
    ]  # fmt: skip


def test_no_label_counts_within_an_element() -> None:
    """However deep these are nested; one that is never closed holds the rest."""
    assert sections("U\nhi\n---\nA\n<t a>\n<t>\n---\nU\n</t>\n---\nU\n</t>\n---\nU\nbye")[2] == ("user", "bye")
    assert [speaker for speaker, _ in sections("U\nhi\n---\nA\n<t a>\n---\nU\nno")] == ["user", "agent"]


def test_a_user_is_who_is_answered() -> None:
    """Of two user's labels in a row the first is text, and so is one at the end."""
    lines = ["U", "hi", "A", "x", "U", "no", "U", "yes", "A", "y", "U", "no"]
    assert [section.text for section in alternating(lines, label) if section.speaker == "user"] == ["hi", "yes"]


def test_headings_of_a_program_need_no_rule() -> None:
    """The user's not in a fence; the agent's ends half a fence of the user's."""
    text = "x\nU\nhi\n```\nA\nsee\n```\nU\n```\nU\nbye"
    assert [(section.speaker, section.text) for section in headed(text.split("\n"), label)] == [
        ("user", "hi\n```"), ("agent", "see\n```\nU\n```"), ("user", "bye"),
    ]  # fmt: skip

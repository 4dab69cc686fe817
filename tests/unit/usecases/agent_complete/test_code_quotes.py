"""What is quoted of the code in what was said."""

import json

from knowledge.transcripts import Turn
from knowledge.usecases.agent_complete.code_quotes import CodeQuotes

_PAPER = [f"\\section{{Part {number}}} The truck number {number} leaves at {number}." for number in range(40)]


def _quoted(*turns: tuple[str, str]) -> list[str]:
    """What is quoted of turns that show code, each by a speaker."""
    made = [Turn("user" if who == "user" else "agent", f"See:\n```\n{code}\n```") for who, code in turns]
    quotes = CodeQuotes(made)
    return [quotes.text_at(place) for place in range(len(made))]


def test_of_a_text_that_is_shown_again_the_new_lines_are_quoted() -> None:
    """As an edit is, where an export shows the whole file each time; shown unchanged it says nothing."""
    changed = [*_PAPER[:30], "The loss is L + H.", *_PAPER[30:]]
    first, again, same = _quoted(*(("agent", "\n".join(lines)) for lines in (_PAPER, changed, changed)))
    assert first.startswith("See:\n `\\section{Part 0} The truck") and first.endswith("…`")
    assert again == "See:\n `The loss is L + H.`"
    assert same == "See:"


def test_what_a_person_pasted_is_quoted_as_an_output_is() -> None:
    """The line that matters may stand anywhere in it; of one that fills pages the errors and the end."""
    lines = [f"[build] copied part {number} of the frames" for number in range(40)]
    usage = "usage: sign -s NAME FILE"
    [pasted] = _quoted(("user", "\n".join([*lines, usage, "exit status 65"])))
    assert all(line in pasted for line in (lines[0], lines[-1], usage, "exit status 65"))
    [long] = _quoted(("user", "\n".join(["error: no such frame", *lines * 9, "exit status 65"])))
    assert long.startswith("See:\n error: no such frame") and long.endswith("exit status 65") and len(long) < 4100


def test_short_code_is_quoted_each_time() -> None:
    """What says to run something says nothing without it."""
    assert _quoted(("agent", "make test"), ("agent", "make test")) == ["See:\n `make test`"] * 2


def test_json_whose_half_are_sentences_is_said() -> None:
    """A paragraph of each entry, as a review tells its findings; other JSON is code."""
    late = "The fee is taken before the sale is checked, so that a refused sale costs a fee."
    findings = [
        {"file": "fee.py", "line": 3, "summary": late, "tags": ["money"]},
        {"file": "gate.py", "summary": late * 4},
    ]
    [text] = _quoted(("agent", json.dumps(findings)))
    assert text == f"See:\n fee.py: {late}: money\n\ngate.py: {late * 4}"
    [code] = _quoted(("agent", json.dumps([{"file": f"part-{number}.py", "line": number} for number in range(40)])))
    assert code.startswith("See:\n `[{") and code.endswith("…`")

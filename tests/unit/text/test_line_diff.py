"""Unified diffs that `patch` takes, of any two texts and in a time that grows with them."""

import random
import shutil
import subprocess
from collections.abc import Callable, Iterator
from difflib import unified_diff
from pathlib import Path

import pytest
from knowledge.text.line_diff import unified

from tests.support.linear import is_linear


def texts() -> Iterator[tuple[str, str]]:
    """Pairs of texts: of few lines and of many, alike and not, with and without a last line feed."""
    chance = random.Random(7)
    yield from [("", "a\n"), ("a\n", ""), ("a", "a\n"), ("a\x0cb\u2028c\r\nd", "a\x0cb\u2028e\r\nd"), ("\n", "\n\n")]
    for _ in range(150):
        one = [f"{chance.randrange(chance.choice([2, 9, 99]))}" for _ in range(chance.randrange(40))]
        two = [line for line in one if chance.random() < 0.8]
        for _ in range(chance.randrange(6)):
            two.insert(chance.randrange(len(two) + 1), f"{chance.randrange(99)}")
        yield "\n".join(one) + chance.choice(["", "\n"]), "\n".join(two) + chance.choice(["", "\n"])


@pytest.mark.skipif(shutil.which("patch") is None, reason="there is no `patch`")
def test_patch_makes_the_new_text_of_the_old(tmp_path: Path) -> None:
    """Whatever the texts are; of two that are the same there is no diff."""
    file = tmp_path / "file"
    for old, new in texts():
        diff = unified(old, new, "file 1.0.0", "file 1.1.0")
        assert (diff == "") is (old == new)
        file.write_bytes(old.encode())
        if diff:
            patched = subprocess.run(["patch", "--binary", "-s", str(file)], input=diff.encode(), capture_output=True)
            assert patched.returncode == 0, (old, new, diff, patched.stdout)
        assert (file.read_bytes() if file.exists() else b"") == new.encode(), (old, new, diff)


def test_few_changed_lines_are_told_as_difflib_tells_them() -> None:
    """Hunks with three lines of context around each."""
    old = [f"line {number}\n" for number in range(60)]
    new = [*old[:5], "new\n", *old[5:30], *old[31:50], "other\n", *old[51:]]
    assert unified("".join(old), "".join(new), "a", "b") == "".join(unified_diff(old, new, "a", "b"))


def every_second_line(text: str) -> None:
    """What `difflib` takes the square of the time for: half of 4,000 lines took 7 s, of 8,000 34."""
    words = list(enumerate(text.split(" ")))
    old, new = ("".join(f"{number}{word}\n{other}{number}\n" for number, word in words) for other in "ab")
    unified(old, new, "", "")


def few_words(text: str) -> None:
    """Lines that stand there again and again, in two orders."""
    chance = random.Random(1)
    lines = [f"{chance.randrange(150)}\n" for _ in text.split(" ")]
    unified("".join(lines), "".join(chance.sample(lines, len(lines))), "", "")


@pytest.mark.parametrize("work", [every_second_line, few_words])
def test_the_time_grows_with_the_text(work: Callable[[str], None]) -> None:
    """A reader may ask for the diff of any two versions of a file of megabytes."""
    assert is_linear(work, "word ", 20_000)

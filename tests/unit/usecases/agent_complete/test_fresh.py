"""What of a run was not said in it before."""

from hypothesis import given
from hypothesis import strategies as st
from knowledge.usecases.agent_complete.fresh import NoveltyFilter

from tests.support.linear import is_linear

VOCABULARY = ["truck", "ramp", "left", "late", "lane", "gate", "4", "5", "17", "pallets"]
WORDS = st.lists(st.sampled_from(VOCABULARY), min_size=4, max_size=9)


def compared_with_all(pieces: list[tuple[list[str], bool]]) -> list[bool]:
    """The rule in its plainest form: each piece compared with each that was new before it."""
    known, answers = list[set[str]](), list[bool]()
    for piece, is_said in pieces:
        words = set(piece)
        numbers = {word for word in words if word.isdigit()} if is_said else set[str]()
        is_copy = any(len(words & one) >= 0.8 * len(words) and numbers <= one for one in known)
        answers.append(len(words) >= 4 and not is_copy)
        known += [words] if answers[-1] else []
    return answers


@given(st.lists(st.tuples(WORDS, st.booleans()), max_size=30))
def test_what_its_rarest_words_find_is_what_a_comparison_with_all_finds(pieces: list[tuple[list[str], bool]]) -> None:
    """A copy of four fifths lacks none of the numbers, and shares one of any two in ten of the words."""
    fresh = NoveltyFilter("")
    assert [fresh.take(" ".join(piece), is_said) for piece, is_said in pieces] == compared_with_all(pieces)


def test_a_log_that_says_the_same_of_ever_other_numbers_takes_linear_time() -> None:
    """Each of its pieces is nearly like each other one, and none is a copy."""

    def take(text: str) -> None:
        fresh = NoveltyFilter("")
        for number, _ in enumerate(text.splitlines()):
            assert fresh.take(f"Truck {number} left the ramp of the northern hall on time.", is_said=True)

    assert is_linear(take, "line\n", length=10_000)


def test_what_was_said_before_in_nearly_the_same_words_is_not_new() -> None:
    """In the task or by an earlier piece; with another number it is of another thing, unless a command counted it."""
    fresh = NoveltyFilter("Rename the column price of the table orders to amount")
    assert not fresh.take("Rename the column price of the table orders", is_said=True)
    assert fresh.take("Lane 4 of the hall ships at nine", is_said=True)
    assert not fresh.take("Lane 4 of the hall ships at nine now", is_said=True)
    assert fresh.take("Lane 5 of the hall ships at nine", is_said=True)
    assert not fresh.take("Lane 6 of the hall ships at nine", is_said=False)


def test_a_command_with_another_word_is_another() -> None:
    """One failed and the other passed; the same with other numbers is the same, whatever it counts."""
    fresh = NoveltyFilter("")
    line = "echo deb arch={} signed-by=/usr/share/keyrings/cli.gpg https://cli.example.com/packages stable main"
    assert fresh.take(f"Ran `{line.format('amd64')}`", is_said=False)
    assert fresh.take(f"Ran `{line.format('i386-old')}`", is_said=False)
    assert not fresh.take(f"Ran `{line.format('amd64')}`, which said: `ok`", is_said=False)
    assert fresh.take("Ran `head -n 20 gate.log`, which said: `lane 1 open lane 2 open`", is_said=False)
    assert not fresh.take("Ran `head -n 30 gate.log`, which said: `lane 1 open lane 3 open`", is_said=False)


def test_a_word_or_two_tell_nothing_without_code() -> None:
    """`make` alone is a command; thanks are none."""
    fresh = NoveltyFilter("")
    assert not fresh.take("Thank you", is_said=True)
    assert fresh.take("Run `make`", is_said=True)

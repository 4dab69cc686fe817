"""The questions of a page's lines stand in its front matter as long as the lines stand on the page."""

import pytest
from knowledge.files import page_questions
from knowledge.files.page_questions import answered, fitted, questions_of
from knowledge.text import frontmatter

LINE, OTHER = "- The kiln goes on at 22:00. (2026-03-02)", "- Ben has the key."
PAGE = f"Kiln | v1.0.0, 2026-03-02T10:00:00+00:00 |\n\n{LINE}\n{OTHER}\n"
ASKED = {page_questions.key(LINE): "When is it lit?", page_questions.key(OTHER): "Whose pocket?"}


def test_questions_stand_above_the_page_and_say_nothing_in_it() -> None:
    """The page below them is as it was, and so is a page without any."""
    page = fitted(PAGE, ASKED)
    assert frontmatter.split(page)[1] == PAGE == fitted(PAGE) == page_questions.without(page)
    assert questions_of(page) == ASKED and fitted(page) == page == fitted(page, ASKED)


def test_a_question_is_its_lines_wherever_that_leads_and_whenever_it_was_said() -> None:
    """A link or a day behind a line makes no other of it; what is marked as over is one."""
    assert answered(f"x\n{LINE} [[3-descriptions/kiln.md]]\n", ASKED) == ("When is it lit?",)
    assert answered(f"{LINE} (until 2026-12-15; now: It goes on at 21:00.)", ASKED) == ()


def test_what_fits_no_line_is_dropped() -> None:
    """With the last one the field goes, and front matter that has no other."""
    page = fitted(PAGE, ASKED)
    assert questions_of(fitted(page.replace("22:00", "21:00"))) == {page_questions.key(OTHER): "Whose pocket?"}
    assert fitted(page.replace("22:00", "21:00").replace("Ben", "Ann")).startswith("Kiln |")
    tagged = fitted(f"---\ntags: [kiln]\n---\n{PAGE}", ASKED)
    assert frontmatter.fields(fitted(tagged.replace(LINE, "").replace(OTHER, ""))) == {"tags": ["kiln"]}


@pytest.mark.parametrize(
    "block",
    [
        '+++\ntitle = "Kiln"\n+++\n',
        "---\n{title: Kiln, owner: me}\n---\n",
        "---\n  title: Kiln\n  owner: me\n---\n",
        "---\nanswered_questions:\n- Is it hot?\n---\n",
        "---\nanswered_questions:\n\n  - Is it hot?\n---\n",
        "---\nanswered_questions: none\n---\n",
        f"---\nnotes: {'long ' * 100}\n---\n",
    ],
)
def test_front_matter_that_cannot_hold_them_stays_as_a_person_wrote_it(block: str) -> None:
    """Neither TOML, a map in another style, a field of that name nor what is so long that it is text gets questions."""
    assert fitted(block + PAGE, ASKED) == block + PAGE == fitted(block + PAGE)


def test_a_persons_own_questions_stay() -> None:
    """`questions` is their word."""
    page = fitted(f"---\nquestions:\n- Is it hot?\n---\n{PAGE}", ASKED)
    assert questions_of(page) == ASKED and frontmatter.fields(page)["questions"] == ["Is it hot?"]


def test_front_matter_that_grew_too_long_loses_them() -> None:
    """It is text from then on, and they are shown to nobody."""
    page, notes = fitted(PAGE, ASKED), f"notes: {'long ' * 100}\n"
    assert fitted(page.replace("---\n", f"---\n{notes}", 1)) == f"---\n{notes}---\n{PAGE}"


def test_a_field_that_was_emptied_goes() -> None:
    """As where the line of its last question was forgotten; no second one of that name comes."""
    emptied = f"---\ntags: [kiln]\nanswered_questions:\n---\n{PAGE}"
    assert fitted(emptied) == f"---\ntags: [kiln]\n---\n{PAGE}"
    assert questions_of(fitted(emptied, ASKED)) == ASKED and fitted(emptied, ASKED).count("answered_questions") == 1


def test_no_more_questions_stand_there_than_front_matter_may_hold() -> None:
    """Those of the first lines, which are the newest."""
    lines = [f"- Pot {n} is glazed." for n in range(90)]
    page = fitted("\n".join(lines), {page_questions.key(line): line * 5 for line in lines})
    asked = questions_of(page)
    assert 20 < len(asked) < 90 and list(asked) == [page_questions.key(line) for line in lines[: len(asked)]]


def test_another_editors_line_ends_lose_nothing() -> None:
    """Neither those of Windows nor the quotes of another writer of YAML."""
    page = fitted(PAGE, ASKED).replace('"', "'").replace("\n", "\r\n")
    assert questions_of(page) == ASKED and fitted(page) == page
    assert questions_of(fitted(page.replace("22:00", "21:00"))) == {page_questions.key(OTHER): "Whose pocket?"}

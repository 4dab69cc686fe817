"""Items of a model's answer, each judged by itself."""

from uuid import uuid4

import pytest
from knowledge.extraction import prove
from knowledge.llm_extraction import KnownLearning, ReadingContext
from knowledge.llm_extraction.items import Judge, NotBorneOut
from knowledge.llm_extraction.windows import windows
from knowledge.privacy.runs import CleanRun

from tests.unit.extraction.logs import ran, reply, run, user

TIMED = ran("make export", "wrote 3 rows to /tmp/x1 in 0.8 seconds")
TURNS = (
    user("Why does the export fail? Every script must always end with `set -e`. I want a green build today."),
    ran("make export", "KeyError: 'rows' in export.py", 2),
    reply("`rows` is missing where an order is empty; I changed `export.py` to return 3 columns."),
    reply("All done."),
    TIMED,
)
RUN: CleanRun = run(*TURNS)
KNOWN = KnownLearning(uuid4(), "shop: `make export` needs Python 3.8.", "fact")
FIX = {
    "learning": "`make export` failed with `KeyError: 'rows'`: an order was empty. `export.py` now returns 3 columns.",
    "kind": "fix",
    "turns": [2, 3],
    "quote": None,
    "questions": ["Why does exporting crash?"],
    "confirms": None,
    "supersedes": None,
}


def learned(item, served=(), lasts=lambda words: False):
    [window] = windows(RUN.turns, 4000)
    return Judge(RUN, prove(RUN), ReadingContext([KNOWN], list(served), lasts=lasts)).learning(item, window)


def test_what_the_log_bears_out_is_kept():
    """Tagged like what rules find, under its project, with its questions."""
    kept = learned(FIX)
    assert kept.learning == f"shop: {FIX['learning']}" and kept.kind == "fix"
    assert kept.questions == ("Why does exporting crash?",) and "export" in kept.tags


@pytest.mark.parametrize(
    "text", ["`make export` fails for orders without rows.", "Run make export with a green build."]
)
def test_a_command_is_told_as_code_or_as_it_was_typed(text):
    """So that it can be run."""
    assert learned(FIX | {"learning": text, "kind": "command"}).kind == "command"


def test_a_figure_of_another_turn_is_not_told_as_none_of_the_log():
    """However it is written; and a second is a time, and no 2."""
    logged = run(
        reply("I look at `totals.py`, which takes a while."),
        reply("It loses cents: 1.005 is stored so."),
        reply("It has 5433 rows."),
    )
    judge = Judge(logged, prove(logged), ReadingContext([KNOWN], [], lasts=lambda words: False))
    [window] = windows(logged.turns, 4000)
    item = FIX | {"kind": "fact", "turns": [1]}
    for figure in ("1.005", "5,433"):
        with pytest.raises(NotBorneOut, match=rf"names `{figure}`, which the turns that it cites do not hold"):
            judge.learning(item | {"learning": f"The totals lose cents at {figure}."}, window)
    with pytest.raises(NotBorneOut, match=r"names `1\.007`, which the log does not have"):
        judge.learning(item | {"learning": "`totals.py` loses cents at 1.007."}, window)
    assert judge.learning(item | {"learning": "`totals.py` takes longer than a second."}, window).kind == "fact"


def test_what_differs_from_run_to_run_is_left_out():
    """As from what rules find: the same is then told in the same words."""
    timed = FIX | {"learning": "`make export` wrote 3 rows to /tmp/x1 in 0.8 seconds.", "turns": [5]}
    assert learned(timed).learning == "shop: `make export` wrote 3 rows to /tmp/…"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"kind": "wisdom"}, "form that was asked for (kind)"),
        ({"turns": "all"}, "form that was asked for (turns)"),
        ({"learning": "It works."}, "9 characters"),
        ({"learning": "x" * 700}, "700 characters"),
        ({"turns": []}, "cites no turn"),
        ({"turns": [2, 40]}, "turn 40"),
        ({"learning": "`make export` fails with `KeyError: 'columns'`."}, "the log does not have"),
        ({"learning": "`make export` fails for 4 of all columns."}, "`4`, which the log does not have"),
        ({"learning": "`export.py` is where `orders.py` is read."}, "`orders.py`, which the log does not have"),
        ({"learning": "The export of `rows` takes ten minutes."}, "`10`, which the log does not have"),
        ({"learning": "The `rows` of an export are kept in redis."}, "`redis`, which the log does not have"),
        ({"learning": "Ship the export by hand.", "kind": "command"}, "tells no command of the log"),
        ({"turns": [4]}, "the turns that it cites do not hold"),
        ({"confirms": "k0000"}, "none of what is known"),
        ({"supersedes": "k0000"}, "none of what is known"),
        ({"kind": "rule", "turns": [1], "quote": "Every script must be in Rust."}, "no turn of the user"),
        ({"kind": "rule", "turns": [3], "quote": "`rows` is missing where an order is empty"}, "no turn of the user"),
        ({"kind": "rule", "turns": [1]}, "no turn of the user"),
    ],
)
def test_what_it_does_not_bear_out_is_dropped(change, why):
    """And the reason is told."""
    with pytest.raises(NotBorneOut) as reason:
        learned(FIX | change)
    assert why in str(reason.value)


@pytest.mark.parametrize("item", ["make export works", None, [], 3])
def test_what_is_no_item_is_dropped(item):
    """Whatever a model puts in its place."""
    with pytest.raises(NotBorneOut, match="form"):
        learned(item)


def test_fields_that_a_small_model_leaves_out_are_not_missed():
    """Questions and ids."""
    kept = learned({name: FIX[name] for name in ("learning", "kind", "turns")})
    assert (kept.questions, kept.supersedes) == ((), None)


def test_what_the_run_was_given_is_not_learned_back():
    """Said again in the same words."""
    with pytest.raises(NotBorneOut, match="was given"):
        learned(FIX, served=[FIX["learning"]])


def test_a_rule_is_the_users_own_words():
    """Whole and verbatim; how the model puts it is searched, and not shown."""
    quote = "Every script must always end with `set -e`."
    rule = learned(
        FIX | {"kind": "rule", "turns": [1], "quote": quote, "learning": "Scripts end with strict error handling."},
        lasts=lambda words: words == quote,
    )
    assert (rule.kind, rule.authority, rule.verbatim) == ("rule", "user", quote)
    assert rule.learning == f"The user: “{quote}”" and "Scripts end with strict error handling." in rule.questions


def test_what_orders_nothing_for_good_is_no_rule():
    """However the model calls it: the user's words are kept, and do not stand in every prompt."""
    wish = learned(FIX | {"kind": "rule", "turns": [1], "quote": "I want a green build today."})
    assert (wish.kind, wish.authority) == ("decision", "learned")


def test_what_is_known_is_confirmed_in_its_own_words():
    """So that it is reinforced; the item's own text does not count."""
    assert learned(FIX | {"confirms": KNOWN.name}).learning == KNOWN.learning


def test_what_is_known_is_superseded_by_its_id():
    """And what it named may be named."""
    kept = learned(FIX | {"learning": "`make export` no longer needs Python 3.8.", "supersedes": f"[{KNOWN.name}]"})
    assert kept.supersedes == KNOWN.id

"""What rules take from what was said: decisions, requirements, facts, and of whom."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.text.sentences import sentences
from knowledge.usecases.record_event.content.sanitizing import cleaned
from knowledge.usecases.record_event.statements import rule_extractor
from knowledge.usecases.record_event.statements.rule_extractor import BUDGET

from tests.support.events import by_rules, event, extracted


@pytest.mark.parametrize(
    ("sentence", "says"),
    [
        ("We decided to launch in Spain first.", "decision"),
        ("Let's use Stripe for the payments.", "decision"),
        ("The export must finish within 5 seconds.", "requirement"),
        ("The database runs on port 6543.", "fact"),
        ("Can you look at the database today?", None),
        ("Thanks, that is great.", None),
        ("We don't store credit cards, Stripe does.", "fact"),
        ("The test found that the export leaks data of others.", "fact"),
        ("Nobody outside the EU may see production.", "fact"),
        ("I will look into the port 8090 now.", None),
        ("I think it is maybe the cache.", None),
        ("I think we should maybe raise the price to 2,600, but I'm not sure.", None),
        ("Maybe we will go with cans.", None),
        ("We could open on Sundays, too.", None),
        ("We could not open on Sundays.", "fact"),
        ("We decided to go with cans, perhaps from May on.", "decision"),
        ("What if we moved to Berlin? Just thinking aloud.", None),
        ("Should we move to Berlin? Leave it.", None),
    ],
)
def test_what_a_sentence_of_a_conversation_is(embedder: OnnxEmbedder, sentence: str, says: str | None) -> None:
    """A decision, a requirement, a fact, or nothing worth keeping."""
    kept = by_rules(cleaned(event(content=f"Ann: {sentence}")), embedder)
    assert [(statement.says, statement.text) for statement in kept] == ([(says, sentence)] if says else [])


@pytest.mark.parametrize("kind", ["research", "integration"])
def test_what_has_no_title_of_its_own_states_none(embedder: OnnxEmbedder, kind: str) -> None:
    """What the kind is called is no finding."""
    assert by_rules(cleaned(event(content="x", kind=kind)), embedder) == []


def test_a_statement_names_what_it_is_about(embedder: OnnxEmbedder) -> None:
    """What leans on the sentence before is joined to it, or left out where there is none; a label stays."""
    research = (
        "Dentally has no SMS. That is our gap. It costs 139 euros.\n\nRecommendation: scan below 50,000 rows [1]."
    )
    assert extracted(embedder, research, "research") == [
        ("finding", "Dentally has no SMS. That is our gap. It costs 139 euros."),
        ("finding", "Recommendation: scan below 50,000 rows."),
    ]
    assert extracted(embedder, "How much?\n\nIt charges 139 euros per month.", "research") == [
        ("finding", "How much? It charges 139 euros per month.")  # an answer is nothing without its question
    ]


def test_who_speaks_is_named_where_it_matters(embedder: OnnxEmbedder) -> None:
    """`I` and `my` are somebody's; what was only thought of, or proposed, is no fact."""
    talk = (
        "Mara: I was thinking 29 euros per month.\nAI: I would charge 139 euros.\nMara: My budget is 500 euros a month."
    )
    assert extracted(embedder, talk) == [("fact", "Mara: My budget is 500 euros a month.")]


@pytest.mark.parametrize(
    ("sentence", "says"),
    [
        ("We will not use Kubernetes.", "decision"),
        ("Magic links only.", "requirement"),
        ("No passwords.", "requirement"),
        ("Two months free on annual.", "fact"),
        ("No problem.", None),
    ],
)
def test_short_sentences_count(embedder: OnnxEmbedder, sentence: str, says: str | None) -> None:
    """Also without a verb, and whole: what was denied is not affirmed."""
    filler = "The shop is open for all of the customers."
    assert extracted(embedder, f"Ann: {sentence}\n\nBob: {filler}") == [
        *([(says, sentence)] if says else []),
        ("fact", filler),
    ]


def test_a_question_of_what_could_be_is_answered(embedder: OnnxEmbedder) -> None:
    """By a yes or no, a value or a name, whoever says it."""
    for answer in ("No, no card needed.", "For 40 EUR.", "In Graz."):
        assert [answer in text for _, text in extracted(embedder, f"Ann: Should we ask for a card? {answer}")] == [True]


def test_a_thought_gives_no_event_its_name(embedder: OnnxEmbedder) -> None:
    """It would stand in the index."""
    thought = cleaned(event(content="User: I think we should maybe open on Sundays, but I'm not sure."))
    asked = cleaned(event(content="User: How do we get more clients?"))
    assert rule_extractor.title_of(thought, []) == "Conversation"
    assert rule_extractor.title_of(asked, []) == "How do we get more clients?"


def test_other_languages_are_kept(embedder: OnnxEmbedder) -> None:
    """Rules for English cannot judge them: all that is said is a fact; what one says in one go stays together."""
    german = "Gründer: Der Verkauf beginnt am 3. März. Wir verkaufen nur an Praxen. Einverstanden?"
    assert [text for _, text in extracted(embedder, german)] == [
        "Der Verkauf beginnt am 3. März. Wir verkaufen nur an Praxen.",
    ]
    assert [text for _, text in extracted(embedder, "創業者: 来月から参入します。価格は3,000円です。")] == [
        "来月から参入します。 価格は3,000円です。",
    ]


def test_restatements_are_kept_once(embedder: OnnxEmbedder) -> None:
    """The same in other words is one statement; the same with another number is two."""
    content = "The API listens on port 8090.\n\nThe API is listening on port 8090.\n\nThe API listens on port 8091."
    assert len(by_rules(cleaned(event(content=content)), embedder)) == 2


def test_decisions_outrank_facts(embedder: OnnxEmbedder) -> None:
    """Of many sentences those that bind are kept, in their order."""
    facts = [
        f"The shop has {n} kinds of {word}." for n, word in enumerate(["tea", "rice", "salt", "corn", "milk", "oil"])
    ]
    sentences = [
        *facts,
        *(f"{word} must be sold before noon." for word in ("Bread", "Fish", "Fruit", "Meat", "Cheese")),
    ]
    talk = [
        f"{text} {'It was talked about at length, and nobody minded the rain outside the window. ' * 4}"
        for text in facts
    ]
    kept = by_rules(cleaned(event(content="\n\n".join([*talk * 3, *sentences[6:]]))), embedder)
    assert sum(len(statement.text) for statement in kept) <= BUDGET
    assert [statement.says for statement in kept].count("requirement") == 5


TALK = """Jess: Right, is this thing recording? It says it is.
Maud: Toast for everybody.
Jess: Prices. Bitter goes to 104 pounds the firkin from February.
Petra: 104 I can live with.
Sunil: Fine. I would put the stout to 118 pounds as well.
Jess: Deposits. Kegs are 30 pounds each and nothing on casks.
Jess: Malt. Tarn confirmed 612 pounds a tonne until June.
Maud: The copper holds 20 hectolitres a brew.
Petra: The insurance pays 9,100 pounds for the flood.
Sunil: Tours are on Saturdays at 11 and cost 14 pounds.
Jess: Lovely then, until we meet again here.
"""


def test_greetings_at_both_ends_of_a_talk_are_nothing(embedder: OnnxEmbedder) -> None:
    """Before the first thing that is told and after the last; who only takes up a value says nothing apart."""
    texts = [statement.text for statement in by_rules(cleaned(event(content=TALK)), embedder)]
    assert not any("recording" in text or "Toast" in text or "Lovely" in text for text in texts)
    assert any("104 pounds" in text and "live with" in text for text in texts)


def test_a_duty_at_the_end_of_a_talk_is_kept(embedder: OnnxEmbedder) -> None:
    """Who goes says few words: what is said at length tells something, though only of who speaks."""
    duty = "The fire warden is me as of Monday, so send me the list of the extinguishers."
    texts = [
        statement.text
        for statement in by_rules(cleaned(event(content=f"{TALK}Maud: {duty}\nJess: Off you go.")), embedder)
    ]
    assert texts[-1] == f"Maud: {duty}"


def test_who_speaks_of_oneself_is_named_once(embedder: OnnxEmbedder) -> None:
    """Where what one says begins, also if it is only the second sentence that says so; as names are written."""
    talk = "ROWE: The heater is out again. I have ordered a new one for 300 pounds.\nPENROSE: Good."
    texts = [statement.text for statement in by_rules(cleaned(event(content=talk)), embedder)]
    assert texts == ["Rowe: The heater is out again. I have ordered a new one for 300 pounds."]


def test_a_role_is_no_name(embedder: OnnxEmbedder) -> None:
    """What programs call who speaks says nothing of whom it is."""
    fails = "I tried three times to run `CREATE EXTENSION pgcrypto`, and it fails."
    for role in ("User", "Assistant"):
        assert [text for _, text in extracted(embedder, f"{role}: {fails}")] == [fails]


@pytest.mark.parametrize("agrees", ["Agreed.", "Fine, then that's agreed."])
def test_what_is_agreed_to_is_decided(embedder: OnnxEmbedder, agrees: str) -> None:
    """The word for it alone, or a few with it, is said of what was said before."""
    talk = f"Ann: The speed limit in the harbour is 4 knots in July.\nBen: {agrees}\nAnn: The slip closes on 4 May."
    first, _ = by_rules(cleaned(event(content=talk)), embedder)
    assert (first.says, first.text.endswith(agrees)) == ("decision", True)


WORDED = (
    "So line 1 is all right, I've got it at 175 degrees and I'm leaving it alone.",
    "We bought it because line 2 was down eleven days last year.",
    "I found the filter done on Monday and not at all the week before.",
    "Don't let anybody match the two, line 1's a different animal.",
    "Wait, now that you run the mornings the rota is yours, from 4 May.",
    "Hello all, the office moves to Muspole Street on 13 April!",
    "And the new line 2 wants 182 degrees, because the rolls turn faster.",
    "However, it turns out that the Lakes van leaves at 05:15.",
    "Also erproben die Bautzner die Runden ab dem 23. März.",
)


@given(st.lists(st.sampled_from(WORDED), min_size=1, max_size=5), st.sampled_from(["Ann: ", "- ", ""]))
def test_a_statement_has_all_words_of_its_sentences(embedder: OnnxEmbedder, texts: list[str], begins: str) -> None:
    """Each sentence whole, behind who says it at most, and none lost; measured before: `Is all right`."""
    content = "\n".join(f"{begins}{text}" for text in texts)
    stated = [sentence for _, statement in extracted(embedder, content) for sentence in sentences(statement)]
    assert {_words(sentence.removeprefix("Ann: ")) for sentence in stated} == set(map(_words, texts))


def _words(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


@pytest.mark.parametrize(
    "turns",
    [
        (
            "The van goes to Leeds on Monday.",
            "And the rent rises to 900 EUR in May.",
            "So the kiln costs 400 EUR.",
            "But the shop closes at nine.",
        ),
        ("We decided to buy the kiln from Rohde for 400 EUR.", "And we decided to close the shop at nine."),
        ("Der Laden schließt um neun Uhr.", "Und die Miete steigt im Mai auf 900 EUR."),
    ],
)
def test_who_joins_in_with_another_matter_makes_a_statement_of_its_own(
    embedder: OnnxEmbedder, turns: tuple[str, ...]
) -> None:
    """`And`, `So` and `But` begin a turn as they begin a sentence, and what points at the one before is behind them."""
    talk = "\n".join(f"{'AB'[at % 2]}nna: {text}" for at, text in enumerate(turns))
    assert [text for _, text in extracted(embedder, talk)] == list(turns)
    pointing = "Anna: The kiln costs 400 EUR.\nBen: But only until Monday.\nAnna: And it needs a new door."
    assert len(extracted(embedder, pointing)) == 1

"""The subjects of a talk, by the labels with which those who talk come to them."""

from datetime import UTC, datetime

from knowledge.ports.embedder import OnnxEmbedder
from knowledge.usecases.record_event.content import turns
from knowledge.usecases.record_event.models import Occurrence
from knowledge.usecases.record_event.statements import agenda, sentences


def subjects(text: str, embedder: OnnxEmbedder) -> list[str]:
    event = Occurrence("conversation", "e1", None, "Talk", text, {}, datetime(2026, 1, 1, tzinfo=UTC), 0)
    talk = list(sentences.sayings(event, embedder))
    return [saying.under for saying in agenda.under_subjects(talk, turns.speakers(event), embedder)]


def test_a_label_opens_a_subject(embedder: OnnxEmbedder) -> None:
    """Before a colon, in a question, or alone; what follows belongs to it until the next one."""
    talk = (
        "Ann: Curfew: the last transfer back is 30 minutes before sunset.\nBen: The coastguard was asked about that.\n"
        "Ann: And pitch batteries?\nBen: The minimum is 20 sets, we have 31.\n"
        "Ann: Next. The boats. Solan stays at 1.5 metres for transfer."
    )
    assert list(dict.fromkeys(subjects(talk, embedder))) == ["Curfew", "Pitch batteries", "boats"]


def test_pleasantries_and_those_who_speak_open_none(embedder: OnnxEmbedder) -> None:
    """Neither does an echo, a clause, nor a word that stands nowhere else as nouns do."""
    talk = (
        "Ann: Noted: handover on Wednesdays from 22 April.\nBen: Clear. The rotation is seven people now.\n"
        "Ben: I want it on Mondays again.\nAnn: Lovely. We will see about the handover in June."
    )
    assert set(subjects(talk, embedder)) == {""}


def test_a_subject_ends(embedder: OnnxEmbedder) -> None:
    """After some sayings nobody knows what is talked about."""
    talk = "Ann: Curfew: 30 minutes before sunset now.\n" + "\n".join(
        f"{name}: {words}"
        for name, words in zip(
            "ABCDEFGH",
            [
                "The drones of the contractor cost 1,400 a turbine.", "We would rather buy our own for 38,000.",
                "Somebody has to fly them over the farm in October.", "Two of us have the licence for that since May.",
                "The contract for the ship ends with the year 2026.", "The harbour asks for 200 a day from January on.",
                "Our insurance company wants pictures of all blades.", "The audit of the stores begins in week 40.",
            ],
            strict=True,
        )
    )  # fmt: skip
    opened = subjects(talk, embedder)
    assert opened[0] == "Curfew" and opened[-1] == ""


def test_a_number_opens_a_subject(embedder: OnnxEmbedder) -> None:
    """Whoever numbers what is to be talked about names it, also in small letters."""
    talk = (
        "ines: list. 1) sessions. teachers hate being logged out after 30 min\nbo: they do\n"
        "ines: 2) exports, the zip files. we keep them 14 days\n"
        "ines: 3) parents' app. three schools, nobody opened it twice\nbo: RIP\n"
        "ines: 4) api. the limit is 60 requests a minute"
    )
    assert list(dict.fromkeys(subjects(talk, embedder))) == ["Sessions", "Exports", "Parents' app", "API"]


def test_a_label_behind_which_somebody_tells_something_opens_a_subject(embedder: OnnxEmbedder) -> None:
    """Also by a word that is said but once; none that nothing follows opens one."""
    talk = (
        "Jess: Deposits. Kegs are 30 pounds each and nothing on casks.\nMaud: Geraniums.\n"
        "Jess: Yeast?\nMaud: We pitch it again up to eight times.\n"
        "Jess: Dray. Wes Hollins starts on the second of February.\n"
        "Jess: Bottling. We fill about 1,100 bottles a shift on Fridays."
    )
    assert list(dict.fromkeys(subjects(talk, embedder))) == ["Deposits", "Yeast", "Dray", "Bottling"]


def test_whom_a_label_addresses_is_no_part_of_it(embedder: OnnxEmbedder) -> None:
    """`Booking system, Tom, one minute.` comes to the booking system."""
    talk = (
        "Bridget: The towels are washed on Mondays now.\nTom: They cost 118 a month.\n"
        "Bridget: Booking system, Tom, one minute.\nTom: We go live with Tandem on 1 June."
    )
    assert subjects(talk, embedder)[-1] == "Booking system"

"""What summaries say of what was told: every fact, what holds now, nothing that is only talk."""

import pytest
from knowledge.files import index_lines, paths
from knowledge.files.formats import index
from knowledge.files.repository import Files
from knowledge.files.semver import ChangedBy

from tests.conftest import ONE_ADAPTER
from tests.support.conversations import FIRST, Record, text_below

pytestmark = ONE_ADAPTER


def test_every_key_fact_reaches_a_summary(record: Record, files: Files) -> None:
    """Measured before: 7 of 19 and 11 of 15 key facts; TWINT, CHF 65, the go-live and the budget did not."""
    record(FIRST)
    facts = ["CHF 65", "TWINT", "10 days", "September 1st", "12,000 francs", "Lena", "redshift-2", "December 15th"]
    facts += ["Sunday 22:00", "Tom and Mara", "hardware keys"]
    assert [fact for fact in facts if fact not in text_below(files)] == []


def test_of_background_and_a_conclusion_the_conclusion_stays(record: Record, files: Files) -> None:
    """Measured before: of ten sentences and a conclusion the first eight were kept."""
    background = [
        f"The {n}th survey of {word} had {n + 20} answers. {'It was a long one. ' * 20}"
        for n, word in enumerate(
            [
                "dentists",
                "doctors",
                "bakers",
                "lawyers",
                "tailors",
                "teachers",
                "farmers",
                "painters",
                "singers",
                "smiths",
            ]
        )
    ]
    record("User: " + "\n\n".join([*background, "So we will serve dentists in Zurich first."]))
    assert "serve dentists in Zurich first" in text_below(files)


def test_a_condition_stands_with_its_permission(record: Record, files: Files) -> None:
    """Measured before: the permission under Documentation, its condition under Security."""
    record(FIRST)
    [line] = [line for line in text_below(files).splitlines() if "redshift-2" in line]
    assert "Not before December 15th, the auditors still use it." in line
    [line] = [line for line in text_below(files).splitlines() if "Sunday 22:00" in line]
    assert "Deploys only on Sunday." in line


@pytest.mark.parametrize(
    "talk",
    [
        "Claire : On peut vendre le vieux tracteur.\nHugo : Seulement après la moisson, il tire encore la remorque.",
        "Zoé : On peut résilier le bail.\nPaul : Pas avant le 1er mars, sinon on paie deux mois.",
        "Marta: El invernadero viejo se puede desmontar.\nPau: Antes de la cosecha no, ahí están los tomates.",
        "Gino: La barca rossa si può affittare.\nMara: Prima di maggio no, è in cantiere.",
        "Rita: Das alte Boot darf verkauft werden.\nUwe: Erst nach der Regatta, es ist noch gemeldet.",
    ],
)
def test_a_permission_stands_with_what_another_limits_it_by(record: Record, talk: str) -> None:
    """In other languages, too: by a limit that comes first, or a `no` without a verb; measured before: on two pages."""
    assert len(record(talk).statements) == 1


def test_a_subject_before_a_colon_stays_with_what_is_said_of_it(record: Record, files: Files) -> None:
    """Where nobody speaks; measured before: "90 cents since July" under no name."""
    record("Heating oil: 90 cents since July.\n\nEnd of the lease: 4 May, and it is final.")
    assert "- Heating oil: 90 cents since July." in text_below(files)
    assert "End of the lease: 4 May, and it is final." in text_below(files)


@pytest.mark.parametrize("polite", ["Verstanden.", "Thanks, that is great!", "Merci beaucoup!", "Hi! How are you?"])
def test_pleasantries_are_nothing(record: Record, files: Files, polite: str) -> None:
    """In any language."""
    assert record(f"User: {polite}").statements == [] and text_below(files) == ""


def test_the_case_of_a_named_topic_stays(record: Record, files: Files) -> None:
    """Measured before: `Sso`."""
    record("User: Azure AD is required.", topic="SSO")
    assert [entry.topic for entry in index.entries(files.read(paths.INDEX).content)] == ["SSO"]


def test_failures_told_in_content_are_documented(record: Record, files: Files) -> None:
    """What happened, the cause, the lesson and the attempts; the caller need not say that it failed."""
    record(
        "User: I tried three times to migrate the reports. It fails because the role lacks the privilege. "
        "I gave up; an admin must run `GRANT CREATE ON SCHEMA reports TO app` first."
    )
    [failure] = [files.read(entry.path).content for entry in files.list("3-descriptions/learned/failures/")]
    assert all(part in failure for part in ("three times", "lacks the privilege", "GRANT CREATE", "## Root cause"))


@pytest.mark.parametrize(
    "report",
    [
        "User: I tried to restart the worker three times. It does not come up. The image lacks libpq, so we have to "
        "build it anew.",
        "User: We tried a bigger pool twice. The login still times out because of the proxy. It must be bypassed.",
        "User: I tried every cable that we have. The printer never woke up again. The power supply has to be replaced.",
    ],
)
def test_a_failure_is_known_without_that_word(record: Record, files: Files, report: str) -> None:
    """By how it is told that something that was tried ended."""
    record(report)
    [failure] = [files.read(entry.path).content for entry in files.list("3-descriptions/learned/failures/")]
    assert "## What happened" in failure and "## Lesson learned" in failure


def test_what_was_tried_and_worked_is_no_failure(record: Record, files: Files) -> None:
    """Whatever has to be done with it."""
    record(
        "User: We tried the new oven because of the cracks. The bread is better now. We should bake all of it there."
    )
    assert not list(files.list("3-descriptions/learned/failures/"))


def test_each_part_of_a_failure_is_told_by_its_own_sentences(record: Record, files: Files) -> None:
    """And it is called after what was tried, not after who asked; measured before: all of it four times."""
    chat = [{"role": "user", "content": "Did the export to the warehouse work?"}]
    steps = (
        "No. I tried three times to load it into Snowflake. It fails because the role lacks the privilege. I gave up."
    )
    record([*chat, {"role": "assistant", "content": f"{steps} An admin must grant it first."}])
    [failure] = [files.read(entry.path).content for entry in files.list("3-descriptions/learned/failures/")]
    assert "# Failure: I tried three times to load it into Snowflake.\n" in failure
    cause = failure.partition("## Root cause")[2].partition("## ")[0]
    assert "lacks the privilege" in cause and "I tried" not in cause


def test_a_row_of_a_table_with_empty_cells_is_kept(record: Record, files: Files) -> None:
    """And what begins with a table is called after its service."""
    table = "| Route | Bookings | Load |\n|---|---|---|\n| ZRH-LIS | 412 | 81 % |\n| GVA-LIS | 350 | |"
    record(table, 1, "integration", metadata={"service": "amadeus", "type": "bookings"})
    assert "**amadeus GVA-LIS Bookings**: 350" in text_below(files)
    assert "amadeus bookings" in files.read("2-summaries/documentation/integrations.md").content


def test_the_scopes_have_writers(record: Record, files: Files) -> None:
    """Services, decisions with their reasons, capabilities, plugins; each has its line in the index."""
    record("status: succeeded", 1, "integration", metadata={"service": "Vercel", "type": "deployment"})
    record("User: We decided to use Postgres instead of MongoDB, because reports need joins.", day=2)
    readme = "diff --git a/plugins/gmail/README.md b/plugins/gmail/README.md\n--- /dev/null\n"
    readme += "+++ b/plugins/gmail/README.md\n@@ -0,0 +1,2 @@\n+# Gmail\n+Reads mail.\n"
    record(f"feat: Gmail plugin\n\nIt reads the inbox.\n\n{readme}", 3, "code_change")
    listed = {entry.location for entry in index.entries(files.read(paths.INDEX).content)}
    written = {entry.path for entry in files.list("3-descriptions/")}
    assert written <= listed
    wanted = ["learned/services/vercel.md", "system/decisions/", "system/capabilities.md", "plugins/gmail.md"]
    assert all(any(path.startswith(f"3-descriptions/{folder}") for path in written) for folder in wanted)
    assert "Reads mail." in files.read("3-descriptions/plugins/gmail.md").content


def test_what_one_says_in_one_go_stays_together(record: Record, files: Files) -> None:
    """With the question that it answers, and its yes or no; questions that only lead the talk are nothing."""
    record(
        "Assistant: Good morning! Where do you want to start?\n\n"
        "User: Duarte runs the workshop with two mechanics. He wants a reminder after 30 rentals.\n\n"
        "Assistant: Got it, I'll add that. Do we need a permit for the racks?\n\n"
        "User: Yes, from the town. Without it bikes have to be inside by 8 pm.\n\n"
        "Assistant: Perfect, thanks! Anything else?"
    )
    assert "Duarte runs the workshop with two mechanics. He wants a reminder after 30 rentals." in text_below(files)
    assert "Do we need a permit for the racks? Yes, from the town. Without it" in text_below(files)
    assert not any(idle in text_below(files) for idle in ("Where do you want", "Got it", "Anything else", "Perfect"))


def test_a_line_of_the_index_is_no_question(record: Record, files: Files) -> None:
    """It says what the file says, not what was asked or greeted."""
    record("Assistant: What does a bike cost per day?\n\nUser: A city bike is 12 euros a day, an e-bike 29.")
    listed = [entry.description for entry in index.entries(files.read(paths.INDEX).content)]
    assert listed and not any(line.endswith("?") for line in listed)
    assert "A city bike is 12 euros a day, an e-bike 29." in listed


def test_a_report_keeps_what_it_says_in_sentences(record: Record, files: Files) -> None:
    """Measured before: figures alone; what sold out, what takes long and what is recommended were lost."""
    report = "Active subscribers: 2,318.\nThe Kenya lot sold out on Thursday. Shipping to Austria takes 5.2 days.\n"
    service = {"service": "Hearth", "type": "report"}
    record(f"{report}Recommendation: ship from the Linz warehouse.", 1, "integration", metadata=service)
    assert all(fact in text_below(files) for fact in ("Kenya lot sold out", "5.2 days", "Linz warehouse", "2,318"))


@pytest.mark.parametrize(
    "sentence",
    [
        "Thanks everyone, have a great weekend!",
        "Danke und bis morgen!",
        "Morning all :)",
        "👍",
        "ok",
        "12",
        "TODO",
    ],
)
def test_an_event_of_pleasantries_writes_nothing(record: Record, files: Files, sentence: str) -> None:
    """No value, no name, and about nothing: neither a statement nor a description, and no line of the index."""
    answer = record(f"User: {sentence}")
    assert answer.statements == [] and answer.files == [] and answer.note and list(files.list()) == []


@pytest.mark.parametrize(
    "sentence", ["The van leaks oil.", "Dogs stay outside.", "Close the gate.", "She left. 12 are left."]
)
def test_a_few_words_that_tell_something_are_kept(record: Record, files: Files, sentence: str) -> None:
    """However short the event is."""
    record(f"User: {sentence}")
    assert sentence.split(". ")[0].rstrip(".") in text_below(files)


PERSONS = {
    "2-summaries/equipment/van.md": "# The van\n\n- The van is a Ford Transit.\n",
    "2-summaries/organization/trainees.md": "# Trainees\n\n- Trainees get a mentor.\n",
    "2-summaries/operations/washing.md": "# Dishwasher\n\n- The dishwasher stands in the back kitchen.\n",
}


@pytest.mark.parametrize(
    ("sentence", "path"),
    [
        ("The van needs new tyres before the winter.", "2-summaries/equipment/van.md"),
        ("Our van is insured with Helvetia from May.", "2-summaries/equipment/van.md"),
        ("Trainees earn 950 euros in their first year.", "2-summaries/organization/trainees.md"),
        ("The dishwasher is descaled every Friday by the late shift.", "2-summaries/operations/washing.md"),
    ],
)
def test_what_begins_with_the_name_of_a_page_goes_there(record: Record, files: Files, sentence: str, path: str) -> None:
    """A person has named it so, wherever its folder is and whatever the file is called."""
    for at, content in PERSONS.items():
        files.write(at, content, by=ChangedBy.USER, summary="Mine")
        index_lines.follow(files, [at], ChangedBy.SYSTEM, "Listed")
    record(f"Nina: {sentence}", 2)
    assert sentence in files.read(path).content


def test_research_without_a_title_is_called_by_its_noun(record: Record, files: Files) -> None:
    """A sentence is no topic's name."""
    record("We found that the pump n0 hums at 50 Hz.", kind="research")
    assert [
        entry.path.rpartition("/")[2] for entry in files.list("2-summaries/") if "/documentation/" not in entry.path
    ] == ["pump-n0.md"]


def test_research_has_a_topic_of_its_own(record: Record, files: Files) -> None:
    """Called by its title, and found again by later research on it."""
    record("# Loggers for vaccines\n\nThe Libero costs 74 EUR. Tive is not certified.", kind="research")
    record("# Loggers: news\n\nThe Libero costs 81 EUR now.", 9, "research")
    [summary_path] = [entry.path for entry in files.list("2-summaries/") if "loggers" in entry.path]
    content = files.read(summary_path).content
    assert content.startswith("Loggers for vaccines |") and "81 EUR" in content and "74 EUR" not in content


def test_a_report_that_a_person_wrote_is_told_statement_by_statement(record: Record, files: Files) -> None:
    """Below its heading's topic; the rows of aligned columns are statements, and headings are none."""
    report = """1. Money
Sales were 1,372 thousand in the first quarter, after 1,298 thousand last year.
The wage ratio rose to 34.1 percent of sales because of two vacancies.

Product     Jan    Feb    Mar
Sourdough   70     68     74
Focaccia    9      12     16

2. Staff
Colm leaves the night shift on 1 May and becomes the manager of the bakehouse.
Jola takes over the night shift from him on the same day.
Nine positions are vacant, most of them at weekends.
The founders meet the whole team every Monday at nine.

3. Security
Only Tom and Mara may access the production database, with hardware keys.
The passwords of all former colleagues were revoked on 3 March.
"""
    record(report, kind="integration", metadata={"title": "First quarter"})
    whole = text_below(files)
    assert "Sourdough — Jan: 70, Feb: 68, Mar: 74" in whole and "2. Staff" not in whole
    assert "Only Tom and Mara" in files.read("2-summaries/security/security.md").content
    [page] = [entry.path for entry in files.list("2-summaries/") if "Sales were" in files.read(entry.path).content]
    assert "wage ratio" in files.read(page).content
    assert "Jola takes over" in text_below(files, "2-summaries/organization/")


def test_a_role_that_speaks_once_names_no_page(record: Record, files: Files) -> None:
    """Its label stays with what it says, since it may be what is spoken of."""
    record("Support: The parcel of Ms Weber is lost.\nMaya: We send a new parcel.\nMaya: The parcel costs 40 euros.")
    assert "- Support: The parcel of Ms Weber is lost." in text_below(files)
    assert not any(path.path.endswith("/support.md") for path in files.list("2-summaries/"))


def test_notes_stand_below_their_headings(record: Record, files: Files) -> None:
    """As a text does: what is said without its subject has it on the page of its heading."""
    record("## Physiotherapy\n- The waiting list is open again.\n\n## Vaccines\n- The fridge is new.")
    [physio] = [entry.path for entry in files.list("2-summaries/") if entry.path.endswith("/physiotherapy.md")]
    assert "- The waiting list is open again." in files.read(physio).content


def test_topics_that_differ_in_signs_have_pages_of_their_own_as_the_writer_calls_them(
    record: Record, files: Files
) -> None:
    """Measured before: C++, C# and C shared one page, and `npm packages` were called `Npm packages`."""
    for day, topic in enumerate(("C++", "C#", "C", "npm packages", "iOS app"), 1):
        record(f"Ulla: The style guide of {topic} has {day}2 pages.", day=day, topic=topic)
    titles = {files.read(entry.path).content.partition(" | ")[0] for entry in files.list("2-summaries/")}
    assert titles == {"C++", "C#", "C", "npm packages", "iOS app"}


def test_what_is_said_around_a_quoted_mail_stays(record: Record, files: Files) -> None:
    """Of a mail the mail itself goes; measured before: with "Rent" as its subject all that was said."""
    mail = "From: Karl <karl@x.example>\nSubject: Rent\n\nHi Ann, I want 950 EUR.\nBest, Karl"
    record(f"Ann: The rent is 900 EUR from May.\n\n{mail}\n\nAnn: The yard is closed on Mondays.")
    text = text_below(files)
    assert "The rent is 900 EUR from May." in text and "The yard is closed on Mondays." in text
    assert "950" not in text and "Karl" not in text


def test_a_mail_that_hands_out_tasks_by_name_is_not_stored(record: Record, files: Files) -> None:
    """Also where one of them speaks above it."""
    tasks = "Ann: please send the lease to Huber by Friday.\n\nBen: you earn 4000 EUR from May."
    header = "From: Eva <eva@x.example>\nTo: all\nSubject: Tasks of the week"
    record(f"Ann: I forward Eva's tasks.\n\n{header}\n\nDear all,\n\nthe tasks:\n\n{tasks}\n\nBest, Eva")
    text = "".join(files.read(entry.path).content for entry in files.list(""))
    assert "lease" not in text and "4000" not in text


@pytest.mark.parametrize(
    "content",
    [
        "Retro\n\n- Ann: nice sprint, thanks all!\n- Ben: Great teamwork, well done",
        "Ann: Ok\nBen: Ok",
        "Ann: Great stuff\nBen: Bye all\nCleo: Thanks Ben",
    ],
)
def test_pleasantries_behind_labels_are_kept_nowhere(record: Record, files: Files, content: str) -> None:
    """In a list as in a talk."""
    answer = record(content)
    assert not answer.files and answer.note and not text_below(files)

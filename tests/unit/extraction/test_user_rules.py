"""The user's rules: whole messages or sentences, word for word, and nothing that no user laid down."""

import json
from collections.abc import Callable, Sequence

import pytest
from knowledge.extraction import Candidate
from knowledge.extraction.user_rules import MAX_READ, lasts, user_rules
from knowledge.ports.embedder import MeteredEmbedder, OnnxEmbedder, Passage, Side, Vector, alone
from knowledge.text.instructions import MESSAGES
from knowledge.transcripts import Turn

from tests.conftest import ROOT
from tests.support.doubles import Words
from tests.unit.extraction.logs import ran, reply, user

CLOSED = ROOT / "tests" / "benchmarks" / "instructions" / "closed" / "messages.jsonl"
Rules = Callable[[Sequence[Turn]], list[Candidate]]


class Asked(MeteredEmbedder):
    """The embedder, which notes what instructions it was asked about."""

    def __init__(self, embedder: OnnxEmbedder) -> None:
        super().__init__(embedder, lambda _: None)
        self.texts: set[str] = set()

    def embed_by(self, side: Side, passages: Sequence[Passage]) -> list[Vector]:
        """As the embedder."""
        self.texts.update(alone(passages))
        return super().embed_by(side, passages)


@pytest.fixture
def rules(embedder: OnnxEmbedder) -> Rules:
    """Those that the turns lay down, by the bundled model."""
    return lambda turns: user_rules(turns, embedder)


@pytest.mark.parametrize(
    "message",
    [
        "type: ignore is off limits in this project.",
        "Commit messages follow conventional commits here.",
        "Do not commit without my approval. Always ask me before a push.",
        "Always use docker-compose.test.yml for tests.",
        "Don't use waitForTimeout, we always wait on network idle.",
        "We use pnpm, not npm.",
        "No, never install with pip in this repository, we use uv.",
        "Never use pip here, we use uv.",
        "No, never put underscores into user-facing text.",
        "We need to always pin the versions of packages.",
        "Never touch the migrations folder without asking me first.",
        "Instead of mocks we use fakes here.",
        "Dates in this project are always UTC, never local time.",
        "I told you already: never use any in TypeScript.",
        "Our convention is snake_case for all JSON keys.",
        "Stop using print for debugging, we use the logging module here.",
        "No emojis in code comments, ever.",
        "Whenever you add an endpoint, add a test of the errors.",
        "In Python: always use type hints.",
        "Never commit the secrets file please :)",
        "#1 rule: never push to main.",
        "From now on: always use pnpm, never npm.",
    ],
)
def test_a_standing_instruction_is_kept_whole(rules: Rules, message: str) -> None:
    """Verbatim, with the user's authority."""
    [rule] = rules([reply("I changed the labels. It is done."), user(message)])
    assert (rule.kind, rule.authority) == ("rule", "user")
    assert rule.learning == f"The user: “{message}”"


@pytest.mark.parametrize(
    ("before", "message", "answered"),
    [
        ("I installed it with npm.", "We use pnpm, not npm.", "I installed it with npm."),
        ("Shall I use tabs?", "Always spaces in this repository, never tabs.", "Shall I use tabs?"),
        ("I start with the state of the folder.", "Don't use the Acme logo, nothing from them.", ""),
        ("Summary - the labels " + "are new - " * 20, "Never touch the labels without asking me first.", ""),
        ("I fixed tests/login_test.py by waiting.", "Never touch the migrations folder without asking me first.", ""),
    ],
)
def test_what_a_rule_answers_stands_with_it(rules: Rules, before: str, message: str, answered: str) -> None:
    """A question, or what has a word in common with it; nothing else."""
    [rule] = rules([reply(before), user(message)])
    assert rule.learning == f"The user: “{message}”" + (f" (in answer to: “{answered}”)" if answered else "")


@pytest.mark.parametrize(
    ("before", "message"),
    [
        ("I pushed to main.", "Never do that without asking me."),
        ("I pushed to main.", "No, never do that without asking me."),
        ("May I push to main?", "Never, not even for hotfixes."),
    ],
)
def test_what_says_nothing_without_what_it_is_about_is_told_with_it(rules: Rules, before: str, message: str) -> None:
    """As a part of the rule: about something else the same words are another one."""
    [rule] = rules([reply(f"Done. {before}"), user(message)])
    assert rule.learning == f"The user: “{message}” (about: “{before}”)"


@pytest.mark.parametrize(
    ("message", "rule"),
    [
        (
            "The job fails here. Please find out why. And from now on always run `make lint` before you commit.",
            "And from now on always run `make lint` before you commit.",
        ),
        (
            "Fix the flaky login test. We never commit without running the linter.",
            "We never commit without running the linter.",
        ),
        ("Never push to main directly. Only for hotfixes is it fine.",) * 2,
        ("Never push to main directly. Tell me before you do it.",) * 2,
        ("When you touch a header, check what it drags in. Compile times are what I get yelled at about.",) * 2,
    ],
)
def test_the_steps_of_a_task_before_a_rule_are_no_part_of_it(rules: Rules, message: str, rule: str) -> None:
    """What limits it, or what it points back to, is."""
    assert [candidate.verbatim for candidate in rules([user(message)])] == [rule]


@pytest.mark.parametrize(
    ("message", "rule"),
    [
        ("No. We never put secrets into values.yaml. Take it out again.", "We never put secrets into values.yaml."),
        ("Never edit generated files. Revert api/client.ts.", "Never edit generated files."),
        (
            "In this repo we always use single quotes. Run the formatter over your change.",
            "In this repo we always use single quotes.",
        ),
        ("We never put secrets into values.yaml. Put them into the sealed secret.",) * 2,
        ("Always ask before deleting data. Wait for my yes.",) * 2,
        ("Never force-push shared branches. Use --force-with-lease on your own ones.",) * 2,
    ],
)
def test_orders_of_the_moment_behind_a_rule_are_no_part_of_it(rules: Rules, message: str, rule: str) -> None:
    """What is to be done instead is."""
    assert [candidate.verbatim for candidate in rules([user(message)])] == [rule]


@pytest.mark.parametrize(
    ("message", "rule"),
    [
        (
            "In health endpoint, do NOT return sqlite://// ever. Its only sqlite://.",
            "In health endpoint, do NOT return sqlite://// ever.",
        ),
        (
            "We never use std::list here. Replace the std::list in queue.cpp with a vector.",
            "We never use std::list here.",
        ),
        (
            "We always book the 8:15 ferry, never the 9:40. The 9:40 is full.",
            "We always book the 8:15 ferry, never the 9:40.",
        ),
    ],
)
def test_a_colon_within_a_word_shows_no_text(rules: Rules, message: str, rule: str) -> None:
    """Beside a URL, a name of code or a time a rule is the user's own."""
    assert [candidate.verbatim for candidate in rules([user(message)])] == [rule]


@pytest.mark.parametrize(
    "message",
    [
        "Don't use default exports in this project.",
        "Never hardcode URLs, use the config service.",
        "Do not put customer names into file names.",
        "Please never edit the generated files under api/gen.",
        "Don't merge on Fridays.",
    ],
)
def test_a_prohibition_may_be_less_sure_than_other_orders(rules: Rules, message: str) -> None:
    """Those of the moment are told from it more surely than what is to be done now."""
    assert [candidate.verbatim for candidate in rules([user(message)])] == [message]


@pytest.mark.parametrize(
    "message",
    [
        "Do not change the API, just fix the bug.",
        "Don't use a library for it.",
        "Don't book the hotel, my brother has a flat.",
        "Do not send the letter to the tenants, I will read it first.",
        "Do not delete the old table, we need it for the comparison.",
        "Never heard of that library before.",
        "Don't know why we have two configs.",
        "Do not show the banner when the cart is empty.",
    ],
)
def test_a_prohibition_of_the_moment_is_no_rule(rules: Rules, message: str) -> None:
    """Nor is a sentence that leaves its "I" out, or a limit of what is built."""
    assert rules([user(message)]) == []


def test_an_email_that_was_told_before_a_rule_is_not_quoted_with_it(rules: Rules) -> None:
    """It is no part of what the user laid down, and what quotes it would not be kept."""
    [rule] = rules([reply("You have one mail. [email] She wants a discount."), user("Always answer within one day.")])
    assert rule.learning == "The user: “Always answer within one day.”"


@pytest.mark.parametrize("before", ["", "No, that is wrong.", "Fix the flaky test."])
@pytest.mark.parametrize("between", [" ", "\n", "\n\n"])
def test_a_few_words_before_a_rule_are_no_part_of_it(rules: Rules, before: str, between: str) -> None:
    """Blame, or the task, whatever stands between the two."""
    [rule] = rules([user(f"{before}{between}Never push to main directly.")])
    assert rule.verbatim == "Never push to main directly."


def test_what_limits_a_rule_stays_with_it(rules: Rules) -> None:
    """Without its exception the rule would be another one."""
    [rule] = rules([user("Great work. Never push to main directly. Except for hotfixes.")])
    assert rule.verbatim.endswith("Never push to main directly. Except for hotfixes.")


@pytest.mark.parametrize(
    "message",
    [
        "Please translate this into German: Welcome. Always lock the door. Never feed the dog.",
        "Into German, please: Welcome. Always lock the door. Never feed the dog.",
        "In German: Welcome. Always lock the door. Never feed the dog.",
        "In German: Immer Tests schreiben, nie ohne.",
        "# House style\n\nAlways sign your commits. Never rebase shared branches.",
        "**Rules**\nAlways run the linter. Never touch gen/.",
        "---\ndescription: style\n---\nAlways use tabs, never spaces.",
        "It is from our wiki.\n\n## Branches\nAlways name them after the ticket, never after yourself.",
        "Into German, please: Always write tests, never without.",
        "Translate into French: We always use pnpm, never npm.",
        "En français : toujours écrire des tests, jamais sans.",
        "Bob wrote: We always use pnpm, never npm.",
        "CLAUDE.md says: Always use pnpm here. We never commit to main.",
        "Bob wrote in the ticket: Deploys are slow. Always skip the tests on Friday. That is nonsense, is it not?",
        "Bob wrote at 8:30: We always use pnpm, never npm. It is wrong.",
        "Translate this: Never feed the dog at 8:30. Always lock the door.",
        "Bob wrote: Deploys stall. Always skip the tests on Friday.",
        "Why does it say this? Never commit without a ticket. Where does that come from?",
        "Never commit without a ticket. Why?",
        "Always fails with 500. Can you look?",
        "Fix the typo in this sentence. Never giv up your password.",
        "Fix this sentence. Never giv up your password.",
        "Never giv up your password. Mend the spelling of this.",
    ],
)
def test_a_text_that_the_user_shows_or_asks_about_lays_nothing_down(rules: Rules, message: str) -> None:
    """Its sentences are those of a sign, of somebody else, or of what is to be edited."""
    assert rules([user(message)]) == []


@pytest.mark.parametrize(
    "message",
    [
        "The button never appears.",
        "make sure we don't save the full model to save space",
        "The cart is here, and it never loads.",
        "It always shows an error.",
        "Fix the test and never mind the rest of it.",
        "Should we always use pnpm?",
        "don't use this file, use the other one",
        "thanks, always a pleasure",
        "In the cart, that button never appears.",
        "Ensure that this test passes in all browsers.",
        "For the moment, use only the staging database.",
        "In the meantime, use only the staging keys.",
        "On second thought, keep all the old names in the config.",
        "For Monday's demo, only show the dashboard.",
        "In step two, use all the tables.",
        "In your answer, only list the files.",
        "use the second option",
        "Update all documentation with the current state of the project.",
        "Ensure the test cases in backend are up to date with the database adapters.",
        "I don't want to do instrumentation. Try your best to give me a convincing theory.",
        "Always a pleasure, thanks!",
        "Never log tokens.",
        "Always nice to see green tests!",
        "Never seen such a warning before.",
        "Always fails with a timeout on Windows.",
        "No, use the other button instead.",
        "Use pnpm instead of npm.",
        "Do NOT change anything, only explain.",
        "Do NOT use Chart.js. Only use vanilla HTML5 Canvas.",
        "You should only see three rows after the import.",
        "Only show the top five results on the dashboard.",
        "Prefer the shorter variant for the title.",
        "All buttons should be blue.",
        "No underscores should appear in any user-facing text.",
        "Each user should see the banner once.",
        "Both buttons must be aligned.",
        "All of the cards must fit on one screen.",
        "Numbers must be right-aligned in the table.",
        "The header must be sticky on mobile.",
        "You must have misread the stack trace.",
        "We always had problems with the cache.",
        "We use Stripe for payments but the webhook fails.",
        "From now on it's easy, just deploy.",
        "From now on the sidebar is open, nice.",
        "Every field must be filled before the button is active.",
        "All links must open in a new tab.",
        "Rows must not wrap in the table.",
        "You must always click twice to open a menu.",
        "Our tests are red, not green.",
        "Stop, we use the staging key for the demo.",
        "Always good to have you.",
        "Never trust the coffee machine, haha.",
        "From now on we only deploy on Fridays lol",
        "Never let a designer near the database \U0001f602",
        "We never sleep before a release ;-)",
        "I told you, don't delete the table.",
        "We need all ten questions.",
        "I want all pages in dark blue.",
        "go ahead",
        "Looks better. However, if a path is outside of the folder, use all of it. Do not use any paths with `..`",
        "Don't use '...existing code...'. Just write it all over again. Everything should be only in `new`. Proceed",
        "Create a file CHAT.md and put the chat into it. Do not make any alterations, never shorten it.",
        "Add a dark mode to the settings page. Use pnpm instead of npm.",
        "Can you find out why? Only use the second table.",
        "now render the manual with clear headings. Ensure all details are accurate.",
    ],
)
def test_reports_questions_and_steps_of_this_task_are_none(rules: Rules, message: str) -> None:
    """What points at the moment does not outlast it; nor does a condition of what is wished beside it."""
    assert rules([user(message)]) == []


@pytest.mark.parametrize(
    ("message", "rule"),
    [
        (
            "Why is the header so large? In future, build only what I ask for.",
            "In future, build only what I ask for.",
        ),
        (
            "Use the smaller font today. Going forward we load fonts from our own server, never from a CDN.",
            "Going forward we load fonts from our own server, never from a CDN.",
        ),
        (
            "Please answer in short sentences from now on. Go on with the theme.",
            "Please answer in short sentences from now on.",
        ),
        (
            "Thanks. Note that invoices are always in EUR, never in USD.",
            "Note that invoices are always in EUR, never in USD.",
        ),
        (
            "Looks good, merge it. In general, keep functions below 40 lines.",
            "In general, keep functions below 40 lines.",
        ),
        (
            "Prefer composition over inheritance, that's our house style.",
            "Prefer composition over inheritance, that's our house style.",
        ),
        (
            "Generell keine Abkürzungen in Namen.",
            "Generell keine Abkürzungen in Namen.",
        ),
        (
            "Das passt so, danke. Künftig bitte vor jedem Commit die Tests laufen lassen.",
            "Künftig bitte vor jedem Commit die Tests laufen lassen.",
        ),
    ],
)
def test_what_says_itself_that_it_is_to_last_is_one_beside_a_task(rules: Rules, message: str, rule: str) -> None:
    assert [candidate.verbatim for candidate in rules([user(message)])][:1] == [rule]


@pytest.mark.parametrize(
    "message",
    [
        "Can we drop the old endpoint going forward?",
        "I may add other options in the future, so make it an object.",
        "In the future we might support Postgres as well.",
        "From now on the importer must skip empty lines.",
        "In general the deploy takes ten minutes.",
        "In general that looks good, thanks.",
        "I'd like the summary first, and the details in general terms.",
        "Build the form. Note that its fields are never empty.",
    ],
)
def test_what_is_asked_planned_or_specified_for_the_future_is_none(rules: Rules, message: str) -> None:
    assert rules([user(message)]) == []


@pytest.mark.parametrize(
    "message",
    [
        "They contain my questions that I need you to answer and other instructions for you.",
        'I mean to just pointing out: it\'s not a "dismiss bug" in generall. The assumption that we can even track / '
        "understand that it's a dismiss is a stretch",
        "Persist accounts even when their first operation is rejected. Validate deposits. Synchronize the specs with "
        "the code. Fix the README. Add factories for future adapters. Remove __MACOSX and add .gitignore.",
    ],
)
def test_what_takes_up_something_or_lists_steps_is_none(rules: Rules, message: str) -> None:
    """All were taken from logs that nobody had tuned on."""
    assert message not in [candidate.verbatim for candidate in rules([user(message)])]


def test_a_files_name_is_no_answer(rules: Rules) -> None:
    """It is how some agents end, and says nothing of what the user answers."""
    [rule] = rules([reply("backend/app.py"), user("We use pnpm, not npm.")])
    assert rule.learning == "The user: “We use pnpm, not npm.”"


def test_nobody_else_lays_down_rules(rules: Rules) -> None:
    """Not the agent, a tool, the task's text, the harness, nor what the user quotes or fences."""
    rule = "Always use pnpm instead of npm."
    others = [Turn(speaker, rule) for speaker in ("agent", "task", "system")]
    assert rules([*others, Turn("tool", output=rule), user(f"> {rule}"), user(f"```\n{rule}\n```")]) == []


def test_what_answers_commands_in_a_fence_may_be_a_programs(rules: Rules) -> None:
    """A file that the agent has shown comes under the user's role there; what is said after that is the user's."""
    rule, commands = user("We always deploy on Fridays, never on Mondays."), "Look.\n\n```bash\ncat R\n```\n"
    assert rules([reply(commands), rule]) == []
    for before in ("Done:\n\n```json\n{}\n```", f"{commands}\nIs it right?", "```bash\nls"):
        assert rules([reply(before), rule])
    assert rules([reply(commands), user("ok"), rule])


@pytest.mark.parametrize(
    "message",
    [
        "Secrets must come from Vault, never from env files.",
        "All money amounts must be integers in cents, never floats.",
        "Feature branches must be rebased before review.",
        "No, use pnpm instead of npm.",
        "No, put tests in spec/ instead of tests/.",
        "Non, utilise yarn au lieu de npm.",
        "Always give new endpoints a rate limit.",
        "Bitte nie auf main pushen, immer über einen Pull Request.",
    ],
)
def test_what_holds_of_all_of_a_kind_may_be_less_sure_than_an_order(rules: Rules, message: str) -> None:
    """As the one sentence that was said: what each of its kind must be, one way for another, always or never."""
    assert [candidate.verbatim for candidate in rules([reply("Done."), user(message)])] == [message]


@pytest.mark.parametrize(
    "message",
    [
        "Orders below 20 EUR must not get free shipping; the rule applies to all countries but Norway.",
        "API clients must send X-Tenant on every request, so reject the ones that don't with a 400.",
        "Passwords must have at least 12 characters.",
        "Archived projects must not show up in the sidebar.",
        "Every invoice must show the VAT number.",
        "The cache must be invalidated every time a product is edited.",
        "No, show names instead of ids.",
        "No, use POST instead of GET.",
        "No, use the second table instead of the first.",
        "No, use euros instead of dollars.",
        "Always show the banner on Mondays, also for logged out visitors.",
        "Never show more than five results.",
        "jamais vu un bug pareil. le curseur disparait quand on tape un é",
        "nunca lee el config.toml, siempre usa los valores por defecto. viper",
    ],
)
def test_what_a_part_of_the_product_must_be_is_no_rule(rules: Rules, message: str) -> None:
    """Nor what is shown in place of something else."""
    assert rules([reply("Done."), user(message)]) == []


_TASK = "Build the list of films with its details, the search and the watch list, each in a file of its own. " * 4


def test_of_a_long_message_what_says_always_or_never_is_laid_down(rules: Rules) -> None:
    """Sentence by sentence, also of the one message that sets the task; its other conditions are the task's."""
    own = ["Always use the central API client.", "Never import axios directly outside api/client.ts."]
    listed = f"{_TASK}\n- {own[0]}\n- Each card has a poster.\n- {own[1]}\n- Do not add animations."
    for turns in ([user(listed)], [user(listed), ran("npm test", "12 passed")]):
        assert [one.verbatim for one in rules(turns)] == own
    spoken = f"{_TASK} We always put routes into routes/*.ts, never into app.ts. Make it look good."
    assert [one.verbatim for one in rules([user(spoken)])] == [
        "We always put routes into routes/*.ts, never into app.ts."
    ]


def test_what_a_task_shows_is_not_laid_down(rules: Rules) -> None:
    """Nor what shows a text in a long message, in the paragraph behind it."""
    shown = "Put this onto the sign. Never feed the dogs of our guests."
    for task in (shown, f"{_TASK}\n\n{shown}", f"{_TASK}\n\nIn German: Never feed the dogs of our guests."):
        assert rules([user(task), ran("make", "done")]) == []


def test_of_a_pasted_document_nothing_is_laid_down(rules: Rules) -> None:
    """Whatever it is: what stands below a title, or goes on for pages."""
    rule = "- Always use the central API client."
    assert rules([user(f"{_TASK}\n\n## Rules\n{rule}")]) == rules([user(f"{_TASK * 5}\n{rule}")]) == []


def test_other_conditions_in_long_messages_lay_nothing_down(rules: Rules) -> None:
    """A task has some of its own, and who says them again has pasted them again."""
    rule, long = "Run the linter before each commit in our repo.", "x y z " * 60
    first, second = (f"Build the {part}.\n- {rule}\n{long}" for part in ("page", "form"))
    assert rules([user(first), user(second)]) == []
    assert [one.verbatim for one in rules([user(first), user(rule)])] == [rule]


def test_the_first_message_of_a_later_part_is_not_its_task(embedder: OnnxEmbedder) -> None:
    """The task of a run was set in its first part: what is said behind it is a rule as in one log."""
    rule = "We use pnpm, not npm."
    turns = [user(rule), ran("npm test", "12 passed")]
    assert [one.verbatim for one in user_rules(turns, embedder, goes_on=True)] == [rule]
    assert user_rules(turns, embedder) == []


def test_a_model_without_a_side_for_instructions_tells_none() -> None:
    """What the user said is evidence then, and nothing is embedded."""
    words = Words()
    assert user_rules([user("We use pnpm, not npm.")], words) == [] and not words.embedded
    assert not lasts("We use pnpm, not npm.", words)


@pytest.mark.parametrize(
    ("words", "outlasts"), [("Ask me before you push.", True), ("I want a green build today.", False)]
)
def test_what_somebody_read_as_a_rule_may_be_less_sure(embedder: OnnxEmbedder, words: str, outlasts: bool) -> None:
    """A language model that read the whole log says so, too; a wish for today is none, whoever says so."""
    assert lasts(words, embedder) is outlasts


def test_most_of_a_strangers_rules_are_taken_and_hardly_anything_else(rules: Rules) -> None:
    """Of messages on which nothing was trained or chosen."""
    lines = [json.loads(line) for line in CLOSED.read_text().splitlines()]
    taken = [(line["kind"], bool(rules([user(line["message"])]))) for line in lines if line["kind"] != "mixed"]
    lasting = [is_taken for kind, is_taken in taken if kind == "lasting"]
    assert sum(lasting) / len(lasting) > 0.65
    assert sum(is_taken for kind, is_taken in taken if kind != "lasting") <= 2


def test_of_a_message_that_is_a_rule_nothing_else_is_embedded(embedder: OnnxEmbedder) -> None:
    """Nor of one that is all of the moment: its parts could not be taken."""
    rule = "Never push to main directly. Except for hotfixes, which we always review later."
    step = "Make the cart blue. It never loads. Add a test when you change it."
    for message in (rule, step):
        asked = Asked(embedder)
        user_rules([user(message)], asked)
        assert asked.texts - {*MESSAGES.values()} == {message}


def test_of_a_long_chat_so_many_messages_are_embedded_those_said_again_first(embedder: OnnxEmbedder) -> None:
    """Its time is bounded, whatever its length, and a rule that was found stays found where the chat goes on."""
    chat = [user(f"The part {number} of page {number} never loads.") for number in range(MAX_READ * 2)]
    early, late, again = (f"We use {tool}, not npm." for tool in ("pnpm", "yarn", "bun"))
    asked = Asked(embedder)
    turns = [user(early), *chat, user(late), user(again), user(again)]
    assert [rule.verbatim for rule in user_rules(turns, asked)] == [early, again]
    assert len(asked.texts - {*MESSAGES.values()}) <= MAX_READ


def test_at_most_five_are_kept(rules: Rules) -> None:
    """A log full of them is a policy to be uploaded."""
    assert len(rules([user(f"Always use tool{number} for builds.") for number in range(9)])) == 5


def test_leave_and_a_task_that_is_sent_anew_are_none(rules: Rules) -> None:
    """What is allowed is of the moment, and a harness that tries again says nothing twice."""
    assert rules([user("I allow you to commit with --no-verify")]) == []
    task = f"Mend the import.\n- Run the linter before each commit in our repo.\n{'x y z ' * 60}"
    assert rules([user(task), user(task)]) == rules([user(task), user(f"{task} ")]) == []


@pytest.mark.parametrize("step", ["Yes please.", "Add the annual plan to the page of prices."])
def test_the_next_step_of_a_task_is_no_rule(rules: Rules, step: str) -> None:
    """It begins by pointing back at the one before."""
    assert (
        rules([user(f"{step} Then let's make sure our cli, gui, validators, etc. all support all our new features.")])
        == []
    )


@pytest.mark.parametrize(
    "message",
    [
        "Please commit all of my changes so we can make a PR.",
        "The section to add users does not work, look at all of the code and mend it",
        "I will use one on linux to help with my system and the other for everything else",
    ],
)
def test_we_and_not_within_a_clause_lay_down_nothing(rules: Rules, message: str) -> None:
    """They tell of the moment; where they begin one, or with always or each, somebody may."""
    assert rules([user("Have a look."), user(message)]) == []

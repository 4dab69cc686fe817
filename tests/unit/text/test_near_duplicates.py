"""What keeps two near sentences apart, and what does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge.text.near_duplicates import distinctions, is_same, without_distinctions

SPLIT = [
    ("The API listens on port 8090.", "The API listens on port 8091."),
    ("It needs Python 3.11.", "It needs Python 3.12."),
    ("Pin numpy to v1.26.4.", "Pin numpy to v2.0."),
    ("Do restart the worker.", "Don't restart the worker."),
    ("Restart the worker.", "Never restart the worker."),
    ("The cache is used.", "The cache is not used."),
    ("It works with a lock.", "It works without a lock."),
    ("Run it with --frozen-lockfile.", "Run it with --no-frozen-lockfile."),
    ("Call it with -v.", "Call it with -q."),
    ("Use get_user to read it.", "Use set_user to read it."),
    ("Override loadAll.", "Override loadOne."),
    ("It subclasses BaseModel.", "It subclasses RootModel."),
    ("It subclasses HTTPServer.", "It subclasses HTTPClient."),
    ("Patch json.loads in it.", "Patch json.dumps in it."),
    ("Call close() at the end.", "Call flush() at the end."),
    ("The settings are in src/app/config.py.", "The settings are in src/web/config.py."),
    ("Use `pip` to install it.", "Use `uv` to install it."),
    ("The API returns XML.", "The API returns JSON."),
    ("Enable the cache.", "Disable the cache."),
    ("The flag allows uploads.", "The flag denies uploads."),
    ("Run it before the tests.", "Run it after the tests."),
    ("The port is open in staging.", "The port is open in production."),
    ("The read is slow.", "The write is slow."),
    ("Encode the body first.", "Decode the body first."),
    ("The key is public.", "The key is private."),
    ("The field is required.", "The field is optional."),
    ("The check succeeds on main.", "The check fails on main."),
    ("Raise the limit from 3 to 4.", "Raise the limit from 4 to 3."),
    ("It exits with code 1.", "It exits with code -1."),
    ("Retry two times.", "Retry three times."),
    ("Retry once.", "Retry twice."),
    ("Use single quotes.", "Use double quotes."),
    ("The job runs on Monday.", "The job runs on Tuesday."),
    ("Deploy in March.", "Deploy in April."),
    ("The backup runs at two o'clock.", "The backup runs at three o'clock."),
    ("Das Backup läuft um zwei Uhr.", "Das Backup läuft um drei Uhr."),
    ("Halte einundzwanzig Tage vor.", "Halte zweiundzwanzig Tage vor."),
    ("La copia de seguridad corre a las dos.", "La copia de seguridad corre a las tres."),
    ("La sauvegarde tourne à sept heures.", "La sauvegarde tourne à onze heures."),
    ("Le client réessaie quatre-vingts fois.", "Le client réessaie quatre-vingt-dix fois."),
    ("The backup runs at 2 am.", "The backup runs at 2 pm."),
    ("It takes 10ms.", "It takes 10s."),
    ("The limit is 1,000.", "The limit is 10,000."),
    ("Anna owns the billing service.", "Bert owns the billing service."),
    ("Tool A-red hangs in the cellar.", "Tool A-blue hangs in the cellar."),
    ("The cable of bench B is broken.", "The cable of bench C is broken."),
    ("Admins may delete tags.", "Only admins may delete tags."),
    ("The cache is used.", "The cache is hardly used."),
    ("Restart the worker.", "Dont restart the worker."),
    ("Anybody may deploy.", "Nobody may deploy."),
    ("The API listens on port 8090.", "The API used to listen on port 8090."),
]

SAME = [
    ("Run it once, as dos and mil say.", "As dos and mil say, run it once."),
    ("Don't restart the worker.", "Do not restart the worker."),
    ("It can't be cached.", "It cannot be cached."),
    ("It doesn’t work.", "It doesn't work."),
    ("The worker restarts.", "the worker Restarts"),
    ("The key is used to sign it.", "It is signed by the key."),
    ("Use `get_user` to read it.", "Use get_user to read it."),
    ("It is in `src/app.py`.", "It is in src/app.py."),
    ("Call `close()` at the end.", "Call close() at the end."),
    ("It is a near-duplicate.", "It is a near duplicate."),
    ("get_user comes before set_user.", "Before set_user there is get_user."),
    ("It needs Python 3.11.", "Python 3.11 is needed."),
    ("Use v2 of it.", "Use version 2 of it."),
    ("Retry three times.", "Retry it 3 times."),
    ("The limit is 1,000 rows.", "The limit is 1000 rows."),
    ("It runs on Mondays.", "It runs each Monday."),
    ("It may march on.", "It can march on."),
    ("The API listens.", "Listening is done by the API."),
    ("Anna owns the billing service.", "The billing service is owned by Anna."),
    ("The song is called A Royal Duty.", "The song is called a royal duty."),
    ("E-mail is read by the importer.", "The importer reads e-mail."),
    ("The worker is slow, and the queue is long.", "The queue is long and the worker is slow"),
]


@pytest.mark.parametrize(("one", "other"), SPLIT)
def test_what_means_something_else_is_told_apart(one, other):
    """Other numbers, days, versions, names, flags, paths, opposites or negation are other distinctions."""
    assert distinctions(one) != distinctions(other)


@pytest.mark.parametrize(("one", "other"), SAME)
def test_what_is_only_said_otherwise_is_not(one, other):
    """Spelling, letter case, backticks around a name, hyphens and the order of names make no difference."""
    assert distinctions(one) == distinctions(other)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Le serveur accepte les jetons.", "Le serveur n'accepte plus les jetons.", False),
        ("Usługa przyjmuje żądania.", "Usługa nie przyjmuje żądań.", False),
        ("Der Dienst nimmt Anfragen an.", "Der Dienst nimmt keine Anfragen an.", False),
        ("Das Backup läuft nachts.", "Nachts läuft das Backup.", True),
        ("The cache is used by the worker.", "The cache is being used by the worker.", True),
    ],
)
def test_a_few_words_besides_may_turn_what_is_not_english(one, other, same):
    """Which of them deny, no table knows; in English it does."""
    assert is_same(one, other) is is_same(other, one) is same


@given(st.text())
def test_any_text_has_distinctions_that_white_space_does_not_change(text):
    """No text raises; runs of white space count as one space."""
    plain = text.replace("`", "")
    assert distinctions(" ".join(plain.split())) == distinctions(plain)
    assert all(isinstance(distinction, str) and distinction for distinction in distinctions(text))


@given(st.text(max_size=200))
def test_the_same_text_has_the_same_distinctions(text):
    """They are a function of the text, in a fixed order."""
    assert distinctions(text) == distinctions(text)


@pytest.mark.parametrize(
    "unit", ["a", "A", "Aa", "a.", "/", "-", "`", "_", "1,", "a@", "n't ", "a(", "aB", "A1", "\\", " "]
)
def test_time_grows_with_the_length_alone(unit):
    """The most repetitive text comes to an end: in quadratic time this one would take minutes."""
    assert isinstance(distinctions(unit * (100_000 // len(unit)) + "!"), list)


def test_what_is_left_without_its_distinctions_says_what_a_text_is_about() -> None:
    """Numbers, also in words, names, opposites and negations go."""
    assert without_distinctions("The API of `shop` never listens on port 8090 or on two others.") == (
        "The of listens on port or on others"
    )
    assert without_distinctions("Caches are disabled.") == "Caches are"

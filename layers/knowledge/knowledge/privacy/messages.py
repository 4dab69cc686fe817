"""Decides what must not go into a user's memory: secrets, e-mails, what others wrote, and their numbers."""

import re

from knowledge.privacy import email_boundaries
from knowledge.privacy.email_mentions import EmailTraces, own_words, shows_email, tells_of_email
from knowledge.privacy.personal_data import without_account_numbers, without_contacts
from knowledge.privacy.secrets import without_secrets
from knowledge.text.sentences import fragments

# A standing instruction is the user's own, whatever it is about.
_STANDING = re.compile(
    r"\b(?:must|shall|should|always|never|whenever|when|if|prioriti[sz]e|prefer\w*|(?:do not|don't|want\w*|like\w*))\b",
    re.I,
)
# One certain e-mail, or what it said: no instruction about e-mails needs that.
_CERTAIN_EMAIL = re.compile(
    r"\b(?:this|that|his|her|their|\w+['’]s) e-?mail\b"
    r"|\b(?:said|wrote|told|confirmed|announced|claimed|mentioned|stated)\b|[\"“][^\"“”\n]{12,}[\"”]",
    re.I,
)
# What one e-mail is about, or a part of it is.
_OF_EMAIL = re.compile(
    r"\b(?:subject|body|sender|contents?|text)\b.{0,20}\b(?:of|in)\b.{0,40}\be-?mails?\b.{0,20}\b(?:was|were)\b"
    r"|\b\w+['’]s (?:\w+ ){0,2}e-?mails? (?:is|was|are|were)\b(?! \S+@\S)",
    re.I,
)
_ONE_EMAIL = re.compile(r"\be-?mail\b.{0,40}\b(?:from|by)\b", re.I)
_KINDS = r"(?:messages?|texts?|dms?|voice ?mails?|letters?|chats?|slack|sms|whatsapp)"
_SPOKE = r"(?:wrote|texted|messaged|replied|said|told|asked)"
_SOMEBODY = r"(?!(?:The|User|I|We|You|It|When|If|As|What|Who)\b)[A-Z][\w'-]+|[Hh]e|[Ss]he|[Tt]hey"
# A name is told by its capital, so only what is around it is read without regard to case.
_MESSAGE = re.compile(
    rf"\b(?i:{_KINDS}) (?:from|by) (?:[A-Z@]|(?i:my|our|his|her|their|an?|one) )"
    rf"|(?:^|[\s,;:])(?:(?i:my|our|his|her|their) \w+|{_SOMEBODY}) (?:\w+ )?{_SPOKE}\b"
)
# What the owner of an address or a number said, or sent.
_OF_SENDER = re.compile(
    rf"\[redacted:\w+\]\W+(?:says|{_SPOKE})\b"
    r"|^\W*(?:forwarded: .*|(?:forwarded )?from (?:(?-i:[A-ZÀ-Þ])[\w.'’-]* ){0,3}\W*)(?:\[redacted:email\]|\w\S*@\w)",
    re.I | re.S,
)


def refusal(text: str, *, standing: bool) -> str | None:
    """Why the text must not be remembered, in words for whoever wants it to be; None where nothing speaks against it.

    `standing` says that it is given as an instruction for later (a rule, a preference, feedback), and no fact.
    """
    if without_secrets(text) != text:
        return "it holds a secret (a key, a token or a password), which is never stored; say where it is kept instead"
    traces = EmailTraces()
    email_boundaries.cut(text, traces)
    sentences = fragments(text)
    is_email = bool(traces.count) or email_boundaries.is_letter(text)
    if is_email or any(_tells_of_email(sentence, standing) for sentence in sentences):
        return (
            "it holds what an e-mail says, its subject or its sender, which is never stored; remember what the user"
            " wants done with such e-mails instead"
        )
    if any(_repeats_somebody(sentence) for sentence in sentences):
        return "it repeats what somebody else wrote or said, which is never stored; remember the user's own words alone"
    if without_account_numbers(text) != text:
        return "it holds the number of a card, an account or an insurance, which is never stored; say where it is kept"
    if not standing and without_contacts(text) != text:
        return (
            "it holds somebody's e-mail address or telephone number, which is kept only in what the user wants done"
            " with it: save that as a rule, a preference or feedback, or leave the address out"
        )
    return None


def _tells_of_email(sentence: str, standing: bool) -> bool:
    """Whether it tells of an e-mail, and is no instruction about e-mails in general."""
    if _OF_EMAIL.search(sentence) or shows_email(sentence):
        return not _STANDING.search(own_words(sentence))
    if not tells_of_email(sentence):
        return False
    general = _STANDING.search(own_words(sentence)) or (standing and not _ONE_EMAIL.search(sentence))
    return not general or bool(_CERTAIN_EMAIL.search(sentence))


def _repeats_somebody(sentence: str) -> bool:
    """Whether it tells what somebody wrote or said, and is no instruction."""
    if _MESSAGE.search(sentence) and not _STANDING.search(sentence):
        return True
    masked = without_contacts(sentence)
    sender = _OF_SENDER.search(masked)
    return sender is not None and not _STANDING.search(masked[: sender.start()])

"""What people said to agents, and what the files hold of it afterwards."""

from collections.abc import Callable

from knowledge.files.repository import Files
from knowledge.usecases.record_event import RecordEventResult

Record = Callable[..., RecordEventResult]

FIRST = """User: Hi! Thanks for yesterday.
Assistant: You're welcome! What's on the agenda?
User: Let's talk about pricing. The Pro plan costs CHF 65 per month. We offer TWINT and credit cards at checkout.
Assistant: Got it. Is there a free trial?
User: The free trial should be 10 days.
Assistant: When is the go-live?
User: On September 1st. The marketing budget until then is 12,000 francs, and Lena owns the launch campaign.
Assistant: Anything about infrastructure?
User: The old cluster redshift-2 can be switched off then. Not before December 15th, the auditors still use it.
User: Deploys only on Sunday. Sunday 22:00 is OK.
Assistant: Verstanden. Who may access production?
User: Only Tom and Mara may access production, with hardware keys."""
SECOND = """User: We decided to drop the free trial completely, because nobody converted from it.
User: The go-live moves to October 15th, the payment provider needs more time.
User: The Pro plan is now CHF 79 per month."""


def text_below(files: Files, prefix: str = "2-summaries/") -> str:
    """What the files under a prefix hold."""
    return "\n".join(files.read(entry.path).content for entry in files.list(prefix))

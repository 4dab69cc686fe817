"""Antigravity's chats as Markdown."""

from knowledge.transcripts import parse

from tests.support.transcripts import spoken, words_of

LOG = """# Chat Conversation

Note: _This is purely the output of the chat conversation._

### User Input

Never use sudo.

```
### User Input
```

*Viewed [README.md](file:///home/mary/shop/README.md) *

*User accepted the command `git commit -m "feat: carts

- tested" && git push`*

*Checked command status*

### User Input

Continue

*User rejected the command `sudo reboot`*

### Planner Response

The service moved.

*This is important.*

### Plan

*Edited relevant file*

*User accepted the command `make
"""


def test_who_spoke_and_what_was_done() -> None:
    """Lines in italics are what was done, if they say so; a command may have several lines, and may not have run."""
    assert parse(LOG).format == "antigravity-markdown"
    assert spoken(LOG) == [
        ("user", "Never use sudo.\n\n```\n### User Input\n```"),
        ("agent", "$ Viewed README.md"),
        ("agent", '$ git commit -m "feat: carts\n\n- tested" && git push'),
        ("agent", "$ Checked command status"),
        ("user", "Continue"),
        ("system", "*User rejected the command `sudo reboot`*"),
        ("agent", "The service moved.\n\n*This is important.*\n\n### Plan"),
        ("agent", "*User accepted the command `make"),
    ]


def test_it_may_begin_with_the_agent() -> None:
    """An export of a part of the chat does."""
    log = "# Chat Conversation\n\n### Planner Response\n\nDone.\n\n### User Input\n\nThanks.\n"
    assert words_of(log) == ["Thanks."]

"""What git prints of commits, as the messages that people wrote."""

from knowledge.usecases.record_event.content.code_changes import changes, messages
from knowledge.usecases.record_event.content.git_log import as_messages

PRINTED = """\
commit 7a1c0de9f0 (HEAD -> main)
Merge: 1a2b3c4 5d6e7f8
Author: Ann Lee <ann@example.com>
Date:   Tue Mar 17 22:18:00 2026 +0100

    Count eggs by the dozen, and weigh them at night

    The scale in the shop was read once an hour, which is too seldom. The
    barn is not part of this: its scale is a different thing and stays.

    1. Eggs are counted by the dozen now, so that the sheet of the shop
       and ours agree.
    2. No other.

    Reviewed-by: Bea Ray
    Egg-Session-Id: 7a1c0de

diff --git a/eggs.yml b/eggs.yml
--- a/eggs.yml
+++ b/eggs.yml
@@ -1 +1 @@
-dozen: 10
+dozen: 12

commit 1b2c3d4e5f
Author: Bea Ray <bea@example.com>
Date:   Mon Mar 16 09:00:00 2026 +0100

    fix: the lamp goes out
"""


def test_a_printed_commit_is_its_message() -> None:
    """Neither its fields nor the indent nor the lines' ends are anything that it says."""
    first, second = changes(PRINTED)
    assert first.startswith("Count eggs by the dozen, and weigh them at night\n\nThe scale in the shop")
    assert "too seldom. The barn is not part of this: its scale" in first
    assert "1. Eggs are counted by the dozen now, so that the sheet of the shop and ours agree.\n2. No other." in first
    assert second == "fix: the lamp goes out"
    assert not any(
        word in messages(PRINTED) for word in ("Author", "Merge", "Date", "7a1c0de", "Reviewed", "Session", "dozen: 12")
    )


def test_what_git_did_not_print_stays() -> None:
    """Also where it has lines in fields."""
    text = "feat: a lamp\n\ncommit early\nAuthor: nobody"
    assert as_messages(text) == text

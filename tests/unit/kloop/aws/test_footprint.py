"""What is gone is forgotten."""

from types import SimpleNamespace

from kloop.aws.footprint import RECEIPTS, forget_receipts


def test_old_receipts_are_forgotten() -> None:
    """A client that deletes a message twice does so at once."""
    few = SimpleNamespace(deleted_messages=set(range(RECEIPTS)))
    many = SimpleNamespace(deleted_messages=set(range(RECEIPTS + 1)))
    forget_receipts([few, many])
    assert (len(few.deleted_messages), len(many.deleted_messages)) == (RECEIPTS, 0)

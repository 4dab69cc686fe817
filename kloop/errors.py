"""The one error that the CLI shows."""


class StackError(Exception):
    """The local stack cannot do this; the message says why, and what to do."""

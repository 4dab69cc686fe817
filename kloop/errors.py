"""The one error that the CLI shows, and what it says where a package is missing."""

INSTALL = "Install the wheel with what it needs: pip install knowledge_loop-….whl"  # it is in no index


class StackError(Exception):
    """The local stack cannot do this; the message says why, and what to do."""

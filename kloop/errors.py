"""The one error that the CLI shows, and what it says where the extra `local` is missing."""

INSTALL = "Install the wheel with its extra: pip install 'knowledge_loop-….whl[local]'"  # it is in no index


class StackError(Exception):
    """The local stack cannot do this; the message says why, and what to do."""

"""A question or a task → what is known about it."""

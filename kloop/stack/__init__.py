"""The local stack: one process tree that serves every function."""

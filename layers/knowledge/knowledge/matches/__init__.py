"""What search finds, as a prompt is told it: shared by query-knowledge and the start of a session."""

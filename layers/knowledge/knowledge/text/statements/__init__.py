"""What a statement says: its clauses, the values in them, what it tells as past, and what changes what."""

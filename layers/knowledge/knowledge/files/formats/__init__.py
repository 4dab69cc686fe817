"""The form of each tier: the index, summaries, descriptions."""

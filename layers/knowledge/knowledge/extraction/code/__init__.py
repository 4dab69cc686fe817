"""What a run changed: its diff, edits and names."""

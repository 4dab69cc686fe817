"""What was written in a run, by the agent and by the user."""

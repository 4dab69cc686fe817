"""What runs on a person's machine: the CLI, and the whole stack on loopback."""

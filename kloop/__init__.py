"""What runs on a person's machine: the CLI, the local stack and the migrations."""

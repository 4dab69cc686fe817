"""`python -m kloop.cli`: the program, where no script is installed."""

from kloop.cli import app

app()

"""What commands print for scripts."""

import json

import pytest

from kloop.cli.console import print_json


def test_json_is_printed_for_scripts(capsys: pytest.CaptureFixture[str]) -> None:
    """Neither wrapped nor coloured nor read as markup, in its own characters."""
    answer = {"path": "x" * 300, "text": "[bold]Zürich[/bold]"}
    print_json(answer)
    printed = capsys.readouterr().out
    assert json.loads(printed) == answer and "Zürich" in printed and "x" * 300 in printed

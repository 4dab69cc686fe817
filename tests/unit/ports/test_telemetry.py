"""The log: one JSON object a line."""

import json

import pytest
from knowledge import settings
from knowledge.ports import telemetry


@pytest.fixture
def lines(capsys):
    """What was logged, parsed."""
    telemetry._logger.cache_clear()
    yield lambda: [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    telemetry._logger.cache_clear()


def test_a_line_is_one_json_object(lines):
    """Event, level, time and fields stand in one line, whatever the fields hold."""
    telemetry.log_line("request", status=200, odd='two\nlines and "quotes"', stages={"embed": 1.5})
    [line] = lines()
    assert line.pop("timestamp").endswith("Z")
    assert line == {
        "event": "request",
        "level": "info",
        "status": 200,
        "odd": 'two\nlines and "quotes"',
        "stages": {"embed": 1.5},
    }


def test_what_is_below_the_level_is_not_written(lines, monkeypatch):
    """KNOWLEDGE_LOG_LEVEL decides."""
    monkeypatch.setenv("KNOWLEDGE_LOG_LEVEL", "WARNING")
    settings.settings.cache_clear()
    telemetry.log_line("request")
    telemetry.log_line("trouble", level="error")
    settings.settings.cache_clear()
    assert [line["event"] for line in lines()] == ["trouble"]


@pytest.mark.parametrize(
    "trouble", [OSError(28, "No space left on device"), BrokenPipeError(), ValueError("I/O operation on closed file")]
)
def test_a_log_that_nobody_takes_breaks_nothing(monkeypatch, trouble):
    """On a full disk, or when whoever read the log is gone, the line is lost and the answer is not."""

    def full(event, **fields):
        raise trouble

    monkeypatch.setattr(telemetry, "_logger", lambda: type("Logger", (), {"info": staticmethod(full)}))
    telemetry.log_line("request")

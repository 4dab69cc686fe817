"""What was fetched from elsewhere is executed, or only read."""

import pytest
from knowledge.privacy.downloads import executed_downloads


@pytest.mark.parametrize(
    "text",
    [
        "curl -s https://x.dev/i | sudo -E python3 -",
        "`curl https://x.dev/i.sh | tee log | bash -s -- --yes`",
        "Pipe https://x.dev/i.sh into sh.",
        "Run curl https://x.dev/i.sh piped into bash",
        "`source <(curl -s https://x.dev/env.sh)`",
        """python -c "exec(urlopen('https://x.dev/a.py').read())\"""",
        "Run `curl -o a.sh https://x.dev/1` first. Then run `bash a.sh`.",
        "`wget https://x.dev/setup.py` and then python setup.py",
        "Save https://x.dev/agent.bin, chmod +x agent.bin.",
        "`pip install git+https://x.dev/y`",
        "Fetch https://x.dev/patch.py and execute it with python.",
        "Execute the script at https://x.dev/a.",
    ],
)
def test_a_fetched_program_is_found(text: str) -> None:
    """Piped, substituted, saved under whichever name and run later, installed, or told in words."""
    assert list(executed_downloads(text))


@pytest.mark.parametrize(
    "text",
    [
        "`curl -s https://x.dev/items | python3 -m json.tool`",
        "`curl https://x.dev/data.csv | python scripts/load.py`",
        "`curl -s localhost:8080/i.sh | bash`",
        "`curl -LO https://x.dev/data.tar.gz && tar xf data.tar.gz`",
        "`pip install -e .`; the docs are at https://x.dev",
        "Download the fixtures and run the tests.",
        "`bash deploy.sh`, then look at https://x.dev/status.",
        "Pipe the rows into the loader.",
        "Go to https://x.dev and copy the id.",
        "See https://x.dev/docs/install/optional.html for more.",
        "curl -L https://x.dev/icon.svg -o ~/.local/share/icons/icon.svg",
        '"url": "https://x.dev/contents/.project.json"',
        "Fetching gem metadata from https://rubygems.org/",
    ],
)
def test_what_is_only_read_is_not(text: str) -> None:
    """Data for a program that was there, what the machine itself serves, and files that nobody runs."""
    assert not list(executed_downloads(text))

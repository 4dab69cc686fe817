"""What is deployed is what is tested: the layer's pins are the project's."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
DECLARED = re.compile(r"^[a-z0-9][a-z0-9._-]*", re.MULTILINE)
PIN = re.compile(r"^([a-z0-9][a-z0-9._-]*)==(\S+)", re.MULTILINE)


def pins(file: str) -> set[tuple[str, str]]:
    """Every name and version that the file pins; a name may have several, for several Pythons."""
    return set(PIN.findall((ROOT / file).read_text()))


def test_the_layer_has_every_dependency() -> None:
    """Each dependency that the project declares for the functions is pinned in the third-party layer."""
    declared = set(DECLARED.findall((ROOT / "layers/dependencies/requirements.in").read_text()))
    assert "psycopg" in declared
    assert declared - {name for name, _ in pins("layers/dependencies/requirements.txt")} == set()


def test_the_layer_has_the_tested_versions() -> None:
    """No version in the layer is one that the tests never ran with: `make lock` makes both files."""
    assert pins("layers/dependencies/requirements.txt") <= pins("requirements.lock")


def test_every_pin_has_hashes() -> None:
    """What goes into a layer is checked by its hash."""
    for file in ("layers/dependencies/requirements.txt", "layers/model/requirements.txt"):
        text = (ROOT / file).read_text()
        assert len(PIN.findall(text)) == len(re.findall(r"==\S+ \\\n    --hash=sha256:", text))

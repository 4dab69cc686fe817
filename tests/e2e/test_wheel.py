"""The package as it is installed: a wheel in an environment of its own, far from the repository."""

import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_string
from pathlib import Path
from shutil import copytree, ignore_patterns
from zipfile import ZipFile

import psycopg
import pytest

from kloop.postgres.server import SUPERUSER, Postgres
from kloop.stack.processes import free_port
from tests.conftest import MODEL, ROOT, in_database

pytestmark = pytest.mark.soak

LEFT_OUT = ignore_patterns(".*", "build", "dist", "tests", "docs", "__pycache__", "*.egg-info")


@dataclass
class Installed:
    """An environment with the package, and a folder to work in."""

    environment: Path
    folder: Path
    model: str

    def __call__(self, *arguments: str, module: str = "kloop") -> subprocess.CompletedProcess[str]:
        """A command of the package, with nothing of this process's own paths and settings."""
        settings = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "KNOWLEDGE_MODEL_DIR": self.model}
        settings |= {name: value for name, value in os.environ.items() if name.lower().startswith(("pip_", "ssl_"))}
        command = [self.environment / "bin" / "python", "-m", module, *arguments]
        run = subprocess.run(
            command, env=settings, cwd=self.folder, capture_output=True, text=True, check=False, timeout=900
        )
        assert "Traceback" not in run.stderr, run.stderr
        return run

    def plays(self, database_url: str) -> None:
        """`up`, `demo` and `migrate`, as the README says."""
        started = self("up", "--detach", "--port", str(free_port()))
        assert started.returncode == 0, started.stderr
        try:
            assert "5433" in self("demo").stdout.partition("Agent 3 begins")[2].replace("\n", " ")
            assert "applied 0001_tenants.sql" in self("migrate", database_url).stdout
        finally:
            assert "Stopped" in self("down").stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy: what is built leaves folders beside its sources."""
    copy, out = tmp_path_factory.mktemp("source") / "copy", tmp_path_factory.mktemp("dist")
    copytree(ROOT, copy, ignore=LEFT_OUT)
    options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation", "--wheel-dir", str(out)]
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options, str(copy)], check=True, capture_output=True)
    [built] = out.glob("knowledge_loop-*.whl")
    return built


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """An empty environment."""
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "environment"], check=True)
    return tmp_path / "environment"


@pytest.fixture
def database_url(postgres: Postgres, superuser: psycopg.Connection, tmp_path: Path) -> Iterator[str]:
    """A database in which nothing was applied."""
    superuser.execute("create database installed")
    yield in_database(postgres.url(SUPERUSER), "installed")
    superuser.execute("drop database installed with (force)")


def install(environment: Path, *what: str) -> None:
    pip = [environment / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    own = {
        name: value for name, value in os.environ.items() if name != "PYTHONPATH"
    }  # what is there counts as installed
    subprocess.run([*pip, *what], env=own, check=True, capture_output=True)


def lend(environment: Path) -> None:
    """The third-party packages of this environment, without what it has of ours: its .pth files are not read."""
    [packages] = environment.glob("lib/python*/site-packages")
    (packages / "lent.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")


def test_the_wheel_names_its_licences_and_systems(wheel: Path) -> None:
    """Its own licence with the text, the model's where it is fetched and where people read; and what it runs on."""
    with ZipFile(wheel) as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist() if not name.endswith(("/", ".npz"))}
    [metadata] = [message_from_string(text) for name, text in texts.items() if name.endswith(".dist-info/METADATA")]
    assert (metadata["License-Expression"], metadata["License-File"]) == ("MIT", "LICENSE")
    assert [name for name in texts if name.endswith(".dist-info/licenses/LICENSE")]
    model = [texts[f"kloop/resources/model/{name}"] for name in ("assemble.py", "requirements.txt")]
    assert all("all-MiniLM-L6-v2" in text and "Apache-2.0" in text for text in [*model, metadata.get_payload()])
    classifiers = set(metadata.get_all("Classifier"))
    systems = {name for name in classifiers if name.startswith("Operating System")}
    assert systems == {"Operating System :: POSIX :: Linux"}  # what is tested
    assert metadata["Requires-Python"] == ">=3.11" and "Typing :: Typed" in classifiers


def test_the_wheel_is_whole(wheel: Path, environment: Path, tmp_path: Path, database_url: str) -> None:
    """SQL, functions and samples are in it: the loop is played far from the repository."""
    install(environment, "--no-deps", str(wheel))
    lend(environment)
    Installed(environment, tmp_path, str(MODEL)).plays(database_url)


def test_the_bare_package_says_what_is_missing(wheel: Path, environment: Path, tmp_path: Path) -> None:
    """Without its dependencies the program says how to get them instead of a stack trace."""
    install(environment, "--no-deps", str(wheel))
    run = Installed(environment, tmp_path, str(MODEL))("up")
    assert run.returncode == 1
    assert "pip install knowledge_loop-….whl" in run.stderr


def test_it_installs_from_the_index_and_fetches_its_model(
    wheel: Path, environment: Path, tmp_path: Path, database_url: str
) -> None:
    """With its dependencies from the package index, into an empty environment; the model comes at the first `up`."""
    install(environment, str(wheel))
    Installed(environment, tmp_path, "").plays(database_url)
    assert len([*tmp_path.rglob("minilm/model.json")]) == 1

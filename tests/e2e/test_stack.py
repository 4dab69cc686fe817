"""The stack as a person runs it: processes, folders, signals and HTTP."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import psutil
import pytest
from knowledge import auth

from kloop.aws.resources import BUCKET, client
from kloop.paths import FUNCTIONS
from kloop.stack import gateway
from kloop.stack.environment import surroundings
from kloop.stack.processes import answers, free_port, is_gone, wait_until
from kloop.stack.state import State
from tests.support.kloop import Kloop, tree
from tests.support.postgrest.app import RestSettings, create_app
from tests.support.serving import serving

pytestmark = pytest.mark.xdist_group("stack")  # one stack serves them all, and its kills come in their order


@pytest.fixture(scope="module")
def kloop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kloop]:
    """A running stack."""
    kloop = Kloop(tmp_path_factory.mktemp("kloop") / "state", free_port())
    kloop.up()
    yield kloop
    kloop("down")


@pytest.fixture(scope="module")
def key(kloop: Kloop) -> str:
    """An agent's, of a tenant of its own."""
    return kloop.tenant("http")


@pytest.fixture
def http(kloop: Kloop, key: str) -> Iterator[httpx.Client]:
    """That agent."""
    headers = {"Authorization": f"Bearer {key}"}
    with httpx.Client(base_url=f"http://127.0.0.1:{kloop.port}/functions/v1", headers=headers, timeout=60) as http:
        yield http


def complete(http: httpx.Client, n: int) -> dict[str, Any]:
    learning = f"The service number {n} listens on port {20_000 + n}."
    answer = http.post("/agent-complete", json={"run_id": f"run-{n}", "learnings": [learning]})
    return dict(answer.raise_for_status().json())


def test_the_demo_plays_the_loop_once_and_tells_so_the_second_time(kloop: Kloop) -> None:
    """What was learned, reinforced and given is shown; repeating it changes nothing."""
    first, second = kloop("demo"), kloop("demo")
    assert (first.returncode, second.returncode) == (0, 0)
    assert "learned" in first.stdout
    assert "reinforced ×2" in first.stdout
    assert "5433" in first.stdout.partition("Agent 3 begins")[2].replace("\n", " ")
    assert second.stdout.count("This run was completed before") == 2
    assert f"curl -s http://127.0.0.1:{kloop.port}/functions/v1/query-knowledge" in first.stdout
    assert (kloop.state / "demo.key").stat().st_mode & 0o077 == 0


def test_a_deployed_database_is_administered_by_its_url(kloop: Kloop, tmp_path: Path) -> None:
    """Tenants and keys take `--database-url` in the place of a local stack, and what is made works."""
    url = ["--database-url", State(kloop.state).running().admin_url, "--state", str(tmp_path / "no-stack")]
    tenant = kloop("tenants", "create", "deployed", *url).stdout.strip()
    key = kloop("keys", "create", "--tenant", "deployed", "--quiet", *url).stdout.strip()
    assert tenant in kloop("tenants", "list", *url).stdout
    assert auth.tenant_of(key) == UUID(tenant)
    assert "Revoked" in kloop("keys", "revoke", key, *url).stdout
    assert "No stack runs" in kloop.refused("tenants", "list", *url[2:])


def test_tenants_and_keys_come_from_the_command_line(kloop: Kloop) -> None:
    """A key is alone on stdout, opens the functions, and opens nothing once it is revoked."""
    assert kloop("tenants", "create", "acme", "--tier", "pro").returncode == 0
    assert kloop("tenants", "create", "[red]odd[/]").returncode == 0
    assert all(name in kloop("tenants", "list").stdout for name in ("acme", "[red]odd[/]"))
    key = kloop("keys", "create", "--tenant", "acme", "--role", "reader", "--quiet").stdout
    assert len(key.splitlines()) == 1
    url = f"http://127.0.0.1:{kloop.port}/functions/v1/query-knowledge"
    headers = {"Authorization": f"Bearer {key.strip()}"}
    assert httpx.post(url, json={"query": "x"}, headers=headers).status_code == 200
    assert kloop("keys", "revoke", key.strip()).returncode == 0
    assert httpx.post(url, json={"query": "x"}, headers=headers).status_code == 401
    lost = auth.key_digest(kloop("keys", "create", "--tenant", "acme", "--label", "[lost]", "--quiet").stdout.strip())[
        :12
    ]
    listed = kloop("keys", "list", "--tenant", "acme").stdout
    assert lost in listed and "[lost]" in listed and key.strip() not in listed
    assert kloop("keys", "revoke", lost, "--tenant", "acme").returncode == 0
    assert "keys list" in kloop.refused("keys", "revoke", "0" * 12, "--tenant", "acme")
    assert "exists already" in kloop.refused("tenants", "create", "acme")
    assert kloop("tenants", "upgrade", "acme", "--tier", "team").returncode == 0
    assert kloop("tenants", "redact", "acme", "--files", "all").returncode == 0
    listed = kloop("tenants", "list").stdout
    assert "25000" in listed and " all " in listed
    assert "tenants create" in kloop.refused("keys", "create", "--tenant", "[/nobody]")


@pytest.mark.soak
def test_a_tenant_is_taken_out_deleted_and_put_in_again(kloop: Kloop, tmp_path: Path) -> None:
    """From the command line; afterwards its key opens what it knew, and deleting it without --yes is refused."""
    file = str(tmp_path / "moved.tar.gz")
    headers = {"Authorization": f"Bearer {kloop.tenant('moved')}"}
    with httpx.Client(base_url=f"http://127.0.0.1:{kloop.port}/functions/v1", headers=headers, timeout=60) as http:
        complete(http, 4711)
        assert "rows" in kloop("tenants", "export", "moved", file).stdout
        assert "already" in kloop.refused("tenants", "import", file)
        assert "--yes" in kloop.refused("tenants", "delete", "moved")
        assert "nothing is left" in kloop("tenants", "delete", "moved", "--yes").stdout
        assert http.post("/query-knowledge", json={"query": "x"}).status_code == 401
        assert "compared equal" in kloop("tenants", "import", file).stdout
        answer = http.post("/query-knowledge", json={"query": "Where does the service number 4711 listen?"})
        assert answer.json()["matches"][0]["learning"].endswith("port 24711.")


def test_a_file_put_into_the_bucket_is_split_by_its_event(kloop: Kloop, http: httpx.Client) -> None:
    """What a person uploads is a version of theirs, and what is too long of it becomes files within the limit."""
    tenant = UUID(http.headers["Authorization"].removeprefix("Bearer kl_")[:32])
    s3 = client("s3", State(kloop.state).running().storage_url)
    s3.put_object(Bucket=BUCKET, Key=f"{tenant}/2-summaries/product/long.md", Body=b"A line of text.\n" * 200)

    def changed_by() -> list[str]:
        answer = http.get("/knowledge-files/2-summaries/product/long.md?versions").json()
        return [version["changed_by"] for version in answer.get("versions", [])]

    wait_until(lambda: changed_by() == ["system", "user"], seconds=60, what="The split")
    files = http.get("/knowledge-files/?prefix=2-summaries/").json()["files"]
    assert len(files) > 1 and all(file["size"] <= 2000 for file in files)


@pytest.mark.soak
def test_a_second_start_says_what_to_do(kloop: Kloop, tmp_path: Path) -> None:
    """The same folder or the same port twice, in the foreground or detached, is refused with a way out."""
    other = Kloop(tmp_path / "other", kloop.port)
    for detached in ([], ["--detach"]):
        assert "kloop down" in kloop.refused("up", "--port", str(free_port()), *detached)
        assert "Choose another: kloop up --port" in other.refused("up", "--port", str(kloop.port), *detached)
    assert "runs at" not in kloop("status").stderr


@pytest.mark.soak
def test_a_folder_that_cannot_serve_says_what_to_do(tmp_path: Path) -> None:
    """A file in its place and a broken record are named; commands without a stack say how to start one."""
    (tmp_path / "file").write_text("")
    for options in ([], ["--detach"]):
        assert "--state DIR" in Kloop(tmp_path / "file" / "state", free_port()).refused("up", *options)
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "running.json").write_text("{")
    assert "Delete it" in Kloop(tmp_path / "broken", free_port()).refused("up")
    empty = Kloop(tmp_path / "empty", 1)
    for command in (["status"], ["demo"], ["tenants", "list"]):
        assert "kloop up" in empty.refused(*command)
    assert empty("down").stdout.strip() == "Nothing was running."


def test_what_was_acknowledged_survives_a_kill(kloop: Kloop, http: httpx.Client) -> None:
    """The whole tree is killed among concurrent writers; the next start has every write that was answered."""
    running = State(kloop.state).running()
    s3 = client("s3", running.storage_url)
    runs: set[int] = set()
    versions: dict[str, str] = {}

    def write(n: int) -> None:
        try:
            complete(http, n)
            runs.add(n)
            versions[f"t/{n}"] = s3.put_object(Bucket=BUCKET, Key=f"t/{n}", Body=b"%d" % n)["VersionId"]
        except Exception:  # noqa: BLE001 - killed under it: what got no answer was not acknowledged
            return

    with ThreadPoolExecutor(8) as threads:
        writes = [threads.submit(write, n) for n in range(1000)]
        wait_until(lambda: len(versions) >= 30, seconds=60, what="The first writes")
        for process in tree(running):
            with suppress(psutil.NoSuchProcess):  # a connection's process may have ended by itself
                process.kill()
        for pending in writes:
            pending.cancel()
    assert len(runs) < 1000
    running = kloop.up()
    assert all(complete(http, n)["repeated"] for n in runs)
    s3 = client("s3", running.storage_url)
    assert {key: s3.head_object(Bucket=BUCKET, Key=key)["VersionId"] for key in versions} == versions


@pytest.mark.soak
def test_a_killed_supervisor_takes_all_with_it(kloop: Kloop) -> None:
    """Nothing outlives the supervisor, and nothing is in the way of the next start."""
    processes = tree(State(kloop.state).running())
    assert len(processes) > 3
    processes[0].kill()
    kloop.up()
    assert all(map(is_gone, processes))
    assert kloop("demo").returncode == 0


def test_migrate_is_repeatable(kloop: Kloop) -> None:
    """`kloop migrate` brings any Postgres up to date, and says so where nothing was to be done."""
    url = State(kloop.state).running().admin_url
    assert kloop("migrate", url).stdout.strip() == "Up to date."
    assert "nothing was changed" in kloop.refused("migrate", url.replace(url.split(":")[2].split("@")[0], "wrong"))


def test_status_lists_what_is_served(kloop: Kloop) -> None:
    """Functions and storage are shown."""
    shown = kloop("status").stdout
    health = httpx.get(f"http://127.0.0.1:{kloop.port}/health").json()
    assert set(health["functions"]) >= {"agent-complete", "embed", "query-knowledge"}
    assert all(path in shown for path in health["functions"].values())
    assert json.loads((kloop.state / "running.json").read_text())["storage_url"] in shown


@pytest.mark.soak
def test_the_functions_serve_by_supabase_too(kloop: Kloop, http: httpx.Client) -> None:
    """Over supabase-py and PostgREST the same functions find what was learned over psycopg."""
    complete(http, 7001)
    running, key, port = State(kloop.state).running(), "a service-role key", free_port()
    with serving(create_app(RestSettings(running.database_url, key))) as url:
        supabase = {"KNOWLEDGE_DATABASE": "supabase", "KNOWLEDGE_SUPABASE_URL": url, "KNOWLEDGE_SUPABASE_KEY": key}
        command, settings = gateway.command(port, FUNCTIONS), surroundings() | running.environment | supabase
        with subprocess.Popen(command, env=settings) as process:
            wait_until(
                lambda: answers(f"http://127.0.0.1:{port}/health"), seconds=60, what="The start of the functions"
            )
            asked = {"query": "Where does the service number 7001 listen?"}
            answer = http.post(f"http://127.0.0.1:{port}/functions/v1/query-knowledge", json=asked)
            process.terminate()
    assert "27001" in answer.raise_for_status().json()["formatted"]


def test_dead_letters_are_listed_and_sent_again_from_the_command_line(kloop: Kloop) -> None:
    """Where none wait, that is said."""
    listed, replayed = kloop("dead-letters", "list"), kloop("dead-letters", "replay")
    assert (listed.returncode, replayed.returncode) == (0, 0), listed.stderr + replayed.stderr
    assert "Traceback" not in listed.stderr + replayed.stderr and listed.stdout.strip() and replayed.stdout.strip()


@pytest.mark.parametrize(
    "part",
    [
        "kloop.stack.gateway",
        pytest.param("kloop.aws.server", marks=pytest.mark.soak),
        pytest.param("postgres", marks=pytest.mark.soak),
    ],
)
def test_a_part_that_dies_is_started_again(kloop: Kloop, http: httpx.Client, part: str) -> None:
    """Storage, the front or the database killed: it is told, the others stay, and what was written is there."""
    running = State(kloop.state).running()
    complete(http, 8001)
    parts = {child: " ".join(child.cmdline()) for child in psutil.Process(running.supervisor.pid).children()}
    [dying] = [child for child, line in parts.items() if part in line]
    log = kloop.state / "logs" / "kloop.log"
    restarts = log.read_text().count("started again")
    dying.kill()
    wait_until(lambda: log.read_text().count("started again") > restarts, seconds=60, what="The word")

    def recovered() -> bool:
        with suppress(httpx.HTTPError):
            return bool(complete(http, 8001)["repeated"])
        assert "Traceback" not in kloop("status").stderr
        return False

    wait_until(recovered, seconds=60, what="The recovery")
    assert all(not is_gone(child) for child in parts if child != dying)
    assert kloop("status").returncode == 0


@pytest.mark.soak
def test_the_foreground_stops_cleanly(kloop: Kloop) -> None:
    """Ctrl-C ends everything, with exit code 0, however many more signals come."""
    kloop("down")
    command = [sys.executable, "-m", "kloop.cli", "up", "--port", str(kloop.port), "--state", str(kloop.state)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout and "runs at" in process.stdout.readline()
        processes = tree(State(kloop.state).running())
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGINT):
            process.send_signal(number)
        assert process.wait(60) == 0
        assert "kept" in process.stdout.read()
    assert all(map(is_gone, processes))
    assert not (kloop.state / "running.json").exists()

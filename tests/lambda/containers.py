"""`sam local` over what `sam build` built, and the way from its containers to this machine.

Nothing else may write below `functions/` meanwhile, byte code included: SAM stops a warm container whose code changes.
"""

import asyncio
import json
import os
import platform
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from ipaddress import ip_network
from pathlib import Path

from kloop.stack.processes import LOOPBACK

ROOT = Path(__file__).parent.parent.parent
ARCHITECTURE = "arm64" if platform.machine() in ("aarch64", "arm64") else "x86_64"


@dataclass(frozen=True)
class Sam:
    """Runs the built functions in containers. The pulled or stood-in image is not pulled again."""

    variables: Path
    database: str

    def command(self, verb: str, *arguments: str) -> list[str]:
        """The command line of `sam local <verb>`."""
        parameters = [f"Architecture={ARCHITECTURE}", f"Database={self.database}"]
        options = ["--skip-pull-image", "--env-vars", str(self.variables), "--parameter-overrides", *parameters]
        return ["sam", "local", verb, *arguments, *options]

    def invoke(self, function: str, event: Path) -> dict[str, object]:
        """The answer of one invocation in a fresh container; what it logged goes to standard error."""
        command = self.command("invoke", function, "--event", str(event))
        run = subprocess.run(command, cwd=ROOT, env=environment(), stdout=subprocess.PIPE, check=True, text=True)
        answer: dict[str, object] = json.loads(run.stdout)
        return answer


def environment() -> dict[str, str]:
    """This process's variables without anybody's account: nothing here is to reach AWS."""
    nobody = {"AWS_ACCESS_KEY_ID": "nobody", "AWS_SECRET_ACCESS_KEY": "nobody", "AWS_DEFAULT_REGION": "us-east-1"}
    return {**os.environ, **nobody, "SAM_CLI_TELEMETRY": "0"}


def gateway() -> str:
    """This machine as containers see it: the first address of Docker's default network."""
    command = ["docker", "network", "inspect", "bridge", "--format", "{{(index .IPAM.Config 0).Subnet}}"]
    subnet = subprocess.run(command, capture_output=True, check=True, text=True).stdout.strip()
    return str(next(ip_network(subnet).hosts()))


@contextmanager
def relaying(address: str, ports: list[int]) -> Iterator[None]:
    """While it is open, each port of `address` leads to the same port of the loopback.

    `sam local --docker-network host` would do, but SAM no longer heeds it.
    """
    ready, over = threading.Event(), threading.Event()
    thread = threading.Thread(target=lambda: asyncio.run(_serve(address, ports, ready, over)))
    thread.start()
    ready.wait(10)
    try:
        yield
    finally:
        over.set()
        thread.join()


async def _serve(address: str, ports: list[int], ready: threading.Event, over: threading.Event) -> None:
    relays = set[asyncio.Task[None] | None]()  # the loop itself holds no task of a connection that only waits to end
    async with AsyncExitStack() as servers:
        for port in ports:
            relay = partial(_relay, relays, address, port)
            await servers.enter_async_context(await asyncio.start_server(relay, address, port))
        ready.set()
        await asyncio.to_thread(over.wait)


async def _relay(
    relays: set[asyncio.Task[None] | None],
    address: str,
    port: int,
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
) -> None:
    """What comes to the address says that it came to the loopback: storage answers no other name of its own."""
    relays.add(asyncio.current_task())
    named, here = (f"Host: {host}:{port}\r\n".encode() for host in (address, LOOPBACK))
    from_loopback, to_loopback = await asyncio.open_connection(LOOPBACK, port)
    try:
        async with asyncio.TaskGroup() as directions:
            directions.create_task(_copy(reader, to_loopback, lambda data: data.replace(named, here)))
            directions.create_task(_copy(from_loopback, writer, bytes))
    except* ConnectionError:
        pass  # the container was ended: the other direction ends with it
    finally:
        writer.close()
        to_loopback.close()
        relays.discard(asyncio.current_task())


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, changed: Callable[[bytes], bytes]) -> None:
    while data := await reader.read(2**16):
        writer.write(changed(data))
        await writer.drain()
    writer.write_eof()

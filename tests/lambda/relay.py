"""Lets containers reach what listens on this machine's loopback only."""

import asyncio
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from ipaddress import ip_network

LOOPBACK = "127.0.0.1"
SUBNET = "{{(index .IPAM.Config 0).Subnet}}"


def gateway() -> str:
    """This machine's address as containers on Docker's default network see it: the first of its subnet."""
    command = ["docker", "network", "inspect", "bridge", "--format", SUBNET]
    subnet = subprocess.run(command, capture_output=True, check=True, text=True).stdout.strip()
    return str(next(ip_network(subnet).hosts()))


@contextmanager
def relaying(address: str, ports: list[int]) -> Iterator[None]:
    """While it is open, each port of `address` leads to the same port of the loopback."""
    loop = asyncio.new_event_loop()
    for port in ports:
        loop.run_until_complete(asyncio.start_server(partial(_relay, port), address, port))
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    yield
    loop.call_soon_threadsafe(loop.stop)
    thread.join()


async def _relay(port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    from_loopback, to_loopback = await asyncio.open_connection(LOOPBACK, port)
    await asyncio.gather(_copy(reader, to_loopback), _copy(from_loopback, writer))


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(2**16):
        writer.write(data)
        await writer.drain()
    writer.close()

#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Clients of "gps serve" that reset, flood, stall, nest and lie, and paths at which it must not make its socket."""

import contextlib
import json
import os
import signal
import socket
import struct
import subprocess
import time

from attack import GPS, ROOT, Attacks, Tool, environment, expect, folder

RECORDING = ROOT / "Fixtures/recordings/harbour-walk.nmea"


class Service:
    """The service with a recording for a receiver, on a port and a socket of its own."""

    def __init__(self, home, *arguments, shell=None):
        self.path = home + "/location.sock"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.tool = Tool(home, "serve", "--device", str(RECORDING), "--gpsd", f"127.0.0.1:{self.port}",
                         "--socket", self.path, *arguments, shell=shell)
        self.tool.wait_until("it serves", lambda: "gpsd's protocol" in self.tool.complaints())

    def gpsd(self):
        client = socket.create_connection(("127.0.0.1", self.port), 10)
        client.settimeout(10)
        return client

    def own(self):
        client = socket.socket(socket.AF_UNIX)
        # Waits for room among those that nobody has accepted yet.
        client.connect(self.path)
        client.settimeout(10)
        return client

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.tool.process.pid}/fd"))

    def expect_answers(self):
        """Somebody else is answered as ever."""
        start = time.monotonic()
        with self.gpsd() as client:
            expect(b'"VERSION"' in client.recv(1024), "no greeting")
            client.sendall(b"?DEVICES;\n")
            expect(b'"DEVICES"' in client.recv(4096), "no answer to another client")
        expect(time.monotonic() - start < 2, f"another client waited for {time.monotonic() - start:.1f} s")


@contextlib.contextmanager
def service(*arguments, **options):
    with folder() as home:
        served = Service(home, *arguments, **options)
        try:
            yield served
        finally:
            if served.tool.process.poll() is None:
                served.tool.end()
        expect(not os.path.exists(served.path), "its socket is left behind")


def resets():
    """Connections that are reset, or closed, as soon as they are there."""
    with service() as served:
        before = served.descriptors()
        for _ in range(1000):
            with served.gpsd() as client:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            served.own().close()
        served.tool.wait_until("they are let go of", lambda: served.descriptors() <= before + 1)
        served.expect_answers()
        return f"2,000 connections, {served.tool.memory():.1f} MB"


def floods():
    """Clients that ask without end and read nothing."""
    with service() as served:
        clients = [served.gpsd() for _ in range(20)]
        sent, end = 0, time.monotonic() + 5
        for client in clients:
            client.setblocking(False)
        while time.monotonic() < end:
            for client in clients:
                with contextlib.suppress(OSError):
                    sent += client.send(b"?POLL;?DEVICES;?WATCH;" * 50)
        served.expect_answers()
        expect(served.tool.memory() < 32, f"{served.tool.memory():.0f} MB")
        for client in clients:
            client.close()
        return f"{sent >> 20} MB of requests, {served.tool.memory():.1f} MB"


def nonsense():
    """Requests that are nested, binary, endless, or have what a terminal would obey in them."""
    requests = [b"?WATCH=" + b'{"a":' * 2000 + b"1" + b"}" * 2000 + b";\n", b"?" * 100000 + b";\n", bytes(range(256)) * 40,
                b'?WATCH={"enable":true,"json":true,"device":"\x1b]0;owned\x07"};\n', b"[" * 9000 + b"\n", b"x" * 20000 + b"\n",
                json.dumps({"class": "client", "name": "\x1b[31m\u202e\x07" * 40, "watch": True}).encode() + b"\n"]
    with service() as served:
        for request in requests:
            for connect in served.gpsd, served.own:
                with connect() as client:
                    client.recv(1024)
                    with contextlib.suppress(OSError):
                        client.sendall(request)
                        client.settimeout(0.5)
                        answer = client.recv(1 << 16)
                        expect(all(byte >= 32 or byte in b"\r\n" for byte in answer), f"raw bytes in {answer[:200]!r}")
        with served.own() as client:
            client.sendall(requests[-1])
            status = subprocess.run(
                [GPS, "status"], check=True, capture_output=True,
                env=dict(environment(served.tool.home), CORELOCATION_SERVICE=served.path)).stdout
            expect(b"\x1b" not in status and b"\x07" not in status, f"raw bytes in {status[:300]!r}")
        served.expect_answers()


def stops():
    """Stopped for a second while clients come, and continued."""
    with service() as served:
        served.tool.process.send_signal(signal.SIGSTOP)
        clients = [served.gpsd() for _ in range(50)]
        time.sleep(1)
        served.tool.process.send_signal(signal.SIGCONT)
        for client in clients:
            expect(b'"VERSION"' in client.recv(1024), "one that came meanwhile is not greeted")
            client.close()
        served.expect_answers()


def few_descriptors():
    """More clients than it has descriptors for."""
    with service(shell='ulimit -n 24; exec "$0" "$@"') as served:
        clients = [served.gpsd() for _ in range(60)]
        for client in clients:
            client.close()
        served.tool.wait_until("they are let go of", lambda: served.descriptors() < 20)
        served.expect_answers()


def places():
    """A file, a link, and the socket of a service that runs are left as they are; a dead socket is replaced."""
    with service() as served:
        home = served.tool.home
        with open(home + "/file", "w", encoding="utf-8") as file:
            file.write("mine")
        os.symlink(home + "/elsewhere", home + "/link")
        for path in [home + "/file", home + "/link", served.path]:
            tool = Tool(home, "serve", "--device", str(RECORDING), "--gpsd", "127.0.0.1:0", "--socket", path)
            expect(tool.finish() == 69, f"it serves at {path}")
            expect(tool.complaints().count("\n") == 1, f"not one line: {tool.complaints()!r}")
        with open(home + "/file", encoding="utf-8") as file:
            expect(file.read() == "mine", "a file was written")
        expect(os.path.islink(home + "/link") and not os.path.exists(home + "/elsewhere"), "a link was followed")
        served.expect_answers()
        served.tool.kill()
        expect(os.path.exists(served.path), "a socket that nobody removed is gone")
        again = Service(home)
        again.expect_answers()
        again.tool.end()


def main():
    attacks = Attacks()
    attacks.run("clients that reset and close", resets)
    attacks.run("requests without end", floods)
    attacks.run("requests that are none", nonsense)
    attacks.run("stopped while clients come", stops)
    attacks.run("too few descriptors for its clients", few_descriptors)
    attacks.run("paths that are taken", places)
    attacks.finish()


main()

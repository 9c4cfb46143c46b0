#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Servers that answer "gps publish" without end, and one that wants the password in the clear."""

import contextlib
import os
import socket
import subprocess
import sys
import time

from attack import MEMORY, ROOT, Attacks, Tool, expect, folder

RECORDING = ROOT / "Fixtures/recordings/harbour-walk.nmea"


@contextlib.contextmanager
def server(kind, home):
    """A hostile server; its port, and a function that returns what it has printed."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = home + "/server"
    with open(log, "wb") as output:
        # pylint: disable-next=consider-using-with
        process = subprocess.Popen([sys.executable, str(ROOT / "Tests/Scripts/hostile-server.py"), kind, str(port)], stdout=output)
    try:
        deadline = time.monotonic() + 10
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            expect(time.monotonic() < deadline, "the server does not answer")
            time.sleep(0.05)

        def printed():
            with open(log, encoding="utf-8") as file:
                return file.read()
        yield port, printed
    finally:
        process.kill()
        process.wait()


def without_end(kind, address):
    def attack():
        with folder() as home, server(kind, home) as (port, printed):
            tool = Tool(home, "publish", "--replay", str(RECORDING), "--speed", "max", address.format(port), "--store", home + "/s")
            most, end = 0.0, time.monotonic() + 30
            while time.monotonic() < end and tool.process.poll() is None and "too long" not in tool.complaints():
                with contextlib.suppress(OSError, TypeError):
                    most = max(most, tool.memory())
                time.sleep(0.01)
            if tool.process.poll() is None:
                tool.end()
            # A web server's status, which comes before the body, is an acknowledgement.
            expect(kind == "http" or "its answer is too long" in tool.complaints(), tool.complaints())
            expect(0 < most < MEMORY, f"{most:.0f} MB of memory: {printed()}")
            return f"{most:.1f} MB"
    return attack


def cleartext():
    """The password stays here, whatever is done with the connection."""
    with folder() as home, server("cleartext", home) as (port, printed):
        with open(home + "/password", "w", encoding="utf-8", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write("secret")
        tool = Tool(home, "publish", "--replay", str(RECORDING), "--speed", "max", "--store", home + "/s",
                    f"postgres://boat@127.0.0.1:{port}/shore?password-file={home}/password")
        tool.wait_until("it complains", lambda: "only with SCRAM" in tool.complaints())
        expect("secret" not in printed(), f"the server {printed()}")
        tool.end()


def command_line():
    """An address that is a secret, as a webhook's is, reaches no command line, which every user can read."""
    with folder() as home, server("http", home) as (port, _):
        with open(home + "/addresses", "w", encoding="utf-8", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(f"http://127.0.0.1:{port}/hooks/secret\n")
        tool = Tool(home, "publish", "--replay", str(RECORDING), "--store", home + "/s", f"@{home}/addresses")
        tool.wait_until("it has been delivered", lambda: "delivered" in tool.complaints() or "127.0.0.1" in tool.complaints())
        for name in "cmdline", "comm", "environ":
            with open(f"/proc/{tool.process.pid}/{name}", "rb") as file:
                expect(b"hooks/secret" not in file.read(), f"the address is in {name}")
        tool.end()
        os.chmod(home + "/addresses", 0o644)
        tool = Tool(home, "publish", "--replay", str(RECORDING), "--store", home + "/s", f"@{home}/addresses")
        expect(tool.finish() != 0 and "addresses" in tool.complaints(), f"others may read it: {tool.complaints()}")


def main():
    attacks = Attacks()
    attacks.run("a web server that answers without end", without_end("http", "http://127.0.0.1:{}/pub"))
    attacks.run("a broker that sends a message of 200 MB", without_end("mqtt", "mqtt://127.0.0.1:{}"))
    attacks.run("a database that sends rows without end", without_end("postgres", "postgres://boat@127.0.0.1:{}/shore"))
    attacks.run("a squatter that wants the password in the clear", cleartext)
    attacks.run("an address that is a secret", command_line)
    attacks.finish()


main()

#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Servers that vanish without a word, addresses that drop packets, connections that are reset.

Between two network namespaces, in a user namespace: nothing of it is seen outside.
"""

import contextlib
import os
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

from attack import GPS, Attacks, Tool, epoch, expect, folder

HERE, SERVER, NOBODY = "10.99.0.1", "10.99.0.2", "10.99.0.3"
PORT = 10110


def can_isolate():
    try:
        words = "unshare -rnm ip link add name veth0 type veth peer name veth1"
        return subprocess.run(words.split(), check=False, stderr=subprocess.DEVNULL).returncode == 0
    except FileNotFoundError:
        return False


def serve():
    """What the other side runs: a receiver's sentences to whoever connects."""
    server = socket.create_server((SERVER, PORT))
    print("ready", flush=True)

    def send(connection):
        second = 3600
        with contextlib.suppress(OSError):
            while True:
                connection.sendall(epoch(second))
                second += 1
                time.sleep(0.05)

    while True:
        threading.Thread(target=send, args=[server.accept()[0]], daemon=True).start()


class Network:
    """A server in a network of its own, behind a cable."""

    def __init__(self):
        # pylint: disable-next=consider-using-with
        self.peer = subprocess.Popen(["unshare", "-n", "sleep", "infinity"])
        # It is there once it has a network of its own.
        while os.readlink("/proc/self/ns/net") == os.readlink(f"/proc/{self.peer.pid}/ns/net"):
            time.sleep(0.01)
        self.ip("link", "set", "lo", "up")
        self.ip("link", "add", "name", "veth0", "type", "veth", "peer", "name", "veth1")
        self.ip("link", "set", "veth1", "netns", str(self.peer.pid))
        for address, name, there in [(HERE, "veth0", False), (SERVER, "veth1", True)]:
            self.ip("addr", "add", f"{address}/24", "dev", name, there=there)
            self.ip("link", "set", name, "up", there=there)
        # Packets to this address leave, and nobody answers.
        self.ip("neigh", "add", NOBODY, "lladdr", "02:00:00:00:00:03", "dev", "veth0", "nud", "permanent")
        # pylint: disable-next=consider-using-with
        self.server = subprocess.Popen(
            ["nsenter", "-t", str(self.peer.pid), "-n", sys.executable, __file__, GPS, "serve"], stdout=subprocess.PIPE)
        expect(self.server.stdout.readline() == b"ready\n", "the server did not start")

    def ip(self, *words, there=False):
        inside = ["nsenter", "-t", str(self.peer.pid), "-n"] if there else []
        subprocess.run([*inside, "ip", *words], check=True)

    @contextlib.contextmanager
    def silenced(self):
        """Whatever the server sends is dropped; it is not told, and neither is the other side."""
        self.ip("route", "add", "blackhole", f"{HERE}/32", there=True)
        try:
            yield
        finally:
            self.ip("route", "del", "blackhole", f"{HERE}/32", there=True)

    def close(self):
        for process in [self.server, self.peer]:
            process.kill()
            process.wait()


def fixes(tool):
    return tool.output().count(b'"latitude":47.5437')


def half_open(network):
    """A server goes away without a word, and comes back: the connection is not waited for until TCP gives it up."""
    with folder() as home:
        tool = Tool(home, "watch", f"tcp://{SERVER}:{PORT}", "--json")
        tool.wait_until("a fix", lambda: fixes(tool) > 0)
        with network.silenced():
            start = time.monotonic()
            tool.wait_until("the silence is noticed", lambda: "is silent" in tool.complaints())
            noticed = time.monotonic() - start
            before = fixes(tool)
        start = time.monotonic()
        tool.wait_until("a fix after the silence", lambda: fixes(tool) > before)
        back = time.monotonic() - start
        descriptors = len(os.listdir(f"/proc/{tool.process.pid}/fd"))
        expect(descriptors < 16, f"{descriptors} descriptors are open")
        tool.end()
        return f"noticed after {noticed:.1f} s, a fix {back:.1f} s after it was back"


def dropped_address(_):
    """The first of two addresses drops packets."""
    with folder() as home:
        start = time.monotonic()
        tool = Tool(home, "watch", f"tcp://boat:{PORT}", "--json")
        tool.wait_until("a fix", lambda: fixes(tool) > 0)
        waited = time.monotonic() - start
        expect(waited < 4, f"a fix after {waited:.1f} s only")
        tool.end()
        return f"a fix after {waited:.2f} s"


def nobody_answers(_):
    """No address answers: that is said after a second, and it can be ended at any time."""
    with folder() as home:
        start = time.monotonic()
        tool = Tool(home, "watch", f"tcp://{NOBODY}:{PORT}", "--json")
        tool.wait_until("it says so", lambda: "connecting to" in tool.complaints())
        said = time.monotonic() - start
        tool.end()
        return f"said after {said:.1f} s"


def resets(_):
    """Each connection is reset after a few sentences: they become rarer."""
    connections = []
    with folder() as home, socket.create_server((HERE, PORT)) as server:
        tool = Tool(home, "watch", f"tcp://{HERE}:{PORT}", "--json")
        server.settimeout(0.1)
        end = time.monotonic() + 8
        while time.monotonic() < end:
            with contextlib.suppress(TimeoutError):
                connection, _ = server.accept()
                connections.append(time.monotonic())
                for second in range(3):
                    connection.sendall(epoch(10 * len(connections) + second))
                    time.sleep(0.1)
                # It does not wait for what was sent: the other side is told with a reset.
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                connection.close()
        tool.end()
        expect(fixes(tool) > 0, "no fix")
        expect(2 <= len(connections) <= 7, f"{len(connections)} connections in 8 s")
        return f"{len(connections)} connections in 8 s"


def inside():
    """In namespaces of its own, where this machine's names are others."""
    with tempfile.NamedTemporaryFile("w", encoding="ascii") as hosts:
        hosts.write(f"127.0.0.1 localhost\n{NOBODY} boat\n{SERVER} boat\n")
        hosts.flush()
        subprocess.run(["mount", "--bind", hosts.name, "/etc/hosts"], check=True)
    network = Network()
    attacks = Attacks()
    try:
        first = socket.getaddrinfo("boat", PORT, type=socket.SOCK_STREAM)[0][4][0]
        for name, attack, needs in [
                ("an address that drops packets", dropped_address, first == NOBODY),
                ("no address answers", nobody_answers, True),
                ("a server vanishes without a word and comes back", half_open, True),
                ("connections that are reset after some sentences", resets, True)]:
            attacks.run(name, lambda attack=attack: attack(network), needs)
    finally:
        network.close()
    attacks.finish()


def main():
    mode = sys.argv[2] if len(sys.argv) > 2 else None
    if mode == "serve":
        serve()
    elif mode == "inside":
        inside()
    elif can_isolate():
        sys.exit(subprocess.run(["unshare", "-rnm", sys.executable, __file__, GPS, "inside"], check=False).returncode)
    else:
        print('skipped  networks: not possible here; they need user and network namespaces, and "ip"', flush=True)


main()

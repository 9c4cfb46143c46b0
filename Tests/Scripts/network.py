#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Checks "gps watch" with servers that disappear and return, and with datagrams.

network.py GPS
"""

import socket
import sys
import time

from watching import PATIENCE, Watch


class Server:
    """A receiver behind a TCP port, with one client at a time."""

    def __init__(self, number=0):
        self.listener = socket.create_server(("127.0.0.1", number))
        self.listener.settimeout(PATIENCE)
        self.number = self.listener.getsockname()[1]
        self.client = None

    def accept(self):
        self.client = self.listener.accept()[0]

    def send(self, data):
        self.client.sendall(data)

    def drop(self):
        self.client.close()

    def close(self):
        self.drop()
        self.listener.close()


class Sender:
    """A receiver that sends datagrams to a port, even while no process listens there yet."""

    def __init__(self, number):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.connect(("127.0.0.1", number))

    def send(self, data):
        try:
            self.socket.send(data)
        except ConnectionRefusedError:
            pass


def over_tcp(gps, host):
    server = Server()
    watch = Watch(gps, "--device", f"tcp://{host}:{server.number}")
    server.accept()
    second = watch.await_fix(server, 0)
    server.drop()
    server.accept()
    second = watch.await_fix(server, second)
    # The server is gone for a while: connections to its port are refused.
    server.close()
    watch.await_complaint("connection refused")
    server = Server(server.number)
    server.accept()
    watch.await_fix(server, second)
    finish(watch, f"TCP by {host}")
    server.close()


def over_udp(gps):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        number = probe.getsockname()[1]
    watch = Watch(gps, "--device", f"udp://:{number}")
    second = watch.await_fix(Sender(number), 0)
    # Datagrams of another sender are accepted as well.
    watch.await_fix(Sender(number), second)
    finish(watch, "UDP")


def finish(watch, name):
    code = watch.end()
    if code != 0:
        sys.exit(f"{name}: it ended with {code}")
    print(f"network.py: {name}")


def main():
    start = time.monotonic()
    over_tcp(sys.argv[1], "127.0.0.1")
    # On a machine with IPv6, the first address of this name refuses the connection.
    over_tcp(sys.argv[1], "localhost")
    over_udp(sys.argv[1])
    print(f"network.py: {time.monotonic() - start:.1f} s")


main()

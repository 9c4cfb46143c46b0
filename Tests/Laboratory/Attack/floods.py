#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""More bytes than a receiver ever sends, and fewer: through ports, sockets and pipes."""

import os
import random
import select
import socket
import threading
import time

from attack import MEMORY, Attacks, Port, Tool, epoch, expect, folder

SECONDS = 5


def pour(write, piece, seconds=SECONDS):
    """Writes as fast as it is taken; how many bytes that were."""
    end, count = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        try:
            count += write(piece)
        except BlockingIOError:
            time.sleep(0.001)
    return count


def understands(tool, send):
    """Whether a good receiver is understood afterwards."""
    second = [3600]

    def has_fix():
        send(epoch(second[0]))
        second[0] += 1
        time.sleep(0.02)
        return b'"latitude":47.5437' in tool.output()

    tool.wait_until("a fix after the flood", has_fix)


def flood_port(piece):
    def attack():
        with folder() as home:
            port = Port()
            tool = Tool(home, "watch", port.path, "--baud", "115200", "--json")
            tool.wait_until("it listens", lambda: "listening" in tool.complaints())
            count = pour(port.send, piece)
            memory = tool.memory()
            expect(memory < MEMORY, f"{memory:.0f} MB after {count} bytes")
            understands(tool, port.send)
            tool.end()
            return f"{count / 1e6:.0f} MB, {memory:.1f} MB of memory"
    return attack


class Server:
    """A TCP server on this machine; `serve` is called with each connection, in a thread."""

    def __init__(self, serve):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"tcp://127.0.0.1:{self.socket.getsockname()[1]}"
        self.connections = 0
        self.serve = serve
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self.handle, args=[connection], daemon=True).start()

    def handle(self, connection):
        with connection:
            try:
                self.serve(connection)
            except OSError:
                pass

    def close(self):
        self.socket.close()


def flood_server(piece):
    def attack():
        counts = []

        def serve(connection):
            counts.append(pour(connection.send, piece))
            second = 3600
            while True:
                connection.sendall(epoch(second))
                second += 1
                time.sleep(0.02)

        with folder() as home:
            server = Server(serve)
            tool = Tool(home, "watch", server.address, "--json")
            tool.wait_until("the flood is over", lambda: counts)
            memory = tool.memory()
            expect(memory < MEMORY, f"{memory:.0f} MB after {counts[0]} bytes")
            tool.wait_until("a fix after the flood", lambda: b'"latitude":47.5437' in tool.output())
            tool.end()
            server.close()
            return f"{counts[0] / 1e6:.0f} MB, {memory:.1f} MB of memory"
    return attack


def slow_loris():
    """A byte every few milliseconds: whole sentences come all the same, and the end is not waited for."""
    def serve(connection):
        second = 3600
        while True:
            for byte in epoch(second):
                connection.sendall(bytes([byte]))
                time.sleep(0.002)
            second += 1

    with folder() as home:
        server = Server(serve)
        tool = Tool(home, "watch", server.address, "--json")
        tool.wait_until("a fix, byte by byte", lambda: b'"latitude":47.5437' in tool.output())
        tool.end()
        server.close()


def says_nothing():
    """Accepts and says nothing, in a hundred connections at once."""
    with folder() as home:
        server = Server(lambda connection: select.select([connection], [], [], 30))
        tools = [Tool(home, "watch", server.address, "--json") for _ in range(100)]
        tools[-1].wait_until("all are connected", lambda: server.connections >= 100)
        most = max(tool.memory() for tool in tools)
        for tool in tools:
            tool.end()
        server.close()
        expect(most < MEMORY, f"{most:.0f} MB")
        return f"{most:.1f} MB of memory at most"


def datagrams():
    """As many as can be sent, of random bytes and of the longest size, then a receiver's."""
    with folder() as home:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.bind(("127.0.0.1", 0))
            number = probe.getsockname()[1]
        tool = Tool(home, "watch", f"udp://127.0.0.1:{number}", "--json")
        tool.wait_until("it listens", lambda: tool.complaints() or tool.memory() > 0)
        generator = random.Random(1)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            sender.connect(("127.0.0.1", number))

            def send(data):
                try:
                    return sender.send(data)
                except ConnectionRefusedError:
                    return 0

            count = pour(send, generator.randbytes(65000))
            memory = tool.memory()
            expect(memory < MEMORY, f"{memory:.0f} MB after {count} bytes")
            understands(tool, send)
        tool.end()
        return f"{count / 1e6:.0f} MB, {memory:.1f} MB of memory"


def flood_recorder():
    """A recorder that is given bytes faster than any line: what it does not lose is in the file, and it says so."""
    with folder() as home:
        read_end, write_end = os.pipe()
        tool = Tool(home, "record", "--device", "-", home + "/a.gz", stdin=read_end)
        os.close(read_end)
        piece = b"".join(epoch(second) for second in range(60))
        count = pour(lambda data: os.write(write_end, data), piece)
        memory = tool.memory()
        os.close(write_end)
        code = tool.finish()
        expect(code in (0, 74), f"exit code {code}: {tool.complaints()}")
        # What waits for a slow disk may be a few seconds' worth.
        expect(memory < 8 * MEMORY, f"{memory:.0f} MB after {count} bytes")
        return f"{count / 1e6:.0f} MB, {memory:.1f} MB of memory, exit code {code}"


def main():
    generator = random.Random(15)
    attacks = Attacks()
    for name, piece in [
            ("random bytes", generator.randbytes(4096)), ("zeros", bytes(4096)),
            ("dollar signs", b"$" * 4096), ("backslashes", b"\\" * 4096), ("one endless line", b"$GPGGA," + b"1" * 4089),
            ("sentences of one instant", epoch(0) * 20)]:
        attacks.run(f"a port floods with {name}", flood_port(piece))
    attacks.run("a server floods with random bytes", flood_server(generator.randbytes(65536)))
    attacks.run("a server floods with one endless line", flood_server(b"A" * 65536))
    attacks.run("a server sends byte by byte", slow_loris)
    attacks.run("a server accepts a hundred connections and says nothing", says_nothing)
    attacks.run("datagrams flood", datagrams)
    attacks.run("a recorder is flooded", flood_recorder)
    attacks.finish()


main()

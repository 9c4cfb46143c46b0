# Core Location for Linux. SPDX-License-Identifier: MIT
"""A server that sends without end, or asks for a password in the clear, and prints what came of it.

Usage: hostile-server.py http|mqtt|postgres|cleartext PORT
"""

import socket
import struct
import sys

kind, port = sys.argv[1], int(sys.argv[2])


def message(kind, content):
    """Returns a message of PostgreSQL's protocol."""
    return kind + struct.pack("!I", len(content) + 4) + content


def expect(client):
    """Reads what a client sends first; one that sends nothing only tries whether this server answers."""
    if not client.recv(65536):
        raise OSError


def start(client):
    """Reads the start of a PostgreSQL client, and offers no encryption."""
    while True:
        length = struct.unpack("!I", client.recv(4, socket.MSG_WAITALL))[0]
        if struct.unpack("!I", client.recv(length - 4, socket.MSG_WAITALL)[:4])[0] >> 16 == 3:
            return
        client.sendall(b"N")


def flood(client):
    """Answers as the protocol demands, and returns what is then sent again and again."""
    if kind == "http":
        expect(client)
        client.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        return b"x" * 65536
    if kind == "mqtt":
        expect(client)
        # CONNACK, and a PUBLISH of 200 MB.
        client.sendall(b"\x20\x02\x00\x00" + b"\x30\x80\x84\xaf\x5f" + b"\x00\x01a")
        return b"x" * 65536
    start(client)
    client.sendall(message(b"R", struct.pack("!I", 0)) + message(b"Z", b"I"))
    expect(client)
    column = b"a\0" + struct.pack("!IhIhih", 0, 0, 25, -1, -1, 0)
    client.sendall(message(b"T", struct.pack("!h", 1) + column))
    return message(b"D", struct.pack("!hi", 1, 10_000) + b"x" * 10_000) * 6


def serve(client):
    sent = 0
    try:
        if kind == "cleartext":
            start(client)
            client.sendall(message(b"R", struct.pack("!I", 3)))
            print(f"received {client.recv(65536)}", flush=True)
            return
        data = flood(client)
        while sent < 300_000_000:
            client.sendall(data)
            sent += len(data)
    except (OSError, struct.error):
        pass
    if sent:
        print(f"sent {sent}", flush=True)


listener = socket.create_server(("127.0.0.1", port))
while True:
    client, _ = listener.accept()
    with client:
        serve(client)

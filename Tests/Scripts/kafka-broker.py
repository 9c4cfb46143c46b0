#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""A broker of Kafka with what librdkafka's own brokers lack: TLS, logins, and ill will. It keeps nothing.

    kafka-broker.py PORT [--certificate FILE --key FILE [--clients CA]] [--login MECHANISM]
                    [--leader HOST:PORT] [--brokers N] [--endless]

The user is "boat", the password "right". Prints what it was sent: logins, and how many records with which acks.
"""
import argparse
import base64
import hashlib
import hmac
import os
import socket
import ssl
import struct
import threading

parser = argparse.ArgumentParser()
parser.add_argument("port", type=int)
parser.add_argument("--certificate")
parser.add_argument("--key")
parser.add_argument("--clients", help="clients need a certificate of this authority")
parser.add_argument("--login", help="the mechanism of SASL that is offered")
parser.add_argument("--leader", help="the broker that metadata name, by default this one")
parser.add_argument("--brokers", type=int, default=1, help="how many brokers metadata name")
parser.add_argument("--endless", action="store_true", help="answer the first request without end")
options = parser.parse_args()
USER, PASSWORD = "boat", b"right"
PRODUCE, FETCH, METADATA, HANDSHAKE, VERSIONS, PRODUCER_NUMBER, AUTHENTICATE = 0, 1, 3, 17, 18, 22, 36
# The oldest that librdkafka accepts for an idempotent producer.
OFFERED = {PRODUCE: 3, FETCH: 4, METADATA: 2, HANDSHAKE: 1, VERSIONS: 3, PRODUCER_NUMBER: 0, AUTHENTICATE: 0}


def text(value):
    return struct.pack("!h", len(value)) + value.encode()


def data(value):
    return struct.pack("!i", len(value)) + value


class Reader:
    """Reads the fields of a request."""

    def __init__(self, content):
        self.content, self.place = content, 0

    def number(self, form):
        value, = struct.unpack_from("!" + form, self.content, self.place)
        self.place += struct.calcsize("!" + form)
        return value

    def bytes(self, form):
        length = self.number(form)
        self.place += max(0, length)
        return self.content[self.place - length:self.place] if length >= 0 else None


class Client:
    """A connection."""

    def __init__(self, connection):
        self.connection, self.scram = connection, None

    def read(self, count):
        content = b""
        while len(content) < count:
            part = self.connection.recv(count - len(content))
            if not part:
                raise OSError
            content += part
        return content

    def serve(self):
        while True:
            length, = struct.unpack("!i", self.read(4))
            # As Kafka does (socket.request.max.bytes).
            assert 0 < length <= 104_857_600
            request = Reader(self.read(length))
            kind, version, number = request.number("h"), request.number("h"), request.number("i")
            request.bytes("h")
            answer = struct.pack("!i", number) + self.answer(kind, version, request)
            while options.endless:
                # Answers of half a megabyte to questions that nobody asked.
                self.connection.sendall(data(struct.pack("!i", 0x7ffffff0) + bytes(500_000)))
            self.connection.sendall(data(answer))

    def answer(self, kind, version, request):
        if kind == VERSIONS:
            assert version == 3
            kinds = b"".join(struct.pack("!hhhB", kind, 0, latest, 0) for kind, latest in OFFERED.items())
            return struct.pack("!hB", 0, len(OFFERED) + 1) + kinds + struct.pack("!iB", 0, 0)
        if kind == HANDSHAKE:
            wanted = request.bytes("h").decode()
            return struct.pack("!hi", 0 if wanted == options.login else 33, 1) + text(options.login or "NONE")
        if kind == AUTHENTICATE:
            token = request.bytes("i")
            answer = self.plain(token) if options.login == "PLAIN" else self.sha512(token)
            if answer is None:
                return struct.pack("!h", 58) + text("Authentication failed\x1b[31m") + data(b"")
            return struct.pack("!hh", 0, -1) + data(answer)
        if kind == METADATA:
            return metadata(request)
        if kind == PRODUCER_NUMBER:
            return struct.pack("!ihqh", 0, 0, 1000, 0)
        assert kind == PRODUCE
        return produced(request)

    @staticmethod
    def plain(token):
        print(f"login {token}", flush=True)
        return b"" if token == b"\0" + USER.encode() + b"\0" + PASSWORD else None

    def sha512(self, token):
        """SCRAM of RFC 5802."""
        print(f"login {token}", flush=True)
        if self.scram is None:
            first = token[len(b"n,,"):]
            nonce = first.split(b"r=")[1] + base64.b64encode(os.urandom(12))
            salt = os.urandom(16)
            challenge = b"r=" + nonce + b",s=" + base64.b64encode(salt) + b",i=4096"
            self.scram = salt, first + b"," + challenge
            return challenge
        salt, said = self.scram
        self.scram = None
        salted = hashlib.pbkdf2_hmac("sha512", PASSWORD, salt, 4096)
        said += b"," + token[:token.rindex(b",p=")]
        key = hmac.digest(salted, b"Client Key", "sha512")
        signature = hmac.digest(hashlib.sha512(key).digest(), said, "sha512")
        proof = bytes(left ^ right for left, right in zip(key, signature))
        if base64.b64encode(proof) != token[token.rindex(b",p=") + 3:]:
            return None
        own = hmac.digest(salted, b"Server Key", "sha512")
        return b"v=" + base64.b64encode(hmac.digest(own, said, "sha512"))


def metadata(request):
    topics = [request.bytes("h").decode() for _ in range(max(0, request.number("i")))]
    host, port = (options.leader or f"localhost:{options.port}").rsplit(":", 1)
    answer = struct.pack("!i", options.brokers)
    for number in range(options.brokers):
        answer += struct.pack("!i", number) + text(host) + struct.pack("!ih", int(port) + number, -1)
    answer += struct.pack("!hii", -1, 0, len(topics))
    for topic in topics:
        # One partition, and broker 0 leads it.
        answer += struct.pack("!h", 0) + text(topic) + struct.pack("!?ihiiiiii", False, 1, 0, 0, 0, 1, 0, 1, 0)
    return answer


def produced(request):
    request.bytes("h")
    acks = request.number("h")
    request.number("i")
    assert request.number("i") == 1
    topic = request.bytes("h").decode()
    assert request.number("i") == 1
    partition, batch = request.number("i"), request.bytes("i")
    count, = struct.unpack_from("!i", batch, 57)
    print(f"produced {count} acks {acks}", flush=True)
    return (struct.pack("!i", 1) + text(topic) + struct.pack("!iihqq", 1, partition, 0, 0, -1) + struct.pack("!i", 0))


def connected(connection):
    try:
        if options.certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(options.certificate, options.key)
            if options.clients:
                context.load_verify_locations(options.clients)
                context.verify_mode = ssl.CERT_REQUIRED
            connection = context.wrap_socket(connection, server_side=True)
        Client(connection).serve()
    except (OSError, struct.error, AssertionError):
        pass
    connection.close()


listener = socket.create_server(("127.0.0.1", options.port))
while True:
    threading.Thread(target=connected, args=(listener.accept()[0],), daemon=True).start()

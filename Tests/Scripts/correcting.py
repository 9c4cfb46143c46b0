#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Runs "gps serve" and "gps watch" with --corrections, with casters of its own and with those of others.

    correcting.py GPS [NAME …]       all checks, or those with these names
"""
import base64
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
# pylint: disable-next=wrong-import-position
from checking import Missing, check, eventually, expect, need, perform  # noqa: E402
# pylint: disable-next=wrong-import-position
from watching import Port, epoch  # noqa: E402

PASSWORD = "geheim-3141"
ICY = b"ICY 200 OK\r\n\r\n"
TABLE = (b"STR;FAR;Elsewhere;RTCM 3.2;;2;GPS;N;DEU;10;20;0;0;x;none;B;N;0;\r\n"
         b"STR;MNT;Here;RTCM 3.2;;2;GPS;N;DEU;47.5;9.7;1;0;x;none;B;N;0;\r\nENDSOURCETABLE\r\n")
RUNNING = []


def crc24q(data):
    value = 0
    for byte in data:
        value ^= byte << 16
        for _ in range(8):
            value <<= 1
            if value & 0x1000000:
                value ^= 0x1864CFB
    return value


def frame(dice, kind=1077, count=None):
    """Returns a frame of RTCM 3 with random content."""
    payload = bytes([kind >> 4, (kind & 15) << 4 | 1, 42]) + dice.randbytes(dice.randrange(10, 200) if count is None else count)
    data = bytes([0xD3, len(payload) >> 8, len(payload) & 255]) + payload
    return data + crc24q(data).to_bytes(3, "big")


class Receiver(Port):
    """A receiver with a fix every 0.2 s, which keeps what is written to it."""

    def __init__(self, has_fix=True, reads=True):
        super().__init__()
        self.has_fix, self.reads, self.ends, self.written = has_fix, reads, False, b""
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        second = 36000
        due = time.monotonic()
        while not self.ends:
            if time.monotonic() >= due:
                data = epoch(second)
                self.send(data if self.has_fix else data.replace(b",A,", b",V,").replace(b"E,1,", b"E,0,"))
                second, due = second + 1, due + 0.2
            if self.reads:
                try:
                    self.written += os.read(self.master, 65536)
                except (BlockingIOError, OSError):
                    pass
            time.sleep(0.005)

    def close(self):
        self.ends = True
        self.thread.join()
        super().close()


class Caster:
    """A caster that does with each connection what a function says; requests for the table are answered by themselves."""

    def __init__(self, serve, table=None, context=None):
        self.serve, self.table, self.requests, self.times = serve, table, [], []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.context = context
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.talk, args=(client,), daemon=True).start()

    def talk(self, client):
        try:
            if self.context:
                client = self.context.wrap_socket(client, server_side=True)
            client.settimeout(30)
            request = b""
            while b"\r\n\r\n" not in request:
                piece = client.recv(4096)
                if not piece:
                    return
                request += piece
            if request.startswith(b"GET / "):
                if self.table is not None:
                    client.sendall(b"SOURCETABLE 200 OK\r\nContent-Type: text/plain\r\n\r\n" + self.table)
                return
            self.requests.append(request.decode())
            self.times.append(time.monotonic())
            self.serve(client)
        except OSError:
            pass
        finally:
            client.close()

    def close(self):
        self.listener.close()


class Program:
    """A running "gps serve" with corrections."""

    def __init__(self, gps, folder, receiver, address, command=("serve",)):
        self.said_path, self.socket, self.gps = folder / "said", folder / "location.sock", gps
        self.environment = dict(os.environ, HOME=str(folder), XDG_STATE_HOME=str(folder), XDG_RUNTIME_DIR=str(folder),
                                CORELOCATION_SERVICE=str(self.socket))
        options = ["--socket", str(self.socket), "--gpsd", "127.0.0.1:0"] if command == ("serve",) else []
        with open(self.said_path, "ab") as said:
            # pylint: disable-next=consider-using-with
            self.process = subprocess.Popen(
                [gps, *command, "--device", receiver.path, "--corrections", address, *options], stdin=subprocess.DEVNULL,
                stdout=said, stderr=said, env=self.environment)
        RUNNING.append(self.process)

    def said(self):
        return self.said_path.read_text(encoding="utf-8")

    def await_word(self, word, seconds=20):
        eventually(lambda: word in self.said(), lambda: f"\"{word}\" was not said, but: {self.said()}", seconds)

    def report(self):
        text = subprocess.run([self.gps, "status", "--format", "json"], capture_output=True, text=True, check=False,
                              env=self.environment, timeout=20).stdout
        reports = [json.loads(line).get("corrections") for line in text.splitlines()]
        return next((report for report in reports if report), None)

    def end(self):
        expect(PASSWORD not in self.said(), "the password was said")
        arguments = pathlib.Path(f"/proc/{self.process.pid}/cmdline").read_bytes()
        expect(PASSWORD.encode() not in arguments, "the password is in the arguments")
        self.process.send_signal(signal.SIGINT)
        expect(self.process.wait(20) == 0, f"it ended with {self.process.returncode}: {self.said()}")


def password_file(folder):
    path = folder / "password"
    path.write_text(PASSWORD + "\n", encoding="utf-8")
    path.chmod(0o600)
    return path


def matches(receiver, sent, program, seconds=20):
    eventually(lambda: len(receiver.written) >= len(sent()), lambda: f"{len(receiver.written)} of {len(sent())} bytes came: "
               f"{program.said()}", seconds)
    expect(receiver.written == sent(), "other bytes came than were sent")


@check
def what_is_sent_arrives_over_many_cuts_and_in_pieces(gps, folder):
    """Every kind of answer, cut at any byte, with other bytes between frames."""
    dice, sent, lock = random.Random(3), [b""], threading.Lock()

    def serve(client):
        with lock:
            number = len(caster.times)
            data = b"".join(frame(dice, count=None) for _ in range(dice.randrange(1, 4)))
            if number % 3 == 0:
                data = b"\x73other" + data + dice.randbytes(20)
            if number % 4 == 1:
                data = data[:dice.randrange(1, len(data))]
            chunked = number % 2 == 0
            body = b"".join(b"%x;x=y\r\n%c\r\n" % (1, byte) for byte in data) if chunked else data
            head = (b"HTTP/1.1 200 OK\r\nNtrip-Version: Ntrip/2.0\r\nContent-Type: gnss/data\r\nTransfer-Encoding: chunked\r\n\r\n"
                    if chunked else b"ICY 200 OK\r\n" if number % 5 == 0 else ICY)
            # A version 1 caster that sends no empty line begins with a frame.
            if head == b"ICY 200 OK\r\n" and data[:1] in b"\r\n":
                head = ICY
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            stream = head + body
            while stream:
                count = dice.choice([1, 2, 7, 100, 1000])
                client.sendall(stream[:count])
                stream = stream[count:]
            sent[0] += data
            client.shutdown(socket.SHUT_WR)
            client.recv(100)

    caster, receiver = Caster(serve), Receiver()
    program = Program(gps, folder, receiver, f"ntrip://me@127.0.0.1:{caster.port}/MNT?password-file={password_file(folder)}")
    eventually(lambda: len(caster.times) >= 16, lambda: f"too few connections: {program.said()}")
    with lock:
        caster.close()
        matches(receiver, lambda: sent[0], program)
    gaps = [later - sooner for sooner, later in zip(caster.times, caster.times[1:])]
    expect(max(gaps) < 3, f"a connection was resumed late: {gaps}")
    token = base64.b64encode(f"me:{PASSWORD}".encode()).decode()
    expect(all(f"Authorization: Basic {token}\r\n" in request and "\r\nUser-Agent: NTRIP " in request
               and request.startswith("GET /MNT HTTP/1.1\r\n") for request in caster.requests), caster.requests[0])
    expect("Ntrip-GGA" not in caster.requests[0], "a position was sent without being wanted")
    program.end()
    receiver.close()


@check
def positions_go_where_they_are_wanted_and_only_with_a_fix(gps, folder):
    lines = {"asked": b"", "table": b"", "unwanted": b""}

    def serve(name, sends):
        def talk(client):
            client.sendall(ICY + (frame(random.Random(1)) if sends else b""))
            client.settimeout(0.2)
            while True:
                try:
                    piece = client.recv(4096)
                    if not piece:
                        return
                    lines[name] += piece
                except TimeoutError:
                    if sends:
                        client.sendall(frame(random.Random(1)))
        return talk

    scenes = []
    for name, query, table, sends in [("asked", "?gga=1s", None, False), ("table", "", TABLE, True),
                                      ("unwanted", "", TABLE.replace(b";9.7;1;", b";9.7;0;"), True)]:
        place = folder / name
        place.mkdir()
        caster, receiver = Caster(serve(name, sends), table), Receiver(has_fix=name != "asked")
        scenes.append((Program(gps, place, receiver, f"ntrip://127.0.0.1:{caster.port}/MNT{query}"), receiver, caster))
    scenes[0][0].await_word("waits for a position, and there is no fix yet")
    expect(lines["asked"] == b"", f"a position was sent without a fix: {lines['asked']}")
    scenes[0][1].has_fix = True
    eventually(lambda: lines["asked"].count(b"\r\n") >= 3, lambda: f"positions: {lines['asked']}")
    text = lines["asked"].split(b"\r\n")[0].decode()
    expect(text.startswith("$GNGGA,") and text.count(",") == 14 and ",4732.62" in text, f"no GGA: {text}")
    expect(lines["table"].startswith(b"$GNGGA,"), f"the table's wish was not heard: {lines}")
    expect(lines["unwanted"] == b"", f"an unwanted position was sent: {lines}")
    report = scenes[1][0].report()
    expect(report["state"] == "receiving" and report["format"] == "RTCM 3" and report["station"] == 298, f"report: {report}")
    expect(8000 < report["baseDistance"] < 12000 or report["baseDistance"] > 0, f"the base's distance: {report}")
    for program, receiver, caster in scenes:
        program.end()
        receiver.close()
        caster.close()


@check
def what_is_wrong_is_told(gps, folder):
    def answer(data):
        return lambda client: client.sendall(data)

    page = b"<html><title>Wi-Fi</title>Please log in</html>"
    cases = [
        ("password", answer(b"HTTP/1.0 401 Unauthorized\r\n"), "the user or the password is wrong"),
        ("table", answer(b"SOURCETABLE 200 OK\r\n\r\n" + TABLE), "\"MNT\" is unknown; "),
        ("missing", answer(b"HTTP/1.1 404 Not Found\r\n\r\n"), "\"MNT\" is unknown; there are FAR, MNT"),
        ("page", answer(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page), "it is not a caster, but sent \"<html>"),
        ("garbage", answer(random.Random(2).randbytes(5000)), "it is not a caster, but sent"),
        ("banned", answer(b"HTTP/1.1 403 Forbidden\r\nContent-Type: text/html\r\n\r\n<p>Your IP is banned"), "banned for a while"),
        ("redirect", answer(b"HTTP/1.1 302 Found\r\nLocation: http://evil.example/\r\n\r\n"), "it redirects to http://evil.example/"),
    ]
    scenes = []
    for name, serve, words in cases:
        place = folder / name
        place.mkdir()
        caster, receiver = Caster(serve, TABLE), Receiver()
        address = f"ntrip://me@127.0.0.1:{caster.port}/MNT?password-file={password_file(place)}"
        scenes.append((name, words, Program(gps, place, receiver, address), caster, receiver))
    for name, words, program, caster, receiver in scenes:
        program.await_word(words)
        expect(len(caster.times) == 1, f"{name}: {len(caster.times)} connections at once")
        expect(receiver.written == b"", f"{name}: something was written to the receiver: {receiver.written}")
        program.end()
        receiver.close()
        caster.close()


@check
def a_slow_line_drops_whole_frames(gps, folder):
    dice = random.Random(5)
    frames = [frame(dice, count=500) for _ in range(400)]

    def serve(client):
        client.sendall(ICY)
        for item in frames:
            client.sendall(item)
        client.recv(100)

    caster, receiver = Caster(serve), Receiver(reads=False)
    program = Program(gps, folder, receiver, f"ntrip://127.0.0.1:{caster.port}/MNT")
    program.await_word("frames were dropped")
    receiver.reads = True
    time.sleep(1)
    rest, count = receiver.written, 0
    while rest:
        length = (rest[1] << 8 | rest[2]) + 6
        expect(rest[0] == 0xD3 and crc24q(rest[:length]) == 0, f"a frame is cut after {count} whole ones")
        rest, count = rest[length:], count + 1
    expect(10 < count < 400, f"{count} frames arrived")
    program.end()
    receiver.close()
    caster.close()


@check
def encrypted_connections_are_verified(gps, folder):
    need("openssl")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", folder / "key", "-out", folder / "cert",
                    "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"], check=True,
                   capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert", folder / "key")
    data = b"".join(frame(random.Random(n)) for n in range(50))

    def serve(client):
        client.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: gnss/data\r\n\r\n" + data)
        client.recv(100)

    caster, receiver = Caster(serve, context=context), Receiver()
    program = Program(gps, folder, receiver, f"ntrips://localhost:{caster.port}/MNT?ca-file={folder / 'cert'}")
    matches(receiver, lambda: data, program)
    program.end()
    strict = folder / "strict"
    strict.mkdir()
    for host, query in [("localhost", ""), ("127.0.0.1", f"?ca-file={folder / 'cert'}")]:
        program = Program(gps, strict, receiver, f"ntrips://{host}:{caster.port}/MNT{query}")
        program.await_word("its certificate is not trusted")
        program.end()
        (strict / "said").unlink()
    expect(receiver.written == data, "something came over a connection that is not trusted")
    receiver.close()
    caster.close()


@check
def rtklib_is_understood(gps, folder):
    need("str2str")
    data = b"".join(frame(random.Random(n)) for n in range(100))
    source = socket.create_server(("127.0.0.1", 0))
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    # pylint: disable-next=consider-using-with
    caster = subprocess.Popen(
        ["str2str", "-in", f"tcpcli://127.0.0.1:{source.getsockname()[1]}", "-out",
         f"ntripc://me:{PASSWORD}@:{port}/MNT:Here;RTCM 3.2;;2;GPS;N;DEU;47.5;9.7;0;0;x;none;B;N;0;"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    RUNNING.append(caster)
    feed, _ = source.accept()
    receiver = Receiver()
    program = Program(gps, folder, receiver, f"ntrip://me@127.0.0.1:{port}/MNT?password-file={password_file(folder)}")
    # What str2str passes on begins with the connection.
    eventually(lambda: feed.sendall(data) or receiver.written, lambda: f"nothing came: {program.said()}")
    eventually(lambda: data in receiver.written, "what came is not what was sent")
    program.await_word("receiving RTCM 3 from ntrip://me@")
    listing = subprocess.run([gps, "corrections", "list", f"127.0.0.1:{port}", "--format", "json"], capture_output=True, text=True,
                             check=False, timeout=20)
    expect(listing.returncode == 0 and json.loads(listing.stdout.splitlines()[0])["mountpoint"] == "MNT", f"{listing}")
    program.end()
    receiver.close()


@check
def pygnssutils_is_understood(gps, folder):
    need("gnssserver")
    # It reads what it passes on: 1005 is the position of a base.
    data = b"".join(frame(random.Random(n), 1005, 16) for n in range(20))
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    source = socket.create_server(("127.0.0.1", 0))
    # pylint: disable-next=consider-using-with
    caster = subprocess.Popen(
        ["gnssserver", "-S", f"127.0.0.1:{source.getsockname()[1]}", "-N", "1", "-O", str(port), "-H", "127.0.0.1",
         "--ntripversion", "2.0", "--ntripuser", "me", "--ntrippassword", PASSWORD],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    RUNNING.append(caster)
    source.settimeout(10)
    try:
        feed, _ = source.accept()
    except TimeoutError as error:
        raise Missing("gnssserver of another version, which does not connect") from error
    receiver = Receiver()
    program = Program(
        gps, folder, receiver, f"ntrip://me@127.0.0.1:{port}/pygnssutils?password-file={password_file(folder)}")
    eventually(lambda: feed.sendall(data) or receiver.written, lambda: f"nothing came: {program.said()}")
    eventually(lambda: data[:200] in receiver.written, "what came is not what was sent")
    program.end()
    receiver.close()


@check
def wrong_arguments_are_refused(gps, folder):
    secret = folder / "open"
    secret.write_text(PASSWORD, encoding="utf-8")
    secret.chmod(0o644)
    for address, code, words in [
            (f"ntrip://me:{PASSWORD}@h/M", 64, "a password in the address"), ("ntrip://h", 64, "names no mountpoint"),
            ("http://h/M", 64, "scheme"), ("ntrip://h/M?gga=x", 64, "gga"), ("tcp://h:1/M", 64, "tcp://host:port"),
            (f"ntrip://me@h/M?password-file={secret}", 77, "others may read"),
            ("ntrip://me@h/M?password-file=/nowhere", 66, "/nowhere")]:
        result = subprocess.run([gps, "watch", "--device", "/dev/null", "--corrections", address], capture_output=True, text=True,
                                check=False, timeout=20)
        expect(result.returncode == code and words in result.stderr, f"{address}: {result.returncode} {result.stderr}")
        expect(PASSWORD not in result.stderr and result.stderr.count("\n") == 1, f"said: {result.stderr}")


def main():
    gps = os.path.abspath(sys.argv[1])

    def act(function):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="correcting-"))
        try:
            function(gps, folder)
        finally:
            for process in RUNNING:
                process.kill()
                process.wait()
            RUNNING.clear()
            shutil.rmtree(folder, ignore_errors=True)

    return 1 if perform(sys.argv[2:], act) else 0


if __name__ == "__main__":
    sys.exit(main())

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
import signal
import socket
import ssl
import struct
import subprocess
import sys
import threading
import time
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
# pylint: disable-next=wrong-import-position
from casting import (  # noqa: E402
    ICY, PASSWORD, TABLE, Caster, Program, Receiver, frame, frames, matches, password_file, without_fix)
# pylint: disable-next=wrong-import-position
from checking import RUNNING, Missing, check, eventually, expect, need, perform_with_folders  # noqa: E402
# pylint: disable-next=wrong-import-position
from watching import epoch, sentence  # noqa: E402

# How many casters cut their connections at once, and how often each does.
CASTERS, CUTS = 4, 26
# Megabytes that a server without end may cost a program, beside what it takes anyway.
MOST_MEMORY = 60
# Bytes that all of them may get rid of, what the kernel keeps included.
MOST_FLOODED = 100_000_000
CHUNKED = b"HTTP/1.1 200 OK\r\nContent-Type: gnss/data\r\nTransfer-Encoding: chunked\r\n\r\n"


class Cuts:
    """A caster whose every connection answers in another way, and is cut: between frames or within one, and abruptly or not."""

    def __init__(self, gps, folder, number):
        self.dice, self.sent, self.lock = random.Random(number), b"", threading.Lock()
        self.caster, self.receiver = Caster(self.serve), Receiver()
        # When each connection was cut, or the caster was there again.
        self.cuts = []
        self.is_over = False
        self.program = Program(gps, folder, self.receiver,
                               f"ntrip://me@127.0.0.1:{self.caster.port}/MNT?password-file={password_file(folder)}")

    def serve(self, client):
        with self.lock:
            if self.is_over:
                return
            self.answer(client, len(self.caster.times))
            self.is_over = len(self.cuts) >= CUTS

    def answer(self, client, number):
        dice = self.dice
        data = b"".join(frame(dice) for _ in range(dice.randrange(1, 4)))
        if number % 3 == 0:
            data = b"\x73other" + data + dice.randbytes(20)
        if number % 4 == 1:
            data = data[:dice.randrange(1, len(data))]
        chunked = number % 2 == 0
        # A version 1 caster that sends no empty line begins with a frame.
        head = CHUNKED if chunked else b"ICY 200 OK\r\n" if number % 5 == 0 and data[:1] not in b"\r\n" else ICY
        stream = head + (b"".join(b"%x;x=y\r\n%c\r\n" % (1, byte) for byte in data) if chunked else data)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        while stream:
            count = dice.choice([1, 2, 7, 100, 1000])
            client.sendall(stream[:count])
            stream = stream[count:]
        self.sent += data
        if number % 3 == 2:
            # Killed: the connection is reset.
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client.close()
        else:
            client.shutdown(socket.SHUT_WR)
            client.recv(100)
        if number % 10 == 9:
            self.caster.leave(0.7)
        self.cuts.append(time.monotonic())

    def judge(self):
        eventually(lambda: self.is_over, lambda: f"only {len(self.cuts)} connections: {self.program.said()}", 120)
        matches(self.receiver, lambda: self.sent, self.program)
        gaps = [resumed - cut for cut, resumed in zip(self.cuts, self.caster.times[1:])]
        expect(max(gaps) < 3, f"a connection was resumed late: {gaps}")
        token = base64.b64encode(f"me:{PASSWORD}".encode()).decode()
        expect(all(f"Authorization: Basic {token}\r\n" in request and "\r\nUser-Agent: NTRIP " in request
                   and request.startswith("GET /MNT HTTP/1.1\r\n") for request in self.caster.requests), self.caster.requests[0])
        expect("Ntrip-GGA" not in self.caster.requests[0], "a position was sent without being wanted")
        expect(token not in self.program.said(), "the password was said")
        self.program.end()
        self.receiver.close()
        self.caster.close()
        return gaps


@check
def what_is_sent_arrives_over_a_hundred_cuts_and_in_pieces(gps, folder):
    """Every kind of answer, cut at any byte, with other bytes between frames."""
    scenes = []
    for number in range(CASTERS):
        place = folder / str(number)
        place.mkdir()
        scenes.append(Cuts(gps, place, number))
    gaps = [gap for scene in scenes for gap in scene.judge()]
    print(f"  {len(gaps)} cuts, {sum(len(scene.sent) for scene in scenes)} bytes; resumed after {max(gaps):.2f} s at most")


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
        caster, receiver = Caster(serve(name, sends), table), Receiver(make=without_fix if name == "asked" else epoch)
        scenes.append((Program(gps, place, receiver, f"ntrip://127.0.0.1:{caster.port}/MNT{query}"), receiver, caster))
    scenes[0][0].await_word("waits for a position, and there is no fix yet")
    expect(lines["asked"] == b"", f"a position was sent without a fix: {lines['asked']}")
    scenes[0][1].make = epoch
    eventually(lambda: lines["asked"].count(b"\r\n") >= 3, lambda: f"positions: {lines['asked']}")
    text = lines["asked"].split(b"\r\n")[0].decode()
    expect(text.startswith("$GNGGA,") and text.count(",") == 14 and ",4732.62" in text, f"no GGA: {text}")
    expect(lines["table"].startswith(b"$GNGGA,"), f"the table's wish was not heard: {lines}")
    expect(lines["unwanted"] == b"", f"an unwanted position was sent: {lines}")
    # Each is that of the fix that came last, and none follows its loss.
    scenes[0][1].make = without_fix
    time.sleep(1.5)
    count = lines["asked"].count(b"\r\n")
    clocks = [line.split(b",")[1] for line in lines["asked"].splitlines()]
    expect(all(clock < later for clock, later in zip(clocks, clocks[1:])), f"a fix was sent twice: {clocks}")
    time.sleep(2.5)
    expect(lines["asked"].count(b"\r\n") == count, f"a position was sent after the loss: {lines['asked']}")
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
    sent = [frame(dice, count=500) for _ in range(600)]

    def serve(client):
        client.sendall(ICY)
        for item in sent:
            client.sendall(item)
            time.sleep(0.02)
        client.recv(100)

    caster, receiver = Caster(serve), Receiver(reads=False)
    program = Program(gps, folder, receiver, f"ntrip://127.0.0.1:{caster.port}/MNT")
    program.await_word("frames were dropped")
    receiver.reads = True
    # What is known to be dropped is missing, and the rest is whole.
    eventually(lambda: len(frames(receiver.written, so_far=True)) + program.report()["dropped"] >= len(sent),
               lambda: f"{len(frames(receiver.written, so_far=True))} frames arrived, and {program.report()}")
    arrived, dropped = frames(receiver.written), program.report()["dropped"]
    expect(len(arrived) + dropped == len(sent), f"{len(arrived)} frames arrived, and {dropped} are said to be dropped")
    expect(arrived == [item for item in sent if item in arrived], "they came in another order")
    print(f"  {len(arrived)} frames arrived, {dropped} were dropped")
    program.end()
    receiver.close()
    caster.close()


@check
def hostile_casters_cost_little_and_are_named(gps, folder):
    flooded = [0]

    def flood(begin, piece):
        def serve(client):
            client.sendall(begin)
            # Until the program closes the connection, or two gigabytes.
            for _ in range((2 << 30) // len(piece)):
                client.sendall(piece)
                flooded[0] += len(piece)
        return serve

    def send(data):
        def serve(client):
            client.sendall(data)
            client.recv(100)
        return serve

    slow = b"".join(frame(random.Random(n)) for n in range(2))

    def dawdle(client):
        for byte in ICY + slow:
            client.sendall(bytes([byte]))
            time.sleep(0.01)
        client.recv(100)

    table = b"SOURCETABLE 200 OK\r\n\r\n"
    html = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
    escapes = b"STR;\x1b[31mRED\x07;\x9b2J;RTCM\x1b]0;;2;GPS;N;DEU;47.5;9.7;0;0;x;none;B;N;0;\r\n"
    damaged = "it refused: \"its chunks are damaged\""
    cases = [
        ("a line without end", flood(b"", b"A" * 1000), "it is not a caster, but sent \"AAA"),
        ("lines without end", flood(b"HTTP/1.1 200 OK\r\n", b"X: y\r\n" * 100), "it is not a caster, but sent \"HTTP"),
        ("a size without end", flood(CHUNKED, b"1" * 1000), damaged),
        ("a table in chunks that are damaged", flood(CHUNKED.replace(b"gnss/data", b"gnss/sourcetable") + b"1\r\nA",
                                                     b"\r" * 1000), damaged),
        ("a negative size", send(CHUNKED + b"-5\r\nabcde\r\n"), damaged),
        ("a huge size", send(CHUNKED + b"F" * 16 + b"\r\nabc"), damaged),
        ("2 GB", flood(ICY, bytes(1 << 16)), "frames were dropped"),
        ("2 GB in chunks", flood(CHUNKED, b"FFF\r\n" + bytes(0xFFF) + b"\r\n"), "frames were dropped"),
        ("a page of 2 GB", flood(html, b"<p>" * 1000), "it is not a caster, but sent \"<p>"),
        ("a table of 2 GB", flood(table, b"STR;A;B;C;;;;;;1;2;0;\r\n" * 100), "\"MNT\" is unknown; "),
        ("escapes in the table", send(table + escapes + b"ENDSOURCETABLE\r\n"), "\"MNT\" is unknown; "),
        ("escapes in a page", send(html + b"\x1b]0;title\x07\x1b[2J" * 200), "it is not a caster, but sent "),
        ("a redirect to itself", send(b"HTTP/1.1 302 Found\r\nLocation: /MNT\r\n\r\n"), "it redirects to /MNT"),
        ("no answer", lambda client: None, "it closed the connection without an answer"),
        ("silence", lambda client: client.recv(100), "nothing has come from "),
        ("one byte after the other", dawdle, "receiving RTCM 3 from "),
    ]
    scenes = []
    for number, (name, serve, words) in enumerate(cases):
        place = folder / str(number)
        place.mkdir()
        floods = name.startswith("2 GB")
        caster, receiver = Caster(serve), Receiver(reads=not floods)
        program = Program(gps, place, receiver, f"ntrip://me@127.0.0.1:{caster.port}/MNT?password-file={password_file(place)}")
        scenes.append((name, words, program, caster, receiver))
    for name, words, program, _, receiver in scenes:
        program.await_word(words, 60)
        text = program.said().replace("\n", "")
        expect(text.isprintable(), f"{name}: control characters were printed: {text!r}")
        if name == "one byte after the other":
            matches(receiver, lambda: slow, program)
        elif receiver.reads:
            expect(receiver.written == b"", f"{name}: this was written to the receiver: {receiver.written[:100]}")
        # Everybody else is served as before.
        status = program.run("status", "--format", "json")
        expect(status.returncode == 0 and "listeners" in status.stdout, f"{name}: {status}")
    least = min(program.most_memory() for _, _, program, _, _ in scenes)
    memory = {name: program.most_memory() - least for name, _, program, _, _ in scenes}
    worst = max(memory, key=memory.get)
    print(f"  at most {memory[worst]:.0f} MB more than the {least:.0f} MB of the least, for {worst}")
    expect(memory[worst] < MOST_MEMORY, f"memory: {memory}")
    print(f"  {flooded[0] / 1e6:.0f} MB were sent in all")
    expect(flooded[0] < MOST_FLOODED, f"{flooded[0]} bytes were read")
    for _, _, program, caster, receiver in scenes:
        caster.close()
        program.end()
        receiver.close()


@check
def the_table_is_listed_as_people_want_it(gps, folder):
    table = (b"CAS;caster.example;2101\r\n" + TABLE.replace(b"ENDSOURCETABLE\r\n", b"")
             + b"STR;\x1b[31mRED;A \x9b2J;RTCM 3;;2;GPS;N;DEU;48.5;9.7;0;0;x;none;N;N;0;\r\n"
             + b"STR;NOWHERE;;RAW;;;;;;0;0;0\r\nENDSOURCETABLE\r\n")
    caster = Caster(lambda client: None, table)
    host = f"127.0.0.1:{caster.port}"

    def listed(*words):
        return subprocess.run([gps, "corrections", "list", *words], capture_output=True, text=True, check=False, timeout=60,
                              env=dict(os.environ, CORELOCATION_SERVICE="none", XDG_STATE_HOME=str(folder)))

    result = listed(host, "--near", "47.5,9.7")
    rows = [row.split() for row in result.stdout.splitlines()]
    expect(rows[0][:5] == ["MOUNTPOINT", "DISTANCE", "FORMAT", "GGA", "PASSWORD"], f"{result}")
    expect(rows[1][:5] == ["MNT", "0", "km", "RTCM", "3.2"] and "needed" in rows[1], f"{rows[1]}")
    expect(rows[2][1:3] == ["111.2", "km"] and rows[3][0] == "FAR" and rows[4][0] == "NOWHERE", f"the nearest first: {rows}")
    expect(result.stdout.replace("\n", "").isprintable(), f"control characters were printed: {result.stdout!r}")
    entries = [json.loads(line) for line in listed(host, "--near", "47.5,9.7", "--format", "json").stdout.splitlines()]
    expect(entries[0] == {"mountpoint": "MNT", "distance": 0, "format": "RTCM 3.2", "gga": True, "password": True, "systems": "GPS",
                          "place": "Here", "country": "DEU", "latitude": 47.5, "longitude": 9.7}, f"{entries[0]}")
    expect("distance" not in entries[3] and "latitude" not in entries[3], f"{entries[3]}")
    expect([row.split()[0] for row in listed(host).stdout.splitlines()[1:3]] == ["FAR", "MNT"], "the table's order without a place")
    caster.close()
    cases = [
        (b"HTTP/1.1 401 Unauthorized\r\n\r\n", 77, "the user or the password is wrong"),
        (b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>\x1b[2J", 76, "it is not a caster, but sent \"<html>"),
        (b"ICY 200 OK\r\n\r\ndata", 76, "it sent no table"),
        (b"", 76, "it sent no table"),
        (b"HTTP/1.1 302 Found\r\nLocation: http://x/\x1b[2J\r\n\r\n", 76, "it redirects to http://x/"),
    ]
    for answer, code, words in cases:
        caster = Caster(lambda client: None, lambda client, answer=answer: client.sendall(answer))
        result = listed(f"ntrip://me@127.0.0.1:{caster.port}?password-file={password_file(folder)}")
        expect(result.returncode == code and words in result.stderr, f"{answer}: {result}")
        expect(result.stderr.count("\n") == 1 and result.stderr.strip().isprintable(), f"{result.stderr!r}")
        caster.close()

    def endless(client):
        client.sendall(b"SOURCETABLE 200 OK\r\n\r\n")
        while True:
            client.sendall(b"STR;A;B;C;;;;;;1;2;0;\r\n" * 100)

    caster = Caster(lambda client: None, endless)
    result = listed(f"127.0.0.1:{caster.port}")
    expect(result.returncode == 0 and 1000 < result.stdout.count("\n") <= 20_001, f"{result.returncode}, {result.stderr}")
    caster.close()


@check
def the_nearest_are_named_where_no_mountpoint_is(gps, folder):
    rows = b"".join(b"STR;M%d;;RTCM 3;;;GPS;;;47.%d;9.7;0;\r\n" % (number, number) for number in (9, 6, 8, 7))
    caster = Caster(lambda client: client.sendall(b"HTTP/1.1 404 Not Found\r\n\r\n"), rows + b"ENDSOURCETABLE\r\n")
    address = f"ntrip://127.0.0.1:{caster.port}"
    environment = dict(os.environ, CORELOCATION_SERVICE="none", XDG_STATE_HOME=str(folder))

    def refused(*words):
        result = subprocess.run([gps, "watch", "--device", "/dev/null", "--corrections", address, *words], capture_output=True,
                                text=True, check=False, timeout=60, env=environment)
        expect(result.returncode == 64 and result.stderr.count("\n") == 1, f"{words}: {result}")
        return result.stderr

    expect("--near LAT,LON says which are the nearest" in refused(), "no place was known")
    near = "the nearest are M6 (11.1 km), M7 (22.2 km), M8 (33.4 km); "
    expect(near in refused("--near", "47.5,9.7"), "those near --near")
    track = folder / "track.csv"
    track.write_text("time_utc,latitude_deg,longitude_deg\n2024-01-01T00:00:00Z,0,0\n2025-01-01T00:00:00Z,47.5,9.7\n", encoding="utf-8")
    subprocess.run([gps, "history", "import", track], check=True, capture_output=True, timeout=60, env=environment)
    expect(near in refused(), "those near the end of the track")
    receiver = Receiver(make=without_fix)
    program = Program(gps, folder, receiver, address + "/NONE")
    program.await_word("\"NONE\" is unknown; the nearest are M6 (11.1 km), M7")
    program.end()
    receiver.close()
    caster.close()


@check
def the_password_is_said_to_nobody_but_the_caster(gps, folder):
    """Not to a server that sends it back, nor in any output, metrics, or report of a crash."""
    def echo(client):
        login = caster.requests[-1].split("Ntrip/2.0\r\n")[1]
        client.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n" + login.encode())

    token = base64.b64encode(f"me:{PASSWORD}".encode()).decode()
    caster, receiver = Caster(echo), Receiver()
    with socket.create_server(("127.0.0.1", 0)) as probe:
        metrics = probe.getsockname()[1]
    program = Program(gps, folder, receiver, f"ntrip://me@127.0.0.1:{caster.port}/MNT?password-file={password_file(folder)}",
                      options=["--metrics", f"127.0.0.1:{metrics}"],
                      environment={"SWIFT_BACKTRACE": "enable=yes,color=no,symbolicate=off"})
    program.await_word("it is not a caster, but sent \"Authorization: Basic …")
    outputs = [program.run("status"), program.run("status", "--format", "json"),
               program.run("doctor", "--device", f"service:{program.socket}", "--for", "3s")]
    texts = [output.stdout + output.stderr for output in outputs]
    expect("notACaster" in texts[1] and "notACaster" in texts[2], f"the state is not told: {texts}")
    with urllib.request.urlopen(f"http://127.0.0.1:{metrics}/metrics", timeout=20) as answer:
        texts.append(answer.read().decode())
    texts.append(pathlib.Path(f"/proc/{program.process.pid}/cmdline").read_bytes().decode())
    texts.append(pathlib.Path(f"/proc/{program.process.pid}/environ").read_bytes().decode())
    # Swift's report of a crash, if the machine has the program that makes it. A signal that was sent does not end a program.
    program.process.send_signal(signal.SIGSEGV)
    eventually(lambda: program.process.poll() is not None or "Backtrace took" in program.said(), lambda: program.said()[-500:], 60)
    program.process.kill()
    texts += [program.said(), program.output()]
    for text in texts:
        expect(PASSWORD not in text and token not in text, f"the password was said: {text}")
    receiver.close()
    caster.close()


@check
def people_see_how_old_the_corrections_are(gps, folder):
    """In a line of text, in JSON, and in what the doctor says."""
    def corrected(second):
        gga, rmc = epoch(second).decode().splitlines(keepends=True)
        return sentence(gga[1:-5].replace("E,1,", "E,5,") [:-1] + "1.5,0042") + rmc.encode()

    receiver = Receiver(make=corrected)
    data = b"".join(frame(random.Random(n)) for n in range(50))

    def serve(client):
        client.sendall(ICY)
        for _ in range(300):
            client.sendall(data)
            client.settimeout(0.2)
            try:
                if not client.recv(100):
                    return
            except TimeoutError:
                pass

    caster = Caster(serve, TABLE)
    program = Program(gps, folder, receiver, f"ntrip://127.0.0.1:{caster.port}/MNT")
    program.await_word("receiving RTCM 3 from ")
    for form, words in [("text", "rtkFloat  8 satellites  corrections 1.5 s old, from 42"), ("json", "\"correctionAge\":1.5")]:
        # pylint: disable-next=consider-using-with
        watch = subprocess.Popen([gps, "watch", "--format", form], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                 env=program.environment)
        RUNNING.append(watch)
        lines = [watch.stdout.readline() for _ in range(3)]
        watch.terminate()
        expect(words in lines[-1], f"{form}: {lines}")
    result = program.run("doctor", "--device", f"service:{program.socket}", "--for", "3s")
    expect("RTK float, not fixed, base " in result.stdout and "1.5 s old" in result.stdout, f"{result.stdout}")
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
    for host, query, word in [("localhost", "", "its certificate is not trusted"),
                              ("127.0.0.1", f"?ca-file={folder / 'cert'}", "its certificate is for another host")]:
        program = Program(gps, strict, receiver, f"ntrips://{host}:{caster.port}/MNT{query}")
        program.await_word(word)
        program.end()
        (strict / "said").unlink()
    expect(receiver.written == data, "something came over a connection that is not trusted")
    receiver.close()
    caster.close()


def expect_passed_on(feed, items, receiver, program):
    """Sends frames through another caster: from some frame on, when the program was connected, they arrive."""
    count = 0
    while len(frames(receiver.written, so_far=True)) < 30:
        expect(count < len(items), f"too little came: {program.said()}")
        feed.sendall(items[count])
        count += 1
        time.sleep(0.1)
    program.await_word("receiving RTCM 3 from ntrip://me@")
    arrived = frames(receiver.written, so_far=True)
    first = items.index(arrived[0])
    expect(arrived == items[first:first + len(arrived)], "what came is not what was sent")


@check
def rtklib_is_understood(gps, folder):
    need("str2str")
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
    expect_passed_on(feed, [frame(random.Random(n)) for n in range(200)], receiver, program)
    listing = subprocess.run([gps, "corrections", "list", f"127.0.0.1:{port}", "--format", "json"], capture_output=True, text=True,
                             check=False, timeout=20)
    expect(listing.returncode == 0 and json.loads(listing.stdout.splitlines()[0])["mountpoint"] == "MNT", f"{listing}")
    program.end()
    receiver.close()


@check
def pygnssutils_is_understood(gps, folder):
    need("gnssserver")
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
    # It reads what it passes on: 1005 is the position of a base.
    expect_passed_on(feed, [frame(random.Random(n), 1005, 16) for n in range(200)], receiver, program)
    program.end()
    receiver.close()


@check
def wrong_arguments_are_refused(gps, folder):
    secret = folder / "open"
    secret.write_text(PASSWORD, encoding="utf-8")
    secret.chmod(0o644)
    for address, code, words in [
            (f"ntrip://me:{PASSWORD}@h/M", 64, "a password in the address"), ("ntrip://127.0.0.1:9", 64, "names no mountpoint"),
            ("http://h/M", 64, "scheme"), ("ntrip://h/M?gga=x", 64, "gga"), ("tcp://h:1/M", 64, "tcp://host:port"),
            (f"ntrip://me@h/M?password-file={secret}", 77, "others may read"),
            ("ntrip://me@h/M?password-file=/nowhere", 66, "/nowhere")]:
        result = subprocess.run([gps, "watch", "--device", "/dev/null", "--corrections", address], capture_output=True, text=True,
                                check=False, timeout=20)
        expect(result.returncode == code and words in result.stderr, f"{address}: {result.returncode} {result.stderr}")
        expect(PASSWORD not in result.stderr and result.stderr.count("\n") == 1, f"said: {result.stderr}")


if __name__ == "__main__":
    sys.exit(perform_with_folders())

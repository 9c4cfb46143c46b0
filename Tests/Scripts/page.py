#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Runs "gps web" with a receiver on a pseudo-terminal, and sends requests as scripts, strangers and browsers do.

    page.py GPS [NAME …]       all checks, or those with these names

The checks that need a browser are skipped with a message if Chromium is not installed.
"""
import contextlib
import datetime
import http.client
import http.server
import json
import math
import os
import pathlib
import re
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
# pylint: disable-next=wrong-import-position
import browser  # noqa: E402
# pylint: disable-next=wrong-import-position
import instrument  # noqa: E402
# pylint: disable-next=wrong-import-position
from checking import CHECKS, Missing, check, eventually, expect, perform  # noqa: E402
# pylint: disable-next=wrong-import-position
from watching import Port, clock, field, sentence  # noqa: E402

STRANGER = 1234
HOSTILE = "<img src=x onerror=\"document.title='owned'\"><b id=owned>x</b>"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Receiver:
    """A receiver on a pseudo-terminal that moves north by a ten-thousandth of a minute per epoch."""

    def __init__(self, rate=5, heading=None):
        self.port, self.rate, self.heading, self.course, self.speed = Port(), rate, heading, 60.0, 2.0
        self.is_silent = self.is_jammed = False
        self.path, self.has_fix, self.is_ended, self.sent = self.port.path, True, False, 0
        self.degrees = 47
        self.thread = threading.Thread(target=self.send, daemon=True)
        self.thread.start()

    def epoch(self):
        second, part = divmod(self.sent, self.rate)
        digits = f"{clock(43200 + second).replace(':', '')}.{part * 1000 // self.rate:03}"
        place = f"{self.degrees}32.{6000 + self.sent:04},N,00940.9980,E"
        signals = "".join(f",{number:02},{20 + 8 * number},{40 * number:03},{30 + number}" for number in range(1, 5))
        if self.has_fix:
            return (sentence(f"GPGGA,{digits},{place},1,08,1.0,396.0,M,47.0,M,,")
                    + sentence("GPGSA,A,3,01,02,03,,,,,,,,,,1.9,1.0,1.6")
                    + (sentence("PAIRSPF,3") if self.is_jammed else b"")
                    + sentence(f"GPGSV,1,1,04{signals}")
                    + (b"" if self.heading is None else sentence(f"GPHDT,{self.heading:.1f},T"))
                    + sentence(f"GPRMC,{digits},A,{place},{self.speed},{self.course},150625,,,A"))
        return (sentence(f"GPGGA,{digits},,,,,0,00,99.9,,M,,M,,") + sentence(f"GPGSV,1,1,04{signals}")
                + sentence(f"GPRMC,{digits},V,,,,,,,150625,,,N"))

    def send(self):
        due = time.monotonic()
        while not self.is_ended:
            if not self.is_silent:
                self.port.send(self.epoch())
            self.sent += 1
            due += 1 / self.rate
            time.sleep(max(0, due - time.monotonic()))

    def close(self):
        self.is_ended = True
        self.thread.join()
        self.port.close()


class Page:
    """A running "gps web", or "gps serve --web", which serves the same page."""

    running = []

    def __init__(self, gps, *options, command="web", port=None, input=None, folder=None):
        self.port, self.command = port or free_port(), command
        self.folder = folder or tempfile.TemporaryDirectory(prefix="gps-web-")
        self.log = open(self.folder.name + "/log", "w+", encoding="utf-8")  # pylint: disable=consider-using-with
        # pylint: disable-next=consider-using-with
        self.process = subprocess.Popen(
            [gps, *self.arguments(), *options], stderr=self.log, stdin=input or subprocess.DEVNULL, env=self.environment())
        self.running.append(self.process)
        eventually(lambda: "the page is at" in self.said() or self.process.poll() is not None, "it did not start")
        expect(self.process.poll() is None, f"it ended: {self.said()}")
        self.token = re.search("token=([0-9a-f]{32})", self.said())[1]

    def arguments(self):
        """The words of its command, without a receiver."""
        if self.command == "web":
            return ["web", "--listen", f"127.0.0.1:{self.port}"]
        return ["serve", "--web", f"127.0.0.1:{self.port}", "--gpsd", f"127.0.0.1:{free_port()}", "--socket", f"{self.folder.name}/socket"]

    def environment(self):
        return dict(os.environ, XDG_STATE_HOME=self.folder.name, CORELOCATION_SERVICE="none")

    def said(self):
        with open(self.log.name, encoding="utf-8") as log:
            return log.read()

    def ask(self, path="/location.json", method="GET", port=None, body=None, **headers):
        """Sends a request; returns the status, the headers and the body of the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", port or self.port, timeout=30)
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.putrequest(method, path, skip_host="Host" in headers, skip_accept_encoding=True)
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders(body)
        answer = connection.getresponse()
        result = answer.status, dict(answer.getheaders()), answer.read()
        connection.close()
        return result

    def location(self):
        return json.loads(self.ask()[2])

    def await_fix(self):
        return eventually(lambda: self.location().get("fix"), lambda: f"there was no fix; it said {self.said()}")

    def cpu(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="utf-8") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self, keeps_folder=False):
        self.process.terminate()
        expect(self.process.wait(10) == 0, f"it did not end well: {self.said()}")
        self.log.close()
        if not keeps_folder:
            self.folder.cleanup()


class Stream:
    """A connection to /events."""

    def __init__(self, page, last=None, buffer=None):
        self.socket = socket.socket()
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.connect(("127.0.0.1", page.port))
        self.socket.settimeout(20)
        more = f"Last-Event-ID: {last}\r\n" if last else ""
        self.socket.sendall(f"GET /events HTTP/1.1\r\nHost: localhost\r\n{more}\r\n".encode())
        self.file = self.socket.makefile("rb")
        while self.file.readline() not in (b"\r\n", b""):
            pass
        self.rest = b""

    def event(self):
        """Returns the next event: its id, name and data. Comments and the retry time are skipped."""
        while True:
            while b"\n\n" not in self.rest:
                size = int(self.file.readline(), 16)
                self.rest += self.file.read(size)
                self.file.readline()
            text, self.rest = self.rest.split(b"\n\n", 1)
            members = dict(line.split(": ", 1) for line in text.decode().split("\n"))
            if "event" in members:
                return members["id"], members["event"], json.loads(members["data"])

    def await_event(self, name):
        while True:
            event = self.event()
            if event[1] == name:
                return event

    def close(self):
        self.file.close()
        self.socket.close()


# Scripts.

@check
def location_and_track(page, receiver, _gps):
    fix = page.await_fix()
    expect(47.54 < fix["latitude"] < 47.6 and fix["device"] == receiver.path, f"the fix was {fix}")
    status, headers, body = page.ask("/track.json")
    expect(status == 200 and headers["Content-Type"] == "application/json", f"{status}, {headers}")
    expect(len(json.loads(body)["segments"][0]) > 0, "there was no track")
    status, headers, body = page.ask(method="HEAD")
    expect(status == 200 and int(headers["Content-Length"]) > 100 and body == b"", "HEAD was not answered")


@check
def headers_protect(page, _receiver, _gps):
    for path, kind in [("/", "text/html; charset=utf-8"), ("/page.js", "text/javascript; charset=utf-8"),
                       ("/location.json", "application/json"), ("/nothing", "text/plain; charset=utf-8")]:
        status, headers, _ = page.ask(path)
        expect(status == (404 if path == "/nothing" else 200), f"{path} was {status}")
        expect(headers["Content-Type"] == kind, f"{path} is {headers['Content-Type']}")
        policy = headers["Content-Security-Policy"]
        expect(policy.startswith("default-src 'self';") and "unsafe" not in policy, f"the policy is {policy}")
        expect(headers["X-Content-Type-Options"] == "nosniff" and headers["Cache-Control"] == "no-store",
               f"{path} may be kept")
        expect(not [name for name in headers if name.lower().startswith("access-control")], "there is a CORS header")


@check
def nothing_is_kept_by_browsers(page, _receiver, _gps):
    page.await_fix()
    history = "/history?from=2026-11-27T00:00:00Z&until=2026-11-28T00:00:00Z"
    for method, path, status in (("GET", "/track.json", 200), ("GET", "/map.json", 200), ("GET", "/phone", 200), ("GET", "/land.json", 200),
                                 ("GET", history, 404), ("GET", "/history.gpx?x", 400), ("PUT", "/anchor", 403), ("GET", "/tiles/1/0/0", 204)):
        found, headers, _ = page.ask(path, method)
        expect(found == status, f"{path} was {found}")
        expect(headers.get("Cache-Control") == "no-store", f"{path} may be kept: {headers}")
    with socket.create_connection(("127.0.0.1", page.port), timeout=10) as connection:
        connection.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        expect(b"cache-control: no-store" in connection.recv(4096).lower(), "the events may be kept")


@check
def strangers_get_nothing(page, _receiver, _gps):
    page.await_fix()
    cases = [
        (421, "GET", {"Host": f"evil.example:{page.port}"}), (421, "GET", {"Host": "localhost.evil.example"}),
        (403, "GET", {"Sec_Fetch_Site": "cross-site"}), (403, "GET", {"Sec_Fetch_Site": "same-site"}),
        (403, "GET", {"Origin": "https://evil.example"}), (405, "POST", {}), (405, "PUT", {}), (405, "DELETE", {}),
        (405, "OPTIONS", {"Origin": "https://evil.example"}),
    ]
    for path in ("/location.json", "/events", "/track.json", "/"):
        for expected, method, headers in cases:
            status, _, body = page.ask(path, method, **headers)
            expect(status == expected, f"{method} {path} with {headers} was {status}")
            expect(b"47." not in body and b"latitude" not in body, f"the place got out: {body}")
    status, _, _ = page.ask(body=b"x" * 10, Content_Length="10")
    expect(status == 400, f"a body was {status}")


@check
def requests_that_are_none(page, _receiver, _gps):
    get, host = b"GET /location.json HTTP/1.1\r\n", b"Host: localhost\r\n"
    for request in (get + b"\r\n",
                    get + host + b"Host: evil.example\r\n\r\n",
                    get + host + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                    get + host + b"X: " + b"a" * 200_000 + b"\r\n\r\n",
                    b"GET http://localhost/location.json HTTP/1.1\r\n" + host + b"\r\n",
                    b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\n" + host + b"\r\n",
                    b"GET / HTTP/9.9\r\n" + host + b"\r\n",
                    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"nonsense\r\n\r\n"):
        with socket.create_connection(("127.0.0.1", page.port), timeout=20) as connection:
            try:
                connection.sendall(request)
                answer = b""
                while piece := connection.recv(1 << 16):
                    answer += piece
            except ConnectionError:
                pass
            expect(b" 200 " not in answer.split(b"\r\n")[0], f"{request[:60]} was answered with {answer[:60]}")
    expect(page.ask()[0] == 200, "it does not answer any more")


@check
def other_users_need_the_token(page, _receiver, _gps):
    if os.geteuid() != 0:
        raise Missing("this is for root, to be another user")
    page.await_fix()

    def as_stranger(*headers):
        script = ("import http.client,sys;c=http.client.HTTPConnection('127.0.0.1',int(sys.argv[1]),timeout=10);"
                  "c.request('GET',sys.argv[2],headers=dict(h.split(': ',1) for h in sys.argv[3:]));"
                  "r=c.getresponse();print(r.status,r.getheader('Set-Cookie'),r.read().decode())")
        return subprocess.run(
            ["/usr/bin/python3", "-c", script, str(page.port), *headers], user=STRANGER, group=STRANGER,
            extra_groups=[], capture_output=True, text=True, check=True, cwd="/").stdout

    for path in ("/location.json", "/events", "/track.json", "/map.json", "/location.json?token=" + page.token):
        answer = as_stranger(path)
        expect(answer.startswith("403 ") and "latitude" not in answer, f"{path} was {answer[:80]}")
    for path in ("/", "/page.js", "/connection.js", "/land.json"):
        expect(as_stranger(path).startswith("200 None "), f"{path} was not served, or came with a cookie")
    bearer = f"Authorization: Bearer {page.token}"
    expect(as_stranger("/location.json", bearer).startswith("200 "), "the token was worth nothing")
    expect(as_stranger("/location.json", bearer[:-1] + "x").startswith("403 "), "a wrong token was accepted")


@check
def beyond_this_machine_everybody_needs_it(_page, _receiver, gps):
    page = Page(gps, "--listen", f"0.0.0.0:{free_port()}", "--device", "-")
    try:
        expect(page.ask()[0] == 403, "no token was needed")
        expect(page.ask(Authorization=f"Bearer {page.token}")[0] == 200, "the token was worth nothing")
        expect(page.ask(Authorization=f"Bearer {page.token}", Host="192.168.1.5")[0] == 200, "an address was refused")
        expect(page.ask(Authorization=f"Bearer {page.token}", Host="evil.example")[0] == 421, "a name was accepted")
    finally:
        page.end()


@check
def events_come_and_go_on(page, receiver, _gps):
    page.await_fix()
    stream = Stream(page)
    expect([stream.event()[1] for _ in range(2)] == ["resync", "state"], "it did not begin with how it stands")
    first = stream.await_event("fix")
    second = stream.await_event("fix")
    expect(second[2]["latitude"] > first[2]["latitude"] and "age" not in second[2], f"it did not move: {second}")
    stream.close()
    # Half a second later, the missed events follow, and none is repeated.
    time.sleep(0.5)
    again = Stream(page, last=second[0])
    third = again.event()
    expect(third[1] != "resync", "it began anew")
    expect(int(third[0].split("-")[1]) == int(second[0].split("-")[1]) + 1, f"{second[0]} was followed by {third[0]}")
    receiver.has_fix = False
    try:
        again.await_event("fixLost")
        expect("fix" not in page.location() and page.location()["lastFix"]["age"] >= 0, "the fix was not lost")
    finally:
        receiver.has_fix = True
    again.await_event("fix")
    again.close()
    expect(len(json.loads(page.ask("/track.json")[2])["segments"]) >= 2, "the outage is not in the track")


@check
def who_does_not_read_holds_up_nobody(page, _receiver, _gps):
    page.await_fix()
    stalled = [Stream(page, buffer=4096) for _ in range(20)]
    reader = Stream(page)
    begin = time.monotonic()
    gaps, last = [], begin
    while last - begin < 5:
        reader.await_event("fix")
        gaps.append(time.monotonic() - last)
        last = time.monotonic()
    expect(max(gaps[1:]) < 3, f"a fix came {max(gaps):.1f} s after the last one")
    expect(page.ask()[0] == 200, "it does not answer any more")
    for stream in (*stalled, reader):
        stream.close()


@check
def ten_browsers_cost_little(page, _receiver, _gps):
    page.await_fix()
    streams = [Stream(page) for _ in range(10)]
    threads = [threading.Thread(target=lambda one=one: [one.await_event("fix") for _ in range(25)]) for one in streams]
    begin, used = time.monotonic(), page.cpu()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    seconds, used = time.monotonic() - begin, page.cpu() - used
    for stream in streams:
        stream.close()
    print(f"    ten browsers at 5 Hz: {1000 * used / seconds:.1f} ms CPU a second")
    expect(used / seconds < 0.2, f"it took {used:.2f} s CPU in {seconds:.1f} s")


@check
def crowds_are_bounded(page, _receiver, _gps):
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    crowd = []
    for _ in range(200):
        one = socket.create_connection(("127.0.0.1", page.port), timeout=10)
        one.sendall(b"GET /location.json HTTP/1.1\r\nHost: local")
        crowd.append(one)
    with open(f"/proc/{page.process.pid}/limits", encoding="utf-8"):
        descriptors = len(os.listdir(f"/proc/{page.process.pid}/fd"))
    expect(descriptors < 180, f"it has {descriptors} descriptors open")
    for one in crowd:
        one.close()
    eventually(lambda: answers(page), "it does not answer any more")


@check
def strangers_leave_the_owner_in(page, _receiver, _gps):
    if os.geteuid() != 0:
        raise Missing("this is for root, to be another user")
    script = ("import socket,sys,time;a=('127.0.0.1',int(sys.argv[1]));idle=[socket.create_connection(a) for _ in range(150)]\n"
              "print(flush=True);end=time.monotonic()+120\n"
              "while time.monotonic()<end:\n try: socket.create_connection(a,1).close()\n except OSError: pass")
    # pylint: disable-next=consider-using-with
    crowd = subprocess.Popen(["/usr/bin/python3", "-c", script, str(page.port)], user=STRANGER, group=STRANGER,
                             extra_groups=[], stdout=subprocess.PIPE, cwd="/")
    crowd.stdout.readline()
    for number in range(10):
        expect(answers(page), f"the owner's request {number} was not answered")
        expect(page.ask(Authorization=f"Bearer {page.token}")[0] == 200, f"request {number} with the token was not answered")
    expect(crowd.poll() is None, "the crowd has gone too early")
    crowd.kill()
    crowd.wait()


@check
def idle_connections_leave_those_with_the_token_in(_page, _receiver, gps):
    page = Page(gps, "--listen", f"0.0.0.0:{free_port()}", "--device", "-")
    try:
        idle = [socket.create_connection(("127.0.0.1", page.port)) for _ in range(150)]
        for number in range(5):
            expect(page.ask(Authorization=f"Bearer {page.token}")[0] == 200, f"request {number} was not answered")
        for one in idle:
            one.close()
    finally:
        page.end()


@check
def requests_without_end_are_bounded(page, _receiver, _gps):
    before, clients = memory(page), [socket.create_connection(("127.0.0.1", page.port), timeout=10) for _ in range(4)]
    for client in clients:
        client.setblocking(False)
    end = time.monotonic() + 4
    while time.monotonic() < end:
        for client in clients:
            try:
                client.send(b"GET /land.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200)
            except OSError:
                time.sleep(0.01)
    grown = memory(page) - before
    print(f"    {grown:.1f} MB")
    expect(grown < 16, f"it grew by {grown:.0f} MB")
    for client in clients:
        client.close()


def memory(page):
    """Megabytes that it alone has, and has written to."""
    return field(f"/proc/{page.process.pid}/smaps_rollup", "Private_Dirty:") / 1024


def answers(page):
    try:
        return page.ask()[0] == 200
    except (OSError, http.client.HTTPException):
        return False


@check
def a_port_in_use_is_named_by_whom(page, receiver, gps):
    result = subprocess.run([gps, "web", "--listen", f"127.0.0.1:{page.port}", "--device", receiver.path],
                            capture_output=True, text=True, timeout=20, check=False)
    name = os.path.basename(gps)
    expected = f"gps: cannot listen at 127.0.0.1:{page.port}: {name} (process {page.process.pid}) has the port; "
    expect(result.returncode == 69 and result.stderr.startswith(expected) and result.stderr.count("\n") == 1,
           f"{result.returncode}: {result.stderr}")
    for listen, code in (("localhost", 64), ("127.0.0.1:99999", 64), ("300.1.1.1:80", 69), ("example.org:8947", 69)):
        result = subprocess.run([gps, "web", "--listen", listen, "--device", receiver.path],
                                capture_output=True, text=True, timeout=20, check=False)
        expect(result.returncode == code and result.stderr.count("\n") == 1, f"{listen}: {result.stderr}")


@check
def standard_input_and_recordings(_page, receiver, gps):
    read, write = os.pipe()
    page = Page(gps, "--device", "-", input=read)
    os.close(read)
    while "fix" not in page.location():
        os.write(write, receiver.epoch())
    os.close(write)
    eventually(lambda: page.location()["state"]["state"] == "ended", "the end was not told")
    expect("lastFix" in page.location(), "the last position is gone")
    page.end()
    command = [gps, "web", "--replay", "/nowhere.nmea"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    expect(result.returncode == 66 and result.stderr.count("\n") == 1, f"{result.returncode}: {result.stderr}")


@check
def over_the_service_it_knows_each_receiver(_page, _receiver, gps):
    first, second = Receiver(rate=2), Receiver(rate=2)
    served = Page(gps, "--device", first.path, "--device", second.path, command="serve")
    other = Page(gps, "--device", f"service:{served.folder.name}/socket")
    pages = (served, other)

    def receivers(page):
        return {one["device"]: one for one in page.location()["receivers"]}

    def are_known(page):
        known = receivers(page)
        return list(known) == [first.path, second.path] and all("accuracy" in one and one["age"] < 3 for one in known.values()) and known

    try:
        for page in pages:
            known = eventually(lambda page=page: are_known(page), lambda page=page: f"it knows {page.location()}")
            expect([one["role"] for one in known.values()] == ["active", "standby"], f"the roles are {known}")
            expect(known[second.path]["distance"] < 5 and known[second.path]["used"] == 8, f"the standby is {known[second.path]}")
        # A receiver that has only just been found is listened to at other rates when it falls silent.
        eventually(lambda: first.sent > 20, "it sends nothing")
        first.is_silent = True
        for page in pages:
            eventually(lambda page=page: [one["name"] for one in page.location()["alerts"]] == ["standby"],
                       lambda page=page: f"the alerts are {page.location()['alerts']}")
            said = f"{first.path} has lost its fix; using {second.path} until it is back"
            eventually(lambda page=page, said=said: said in [one["text"] for one in page.location()["events"]],
                       lambda page=page: f"gps {page.command} does not say what happened: {page.location()['events']}")
            # A receiver counts as silent after ten seconds.
            eventually(lambda page=page: "is silent" in receivers(page)[first.path].get("explanation", ""),
                       lambda page=page: f"gps {page.command} does not say why: {page.location()}")
            expect(receivers(page)[first.path]["replacedBy"] == second.path, f"it is {receivers(page)[first.path]}")
    finally:
        other.end()
        served.end()
        first.close()
        second.close()


def imported(gps, folder, name="track.sqlite"):
    """Returns the path of a store with a quarter of an hour of yesterday, and the question for that day."""
    day = time.strftime("%Y-%m-%d", time.gmtime(time.time() - 86400))
    with open(f"{folder}/day.nmea", "wb") as file:
        subprocess.run([gps, "simulate", "--route", "circle", "--speed", "3", "--radius", "400", "--duration", "900", "--start", f"{day}T08:00:00Z"],
                       stdout=file, check=True, timeout=60)
    run = subprocess.run([gps, "history", "import", "--store", f"{folder}/{name}", f"{folder}/day.nmea"],
                         capture_output=True, text=True, timeout=60, check=False, env=dict(os.environ, TZ="UTC"))
    if "without SQLite" in run.stderr:
        raise Missing("this gps has no SQLite")
    expect(run.returncode == 0, run.stderr)
    return f"{folder}/{name}", f"/history?from={day}T00:00:00Z&until={day}T23:59:59Z"


@check
def a_store_of_an_earlier_version_is_prepared_first(_page, _receiver, gps):
    with tempfile.TemporaryDirectory() as folder:
        path, question = imported(gps, folder)
        with sqlite3.connect(path) as database:
            database.executescript("DROP TABLE track_quarter; PRAGMA user_version = 2;")
        one = Page(gps, "--device", "-", "--store", path)
        try:
            status, headers, body = one.ask(question)
            expect(status == 503 and "%" in json.loads(body)["error"], f"it was {status}: {body[:200]}")
            expect(headers["Cache-Control"] == "no-store", "that may be kept")
            answer = eventually(lambda: one.ask(question)[0] == 200 and json.loads(one.ask(question)[2]), "it was never prepared")
            expect(abs(answer["distance"] - 2700) < 60, f"the way was {answer['distance']}")
        finally:
            one.end()


@check
def a_service_says_that_it_cannot_read_the_store_of_a_person(_page, _receiver, gps):
    if os.geteuid() != 0:
        raise Missing("this is for root, to be another user")
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryDirectory() as state:
        path, question = imported(gps, home)
        os.chown(state, STRANGER, STRANGER)
        port = free_port()
        # As systemd runs it: another user, to whom the homes of people are closed.
        # pylint: disable-next=consider-using-with
        service = subprocess.Popen(
            [gps, "serve", "--web", f"127.0.0.1:{port}", "--gpsd", f"127.0.0.1:{free_port()}", "--socket", f"{state}/socket", "--device",
             "/dev/does-not-exist", "--store", path], stderr=subprocess.PIPE, text=True, user=STRANGER, group=STRANGER, extra_groups=[],
            cwd="/", env=dict(os.environ, HOME=state, STATE_DIRECTORY=state))
        Page.running.append(service)
        said = []
        while "token=" not in "".join(said[-1:]):
            said.append(service.stderr.readline())
            expect(said[-1], f"it ended: {said}")
        token = re.search("token=([0-9a-f]{32})", said[-1])[1]
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        connection.request("GET", question, headers={"Authorization": f"Bearer {token}"})
        answer = connection.getresponse()
        text = json.loads(answer.read())["error"]
        expect(answer.status == 404 and f"user {STRANGER}" in text and path in text and "gps web" in text, f"it said {answer.status}: {text}")
        # Nor does its own user need less than the token there.
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        connection.request("GET", "/location.json")
        expect(connection.getresponse().status == 403, "root needs no token of another user's page")
        service.terminate()
        expect(service.wait(10) == 0, "it did not end well")


@check
def sockets_of_systemd_are_served_and_the_log_says_where_the_token_is(_page, _receiver, gps):
    with tempfile.TemporaryDirectory() as folder, socket.socket() as web, socket.socket(socket.AF_UNIX) as location:
        web.bind(("127.0.0.1", 0))
        location.bind(f"{folder}/location.sock")
        pair = (web, location)
        for one in pair:
            one.listen()
        port = web.getsockname()[1]
        # The journal is told by the device and the number of standard error.
        script = ("import os,sys\nfor to,of in enumerate(sys.argv[1:3]): os.dup2(int(of),100+to)\nos.dup2(100,3);os.dup2(101,4);s=os.fstat(2)\n"
                  "os.environ.update(LISTEN_PID=str(os.getpid()),LISTEN_FDS='2',LISTEN_FDNAMES='web:location',JOURNAL_STREAM=f'{s.st_dev}:{s.st_ino}')\n"
                  "os.execv(sys.argv[3],sys.argv[3:])")
        # pylint: disable-next=consider-using-with
        service = subprocess.Popen(
            [sys.executable, "-c", script, *(str(one.fileno()) for one in pair), gps, "serve", "--device", "/dev/does-not-exist"],
            stderr=subprocess.PIPE, text=True, pass_fds=[one.fileno() for one in pair],
            env=dict(os.environ, HOME=folder, XDG_STATE_HOME=folder, XDG_RUNTIME_DIR=folder))
        Page.running.append(service)
        said = [service.stderr.readline()]
        while "the page is at" not in said[-1]:
            expect(said[-1], f"it ended: {said}")
            said.append(service.stderr.readline())
        path = re.search(rf"the page is at http://127.0.0.1:{port}/#token=…, with the token in (/\S+)", said[-1])
        expect(path, f"it said {said[-1]}")
        token = pathlib.Path(path[1]).read_text(encoding="ascii").strip()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        connection.request("GET", "/location.json", headers={"Authorization": f"Bearer {token}"})
        answer = connection.getresponse().status
        expect(answer == 200, f"it answered {answer}")
        service.terminate()
        expect(service.wait(10) == 0, "it did not end well")


# Browsers.

# The browser that the next check continues to use.
WINDOWS = []


def with_browser(function):
    def run(page, receiver, gps):
        if not browser.installed():
            raise Missing("there is no chromium")
        if WINDOWS:
            window = WINDOWS.pop()
            window.renew()
        else:
            window = browser.Browser()
        try:
            window.size(1280, 800)
            function(window, page, receiver, gps)
        except (OSError, EOFError, TimeoutError, RuntimeError):
            window.close()
            raise
        except BaseException:
            WINDOWS.append(window)
            raise
        WINDOWS.append(window)
    CHECKS["browser-" + function.__name__.replace("_", "-")] = run
    return function


def address(page):
    return f"http://127.0.0.1:{page.port}/"


@with_browser
def shows_a_position_that_moves(window, page, _receiver, _gps):
    page.await_fix()
    window.open(address(page))
    instrument.await_state(window, "fix")
    first = eventually(lambda: instrument.field(window, "latitude"), "no position was shown")
    eventually(lambda: float(instrument.field(window, "latitude")) > float(first), "the position did not move")
    instrument.press(window, "Sky")
    eventually(lambda: window.value("document.querySelectorAll('#sky .satellite').length") == 4, "the sky is empty")
    expect(window.value("document.querySelectorAll('#signals .used').length") == 3, "the signals are wrong")
    instrument.press(window, "Map")
    eventually(lambda: window.value("Number(document.querySelector('[data-layer=track]').dataset.points)") > 3, "there is no track")
    expect(window.value("document.querySelector('[data-marker] .accuracy').getAttribute('r') > 0"), "there is no circle")
    strangers = [request for request in window.requests if not request.startswith((address(page), "blob:"))]
    expect(not strangers and not window.problems, f"{strangers} {window.problems}")


@with_browser
def counts_the_minutes_of_a_recording_by_its_own_clock(window, _page, _receiver, gps):
    """At 50 times its pace, five minutes pass within six seconds: they are five minutes of the charts, also after a reload."""
    part = "(() => { const chart = document.getElementById('used'); return chart.querySelector('.curve').getBBox().width / chart.clientWidth; })()"
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/drive.nmea", "wb") as file:
            subprocess.run([gps, "simulate", "--route", "circle", "--duration", "600", "--start", "2026-06-15T09:30:00Z"], stdout=file, check=True, timeout=60)
        one = Page(gps, "--replay", f"{folder}/drive.nmea", "--speed", "50")
        try:
            window.size(1920, 1080)
            window.open(address(one))
            eventually(lambda: one.location()["state"]["state"] == "ended", "it does not end")
            eventually(lambda: window.value(part) > 0.8, lambda: f"the curve takes {window.value(part)} of the chart")
            window.open(address(one))
            eventually(lambda: (window.value(part) or 0) > 0.8, lambda: f"after a reload, the curve takes {window.value(part)} of the chart")
            said = one.location()
            expect(all(event["time"].startswith("2026-06-15T09:3") for event in said["events"]), f"it happened at {said['events']}")
            # How old a position is depends on when it came.
            expect(said["lastFix"]["age"] < 60, f"the last fix is {said['lastFix']['age']} s old")
        finally:
            one.end()


@with_browser
def costs_what_it_may(window, page, _receiver, _gps):
    """At most 180 kB and 25 requests until the first position, which is there within a second."""
    page.await_fix()
    window.value("window.stop()")
    begin = time.monotonic()
    window.open(address(page))
    eventually(lambda: instrument.field(window, "latitude"), "no position was shown")
    seconds = time.monotonic() - begin
    measured = window.value("(() => { const all = performance.getEntriesByType('resource'); return [all.length + 1,"
                            " all.reduce((sum, one) => sum + one.transferSize, 0), performance.getEntriesByName('first-contentful-paint')[0]?.startTime]; })()")
    print(f"    {measured[0]} requests, {measured[1] / 1000:.0f} kB, first paint after {measured[2] or 0:.0f} ms, position after {seconds:.2f} s")
    expect(measured[0] <= 25 and measured[1] < 180_000, f"it took {measured[0]} requests and {measured[1]} bytes")


@contextlib.contextmanager
def two_receivers(gps, *options):
    """A page with a preferred receiver and a standby, which report headings as well."""
    receivers = [Receiver(rate=2, heading=52), Receiver(rate=2, heading=52)]
    pages = [Page(gps, *(word for one in receivers for word in ("--device", one.path)), *options)]
    try:
        yield pages, *receivers
    finally:
        if pages[0].process.poll() is None:
            pages[0].end()
        for one in receivers:
            one.close()


@with_browser
def holds_in_every_state_at_every_size_and_in_every_color(window, _page, _receiver, gps):
    def holds(state, in_window=window, **how):
        instrument.await_page(in_window)
        instrument.await_state(in_window, state)
        instrument.check_state(in_window, state, lambda name: picture(in_window, name), **how)

    with two_receivers(gps) as (pages, first, second):
        first.has_fix = second.has_fix = False
        window.open(address(pages[0]))
        holds("searching")
        first.has_fix = second.has_fix = True
        holds("fix")
        first.is_silent = second.is_silent = True
        instrument.await_state(window, "lost")
        first.is_silent = second.is_silent = False
        instrument.await_state(window, "fix")
        first.has_fix = second.has_fix = False
        holds("lost")
        first.has_fix = second.has_fix = True
        instrument.await_state(window, "fix")
        first.is_silent = True
        holds("degraded")
        expect(window.text("#state").endswith(f"on standby receiver {second.path}"), window.text("#state"))
        first.is_silent = False
        pages[0].end(keeps_folder=True)
        # What the server said last is kept.
        holds("disconnected", alert="disconnected,standby")
        pages[0] = Page(gps, "--device", first.path, "--device", second.path, port=pages[0].port, folder=pages[0].folder)
        holds("fix")
        with another_window(pages[0]) as other:
            holds("fix", other)
            expect(instrument.state(window) == "fix", "the first browser lost it")
        # Last, since such a warning holds for a minute.
        first.is_jammed = second.is_jammed = True
        holds("warning")


def picture(window, name):
    """Keeps a picture of what is shown, for people, in the folder PICTURES if that is set."""
    if "PICTURES" in os.environ:
        window.picture(f"{os.environ['PICTURES']}/{name}.png", whole=False)


def fits_everywhere(window):
    """What is shown now is neither cut off nor too small, at any size."""
    for width, height, _ in instrument.SIZES:
        window.size(width, height, mobile=width < 700)
        wrong = instrument.eventually_right(window, instrument.AUDIT)
        expect(not wrong, f"at {width}×{height}: {'; '.join(wrong[:5])}")


@with_browser
def every_view_fits(window, page, _receiver, _gps):
    page.await_fix()
    for width, height, _ in instrument.SIZES:
        window.size(width, height, mobile=width < 700)
        window.open(address(page))
        instrument.await_state(window, "fix")
        for view in ("Map", "Sky", "Receivers", "History"):
            instrument.press(window, view)
            eventually(lambda view=view: window.value("document.querySelector('[role=tab][aria-selected=true]').textContent") == view, f"{view} is not chosen")
            wrong = instrument.eventually_right(window, instrument.AUDIT)
            expect(not wrong, f"{view} at {width}×{height}: {'; '.join(wrong[:5])}")
            picture(window, f"{view.lower()}-{width}x{height}")
        for name in ("Settings", "Anchor watch"):
            instrument.press(window, name)
            eventually(lambda: window.value("document.querySelector('dialog[open] button') !== null"), "there is no dialog")
            picture(window, f"{name.lower().replace(' ', '-')}-{width}x{height}")
            over = window.value("(() => { const { scrollWidth, clientWidth } = document.querySelector('dialog'); return scrollWidth - clientWidth; })()")
            expect(over == 0, f"{name} at {width}×{height} is cut off by {over} px")
            instrument.press(window, "Close", "document.querySelector('dialog')")
            eventually(lambda: window.value("document.querySelector('dialog')") is None, "the dialog is still open")


@with_browser
def turns_arrows_by_heading_and_course(window, _page, _receiver, gps):
    receiver = Receiver(rate=2, heading=359)
    page = Page(gps, "--device", receiver.path)
    try:
        page.await_fix()
        window.open(address(page))
        for heading, course in ((359, 60), (1, 181.5), (123, 270)):
            receiver.heading, receiver.course = heading, course

            def is_turned(heading=heading, course=course):
                pairs = [(instrument.rotation(window, "heading"), heading), (instrument.rotation(window, "course"), course)]
                return all(found and abs(found[0] - wanted) < 2 and abs(found[1] - wanted) < 1 for found, wanted in pairs)

            eventually(is_turned, lambda: f"{instrument.rotation(window, 'heading')} {instrument.rotation(window, 'course')}")
        expect(window.value("document.querySelector('[data-marker]').dataset.orientation") == "heading", "the marker is not turned")
        # At rest there is no course, and the heading stays.
        receiver.speed = 0.2
        eventually(lambda: instrument.rotation(window, "course") is None, "there is a course at rest")
        expect(instrument.rotation(window, "heading"), "the heading is gone")
    finally:
        page.end()
        receiver.close()


@with_browser
def shows_values_in_the_units_that_were_chosen(window, _page, _receiver, gps):
    receiver = Receiver(rate=2)
    page = Page(gps, "--device", receiver.path, "--units", "nautical")
    try:
        page.await_fix()
        window.open(address(page))
        instrument.await_state(window, "fix")
        eventually(lambda: window.text("[data-field=speed]") == "2.0\u00a0kn", lambda: window.text("[data-field=speed]"))
        instrument.press(window, "Settings")
        eventually(lambda: window.value("document.querySelector('dialog[aria-label=Settings]') !== null"), "there are no settings")
        # 2 knots are 1.03 m/s.
        for value, text in (("kmh", "3.7\u00a0km/h"), ("ms", "1.0\u00a0m/s"), ("mph", "2.3\u00a0mph"), ("kn", "2.0\u00a0kn")):
            instrument.choose(window, "Speed", value)
            eventually(lambda text=text: window.text("[data-field=speed]") == text, lambda: window.text("[data-field=speed]"))
        for value, numbers in (("d", 1), ("dm", 2), ("dms", 3)):
            instrument.choose(window, "Coordinates", value)
            eventually(lambda numbers=numbers: len(re.findall(r"[\d.]+", window.text("[data-field=latitude]"))) == numbers,
                       lambda: window.text("[data-field=latitude]"))
            expect(window.text("[data-field=latitude]").endswith("N"), window.text("[data-field=latitude]"))
        instrument.choose(window, "Length", "ft")
        # 396 m are 1,299 ft.
        eventually(lambda: window.text("[data-field=altitude]") == "1299\u00a0ft", lambda: window.text("[data-field=altitude]"))
        instrument.choose(window, "Time", "utc")
        eventually(lambda: re.fullmatch(r"\d\d:\d\d:\d\d\u00a0UTC", window.text("[data-field=time]")), lambda: window.text("[data-field=time]"))
        instrument.choose(window, "Directions", "magnetic")
        # 60° true; the variation by the World Magnetic Model at Lake Constance is 4° east.
        eventually(lambda: window.text("[data-field=course]") == "056°\u00a0M", lambda: window.text("[data-field=course]"))
        expect(window.value("document.querySelector('[data-field=course]').ariaLabel") == "Course over ground 056° magnetic",
               window.value("document.querySelector('[data-field=course]').ariaLabel"))
        window.press("Escape", "Escape")
        eventually(lambda: window.value("document.activeElement.textContent") == "Settings", "the focus is not given back")
        # It is kept in this browser.
        window.open(address(page))
        eventually(lambda: window.text("[data-field=altitude]") == "1299\u00a0ft", lambda: window.text("[data-field=altitude]"))
    finally:
        page.end()
        receiver.close()


@with_browser
def writes_values_as_people_read_them(window, page, _receiver, _gps):
    window.open(address(page))
    instrument.await_state(window, "fix")
    cases = [
        # The decimals follow the accuracy; a minute that rounds to 60 is the next degree.
        ("d", "latitude", (47.5436512, 5), "47.54365° N"), ("d", "latitude", (47.5436512, 0.5), "47.543651° N"),
        ("d", "longitude", (-9.5, 60), "9.5000° W"), ("dm", "latitude", (47.999999, 5), "48° 00.000′ N"),
        ("dm", "longitude", (-0.0014783, 5), "0° 00.089′ W"), ("dms", "latitude", (-33.9999999, 5), "34° 00′ 00.0″ S"),
        ("dms", "latitude", (47.54365, 5), "47° 32′ 37.1″ N"),
        ("d", "length", (3.24,), "3.2 m"), ("d", "length", (396.2,), "396 m"), ("d", "distance", (999.4,), "999 m"),
        ("d", "distance", (1234,), "1.23 km"), ("d", "speed", (5.144,), "18.5 km/h"),
    ]
    for coordinates, function, arguments, expected in cases:
        found = window.value(f"import('/units.js').then(units => {{ units.choose('coordinates', '{coordinates}');"
                             f" return units.{function}(...{json.dumps(arguments)}).text.replace(/\\u00a0/g, ' '); }})")
        expect(found == expected, f"{function}{arguments} is {found}, not {expected}")
    # Of GeographicLib: from Lindau to Bregenz, 6,690.2 m to 133.96°.
    found = window.value("import('/watches.js').then(({ geodesic }) => geodesic({ latitude: 47.54612, longitude: 9.68431 },"
                         " { latitude: 47.50440, longitude: 9.74827 }))")
    expected = subprocess.run(["GeodSolve", "-i", "-p", "3"], input="47.54612 9.68431 47.50440 9.74827", capture_output=True, text=True,
                              check=True).stdout.split() if shutil.which("GeodSolve") else None
    if expected:
        expect(abs(found["distance"] - float(expected[2])) < 0.01 and abs(found["bearing"] - float(expected[0])) < 0.001,
               f"{found} is not {expected}")


@with_browser
def draws_codes_that_cameras_read(window, page, _receiver, _gps):
    if not shutil.which("zbarimg"):
        raise Missing("there is no zbarimg")
    window.open(address(page))
    instrument.await_state(window, "fix")
    # One of each version from 1 to 13, which hold so many bytes at level M.
    for length in (14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331):
        text = ("http://192.168.1.5:8947/#token=" + "0123456789abcdef" * 20)[:length]
        window.value(f"import('/qr.js').then(({{ qrPicture }}) => {{ const box = document.createElement('dialog'); box.append(qrPicture('{text}'));"
                     " document.querySelectorAll('dialog').forEach(one => one.remove()); document.body.append(box); box.showModal(); })")
        with tempfile.TemporaryDirectory() as folder:
            window.picture(f"{folder}/code.png", whole=False)
            read = subprocess.run(["zbarimg", "--quiet", "--raw", f"{folder}/code.png"], capture_output=True, text=True, check=False).stdout
        expect(read.strip() == text, f"a code of {length} bytes was read as {read!r}")


@with_browser
def is_never_shown_better_than_it_is(window, _page, _receiver, gps):
    """Stale within three seconds of the first fix that is missing; no connection within four of the last byte."""
    receiver = Receiver(rate=5)
    page = Page(gps, "--device", receiver.path)
    try:
        page.await_fix()
        window.open(address(page))
        instrument.await_state(window, "fix")
        expect(window.value(instrument.CLOCK), "the states cannot be timed")
        receiver.is_silent = True
        instrument.await_state(window, "lost")
        expect(window.value("seen.lost") <= 3, f"it was lost after {window.value('seen.lost')} s")
        expect(instrument.field(window, "latitude", "stale") == "true", "the latitude is not marked")
        for name in ("speed", "course", "heading", "accuracy"):
            expect(window.text(f"[data-field={name}]") == "—", f"{name} is {window.text(f'[data-field={name}]')}")
        expect("last known" in window.text("main"), "it is not called the last known")
        eventually(lambda: window.value("document.querySelectorAll('#sky .satellite').length") == 0, "there are still satellites")
        expect(instrument.rotation(window, "course") is None, "the course is still drawn")
        expect(window.value("document.querySelector('[data-marker]').dataset.orientation") == "none", "the marker is turned")
        receiver.is_silent = False
        instrument.await_state(window, "fix")
        page.process.send_signal(signal.SIGSTOP)
        try:
            window.value("seen = {}")
            instrument.await_state(window, "disconnected")
            took = window.value("[Math.min(seen.lost ?? Infinity, seen.disconnected), seen.disconnected]")
            # Three and four seconds, and one in which a busy browser may be late.
            expect(took[0] <= 4 and took[1] <= 5, f"it looked live for {took[0]} s, and had no connection after {took[1]} s")
            expect("No connection" in window.text("#alerts"), "there is no alert")
            picture(window, "disconnected")
        finally:
            page.process.send_signal(signal.SIGCONT)
        instrument.await_state(window, "fix")
    finally:
        page.end()
        receiver.close()


@with_browser
def says_why_there_is_no_receiver(window, _page, _receiver, gps):
    page = Page(gps, "--device", "/dev/does-not-exist")
    try:
        window.open(address(page))
        instrument.await_state(window, "none")
        expect("/dev/does-not-exist" in window.text("main"), "it does not say what to do")
        expect(window.text("[data-field=latitude]") == "—", "there is a latitude")
        expect(instrument.title(window).startswith("⚠"), instrument.title(window))
        expect(window.value("document.body.dataset.level") == "caution", "it is no caution")
    finally:
        page.end()


class TileServer:
    """Serves the same picture for every tile, and keeps the requests."""

    PICTURE = (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\0\0\0\0:~\x9bU"
               b"\0\0\0\nIDATx\x9cc`\0\0\0\2\0\1H\xaf\xa4q\0\0\0\0IEND\xaeB`\x82")

    def __init__(self):
        asked = self.asked = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):  # pylint: disable=invalid-name
                asked.append((self.path, self.headers.get("Referer")))
                self.send_response(200)
                self.send_header("Content-Type", "image/png")
                self.end_headers()
                self.wfile.write(TileServer.PICTURE)

            def log_message(self, *_arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


@with_browser
def draws_tiles_of_the_server_that_was_named(window, _page, _receiver, gps):
    tiles, receiver = TileServer(), Receiver()
    page = Page(gps, receiver.path, "--tiles", tiles.origin + "/{z}/{x}/{y}.png", "--tiles-attribution", "<b>them</b>")
    page.await_fix()
    window.open(address(page))
    images = "document.querySelectorAll('[data-layer=tiles] image').length"
    fix = page.location()["fix"]

    def is_near_the_fix(path):
        zoom, column, row = (int(number) for number in re.findall(r"\d+", path))
        count = 2 ** zoom
        # The usual numbers of tiles: from 180° west to the east, and from north to south.
        east = (fix["longitude"] + 180) / 360 * count
        south = (1 - math.asinh(math.tan(math.radians(fix["latitude"]))) / math.pi) / 2 * count
        return zoom > 10 and abs(column - east) < 6 and abs(row - south) < 6

    # Until the page has heard of the first fix, its map shows the world, and those tiles are asked for as well.
    eventually(lambda: any(is_near_the_fix(path) for path, _ in tiles.asked),
               lambda: f"no tile near {fix['latitude']}, {fix['longitude']} was asked for: {tiles.asked[-5:]}")
    eventually(lambda: (window.value(images) or 0) > 3, "there are no tiles")
    referers = {referer for _, referer in tiles.asked}
    expect(referers == {address(page)}, f"the server was told {referers}")
    expect("<b>them</b>" in window.text("#credit"), "it is not said whose map that is")
    strangers = [request for request in window.requests
                 if not request.startswith((address(page), tiles.origin + "/", "blob:"))]
    expect(not strangers and not window.problems, f"{strangers} {window.problems}")
    page.end()
    receiver.close()
    tiles.close()


PNG = bytes.fromhex("89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8cfc0"
                    "0000030101001827c90b0000000049454e44ae426082")


def tile_file(folder, fix):
    """Writes an MBTiles file with the tiles around a place; rows count from the south there."""
    path = f"{folder}/map.mbtiles"
    with sqlite3.connect(path) as database:
        database.executescript("CREATE TABLE metadata (name TEXT, value TEXT); CREATE TABLE tiles (zoom_level INTEGER,"
                               " tile_column INTEGER, tile_row INTEGER, tile_data BLOB);")
        database.executemany("INSERT INTO metadata VALUES (?, ?)", [
            ("format", "png"), ("minzoom", "14"), ("maxzoom", "17"), ("attribution", "<a href='x'>&copy; Somebody</a>")])
        for zoom in range(14, 18):
            count = 2 ** zoom
            column = int((fix["longitude"] + 180) / 360 * count)
            row = int((1 - math.asinh(math.tan(math.radians(fix["latitude"]))) / math.pi) / 2 * count)
            database.executemany("INSERT INTO tiles VALUES (?, ?, ?, ?)", [
                (zoom, column + x, count - 1 - (row + y), PNG) for x in range(-2, 3) for y in range(-2, 3)])
    return path, row, column


@check
def tiles_of_a_file_and_towns(page, receiver, gps):
    fix = page.await_fix()
    status, headers, body = page.ask("/towns/9/269/178")
    expect(status == 200 and headers["Content-Type"] == "application/json", f"towns were {status}")
    if not json.loads(body):
        raise Missing("the file with the towns is not beside this gps")
    expect("Friedrichshafen" in [town[0] for town in json.loads(body)], f"the towns are {body}")
    with tempfile.TemporaryDirectory() as folder:
        path, row, column = tile_file(folder, fix)
        os.chmod(path, 0o444)
        one = Page(gps, "--device", "-", "--tiles", path)
        try:
            if "without SQLite" in one.said():
                raise Missing("this gps has no SQLite")
            status, headers, body = one.ask(f"/tiles/17/{column}/{row}")
            expect(status == 200 and headers["Content-Type"] == "image/png" and body == PNG, f"the tile was {status}")
            for missing in ("/tiles/3/1/1", "/tiles/17/0/0"):
                expect(one.ask(missing)[0] == 204, f"{missing} was not 204")
            for missing in ("/tiles/99/0/0", "/tiles/1/2/3", "/tiles/../../etc/passwd"):
                expect(one.ask(missing)[0] == 404, f"{missing} was not 404")
            expect(one.ask(f"/tiles/17/{column}/{row}", method="HEAD")[2] == b"", "HEAD had a body")
            expect(sorted(os.listdir(folder)) == ["map.mbtiles"], f"it left {os.listdir(folder)}")
        finally:
            one.end()
        for content, code in ((b"no tiles", 65), (b"", 65)):
            pathlib.Path(path).chmod(0o600)
            pathlib.Path(path).write_bytes(content)
            run = subprocess.run([gps, "web", "--tiles", path], capture_output=True, text=True, timeout=20, check=False)
            expect(run.returncode == code and run.stderr.count("\n") == 1, f"{content}: {run}")


@check
def a_file_that_takes_minutes_holds_up_nothing(_page, _receiver, gps):
    letters = "(SELECT printf('%.*c', 900000, 'a') AS text)"
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/map.mbtiles"
        with sqlite3.connect(path) as database:
            database.executescript(
                f"""CREATE TABLE metadata (name TEXT, value TEXT);
                INSERT INTO metadata VALUES ('format', 'png'), ('minzoom', '0'), ('maxzoom', '3');
                CREATE TABLE long AS SELECT text FROM {letters}; INSERT INTO long SELECT upper(text) FROM long;
                CREATE TABLE many AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000) SELECT i FROM n;
                CREATE VIEW tiles AS SELECT 0 AS zoom_level, 0 AS tile_row, x'89504E47' AS tile_data,
                (a.text || i) COLLATE NOCASE < b.text COLLATE NOCASE AS tile_column
                FROM long a, long b, many WHERE a.rowid = 1 AND b.rowid = 2 AND tile_column > 1""")
        begun = time.monotonic()
        one = Page(gps, "--device", "-", "--tiles", path)
        if "without SQLite" in one.said():
            raise Missing("this gps has no SQLite")

        def attempt():
            # It is not answered when the page ends meanwhile.
            with contextlib.suppress(OSError, http.client.HTTPException):
                one.ask("/tiles/0/0/0")

        asking = threading.Thread(target=attempt, daemon=True)
        asking.start()
        expect(one.ask()[0] == 200, "the page does not answer meanwhile")
        expect(time.monotonic() - begun < 20, "it starts slowly, or waits for the file")
        time.sleep(0.5)
        begun = time.monotonic()
        one.end()
        expect(time.monotonic() - begun < 5, f"it ended after {time.monotonic() - begun:.1f} s")


@with_browser
def draws_tiles_of_a_file(window, page, _receiver, gps):
    fix, receiver = page.await_fix(), Receiver()
    with tempfile.TemporaryDirectory() as folder:
        one = Page(gps, "--device", receiver.path, "--tiles", tile_file(folder, fix)[0])
        try:
            one.await_fix()
            # With the token, which images cannot show by themselves.
            window.open(f"{address(one)}#token={one.token}")
            shown = "[...document.querySelectorAll('[data-layer=tiles] image')].filter(one => one.href.baseVal.startsWith('blob:')).length"
            eventually(lambda: (window.value(shown) or 0) >= 4, lambda: f"{window.value(shown)} tiles; {window.problems}")
            eventually(lambda: "© Somebody" in window.text("#credit"), "it is not said whose map that is")
            # From farther away, the map ends where the file does, which is no error.
            window.value("document.getElementById('map').focus()")
            for _ in range(4):
                window.press("-", "Minus")
            eventually(lambda: "outside the map" in (window.text("#map") or ""), lambda: f"the map says {window.text('#map')}")
            expect(window.value("document.querySelector('#ground .edge').getAttribute('d').length > 10"), "the edge is not drawn")
            expect(not window.problems, f"{window.problems}")
        finally:
            one.end()
            receiver.close()


@with_browser
def names_towns(window, page, _receiver, _gps):
    page.await_fix()
    if page.ask("/towns/9/269/178")[2] == b"[]\n":
        raise Missing("the file with the towns is not beside this gps")
    window.open(address(page))
    instrument.await_state(window, "fix")
    # Near by, the direction of the nearest; from farther away, names.
    eventually(lambda: "Lindau" in (window.text("[data-layer=towns]") or ""), lambda: f"the map says {window.text('#map')}")
    window.value("document.getElementById('map').focus()")
    for _ in range(7):
        window.press("-", "Minus")
    count = "document.querySelectorAll('[data-layer=towns] .town').length"
    eventually(lambda: (window.value(count) or 0) >= 3, lambda: f"the map says {window.text('#map')}")
    wrong = instrument.eventually_right(window, instrument.AUDIT)
    expect(not wrong, "; ".join(wrong))


@with_browser
def shows_that_the_fix_is_lost(window, page, receiver, _gps):
    page.await_fix()
    window.open(address(page))
    instrument.await_state(window, "fix")
    receiver.has_fix = False
    try:
        instrument.await_state(window, "lost")
        expect(window.text("#state") == "Fix lost", window.text("#state"))
        expect("last known" in window.text("main"), "the position is shown as if it were live")
        eventually(lambda: window.value("document.querySelector('[data-marker]').classList.contains('old')"), "so is the map's")
        expect(instrument.title(window) == "⚠ Fix lost – gps", instrument.title(window))
    finally:
        receiver.has_fix = True
    instrument.await_state(window, "fix")


@with_browser
def waits_two_and_a_half_seconds_for_a_quick_receiver(window, _page, _receiver, gps):
    receiver = Receiver(rate=10)
    page = Page(gps, "--device", receiver.path)
    try:
        page.await_fix()
        window.open(address(page))
        instrument.await_state(window, "fix")
        window.value(instrument.CLOCK)
        until = receiver.sent + 13
        receiver.is_silent = True
        eventually(lambda: receiver.sent >= until, "the receiver does not go on")
        receiver.is_silent = False
        place = instrument.field(window, "latitude")
        eventually(lambda: instrument.field(window, "latitude") != place, "it does not move any more")
        expect(window.value("Object.keys(seen).length") == 0, f"it says {window.value('seen')}")
        receiver.is_silent = True
        instrument.await_state(window, "lost")
        expect(2.4 < window.value("seen.lost") < 4, f"it was lost after {window.value('seen.lost')} s")
        expect(window.text("#state") == "Receiver silent", window.text("#state"))
    finally:
        page.end()
        receiver.close()


@with_browser
def is_not_green_while_there_is_a_warning(window, _page, _receiver, gps):
    receiver = Receiver()
    page = Page(gps, "--device", receiver.path)
    color = "getComputedStyle(document.querySelector('.sign')).color"
    marker = "getComputedStyle(document.querySelector('[data-marker] .body')).fill"
    try:
        page.await_fix()
        window.open(address(page))
        instrument.await_state(window, "fix")
        green, blue = window.value(color), window.value(marker)
        # 111 km away, and it stays there: the warning ends ten seconds later.
        receiver.degrees = 48
        instrument.await_state(window, "warning")
        expect(window.text("#state") == "Do not trust this position: position jumped", window.text("#state"))
        expect(instrument.title(window) == "⚠ Do not trust – gps", instrument.title(window))
        expect(window.value(color) != green and window.value(marker) != blue, "it looks as if all were well")
        expect("not to be trusted" in window.text("[data-field=accuracy]"), "the accuracy is shown without a word")
        expect("position jumped" in window.text("[data-alert=warning]"), "there is no alert")
        expect(window.value("document.body.dataset.level") == "caution", "it is no caution")
        picture(window, "warning")
        instrument.await_state(window, "fix")
        expect(window.value(color) == green, "it is not green again")
        expect(instrument.title(window) == "Fix – gps", instrument.title(window))
    finally:
        page.end()
        receiver.close()


@with_browser
def shows_a_name_of_html_as_text(window, _page, _receiver, gps):
    receiver = Receiver()
    with tempfile.TemporaryDirectory(prefix="gps-web-") as folder:
        link = f"{folder}/{HOSTILE}".replace("/b", "b")
        os.symlink(receiver.path, link)
        page = Page(gps, "--device", link)
        try:
            page.await_fix()
            window.open(address(page))
            name = HOSTILE.replace("/b", "b")
            instrument.await_state(window, "fix")
            instrument.press(window, "Receivers")
            eventually(lambda: name in (window.text("#receivers") or ""), lambda: window.text("#receivers"))
            expect(window.value("document.querySelectorAll('img, #owned').length") == 0, "the name became elements")
            expect(window.value("document.title") == "Fix – gps", "the name was run")
            refused = window.value("try { document.body.innerHTML = '<b>x</b>'; 'set' } catch (error) { 'refused' }")
            expect(refused == "refused", "the policy lets texts become elements")
        finally:
            page.end()
            receiver.close()


@with_browser
def connects_again(window, _page, _receiver, gps):
    receiver = Receiver()
    page = Page(gps, "--device", receiver.path)
    page.await_fix()
    window.open(address(page))
    instrument.await_state(window, "fix")
    page.end()
    instrument.await_state(window, "disconnected")
    expect(instrument.field(window, "latitude", "stale") == "true", "the position looks live")
    page = Page(gps, "--device", receiver.path, port=page.port)
    try:
        instrument.await_state(window, "fix")
        place = instrument.field(window, "latitude")
        eventually(lambda: instrument.field(window, "latitude") != place, "it does not move any more")
        expect(window.value("document.querySelector('[data-alert=disconnected]') === null"), "the alert is still there")
    finally:
        page.end()
        receiver.close()


@with_browser
def offers_nothing_before_it_can_do_it(window, page, _receiver, _gps):
    window.send("Network.setBlockedURLs", urls=["*/watches.js"])
    window.open(address(page))
    disabled = "[...document.querySelectorAll('header button')].map(one => one.disabled)"
    eventually(lambda: window.value(disabled) == [True] * 4, lambda: f"without its scripts: {window.value(disabled)}")
    expect(window.value("document.body.dataset.state") == "disconnected", "it looks as if it were connected")
    window.send("Network.setBlockedURLs", urls=[])
    window.problems.clear()
    window.open(address(page))
    eventually(lambda: window.value(disabled) == [False] * 4, lambda: f"with its scripts: {window.value(disabled)}")


@with_browser
def works_by_keyboard(window, page, _receiver, _gps):
    page.await_fix()
    window.open(address(page))
    instrument.await_state(window, "fix")
    window.value("document.getElementById('map').focus()")
    pressed = "document.getElementById('follow').getAttribute('aria-pressed')"
    bar = "document.querySelector('#map .bar + text').textContent"
    before = window.value(bar)
    window.press("+", "Equal")
    eventually(lambda: window.value(bar) != before, "+ does not zoom")
    window.press("ArrowUp", "ArrowUp")
    eventually(lambda: window.value(pressed) == "false", "the arrows do not move the map")
    window.value("document.getElementById('tab-instrument').focus()")
    chosen = "document.querySelector('[role=tab][aria-selected=true]').textContent"
    for name in ("Map", "Sky", "Receivers", "History", "Instrument"):
        window.press("ArrowRight", "ArrowRight")
        eventually(lambda name=name: window.value(chosen) == name, f"the arrow does not lead to {name}")
        eventually(lambda name=name: window.value("[...document.querySelectorAll('[role=tabpanel]')].filter(one => one.checkVisibility())"
                                                  ".map(one => document.getElementById(one.getAttribute('aria-labelledby')).textContent).join()") == name,
                   f"the panel of {name} is not shown")
    names = window.value("[...document.querySelectorAll('svg[role], button')]"
                         ".map(one => one.getAttribute('aria-label') ?? one.textContent)")
    expect(names and all(names), f"something has no name: {names}")


@with_browser
def works_at_twice_the_size_and_without_motion(window, page, _receiver, _gps):
    page.await_fix()
    window.size(640, 400)
    window.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    window.open(address(page))
    instrument.await_state(window, "fix")
    instrument.check_size(window, 640, 400, 36)
    expect(window.value("getComputedStyle(document.querySelector('[data-arrow=course]')).transitionDuration") == "0s", "it moves")


@with_browser
def takes_the_pictures_of_the_documents(window, _page, _receiver, gps):
    """Takes web.png and web-phone.png, of a boat on Lake Constance whose bow points ten degrees upwind of its course."""
    if "PICTURES" not in os.environ:
        raise Missing("PICTURES names no folder")
    with tempfile.TemporaryDirectory() as folder:
        lines = subprocess.run([gps, "simulate", "--route", "circle", "--speed", "3.1", "--radius", "900", "--latitude", "47.53", "--longitude", "9.66",
                                "--duration", "1200", "--start", "2026-06-15T09:30:00Z"], capture_output=True, check=True, timeout=60).stdout.splitlines(True)
        with open(f"{folder}/lake.nmea", "wb") as file:
            for line in lines:
                file.write(line)
                course = line.split(b",")[8] if line[3:6] == b"RMC" else b""
                if course:
                    file.write(sentence(f"GPHDT,{(float(course) - 10) % 360:.1f},T"))
        one = Page(gps, "--replay", f"{folder}/lake.nmea", "--speed", "15", "--units", "nautical")
        try:
            window.open(address(one))
            instrument.await_state(window, "fix")
            time.sleep(16)
            wrong = instrument.eventually_right(window, instrument.AUDIT)
            expect(not wrong, "; ".join(wrong))
            picture(window, "web")
            window.size(390, 844, mobile=True)
            time.sleep(1.5)
            picture(window, "web-phone")
        finally:
            one.end()


@contextlib.contextmanager
def another_window(page):
    """A second browser on a phone, which nobody has touched."""
    window = browser.Browser()
    try:
        window.size(390, 844, mobile=True)
        window.open(address(page))
        instrument.await_state(window, "fix")
        yield window
    finally:
        window.close()


ANCHOR = "document.querySelector('[data-mark=anchor]')"
# Whether the circle around the anchor lies on the map as a whole, beside the buttons.
IS_CIRCLE_IN_VIEW = """
(() => {
  const [circle, map, buttons] = ["[data-mark=anchor] .circle", "[data-map]", ".buttons"].map(one => document.querySelector(one).getBoundingClientRect());
  return circle.width > 0.2 * map.width && circle.left > map.left && circle.right < buttons.left && circle.top > map.top && circle.bottom < map.bottom;
})()
"""


@with_browser
def watches_an_anchor_in_every_browser(window, _page, _receiver, gps):
    receiver = Receiver(rate=2)
    page = Page(gps, "--device", receiver.path)
    try:
        page.await_fix()
        window.open(address(page))
        instrument.await_state(window, "fix")
        expect(instrument.field(window, "anchor", "state") == "off", "a watch is set")
        instrument.press(window, "Anchor watch")
        radius = "document.querySelector('dialog input[aria-label=Radius]')"
        eventually(lambda: window.value(f"{radius}?.value") == "40", "40 m are not proposed")
        instrument.press(window, "Drop anchor here", "document.querySelector('dialog')")
        eventually(lambda: window.value(f"{ANCHOR}?.dataset.radius") == "40", "the anchor is not on the map")
        # It closes when the order is answered, and the anchor may come first, as an event.
        eventually(lambda: window.value("document.querySelector('dialog')") is None, "the dialog is still open")
        eventually(lambda: instrument.field(window, "anchor", "state") == "watching", lambda: instrument.field(window, "anchor", "state"))
        expect(float(instrument.field(window, "anchor")) < 10, instrument.field(window, "anchor"))
        with another_window(page) as other:
            eventually(lambda: other.value(f"{ANCHOR}?.dataset.radius") == "40", "the other browser does not show it")
            # Without a touch, a browser cannot make a sound, and says so.
            eventually(lambda: other.value("document.body.dataset.sound") == "blocked", "its sound is not blocked")
            expect("tap to turn it on" in other.text("#alerts"), other.text("#alerts"))
            fits_everywhere(other)
            instrument.press(other, "Turn sound on")
            eventually(lambda: other.value("document.body.dataset.sound") == "off", "its sound is still blocked")
            page.end(keeps_folder=True)
            instrument.await_state(other, "disconnected")
            expect("the anchor watch cannot be seen here" in other.text("#alerts"), other.text("#alerts"))
            page = Page(gps, "--device", receiver.path, port=page.port, folder=page.folder)
            instrument.await_state(other, "fix")
            eventually(lambda: other.value(f"{ANCHOR}?.dataset.radius") == "40", "the restart has raised the anchor")
        instrument.await_state(window, "fix")

        def open_dialog():
            # An order closes it once it is answered.
            eventually(lambda: window.value("document.querySelector('dialog')") is None, "the dialog is still open")
            instrument.press(window, "Anchor watch")
            eventually(lambda: window.value(f"{radius} !== null"), "there is no dialog")

        # The second is wider than the map was.
        for meters in ("55", "900"):
            open_dialog()
            window.value(f"{radius}.value = '{meters}'")
            instrument.press(window, "Set radius", "document.querySelector('dialog')")
            eventually(lambda meters=meters: window.value(f"{ANCHOR}?.dataset.radius") == meters, "the radius is the same")
            eventually(lambda: window.value(IS_CIRCLE_IN_VIEW), "the circle is not in view")
            picture(window, f"anchor-{meters}")
        open_dialog()
        instrument.press(window, "Raise anchor", "document.querySelector('dialog')")
        eventually(lambda: window.value("document.querySelectorAll('dialog').length") == 2, "it does not ask")
        instrument.press(window, "Confirm", "document.querySelector('dialog:last-of-type')")
        eventually(lambda: window.value(ANCHOR) is None and instrument.field(window, "anchor", "state") == "off", "the anchor is still there")
        expect("anchor" not in page.location(), "the server still watches")
    finally:
        page.end()
        receiver.close()


@with_browser
def says_why_an_anchor_cannot_be_dropped(window, _page, _receiver, gps):
    receiver = Receiver(rate=2)
    page = Page(gps, "--device", receiver.path)
    try:
        page.await_fix()
        window.open(address(page))
        instrument.await_state(window, "fix")
        receiver.has_fix = False
        instrument.await_state(window, "lost")
        instrument.press(window, "Anchor watch")
        eventually(lambda: window.value("document.querySelector('dialog')") is not None, "there is no dialog")
        instrument.press(window, "Drop anchor here", "document.querySelector('dialog')")
        eventually(lambda: len(window.text("dialog .problem") or "") > 10, "it does not say why")
        expect(window.value(ANCHOR) is None, "there is an anchor")
    finally:
        page.end()
        receiver.close()


@with_browser
def marks_a_person_overboard_at_the_press(window, _page, _receiver, gps):
    receiver = Receiver(rate=2)
    page = Page(gps, "--device", receiver.path)
    alert = "document.querySelector('[data-alert=mob]')"
    try:
        page.await_fix()
        window.open(address(page))
        instrument.await_state(window, "fix")
        with another_window(page) as other:
            # The button works beside a dialog, too, which is closed by it.
            instrument.press(window, "Settings")
            eventually(lambda: window.value("document.querySelector('dialog') !== null"), "there is no dialog")
            place = float(instrument.field(window, "latitude"))
            x, y = window.value("(() => { const { left, top } = document.getElementById('mob').getBoundingClientRect(); return [left + 9, top + 9]; })()")
            window.send("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
            eventually(lambda: window.value(f"{alert} !== null"), "a press marks only when it ends")
            window.send("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left", clickCount=1)
            eventually(lambda: window.value("document.querySelector('dialog')") is None, "the dialog is still open")
            for one in (window, other):
                eventually(lambda one=one: one.value(f"{alert}?.dataset.acknowledged") == "false", "there is no alarm")
                expect(one.value("document.body.dataset.level") == "alarm", "the level is no alarm")
            marked = float(window.value("document.querySelector('[data-mark=mob]').dataset.latitude"))
            expect(abs(marked - place) < 2e-5, f"{marked} is not where it was pressed, {place}")
            expect(abs(page.location()["mob"]["latitude"] - marked) < 1e-7, "the server has another place")
            eventually(lambda: window.value("document.body.dataset.sound") == "on", "there is no sound")
            expect(other.value("document.body.dataset.sound") == "blocked", "the phone's sound is not blocked")
            instrument.press(window, "Silence")
            eventually(lambda: window.value("document.body.dataset.sound") == "off", "it is not silent")
            picture(other, "overboard")
            fits_everywhere(other)
            # Where the map is in view, so that the mark is drawn and removed.
            other.size(390, 844, mobile=True)
            instrument.press(other, "Acknowledge")
            eventually(lambda: window.value(f"{alert}?.dataset.acknowledged") == "true", "the other browser does not know")
            expect(window.value(f"[...{alert}.querySelectorAll('button')].map(one => one.textContent).join()") == "Cancel", "it can be acknowledged again")
            # The sound of a touch lets the phone sound the next alarm.
            eventually(lambda: other.value("document.body.dataset.sound") == "off", "the phone's sound is still blocked")
            window.open(address(page))
            eventually(lambda: window.value(f"{alert}?.dataset.acknowledged") == "true", "a reload has ended the alarm")
            eventually(lambda: float(instrument.field(window, "mob") or 0) > 0 and instrument.field(window, "mob", "bearing"), "there is no bearing")
            instrument.press(window, "Cancel")
            eventually(lambda: window.value("document.querySelector('dialog')") is not None, "it does not ask")
            instrument.press(window, "Confirm", "document.querySelector('dialog')")
            for one in (window, other):
                eventually(lambda one=one: one.value(alert) is None and one.value("document.querySelector('[data-mark=mob]')") is None, "it is still there")
            expect("mob" not in page.location() and not window.problems + other.problems, f"{window.problems}")
    finally:
        page.end()
        receiver.close()


def seconds(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


@with_browser
def keeps_a_mark_that_the_server_has_not_heard_of(window, _page, _receiver, gps):
    receiver = Receiver(rate=2)
    page = Page(gps, "--device", receiver.path)
    try:
        page.await_fix()
        window.open(address(page))
        instrument.await_state(window, "fix")
        receiver.has_fix = False
        eventually(lambda: int(instrument.field(window, "age") or 0) >= 4, "the fix is not lost")
        page.end(keeps_folder=True)
        instrument.await_state(window, "disconnected")
        instrument.press(window, "Man overboard")
        eventually(lambda: "the server has not been told" in (window.text("[data-alert=mob]") or ""), lambda: window.text("#alerts"))
        marked = instrument.field(window, "mob", "since")
        # The browser has put the page away meanwhile, as phones do, and the server has never been at that place.
        window.open("about:blank")
        receiver.has_fix = True
        page = Page(gps, "--device", receiver.path, port=page.port, folder=page.folder)
        page.await_fix()
        expect("mob" not in page.location(), "the server knows of it by itself")
        window.open(address(page))
        mob = eventually(lambda: page.location().get("mob"), "the server was never told")
        expect(abs(seconds(mob["time"]) - seconds(marked)) < 1.5, f"it was marked at {marked}, not at {mob['time']}")
        expect(seconds(mob["time"]) - seconds(mob["positionTime"]) > 2, f"the position is shown as if it were of the press: {mob}")
        eventually(lambda: "old" in (window.text("[data-alert=mob]") or ""), lambda: window.text("#alerts"))
    finally:
        page.end()
        receiver.close()


@with_browser
def opens_on_a_phone(window, page, _receiver, gps):
    page.await_fix()
    window.open(address(page))
    instrument.await_state(window, "fix")
    instrument.press(window, "Open on phone")
    eventually(lambda: "--listen" in (window.text("dialog") or ""), "it does not say how to listen")
    expect(window.value("document.querySelector('dialog [aria-label=\"QR code\"]')") is None, "there is a code that leads nowhere")
    port = free_port()
    one = Page(gps, "--listen", f"0.0.0.0:{port}", "--device", "-")
    try:
        window.open(f"http://127.0.0.1:{one.port}/#token={one.token}")
        instrument.await_page(window)
        instrument.press(window, "Open on phone")
        link = eventually(lambda: window.value("document.querySelector('dialog a')?.href"), "there is no address")
        expect(link.endswith(f"#token={one.token}") and "127.0.0.1" not in link, f"a phone cannot open {link}")
        expect(window.value("document.querySelector('dialog [aria-label=\"QR code\"]').getAttribute('role')") == "img", "there is no code")
        # A token that has been replaced.
        window.open("about:blank")
        window.open(f"http://127.0.0.1:{one.port}/#token={'0' * 32}")
        instrument.await_state(window, "denied")
        expect(window.text("#state") == "Ask for a new code", window.text("#state"))
    finally:
        one.end()


@with_browser
def shows_the_track_of_the_past(window, page, _receiver, gps):
    page.await_fix()
    window.open(address(page))
    instrument.await_state(window, "fix")
    instrument.press(window, "History")
    eventually(lambda: "gps history" in (window.text("#history .problem") or ""), "it does not say which command fills it")
    with tempfile.TemporaryDirectory() as folder:
        path, _ = imported(gps, folder)
        yesterday = time.strftime("%Y-%m-%d", time.gmtime(time.time() - 86400))
        one = Page(gps, "--device", "-", "--store", path)
        try:
            window.send("Emulation.setTimezoneOverride", timezoneId="UTC")
            window.send("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder, browserContextId=window.context)
            window.open(address(one))
            instrument.await_page(window)
            instrument.press(window, "History")
            eventually(lambda: "nothing was recorded" in (window.text("#history") or ""), lambda: window.text("#history"))
            until = instrument.field(window, "range", "from")
            instrument.press(window, "Earlier")
            eventually(lambda: instrument.field(window, "range", "until") == until, "it does not lead to the day before")
            points = "Number(document.querySelector('[data-layer=track]').dataset.points)"
            eventually(lambda: 20 < (window.value(points) or 0) <= 4096, lambda: f"{window.value(points)} points")
            # 900 s at 3 m/s.
            eventually(lambda: abs(float(instrument.field(window, "distance") or 0) - 2700) < 60, lambda: instrument.field(window, "distance"))
            picture(window, "past")
            instrument.press(window, "Save picture")
            saved = pathlib.Path(f"{folder}/track-{yesterday}.png")
            eventually(lambda: saved.exists() and saved.stat().st_size > 5000, lambda: f"there is no picture, but {os.listdir(folder)}")
            expect(saved.read_bytes()[:4] == PNG[:4] and int.from_bytes(saved.read_bytes()[16:20], "big") >= 1000, "it is no PNG, or too small")
            for label, ending, begins in (("Save as GPX", "gpx", b"<?xml"), ("Save as CSV of GPSLogger", "gpslogger.csv", b"time,lat,lon,elevation")):
                instrument.press(window, label)
                file = pathlib.Path(f"{folder}/track-{yesterday}.{ending}")
                eventually(lambda file=file: file.exists() and file.stat().st_size > 500, lambda: f"there is no file, but {os.listdir(folder)}")
                expect(file.read_bytes().startswith(begins), f"{label} is {file.read_bytes()[:40]}")
            instrument.press(window, "Month")
            shown = "!document.querySelector('[data-layer=density]').hidden"
            eventually(lambda: window.value(shown) and window.value("document.querySelector('#history .groups button') !== null"), "there is no density")
            picture(window, "density")
            instrument.press(window, "Track")
            eventually(lambda: not window.value(shown) and (window.value(points) or 0) > 20, "there is no track")
            instrument.press(window, "Instrument")
            eventually(lambda: window.value(points) == 0, "the past is shown as if it were now")
            expect(not [one for one in window.problems if "404" not in one], f"{window.problems}")
        finally:
            one.end()


def main():
    gps = sys.argv[1]
    receiver = Receiver()
    page = Page(gps, "--device", receiver.path)
    failures = perform(sys.argv[2:], lambda function: function(page, receiver, gps))
    for window in WINDOWS:
        window.close()
    page.end()
    receiver.close()
    # Failed checks may have left processes running.
    for process in Page.running:
        if process.poll() is None:
            process.kill()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Clients of "gps serve" that reset, flood, stall, nest, lie, hide and listen, and paths that others swap."""

import contextlib
import glob
import json
import os
import signal
import socket
import struct
import subprocess
import threading
import time

from attack import GPS, ROOT, Attacks, Tool, environment, epoch, expect, folder, sentence

RECORDING = ROOT / "Fixtures/recordings/harbour-walk.nmea"


class Service:
    """The service with a recording for a receiver, on a port and a socket of its own."""

    def __init__(self, home, *arguments, shell=None, device=RECORDING):
        self.path = home + "/location.sock"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.tool = Tool(home, "serve", "--device", str(device), "--gpsd", f"127.0.0.1:{self.port}",
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


def crowd():
    """Another user who takes every place that there is, on both sockets, and connects again and again."""
    with service() as served:
        os.chmod(served.tool.home, 0o755)
        # Python loads what it needs to connect, which that user may not read.
        served.expect_answers()
        clients, end, count = [], time.monotonic() + 3, 0
        os.seteuid(1)
        try:
            for number in range(210):
                with contextlib.suppress(OSError):
                    clients.append(served.gpsd() if number % 2 else served.own())
            while time.monotonic() < end:
                for connect in served.gpsd, served.own:
                    with contextlib.suppress(OSError), connect():
                        count += 1
                os.seteuid(0)
                served.expect_answers()
                os.seteuid(1)
        finally:
            os.seteuid(0)
        with served.own() as client:
            expect(rights(client)["status"] == "authorized", "root is not served")
        served.tool.wait_until("most are let go of", lambda: served.descriptors() < 64)
        for client in clients:
            client.close()
        return f"{len(clients) + count} connections"


def notifications():
    """A client that changes its request again and again, while systemd listens."""
    with folder() as home, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(home + "/notify")
        messages = []
        thread = threading.Thread(target=lambda: messages.extend(iter(lambda: systemd.recv(4096), b"end")))
        thread.start()
        served = Service(home, shell=f'NOTIFY_SOCKET={home}/notify exec "$0" "$@"')
        requests, end = 0, time.monotonic() + 3
        with served.gpsd() as client:
            # Once it is known whose it is: a client that floods before that is closed.
            client.sendall(b"?DEVICES;")
            while b"DEVICES" not in client.recv(4096):
                pass
            client.setblocking(False)
            while time.monotonic() < end:
                with contextlib.suppress(OSError):
                    requests += client.send(b'?WATCH={"enable":true,"nmea":true};?WATCH={"enable":false};') // 58
                with contextlib.suppress(OSError):
                    client.recv(1 << 16)
            served.tool.end()
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.sendto(b"end", home + "/notify")
        thread.join()
        expect(len(messages) < 30, f"{len(messages)} messages to systemd")
        expect(any(b"FDSTORE=1" in message for message in messages), "an allowed connection is not kept")
        return f"{requests} requests, {len(messages)} messages"


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
        time.sleep(0.5)
        before = served.tool.cpu()
        time.sleep(2)
        used = (served.tool.cpu() - before) / 2
        expect(used < 0.05, f"it takes {100 * used:.0f} % of a core")
        for client in clients:
            client.close()
        served.tool.wait_until("they are let go of", lambda: served.descriptors() < 20)
        served.expect_answers()
        return f"{100 * used:.1f} % of a core while there are too many"


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


# Runs the service with a copy of /etc, so that it has a policy of its own.
WITH_ETC = """exec unshare -m sh -c 'mount --bind "$HOME/etc" /etc && exec "$0" "$@"' "$0" "$@" """


@contextlib.contextmanager
def policed(clients, without=(), device=RECORDING):
    """A service whose policy has these rules for clients, on a machine without some files of /etc."""
    with folder() as home:
        subprocess.run(["cp", "-a", "/etc", home + "/etc"], check=True)
        for name in without:
            os.remove(f"{home}/etc/{name}")
        os.makedirs(home + "/etc/core-location-linux", exist_ok=True)
        with open(home + "/etc/core-location-linux/policy.json", "w", encoding="utf-8") as policy:
            policy.write('{"version": 1, "clients": {%s}}' % clients)
        served = Service(home, shell=WITH_ETC, device=device)
        try:
            yield served
        finally:
            served.tool.end()


def rule(name, status):
    return f'"{name}": {{"status": "{status}"}}'


def rights(client):
    """What the service tells a client on its own socket about its rights."""
    client.sendall(b'{"class":"client","watch":true}\n')
    return next(json.loads(line) for line in client.makefile() if '"authorization"' in line)


def expect_rights(served, status, why, words="", user=0):
    os.chmod(served.tool.home, 0o755)
    os.seteuid(user)
    try:
        client = served.own()
    finally:
        os.seteuid(0)
    with client:
        told = rights(client)
        expect(told["status"] == status and words in told.get("text", ""), f"{why}: {told}")


def names():
    """A user who is denied by name and allowed by number, or the other way around, at every start anew."""
    for number in range(3):
        for rules in [("user:root", "user:0"), ("user:0", "user:root")]:
            with policed(rule(rules[0], "restricted") + "," + rule(rules[1], "authorizedAlways")) as served:
                expect_rights(served, "denied", f"start {number}, {rules[0]} denied")
    with policed(rule("user:root", "authorizedAlways") + "," + rule("user:root", "authorizedAlways")) as served:
        expect_rights(served, "denied", "named twice", "two members with the name user:root")


def no_database():
    """A user whose name is not known, because the user database does not answer."""
    daemon = 1
    rules = rule(f"user:{daemon}", "authorizedAlways") + ","
    with policed(rules + rule("user:mallory", "restricted")) as served:
        expect_rights(served, "authorized", "that is not mallory", user=daemon)
    with policed(rules + rule("user:mallory", "restricted"), without=["passwd"]) as served:
        expect_rights(served, "denied", "that may be mallory", "write the number", user=daemon)
    with policed(rules + rule("user:4711", "restricted"), without=["passwd"]) as served:
        expect_rights(served, "authorized", "that is not 4711", user=daemon)


def units():
    """A unit that is denied, over TCP, and through a child that connects and ends."""
    with policed(rule("unit:weather.service", "restricted")) as served:
        with served.gpsd() as client:
            client.sendall(b'?WATCH={"enable":true,"json":true};\n')
            lines = client.makefile()
            told = next(line for line in lines if '"ERROR"' in line or '"lat"' in line)
            expect("unit" in told, f"over TCP: {told}")
        # Until the child has ended, nothing is accepted.
        served.tool.process.send_signal(signal.SIGSTOP)
        with socket.socket(socket.AF_UNIX) as client:
            child = os.fork()
            if not child:
                client.connect(served.path)
                os._exit(0)
            os.waitpid(child, 0)
            served.tool.process.send_signal(signal.SIGCONT)
            client.settimeout(10)
            told = rights(client)
            expect(told["status"] == "denied" and "unit" in told["text"], f"of a child: {told}")


# All that a client can ask for, in both protocols.
EVERYTHING = {
    "gpsd": b'?WATCH={"enable":true,"json":true,"raw":2,"nmea":true};?POLL;?DEVICES;\n',
    "own": b'{"class":"client","watch":true,"satellites":true,"headings":true}\n{"class":"clients"}\n'}


def heard(served, user, seconds):
    """What a user is told on both sockets."""
    os.chmod(served.tool.home, 0o755)
    os.seteuid(user)
    try:
        clients = [served.gpsd(), served.own()]
    finally:
        os.seteuid(0)
    text, end = b"", time.monotonic() + seconds
    for client, request in zip(clients, EVERYTHING.values()):
        client.sendall(request)
        client.setblocking(False)
    while time.monotonic() < end:
        time.sleep(0.05)
        for client in clients:
            with contextlib.suppress(BlockingIOError):
                text += client.recv(1 << 16)
    for client in clients:
        client.close()
    return text.decode("utf-8", "replace")


def moving(home):
    """A recording of a receiver that turns, sees satellites, loses its fix and finds it again."""
    sky = sentence("GPGSV,1,1,04,02,40,083,46,10,17,308,41,12,07,344,39,25,61,180,44")
    lost = "GPRMC,{}.00,V,,,,,,,150625,,,N"
    path = home + "/moving.nmea"
    with open(path, "wb") as file:
        for second in range(3600, 3900):
            file.write(sentence(f"HEHDT,{second % 360}.0,T") + sky)
            digits = f"{second // 3600:02}{second // 60 % 60:02}{second % 60:02}"
            file.write(sentence(lost.format(digits)) if second % 6 > 3 else epoch(second))
    return path


def reduced():
    """A user of reduced accuracy who asks for everything is sent a cell, and nothing when it turns or loses its fix."""
    with folder() as files:
        device = moving(files)
        with policed('"user:1": {"status": "authorizedAlways", "accuracy": "reduced"}', device=device) as served:
            everything, little = heard(served, 0, 10), heard(served, 1, 10)
        for word in '"ATT"', "satellites", "fixLost", '"heading"', "4732.6220":
            expect(word in everything, f"root was not sent {word}")
            expect(word not in little, f"the user was sent {word}: {little[-500:]}")
        expect(little.count('"TPV"') <= 3 and "47.5437" not in little, f"the user was sent {little[-500:]}")
        expect('"lat":47.5' in little, "the user was sent no cell")


def denied():
    """A denied user learns neither which recording it is, nor whether there is a fix, nor who has a port."""
    with folder() as files:
        device = moving(files)
        with policed(rule("user:1", "restricted"), device=device) as served:
            expect("moving.nmea" in heard(served, 0, 4), "root was not told the recording")
            text = heard(served, 1, 6)
            for word in "moving", "47.5", '"state"', '"mode":3', '"mode":1', "process":
                expect(word not in text, f"the user was sent {word}: {text[-500:]}")


def child_of(user, body):
    """Runs a function as another user, until it is killed."""
    child = os.fork()
    if not child:
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)
        with contextlib.suppress(BaseException):
            body()
        os._exit(0)
    return child


def swaps():
    """Root listens in the folder of another user, who puts a link to a file of root's in the place of the socket."""
    with folder() as home:
        os.chmod(home, 0o755)
        victim, theirs = home + "/victim", home + "/theirs"
        with open(victim, "w", encoding="utf-8", opener=lambda name, flags: os.open(name, flags, 0o600)):
            os.mkdir(theirs)
        os.chown(theirs, 1, 1)
        path = theirs + "/location.sock"

        def swap():
            while True:
                with contextlib.suppress(OSError):
                    os.rename(path, path + ".old")
                    os.symlink(victim, path)
                    os.unlink(path)

        child, count = child_of(1, swap), 0
        try:
            for _ in range(25):
                tool = Tool(home, "serve", "--device", str(RECORDING), "--gpsd", "127.0.0.1:0", "--socket", path)
                tool.wait_until("it serves or says why not", lambda t=tool: t.complaints() or t.process.poll() is not None)
                count += tool.process.poll() is None
                tool.process.send_signal(signal.SIGTERM)
                tool.process.wait(10)
                status = os.stat(victim)
                expect(status.st_mode & 0o777 == 0o600 and status.st_uid == 0, f"the file is now {status.st_mode:o}")
        finally:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        return f"{count} of 25 were ended while they ran"


def not_a_service():
    """Another user's socket, in a folder below one of root's, as in a home, is not taken for the service."""
    with folder() as home:
        os.chmod(home, 0o755)
        theirs = home + "/alice/run"
        os.makedirs(theirs)
        for name in home + "/alice", theirs:
            os.chown(name, 1, 1)
        path = theirs + "/location.sock"

        def serve():
            with socket.socket(socket.AF_UNIX) as listener:
                listener.bind(path)
                os.chmod(path, 0o666)
                listener.listen()
                while True:
                    listener.accept()[0].sendall(
                        b'{"class":"hello","protocol":1,"version":"1"}\n{"class":"fix","latitude":1,"longitude":1}\n')

        child = child_of(1, serve)
        try:
            tool = Tool(home, "watch", "--device", "service:" + path, "--json")
            tool.wait_until("it says why", lambda: "cannot trust the location service" in tool.complaints())
            expect(not tool.output(), f"it reports {tool.output()[:200]!r}")
            tool.end()
        finally:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


LIBFAKETIME = glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")


def far_future():
    """A machine whose clock shows the year 2290."""
    # Unless told what to share, libfaketime adds that to the environment, after which a Swift program finds no arguments.
    name = f"/gps-far-future-{os.getpid()}"
    shell = (f'LD_PRELOAD={LIBFAKETIME[0]} FAKETIME="@2290-01-01 00:00:00" DONT_FAKE_MONOTONIC=1'
             f' FAKETIME_SHARED="{name}-semaphore {name}-memory" exec "$0" "$@"')
    with service(shell=shell) as served:
        with served.gpsd() as client:
            client.sendall(b'?WATCH={"enable":true,"json":true};?POLL;\n')
            lines, told = client.makefile(), ""
            while not ('"POLL"' in told and '"lat"' in told):
                line = lines.readline()
                expect(line, "it closed the connection")
                told += line
            expect('"time":"2262-04-10T23:59:59.' in told, f"it tells another time: {told[:500]}")
        served.expect_answers()


def main():
    attacks = Attacks()
    attacks.run("clients that reset and close", resets)
    attacks.run("requests without end", floods)
    attacks.run("a client that changes its request without end", notifications)
    attacks.run("requests that are none", nonsense)
    attacks.run("stopped while clients come", stops)
    attacks.run("too few descriptors for its clients", few_descriptors)
    attacks.run("paths that are taken", places)
    is_root = os.geteuid() == 0
    attacks.run("another user who takes every place", crowd, needs=is_root)
    attacks.run("a user denied by one name and allowed by another", names, needs=is_root)
    attacks.run("no user database", no_database, needs=is_root)
    attacks.run("a unit that hides", units, needs=is_root)
    attacks.run("a user of reduced accuracy who asks for everything", reduced, needs=is_root)
    attacks.run("a denied user who asks for everything", denied, needs=is_root)
    attacks.run("a socket that another user swaps for a link", swaps, needs=is_root)
    attacks.run("another user's socket in place of the service's", not_a_service, needs=is_root)
    attacks.run("a clock after 2262", far_future, needs=bool(LIBFAKETIME))
    attacks.finish()


main()

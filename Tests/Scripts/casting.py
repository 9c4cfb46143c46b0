# Core Location for Linux. SPDX-License-Identifier: MIT
"""A caster, a receiver that keeps what is written to it, and programs with --corrections; for the scripts in this folder."""
import ctypes
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import threading
import time

from checking import RUNNING, Wrong, eventually, expect
from watching import Port, clock, epoch, sentence

PASSWORD = "geheim-3141"
ICY = b"ICY 200 OK\r\n\r\n"
TABLE = (b"STR;FAR;Elsewhere;RTCM 3.2;;2;GPS;N;DEU;10;20;0;0;x;none;B;N;0;\r\n"
         b"STR;MNT;Here;RTCM 3.2;;2;GPS;N;DEU;47.5;9.7;1;0;x;none;B;N;0;\r\nENDSOURCETABLE\r\n")


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


def frames(data, so_far=False):
    """Divides data into frames, and fails unless it consists of whole ones; the last may yet be incomplete."""
    found = []
    while data:
        length = (data[1] << 8 | data[2]) + 6 if len(data) > 2 else 6
        if so_far and data[0] == 0xD3 and length > len(data):
            break
        if data[0] != 0xD3 or crc24q(data[:length]) != 0:
            raise Wrong(f"no whole frame after {len(found)}: {data[:40]}")
        found.append(data[:length])
        data = data[length:]
    return found


def without_fix(second):
    """Returns what a receiver without a fix sends in a second."""
    digits = clock(second).replace(":", "") + ".00"
    return sentence(f"GPRMC,{digits},V,,,,,,,150625,,,N")


class Receiver(Port):
    """A receiver that keeps what is written to it, and sends an epoch from time to time."""

    def __init__(self, reads=True, period=1, make=epoch):
        super().__init__()
        self.reads, self.ends, self.make = reads, False, make
        self.period, self.second, self.parts = period, 36000, []
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        due = time.monotonic()
        while not self.ends:
            if time.monotonic() >= due:
                self.send(self.make(self.second))
                self.second, due = self.second + 1, due + self.period
            if self.reads:
                try:
                    self.parts.append(os.read(self.master, 65536))
                except (BlockingIOError, OSError):
                    pass
            time.sleep(0.005)

    @property
    def written(self):
        return b"".join(self.parts)

    def close(self):
        self.ends = True
        self.thread.join()
        super().close()


class WriteWatch:
    """Notices whether a file is opened for writing, or written to, by whichever program."""

    MODIFY, CLOSE_WRITE = 0x2, 0x8

    def __init__(self, path):
        library = ctypes.CDLL(None, use_errno=True)
        self.descriptor = library.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if library.inotify_add_watch(self.descriptor, path.encode(), self.MODIFY | self.CLOSE_WRITE) < 0:
            raise OSError(ctypes.get_errno(), "cannot watch", path)

    def noticed(self):
        try:
            return bool(os.read(self.descriptor, 4096))
        except BlockingIOError:
            return False


class Caster:
    """A caster that does with each connection what a function says; requests for the table are answered by themselves."""

    def __init__(self, serve, table=None, context=None):
        self.serve, self.table, self.requests, self.times = serve, table, [], []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.context, self.ends = context, False
        self.run_soon()

    def run_soon(self):
        self.listener.settimeout(0.05)
        threading.Thread(target=self.run, args=(self.listener,), daemon=True).start()

    def run(self, listener):
        while True:
            try:
                client, _ = listener.accept()
            except TimeoutError:
                continue
            except OSError:
                return
            threading.Thread(target=self.talk, args=(client,), daemon=True).start()

    def talk(self, client):
        try:
            client.settimeout(30)
            if self.context:
                client = self.context.wrap_socket(client, server_side=True)
            request = b""
            while b"\r\n\r\n" not in request:
                piece = client.recv(4096)
                if not piece:
                    return
                request += piece
            if request.startswith(b"GET / "):
                if callable(self.table):
                    self.table(client)
                elif self.table is not None:
                    client.sendall(b"SOURCETABLE 200 OK\r\nContent-Type: text/plain\r\n\r\n" + self.table)
                return
            self.requests.append(request.decode())
            self.times.append(time.monotonic())
            self.serve(client)
        except OSError:
            pass
        finally:
            client.close()

    def leave(self, seconds):
        """Refuses connections for a while."""
        self.listener.close()
        time.sleep(seconds)
        self.listener = socket.create_server(("127.0.0.1", self.port))
        self.run_soon()

    def close(self):
        self.listener.close()


class Stream:
    """A caster that sends ten frames a second, each one different, until it is told to stop."""

    def __init__(self, count=80):
        self.sent, self.dice, self.count, self.ends = [], random.Random(4), count, threading.Event()
        self.caster = Caster(self.serve)
        self.address = f"ntrip://127.0.0.1:{self.caster.port}/MNT"

    def serve(self, client):
        client.sendall(ICY)
        while not self.ends.wait(0.1):
            item = frame(self.dice, count=self.count)
            client.sendall(item)
            self.sent.append(item)
        client.settimeout(600)
        client.recv(100)

    def close(self):
        self.ends.set()
        self.caster.close()


class Program:
    """A running "gps serve", or another command, with corrections or without."""

    def __init__(self, gps, folder, devices, address=None, command=("serve",), options=(), environment=None):
        self.said_path, self.socket, self.gps = folder / "said", folder / "location.sock", gps
        self.environment = dict(os.environ, HOME=str(folder), XDG_STATE_HOME=str(folder), XDG_RUNTIME_DIR=str(folder),
                                CORELOCATION_SERVICE=str(self.socket), **(environment or {}))
        words = list(command)
        for device in devices if isinstance(devices, list) else [devices]:
            words += ["--device", getattr(device, "path", device)]
        if address:
            words += ["--corrections", address]
        if command == ("serve",):
            words += ["--socket", str(self.socket), "--gpsd", "127.0.0.1:0"]
        self.output_path = folder / "output"
        with open(self.said_path, "ab") as said, open(self.output_path, "ab") as output:
            # pylint: disable-next=consider-using-with
            self.process = subprocess.Popen([gps, *words, *options], stdin=subprocess.DEVNULL, stdout=output, stderr=said,
                                            env=self.environment)
        RUNNING.append(self.process)

    def said(self):
        return self.said_path.read_text(encoding="utf-8")

    def output(self):
        return self.output_path.read_text(encoding="utf-8")

    def await_word(self, word, seconds=30):
        eventually(lambda: word in self.said(), lambda: f"\"{word}\" was not said, but: {self.said()}", seconds)

    def run(self, *words):
        return subprocess.run([self.gps, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                              env=self.environment, timeout=30)

    def report(self):
        reports = [json.loads(line).get("corrections") for line in self.run("status", "--format", "json").stdout.splitlines()]
        return next((report for report in reports if report), None)

    def most_memory(self):
        """Returns the megabytes that the process has had at most."""
        lines = pathlib.Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) / 1024

    def end(self):
        for text in (self.said(), self.output()):
            expect(PASSWORD not in text, "the password was said")
        arguments = pathlib.Path(f"/proc/{self.process.pid}/cmdline").read_bytes()
        expect(PASSWORD.encode() not in arguments, "the password is in the arguments")
        expect(self.process.poll() is None, f"it has ended with {self.process.returncode}: {self.said()}")
        self.process.send_signal(signal.SIGINT)
        expect(self.process.wait(20) in (0, 130), f"it ended with {self.process.returncode}: {self.said()}")


def password_file(folder):
    path = folder / "password"
    path.write_text(PASSWORD + "\n", encoding="utf-8")
    path.chmod(0o600)
    return path


def matches(receiver, sent, program, seconds=30):
    """Waits until what was written to a receiver is what a function returns."""
    eventually(lambda: len(receiver.written) >= len(sent()),
               lambda: f"{len(receiver.written)} of {len(sent())} bytes came: {program.said()}", seconds)
    expect(receiver.written == sent(), "other bytes came than were sent")

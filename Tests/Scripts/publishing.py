#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Runs "gps publish" with and without a broker, kills it, fills its disk, and passes it invalid arguments.

    publishing.py GPS [NAME …]       all checks, or those with these names
"""
import contextlib
import http.server
import json
import os
import pathlib
import pty
import re
import select
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
# pylint: disable-next=wrong-import-position
from checking import CHECKS, RUNNING, Missing, check, eventually, expect, need, perform_with_folders  # noqa: E402
# pylint: disable-next=wrong-import-position
from orders import order  # noqa: E402
# pylint: disable-next=wrong-import-position
from page import Page, Receiver  # noqa: E402
# pylint: disable-next=wrong-import-position
from watching import ROOT, Port  # noqa: E402

# Those of the page are performed by its own scripts.
CHECKS.clear()

RECORDING = ROOT / "Fixtures/recordings/harbour-walk.nmea"
# Enough reports to check, and few enough to wait for.
OFTEN = ["--every", "10s", "--min-distance", "1000000", "--turn", "180"]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Broker:
    """mosquitto, with a subscriber that logs the messages."""

    def __init__(self, folder, port=None):
        need("mosquitto", "mosquitto_sub")
        self.port, self.arrived = port or free_port(), folder / "arrived"
        configuration = folder / "mosquitto.conf"
        # By default, a subscriber that is slow loses what comes after a thousand messages.
        configuration.write_text(f"listener {self.port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\n",
                                 encoding="utf-8")
        # pylint: disable-next=consider-using-with
        self.process = subprocess.Popen(["mosquitto", "-c", configuration], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        RUNNING.append(self.process)
        self.arrived.write_bytes(b"")
        eventually(lambda: self.say("anybody?") == 0, "the broker did not start")
        # pylint: disable-next=consider-using-with
        self.subscriber = subprocess.Popen(
            ["mosquitto_sub", "-p", str(self.port), "-q", "1", "-t", "#", "-F", "%t %p"], stdout=open(self.arrived, "wb"),
            stderr=subprocess.DEVNULL)
        RUNNING.append(self.subscriber)
        # The subscriber is ready when it has received a message.
        eventually(lambda: self.say("ready") == 0 and b"ready" in self.arrived.read_bytes(), "nobody listens to the broker")

    def say(self, text):
        return subprocess.run(["mosquitto_pub", "-p", str(self.port), "-t", "test", "-m", text], stderr=subprocess.DEVNULL,
                              check=False).returncode

    def positions(self):
        """Returns the messages to topics of OwnTracks, as objects."""
        lines = self.arrived.read_text(encoding="utf-8").splitlines()
        return [json.loads(line.split(" ", 1)[1]) for line in lines if line.startswith("owntracks/")]

    def end(self):
        for process in (self.subscriber, self.process):
            process.kill()
            process.wait()


class Publisher:
    """A running "gps publish"."""

    def __init__(self, gps, folder, *arguments, within=(), said=None):
        self.path = folder / "said"
        with open(self.path if said is None else os.dup(said), "ab", buffering=0) as said:
            # pylint: disable-next=consider-using-with
            self.process = subprocess.Popen(
                [*within, gps, "publish", "--name", "boat", "--store", str(folder / "positions.sqlite"), *arguments],
                stdin=subprocess.DEVNULL, stdout=said, stderr=said,
                env=dict(os.environ, HOME=str(folder), XDG_STATE_HOME=str(folder), CORELOCATION_SERVICE="none"))
        RUNNING.append(self.process)

    def said(self):
        return self.path.read_text(encoding="utf-8")

    def await_word(self, word):
        eventually(lambda: word in self.said(), lambda: f"\"{word}\" was not said, but: {self.said()}")

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(10)


def owed(gps):
    """Returns the number of reports that the recording yields."""
    text = subprocess.run([gps, "convert", str(RECORDING), "--to", "csv", "--every", "10s"], check=True, capture_output=True,
                          text=True).stdout
    expect(len(text.splitlines()) > 10, "the recording is too short")
    return len(text.splitlines()) - 1


def stored(folder):
    """Returns the number of reports that wait."""
    try:
        with contextlib.closing(sqlite3.connect(f"file:{folder}/positions.sqlite?mode=ro", uri=True)) as store:
            return store.execute("SELECT count(*) FROM report").fetchone()[0]
    except sqlite3.OperationalError:
        # The store does not exist yet.
        return 0


@check
def everything_arrives_and_it_ends(gps, folder):
    broker = Broker(folder)
    publisher = Publisher(gps, folder, "--replay", str(RECORDING), "--speed", "max", *OFTEN, f"mqtt://127.0.0.1:{broker.port}")
    expect(publisher.process.wait(30) == 0, f"it ended badly: {publisher.said()}")
    times = [position["tst"] for position in eventually(broker.positions, "nothing came")]
    expect(times == sorted(set(times)), f"the order is wrong: {times}")
    expect(abs(len(times) - owed(gps)) <= 1, f"{len(times)} came, and {owed(gps)} were owed")
    expect(all(later - sooner >= 10 for sooner, later in zip(times, times[1:-1])), f"too often: {times}")
    broker.end()


@check
def what_has_no_broker_waits_and_is_sent_next_time(gps, folder):
    port, receiver = free_port(), Port()
    address = f"mqtt://127.0.0.1:{port}"
    publisher = Publisher(gps, folder, "--replay", str(RECORDING), "--speed", "max", *OFTEN, address)
    publisher.await_word(f"waiting: cannot reach {address}")
    count = owed(gps)
    eventually(lambda: stored(folder) >= count - 1, lambda: f"{stored(folder)} were stored of {count}")
    expect(publisher.said().count("waiting: ") == 1, "the same reason was said more than once")
    expect(publisher.interrupt() == 0, f"it ended badly: {publisher.said()}")
    expect(any(f"gps: {number} positions wait for {address}" in publisher.said() for number in (count - 1, count, count + 1)),
           f"{count} were owed: {publisher.said()}")
    broker = Broker(folder, port)
    publisher = Publisher(gps, folder, "--device", receiver.path, address)
    eventually(lambda: abs(len(broker.positions()) - count) <= 1,
               lambda: f"{len(broker.positions())} came, and {count} were owed: {publisher.said()}")
    expect(publisher.interrupt() == 0, f"it ended badly: {publisher.said()}")
    receiver.close()
    broker.end()


class SlowServer(http.server.BaseHTTPRequestHandler):
    """Accepts a position in ten milliseconds."""

    protocol_version = "HTTP/1.1"

    def do_POST(self):  # pylint: disable=invalid-name
        self.rfile.read(int(self.headers["Content-Length"]))
        time.sleep(0.01)
        self.send_response(204)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):  # pylint: disable=arguments-differ
        pass


@check
def what_waited_shows_its_progress_on_a_terminal(gps, folder):
    port = free_port()
    there = f"http://127.0.0.1:{port}/"
    with open(folder / "drive.nmea", "wb") as file:
        subprocess.run([gps, "simulate", "--route", "circle", "--speed", "5", "--duration", "3000"], stdout=file, check=True)
    publisher = Publisher(gps, folder, "--replay", str(folder / "drive.nmea"), "--speed", "max", "--every", "1s", there)
    eventually(lambda: stored(folder) >= 2990, lambda: f"{stored(folder)} wait: {publisher.said()}")
    publisher.interrupt()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), SlowServer)
    # A connection that the interrupted program leaves.
    server.handle_error = lambda *_: None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    ours, terminal = pty.openpty()
    receiver = Port()
    publisher = Publisher(gps, folder, "--device", receiver.path, there, said=terminal)
    os.close(terminal)
    shown = b""

    def shows(pattern):
        nonlocal shown
        if select.select([ours], [], [], 0.1)[0]:
            shown += os.read(ours, 4096)
        return re.search(pattern, shown)

    found = eventually(lambda: shows(rb"(\d+) of (\d+) positions sent, \d.* left: http"), lambda: f"it shows {shown}")
    expect(int(found[2]) >= 2990 and 0 < int(found[1]) < 2990, f"it shows {found[0]}")
    expect(publisher.interrupt() == 0, "it ended badly")
    # The line is removed, and the rest waits.
    found = eventually(lambda: shows(rb"\r\x1b\[Kgps: (\d+) positions wait for http"), lambda: f"it shows {shown}")
    expect(0 < int(found[1]) == stored(folder), f"it says {found[1]}, and {stored(folder)} wait")
    server.shutdown()
    receiver.close()
    os.close(ours)


@check
def what_was_stored_survives_a_kill(gps, folder):
    port, receiver = free_port(), Port()
    address = f"mqtt://127.0.0.1:{port}"
    publisher = Publisher(gps, folder, "--replay", str(RECORDING), "--speed", "40", *OFTEN, address)
    eventually(lambda: stored(folder) >= 2, "nothing was stored")
    publisher.process.kill()
    publisher.process.wait()
    broker = Broker(folder, port)
    publisher = Publisher(gps, folder, "--device", receiver.path, address)
    eventually(lambda: len(broker.positions()) >= 2, lambda: f"what was stored did not come: {publisher.said()}")
    times = [position["tst"] for position in broker.positions()]
    expect(times == sorted(set(times)), f"the order is wrong: {times}")
    expect(publisher.interrupt() == 0, f"it ended badly: {publisher.said()}")
    receiver.close()
    broker.end()


@check
def nothing_comes_from_a_quiet_zone(gps, folder):
    fix = json.loads(subprocess.run([gps, "replay", "--format", "json", str(RECORDING)], check=True, capture_output=True,
                                    text=True).stdout.splitlines()[0])
    broker = Broker(folder)
    publisher = Publisher(gps, folder, "--replay", str(RECORDING), "--speed", "max", "--every", "1s", "--quiet-zone",
                          f"{fix['latitude']},{fix['longitude']},150", f"mqtt://127.0.0.1:{broker.port}")
    expect(publisher.process.wait(30) == 0, f"it ended badly: {publisher.said()}")
    places = eventually(broker.positions, "nothing came")
    meters = [111_000 * ((place["lat"] - fix["latitude"]) ** 2 + (0.83 * (place["lon"] - fix["longitude"])) ** 2) ** 0.5
              for place in places]
    expect(min(meters) > 149, f"one came from {min(meters):.0f} m")
    broker.end()


@check
def what_the_page_watches_is_published(gps, folder):
    broker, shown, sent = Broker(folder), Receiver(), Receiver()
    page = Page(gps, "--device", shown.path)
    RUNNING.append(page.process)
    page.await_fix()
    publisher = Publisher(gps, folder, "--device", sent.path, "--page", f"127.0.0.1:{page.port}",
                          f"mqtt://127.0.0.1:{broker.port}?format=homeassistant")

    def await_message(text):
        eventually(lambda: text in broker.arrived.read_text(encoding="utf-8").splitlines(), lambda: f"no {text}; it said {publisher.said()}")

    await_message("gps/boat/anchor off")
    await_message("gps/boat/overboard off")
    expect(order(page, "PUT", "/anchor", {"radius": 40})[0] == 200, "the anchor could not be dropped")
    await_message("gps/boat/anchor watching")
    order(page, "POST", "/mob")
    await_message("gps/boat/overboard on")
    arrived = broker.arrived.read_text(encoding="utf-8")
    for topic in ("sensor/gps_boat_anchor", "binary_sensor/gps_boat_overboard"):
        expect(arrived.count(f"homeassistant/{topic}/config ") == 1, f"{topic} was not announced once")
    # A broker keeps them for Home Assistant's next start.
    kept = subprocess.run(["mosquitto_sub", "-p", str(broker.port), "-t", "gps/boat/anchor", "-C", "1", "-W", "10"],
                          capture_output=True, text=True, check=False).stdout
    expect(kept == "watching\n", f"the broker has kept {kept!r}")
    expect('"watch":"on"' in arrived and '"latitude":47.5' in arrived, "it is not said where")
    expect(publisher.interrupt() == 0, publisher.said())
    page.end()
    for one in (shown, sent):
        one.close()
    broker.end()


@check
def a_full_disk_loses_nothing(gps, folder):
    if os.geteuid() != 0:
        raise Missing("this is for root, to make a small disk")
    need("mount", "umount")
    broker, disk = Broker(folder), folder / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m,mode=755", "none", disk], check=True)
    drive = folder / "drive.nmea"
    with open(drive, "wb") as file:
        subprocess.run([gps, "simulate", "--start", "2025-01-01T00:00:00Z", "--duration", "3000", "--route", "circle", "--sentences",
                        "GGA,RMC"], check=True, stdout=file)
    publisher = Publisher(gps, folder, "--replay", str(drive), "--speed", "300", "--every", "1s", "--max-rate", "10/s",
                          "--keep", "1d", "--store", str(disk / "positions.sqlite"), f"mqtt://127.0.0.1:{broker.port}")
    try:
        eventually(broker.positions, "nothing came")
        try:
            (disk / "ballast").write_bytes(bytes(8 << 20))
        except OSError:
            pass
        publisher.await_word("is full")
        (disk / "ballast").unlink()
        # Positions whose acknowledgment could not be stored are sent again, after a pause that has grown meanwhile.
        expect(publisher.process.wait(120) == 0, f"it ended badly: {publisher.said()}")
        # What finds the disk full first is either new positions or an acknowledgment, and each says when it goes on.
        ends = "can be written to again" if "held in memory" in publisher.said() else "accepts positions again"
        expect(ends in publisher.said(), f"that was not said: {publisher.said()}")
        owed = set(range(1_735_689_600, 1_735_689_600 + 3000))
        def missing():
            return sorted(owed - {position["tst"] for position in broker.positions()})
        eventually(lambda: not missing(), lambda: f"{len(missing())} are missing, the first is {missing()[0]}")
    finally:
        if publisher.process.poll() is None:
            publisher.process.kill()
            publisher.process.wait()
        subprocess.run(["umount", disk], check=True)
    broker.end()


@check
def a_store_has_one_process(gps, folder):
    address = f"mqtt://127.0.0.1:{free_port()}"
    first = Publisher(gps, folder, "--device", "tcp://127.0.0.1:1", address)
    first.await_word("waiting")
    second = Publisher(gps, folder, "--device", "tcp://127.0.0.1:1", address)
    expect(second.process.wait(10) == 69, "a second one was let in")
    expect(f"process {first.process.pid} is using it" in second.said(), second.said())
    first.interrupt()


@check
def what_cannot_be_is_said_in_one_line(gps, folder):
    (folder / "damaged").write_bytes(b"SQLite format 3\0" + bytes(8000))
    (folder / "notes").write_text("no store at all, but a text of mine\n" * 100, encoding="utf-8")
    (folder / "password").write_text("secret\n", encoding="utf-8")
    (folder / "password").chmod(0o644)
    rows = [
        (64, ["mqtt://me:secret@127.0.0.1"]), (64, ["ftp://127.0.0.1"]), (64, ["mqtt://127.0.0.1", "mqtt://127.0.0.1:1883"]),
        (64, []), (64, ["--region", "home,91,0,5", "mqtt://127.0.0.1"]), (64, ["--quiet-zone", "1,2", "mqtt://127.0.0.1"]),
        (64, ["--max-rate", "often", "mqtt://127.0.0.1"]), (64, ["--name", "a/b", "mqtt://127.0.0.1"]),
        (64, ["--reduced", "--region", "home,1,2,3", "mqtt://127.0.0.1"]),
        (65, ["--store", str(folder / "damaged"), "mqtt://127.0.0.1"]),
        (65, ["--store", str(folder / "notes"), "mqtt://127.0.0.1"]),
        (65, ["--forget", "mqtt://127.0.0.1"]),
        (66, ["--replay", "/nowhere.nmea", "mqtt://127.0.0.1"]),
        (77, [f"mqtt://me@127.0.0.1?password-file={folder}/password", "--device", "tcp://127.0.0.1:1"]),
    ]
    for code, arguments in rows:
        result = subprocess.run(
            [gps, "publish", *arguments], capture_output=True, text=True, timeout=30, check=False, stdin=subprocess.DEVNULL,
            env=dict(os.environ, HOME=str(folder), XDG_STATE_HOME=str(folder), CORELOCATION_SERVICE="none"))
        lines = [line for line in result.stderr.splitlines() if "waiting" not in line and "connecting" not in line]
        expect(result.returncode == code and len(lines) == 1, f"{arguments}: {result.returncode}, {result.stderr}")
        expect("secret" not in result.stderr, f"the password was shown: {result.stderr}")
    expect((folder / "notes").read_text(encoding="utf-8").startswith("no store at all"), "a file of somebody's was changed")


@check
def the_track_that_was_kept_is_written(gps, folder):
    broker = Broker(folder)
    publisher = Publisher(gps, folder, "--replay", str(RECORDING), "--speed", "max", "--keep", "90d",
                          f"mqtt://127.0.0.1:{broker.port}")
    expect(publisher.process.wait(30) == 0, f"it ended badly: {publisher.said()}")

    def fixes(*command):
        return subprocess.run([gps, *command], check=True, capture_output=True, text=True).stdout.splitlines()

    expect(fixes("history", "--store", str(folder / "positions.sqlite"), "--to", "json")
           == fixes("convert", str(RECORDING), "--to", "json"), "the track is another")
    broker.end()


@check
def a_track_of_another_command_is_left_alone(gps, folder):
    broker, path = Broker(folder), str(folder / "positions.sqlite")
    subprocess.run([gps, "history", "record", "--replay", str(RECORDING), "--speed", "max", "--store", path], check=True,
                   capture_output=True, env=dict(os.environ, HOME=str(folder), CORELOCATION_SERVICE="none"))

    def count():
        with contextlib.closing(sqlite3.connect(path)) as store:
            return store.execute("SELECT count(*) FROM track").fetchone()[0]

    before = count()
    address = f"mqtt://127.0.0.1:{broker.port}"
    bounded = Publisher(gps, folder, "--replay", str(RECORDING), "--speed", "max", "--max-queue", "1M", address)
    expect(bounded.process.wait(10) == 64, f"a bound was taken that has no room for the track: {bounded.said()}")
    publisher = Publisher(gps, folder, "--replay", str(RECORDING), "--speed", "max", address)
    expect(publisher.process.wait(30) == 0 and count() == before > 100, f"the track is another: {publisher.said()}")
    broker.end()


if __name__ == "__main__":
    sys.exit(perform_with_folders())

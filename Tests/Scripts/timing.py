#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Runs "gps serve --time-socket" with a receiver whose bytes come as late as the test chooses, and with a real chronyd.

    timing.py GPS [NAME …]       all checks, or those with these names
"""
import json
import os
import pathlib
import pwd
import random
import shutil
import signal
import socket
import statistics
import struct
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
# pylint: disable-next=wrong-import-position
from checking import PATIENCE, RUNNING, Missing, check, eventually, expect, need, perform_with_folders  # noqa: E402
# pylint: disable-next=wrong-import-position
from watching import Port, sentence  # noqa: E402

DELAY, JITTER = 0.120, 0.004
# By how much a busy machine may delay the sender and shift a median, seconds. The place of a sentence would cost 70 ms and more.
BUSY = 0.010


class Receiver:
    """Sends a burst for every second of the machine's clock, with a known delay and jitter of its first byte.

    The same bytes go to two ports, at the same time.
    """

    def __init__(self, order):
        self.port, self.other, self.order, self.ends = Port(), Port(), order, False
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        dice = random.Random(1)
        second = int(time.time()) + 1
        while not self.ends:
            late = DELAY + dice.uniform(-JITTER, JITTER)
            time.sleep(max(0, second + late - time.time()))
            for body in self.bodies(second):
                self.port.send(sentence(body))
                self.other.send(sentence(body))
                # As at 9600 baud.
                time.sleep(0.07)
            second += 1

    def bodies(self, second):
        moment = time.gmtime(second)
        clock, date = time.strftime("%H%M%S.00", moment), time.strftime("%d%m%y", moment)
        rmc = f"GPRMC,{clock},A,4732.6220,N,00940.9980,E,2.0,60.0,{date},,,A"
        gga = f"GPGGA,{clock},4732.6220,N,00940.9980,E,1,08,1.0,396.0,M,47.0,M,,"
        timeless = ["GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,2.0,1.0,1.7", "GPVTG,60.0,T,,M,2.0,N,3.7,K,A"]
        return [rmc, gga, *timeless] if self.order == "first" else [*timeless, gga, rmc]

    def close(self):
        self.ends = True
        self.thread.join()
        self.port.close()
        self.other.close()


class Service:
    """A running "gps serve" without clients."""

    def __init__(self, gps, folder, device, *options, command=()):
        self.said, self.socket = folder / "said", folder / "location.sock"
        self.environment = dict(os.environ, HOME=str(folder), XDG_STATE_HOME=str(folder), CORELOCATION_SERVICE=str(self.socket))
        self.gps = gps
        with open(self.said, "wb") as said:
            # pylint: disable-next=consider-using-with
            self.process = subprocess.Popen(
                [*command, gps, "serve", "--device", device, "--socket", str(self.socket), "--gpsd", "127.0.0.1:0", *options],
                stdin=subprocess.DEVNULL, stdout=said, stderr=said, env=self.environment)
        RUNNING.append(self.process)

    def await_word(self, word):
        eventually(lambda: word in self.said.read_text(), lambda: f"\"{word}\" was not said, but: {self.said.read_text()}")

    def status(self):
        text = subprocess.run([self.gps, "status", "--format", "json"], capture_output=True, text=True, check=False,
                              env=dict(self.environment, XDG_RUNTIME_DIR=str(self.socket.parent)), timeout=20).stdout
        return [json.loads(line) for line in text.splitlines()]

    def end(self):
        self.process.send_signal(signal.SIGINT)
        expect(self.process.wait(20) == 0, f"it ended with {self.process.returncode}: {self.said.read_text()}")


class Clock:
    """A chronyd that reads a socket and leaves the machine's clock alone."""

    def __init__(self, folder):
        need("chronyd")
        if os.geteuid() != 0:
            raise Missing("chronyd needs root to run as another user")
        try:
            owner = pwd.getpwnam("_chrony")
        except KeyError:
            owner = pwd.getpwnam("nobody")
        self.folder = folder / "chrony"
        self.folder.mkdir(exist_ok=True)
        os.chown(self.folder, owner.pw_uid, owner.pw_gid)
        folder.chmod(0o755)
        self.socket = self.folder / "chrony.sock"
        configuration = self.folder / "chrony.conf"
        configuration.write_text(
            f"refclock SOCK {self.socket} refid GPS poll 0 delay 0.2 precision 1e-2\nport 0\ncmdport 0\nbindcmdaddress /\n"
            f"pidfile {self.folder}/pid\nlogdir {self.folder}\nlog refclocks\n", encoding="utf-8")
        self.log = folder / "chronyd"
        with open(self.log, "ab") as log:
            # pylint: disable-next=consider-using-with
            self.process = subprocess.Popen(
                [shutil.which("chronyd"), "-x", "-d", "-U", "-u", owner.pw_name, "-f", str(configuration)],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        RUNNING.append(self.process)
        eventually(self.socket.exists, lambda: f"chronyd did not start: {self.log.read_text()}")

    def offsets(self):
        """Returns the offsets that chronyd has read, seconds."""
        try:
            lines = (self.folder / "refclocks.log").read_text(encoding="utf-8").splitlines()
        except FileNotFoundError:
            return []
        rows = [line.split() for line in lines]
        # Date, time, reference, sample's number (or "-" for a filtered one), leap, pulse, raw offset, …
        return [float(row[6]) for row in rows if len(row) > 6 and row[2] == "GPS" and row[3].isdigit()]

    def end(self):
        self.process.terminate()
        self.process.wait(10)


@check
def chronyd_selects_it_and_finds_the_delay_whatever_comes_first(gps, folder):
    found = {}
    scenes = []
    for order in ("first", "last"):
        place = folder / order
        place.mkdir()
        folder.chmod(0o755)
        receiver, clock = Receiver(order), Clock(place)
        scenes.append((order, receiver, clock, Service(gps, place, receiver.port.path, "--time-socket", str(clock.socket))))
    for order, receiver, clock, service in scenes:
        eventually(lambda clock=clock: "Selected source GPS" in clock.log.read_text(),
                   lambda clock=clock: f"chronyd did not select it: {clock.log.read_text()}")
        offsets = eventually(lambda clock=clock: len(clock.offsets()) >= 8 and clock.offsets(), "too few samples arrived")
        found[order] = statistics.median(offsets)
        print(f"  RMC {order}: {len(offsets)} samples, median {found[order]:+.4f} s, deviation "
              f"{statistics.stdev(offsets) * 1000:.1f} ms")
        expect(-DELAY - JITTER - BUSY < found[order] < -DELAY + JITTER, f"the offset is wrong: {found[order]}")
        time_report = [entry["time"] for entry in service.status() if "time" in entry]
        expect(time_report and time_report[0]["state"] == "sampling", f"the state is not told: {service.status()}")
        expect(abs(time_report[0]["offset"] - found[order]) < 0.01, f"another offset is told: {time_report}")
        expect(time_report[0]["sockets"] == [{"path": str(clock.socket), "state": "connected"}], f"sockets: {time_report}")
        service.end()
        clock.end()
        receiver.close()
    expect(abs(found["first"] - found["last"]) < BUSY, f"the place of RMC matters: {found}")


@check
def samples_go_on_when_the_program_returns(gps, folder):
    path, receiver = folder / "clock.sock", Receiver("first")
    service = Service(gps, folder, receiver.port.path, "--time-socket", str(path))
    service.await_word("no program listens there yet")

    def samples(count):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as clock:
            clock.bind(str(path))
            clock.settimeout(20)
            return [clock.recv(100) for _ in range(count)]

    for _ in range(2):
        for sample in samples(2):
            seconds, micros, offset, pulse, leap, padding, magic = struct.unpack("=qqdiiii", sample)
            expect((pulse, leap, padding, magic) == (0, 0, 0, 0x534F434B), f"wrong: {sample}")
            moment = seconds + micros / 1e6 + offset
            expect(abs(moment - round(moment)) < 1e-5, f"no whole second: {moment}")
            # A single one may come late on a busy machine.
            expect(-0.5 < offset < -0.1, f"offset {offset}")
        path.unlink()
    service.end()
    receiver.close()


def bound(path):
    """Returns a socket as a program makes it that sets the clock."""
    path.unlink(missing_ok=True)
    clock = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    clock.bind(str(path))
    clock.settimeout(20)
    return clock


@check
def several_sockets_and_a_chronyd_that_is_restarted(gps, folder):
    path, receiver, clock = folder / "other.sock", Receiver("first"), Clock(folder)
    other = bound(path)
    service = Service(gps, folder, receiver.port.path, "--time-socket", str(clock.socket), "--time-socket", str(path))
    eventually(lambda: len(clock.offsets()) >= 2, lambda: f"too few samples arrived: {service.said.read_text()}")
    clock.end()
    service.await_word(f"waiting for chronyd or ntpd-rs at {clock.socket}")
    count = len(clock.offsets())
    clock = Clock(folder)
    eventually(lambda: len(clock.offsets()) >= count + 2, lambda: f"no samples after a restart: {service.said.read_text()}")
    expect(len(other.recv(100)) == 40, "the other socket got nothing")
    service.end()
    clock.end()
    receiver.close()
    other.close()


@check
def a_socket_that_is_closed_is_named_with_its_rule(gps, folder):
    need("setpriv")
    if os.geteuid() != 0:
        raise Missing("only root can make another user's socket")
    place = folder / "of-another"
    place.mkdir()
    folder.chmod(0o755)
    path, receiver = place / "clock.sock", Receiver("first")
    clock = bound(path)
    os.chown(path, 65534, 65534)
    path.chmod(0o755)
    service = Service(gps, folder, receiver.port.path, "--time-socket", str(path),
                      command=["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--groups", "4242"])
    service.await_word(f"cannot send the time to {path}: permission denied: only programs of nobody may write to it, since its "
                       "mode is 755; run \"gps serve\" as that user, or let its group write to it, see docs/time.md")
    # As in the drop-in of docs/time.md.
    os.chown(path, -1, 4242)
    path.chmod(0o775)
    service.await_word(f"sending the time to {path}")
    expect(len(clock.recv(100)) == 40, "no sample came")
    clock.close()
    place.chmod(0o700)
    os.chown(place, 65534, 65534)
    service.await_word("permission denied: a folder on its path is closed to this user")
    service.end()
    receiver.close()


@check
def the_spread_is_no_more_than_that_of_gpsd(gps, folder):
    """Both read the same bytes; what differs is the moment that each of them stamps.

    The latest 16 seconds count, until they are as they must be: on a busy machine, one program may run late for a while.
    """
    need("gpsd")
    scenes = []
    for order in ("first", "last"):
        place = folder / order
        place.mkdir()
        receiver, clock = Receiver(order), bound(place / "clock.sock")
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        # pylint: disable-next=consider-using-with
        gpsd = subprocess.Popen(["gpsd", "-N", "-n", "-b", "-S", str(port), "-F", str(place / "gpsd.sock"), receiver.other.path],
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        RUNNING.append(gpsd)
        service = Service(gps, place, receiver.port.path, "--time-socket", str(place / "clock.sock"))
        theirs = eventually(lambda port=port: connected(port), "gpsd does not listen")
        theirs.sendall(b'?WATCH={"enable":true,"json":true,"pps":true};\n')
        scenes.append((order, receiver, clock, theirs, service))
    results = {order: ({}, {}) for order, *_ in scenes}
    end = time.monotonic() + 3 * PATIENCE
    while (wrong := wrong_spread(results)) and time.monotonic() < end:
        for order, _, clock, theirs, _ in scenes:
            ours, others = results[order]
            seconds, micros, offset = struct.unpack("=qqd", clock.recv(100)[:24])
            ours[round(seconds + micros / 1e6 + offset)] = offset
            others |= offsets_of_gpsd(theirs.recv(1 << 20))
    for order, *_ in scenes:
        figures = latest(*results[order]) or [[0], [0]]
        print(f"  RMC {order}: " + ", ".join(f"{name} {statistics.median(values):+.4f} s ± {spread(values) * 1000:.2f} ms"
                                            for name, values in zip(["gps", "gpsd"], figures)))
    expect(not wrong, wrong)
    for _, receiver, clock, _, service in scenes:
        service.end()
        receiver.close()
        clock.close()


def latest(ours, others):
    """Returns the offsets of each for the latest 16 seconds that both programs have stamped; None if there are fewer."""
    common = sorted(ours.keys() & others.keys())[-16:]
    return [[samples[second] for second in common] for samples in (ours, others)] if len(common) == 16 else None


def wrong_spread(results):
    """Returns what is wrong with the latest offsets, by the order of sentences; an empty text if nothing is."""
    medians = []
    for ours, others in results.values():
        figures = latest(ours, others)
        if figures is None:
            return f"too few seconds were stamped by both, {len(ours)} by gps, {len(others)} by gpsd"
        spreads = [spread(values) * 1000 for values in figures]
        if spreads[0] > 1.5 * spreads[1] + 2:
            return f"the spread is larger than gpsd's: {spreads}"
        medians.append(statistics.median(figures[0]))
    return "" if abs(medians[0] - medians[1]) < BUSY else f"the place of RMC matters: {medians}"


def spread(values):
    """Returns the standard deviation as far as it is not due to moments at which a busy machine lets nobody run."""
    median = statistics.median(values)
    return 1.4826 * statistics.median(abs(value - median) for value in values)


def offsets_of_gpsd(data):
    """Returns the offsets by second in what a gpsd has sent; those that are cut are left out."""
    offsets = {}
    for line in data.split(b"\n"):
        try:
            report = json.loads(line)
        except ValueError:
            continue
        if report.get("class") == "TOFF":
            offsets[report["real_sec"]] = (report["real_sec"] - report["clock_sec"]
                                           + (report["real_nsec"] - report["clock_nsec"]) / 1e9)
    return offsets


def connected(port):
    """Returns a connection to this machine's gpsd; None while it does not listen."""
    try:
        return socket.create_connection(("127.0.0.1", port), timeout=20)
    except OSError:
        return None


@check
def what_cannot_be_is_refused(gps, folder):
    for options, code in [(["--time-socket", "/" + "x" * 107], 64), (["--time-socket", ""], 64),
                          (["--time-socket", "/etc/passwd"], 64), (["--time-socket", str(folder)], 64),
                          (["--device", "Fixtures/recordings/harbour-walk.nmea", "--time-socket", "/tmp/x"], 64)]:
        device = [] if "--device" in options else ["--device", "/dev/null"]
        result = subprocess.run([gps, "serve", *device, "--socket", str(folder / "s"), "--gpsd", "127.0.0.1:0", *options],
                                capture_output=True, text=True, timeout=20, check=False)
        expect(result.returncode == code, f"{options}: {result.returncode} {result.stderr}")


if __name__ == "__main__":
    sys.exit(perform_with_folders())

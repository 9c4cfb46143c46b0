#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Runs "gps" and an application beside the real GeoClue, on a bus of their own, fed with sentences by this script.

    geoclue.py GPS PROBE [NAME …]       all checks, or those with these names

It runs itself in a mount namespace, in which GeoClue reads a configuration without networks.
"""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
# pylint: disable-next=wrong-import-position
from checking import Missing, Wrong, check, eventually, expect, need, perform  # noqa: E402
# pylint: disable-next=wrong-import-position
from watching import Port, Watch, sentence  # noqa: E402

DAEMON = "/usr/libexec/geoclue"
AGENT = "/usr/libexec/geoclue-2.0/demos/agent"
CONFIGURATION = "/etc/geoclue/geoclue.conf"
# How long another program is without a position before GeoClue is asked, and how long a change may take then.
PATIENCE, CHANGE = 5.0, 4.0

BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>system</type><listen>unix:path={0}/bus</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*" eavesdrop="true"/>
<allow eavesdrop="true"/></policy></busconfig>
"""

# A "url" of this machine keeps the question where it is at home: "enable=false" does not.
GEOCLUE = """[agent]
whitelist=geoclue-demo-agent
[network-nmea]
enable=true
nmea-socket={0}/nmea.sock
[3g]
enable=false
[cdma]
enable=false
[modem-gps]
enable=false
[wifi]
enable=false
url=http://127.0.0.1:1/
[compass]
enable=false
"""


def now_sentences(latitude="5128.0000", hdop="0.8", clock=None):
    moment = time.gmtime(time.time() if clock is None else clock)
    digits, date = time.strftime("%H%M%S.00", moment), time.strftime("%d%m%y", moment)
    return (sentence(f"GPGGA,{digits},{latitude},N,00000.0000,E,1,08,{hdop},46.0,M,47.0,M,,")
            + sentence(f"GPRMC,{digits},A,{latitude},N,00000.0000,E,,,{date},,,A"))


class Feed:
    """A receiver on another machine, for GeoClue: it sends what `latitude` and `hdop` say, every second."""

    def __init__(self, path):
        self.latitude, self.hdop, self.clients = "5128.0000", "0.8", []
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)
        self.server = socket.socket(socket.AF_UNIX)
        self.server.bind(str(path))
        self.server.listen()
        self.server.settimeout(0.2)
        self.ends = False
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        due = time.monotonic()
        while not self.ends:
            with contextlib.suppress(socket.timeout):
                self.clients.append(self.server.accept()[0])
            if time.monotonic() < due or not self.latitude:
                continue
            due = time.monotonic() + 0.8
            for client in list(self.clients):
                try:
                    client.sendall(now_sentences(self.latitude, self.hdop))
                except OSError:
                    self.clients.remove(client)

    def close(self):
        self.ends = True
        self.thread.join()
        for client in [*self.clients, self.server]:
            client.close()


class Desktop:
    """A bus, GeoClue and its agent, in a folder of their own."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="geoclue-"))
        self.folder.chmod(0o755)
        (self.folder / "run").mkdir(mode=0o700)
        (self.folder / "bus.conf").write_text(BUS.format(self.folder), encoding="ascii")
        self.environment = {"DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={self.folder}/bus",
                            "XDG_RUNTIME_DIR": str(self.folder / "run"), "HOME": str(self.folder),
                            "XDG_CONFIG_HOME": str(self.folder), "XDG_STATE_HOME": str(self.folder),
                            # Not that of the machine, if there is one.
                            "CORELOCATION_SERVICE": str(self.folder / "run/core-location/location.sock")}
        self.programs, self.daemon, self.agent = [], None, None
        self.configure()
        self.start("dbus-daemon", f"--config-file={self.folder}/bus.conf", "--nofork")
        eventually((self.folder / "bus").exists, "the bus does not start")

    def configure(self, extra=""):
        (self.folder / "geoclue.conf").write_text(GEOCLUE.format(self.folder) + extra, encoding="ascii")
        subprocess.run(["umount", CONFIGURATION], stderr=subprocess.DEVNULL, check=False)
        subprocess.run(["mount", "--bind", self.folder / "geoclue.conf", CONFIGURATION], check=True)

    def start(self, *words):
        log = open(self.folder / "log", "ab")  # pylint: disable=consider-using-with
        # pylint: disable-next=consider-using-with
        program = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                   env=dict(os.environ, **self.environment))
        log.close()
        self.programs.append(program)
        return program

    def end(self, program, how=signal.SIGKILL):
        if program in self.programs:
            self.programs.remove(program)
            program.send_signal(how)
            program.wait(10)

    def start_geoclue(self, with_agent=True):
        """Starts both again; its clients see that it has gone."""
        self.end(self.agent)
        self.end(self.daemon)
        self.agent, self.daemon = None, self.start(DAEMON)
        time.sleep(0.8)
        if with_agent:
            self.start_agent()

    def start_agent(self):
        self.agent = self.start(AGENT)
        time.sleep(0.8)

    def watch(self, *options, **environment):
        environment = {**self.environment, **environment}
        # A watch has a folder for that of its own.
        del environment["XDG_STATE_HOME"]
        return Watch(GPS, *options, environment=environment)

    def close(self):
        for program in reversed(list(self.programs)):
            self.end(program)
        subprocess.run(["umount", CONFIGURATION], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)


def fix_of(watch, wanted=lambda fix: True, seconds=20, why="no such position came"):
    """Returns the first fix that is wanted."""
    deadline = time.monotonic() + seconds
    last = None
    while time.monotonic() < deadline:
        for line in watch.lines(0.2):
            last = json.loads(line)
            if wanted(last):
                return last
        expect(watch.process.poll() is None, f"it ended: {watch.complaints()}")
    raise Wrong(f"{why}, the last one was {last}; it said {watch.complaints()}")


def no_fix(watch, unwanted, seconds, why):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        for line in watch.lines(0.2):
            expect(not unwanted(json.loads(line)), f"{why}: {line}")


def is_geoclue(fix):
    return fix.get("source") == "geoclue"


def at(latitude):
    return lambda fix: is_geoclue(fix) and abs(fix["latitude"] - latitude) < 1e-6


@contextlib.contextmanager
def watching(desktop, *options, **environment):
    watch = desktop.watch(*options, **environment)
    try:
        yield watch
    finally:
        if watch.process.poll() is None:
            watch.end()


@contextlib.contextmanager
def feeding(desktop):
    feed = Feed(desktop.folder / "nmea.sock")
    try:
        desktop.start_geoclue()
        yield feed
    finally:
        feed.close()


class Receiver:
    """A receiver on a pseudo-terminal, which has a fix while `has_fix`."""

    def __init__(self):
        self.port, self.has_fix, self.error, self.ends = Port(), True, None, False
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        while not self.ends:
            clock = time.strftime("%H%M%S.00", time.gmtime())
            errors = sentence(f"GPGST,{clock},,,,,{self.error},{self.error},9.0") if self.error else b""
            self.port.send(errors + now_sentences("4732.6220", "1.0") if self.has_fix
                           else sentence(f"GPRMC,{clock},V,,,,,,,150625,,,N"))
            time.sleep(1)

    def close(self):
        self.ends = True
        self.thread.join()
        self.port.close()


@contextlib.contextmanager
def serving(desktop, device, *options):
    """A personal service, at the socket where programs look for it."""
    path = desktop.folder / "run/core-location/location.sock"
    path.parent.mkdir(mode=0o700, exist_ok=True)
    # Root's would be in /run.
    service = desktop.start(GPS, "serve", "--device", device, "--socket", str(path), "--gpsd", "127.0.0.1:0", *options)
    eventually(path.exists, "the service does not start")
    try:
        yield str(path)
    finally:
        desktop.end(service, signal.SIGTERM)


# Each check is given the desktop.

@check
def named(desktop):
    """It is a place like any other, and every fix says its origin."""
    with feeding(desktop) as feed, watching(desktop, "--device", "geoclue:") as watch:
        fix = fix_of(watch, at(51.4666666667))
        expect(fix["device"] == "geoclue:", f"{fix}")
        # GeoClue says 0 m, which is no accuracy.
        expect(fix["horizontalAccuracy"] == 100 and fix["horizontalAccuracySource"] == "assumed", f"{fix}")
        expect("speed" not in fix and "course" not in fix, f"what is unknown became a number: {fix}")
        feed.latitude = "5129.0000"
        moved = time.monotonic()
        fix_of(watch, at(51.4833333333))
        expect(time.monotonic() - moved < CHANGE, "a change takes too long")
        # In the same place, GeoClue would keep the better one.
        feed.latitude, feed.hdop = "5130.0000", "12.0"
        fix_of(watch, lambda fix: fix["horizontalAccuracy"] == 100 and fix["horizontalAccuracySource"] == "GeoClue")


@check
def text_says_its_origin(desktop):
    with feeding(desktop):
        # pylint: disable-next=consider-using-with
        run = subprocess.Popen([GPS, "watch", "--device", "geoclue:", "--format", "text"], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, env=dict(os.environ, **desktop.environment), text=True)
        line = run.stdout.readline()
        run.terminate()
        run.wait(10)
        expect("(GeoClue)" in line, line)


@check
def killed_and_started_again(desktop):
    with feeding(desktop), watching(desktop, "--device", "geoclue:") as watch:
        fix_of(watch, is_geoclue)
        desktop.start_geoclue()
        watch.await_complaint("GeoClue has closed the connection")
        fix_of(watch, is_geoclue, 30)


@check
def stopped_and_continued(desktop):
    with feeding(desktop), watching(desktop, "--device", "geoclue:") as watch:
        fix_of(watch, is_geoclue)
        desktop.daemon.send_signal(signal.SIGSTOP)
        time.sleep(3)
        watch.lines()
        no_fix(watch, lambda fix: True, 2, "it invents positions")
        desktop.daemon.send_signal(signal.SIGCONT)
        fix_of(watch, is_geoclue)
        expect(not any("lost" in line for line in watch.complaints()), f"{watch.complaints()}")


@check
def last_of_several(desktop):
    """GeoClue is asked 5 s after the receiver's loss, and left at once."""
    receiver = Receiver()
    with feeding(desktop), watching(desktop, "--device", receiver.port.path, "--device", "geoclue:") as watch:
        try:
            no_fix(watch, is_geoclue, 7, "it is asked although the receiver has a fix")
            expect(not maps(watch, "libsystemd"), "libsystemd is loaded although the receiver has a fix")
            receiver.has_fix = False
            lost = time.monotonic()
            fix_of(watch, is_geoclue)
            delay = time.monotonic() - lost
            expect(PATIENCE - 0.5 < delay < PATIENCE + CHANGE, f"it comes after {delay:.1f} s")
            receiver.has_fix = True
            back = time.monotonic()
            fix_of(watch, lambda fix: not is_geoclue(fix))
            expect(time.monotonic() - back < CHANGE, "it is left too late")
            no_fix(watch, is_geoclue, 3, "it is not left")
        finally:
            receiver.close()


@check
def automatic_choice(desktop):
    """Without a receiver it comes after 5 s; the location service goes before it, and is returned to at once."""
    with feeding(desktop):
        start = time.monotonic()
        with watching(desktop) as watch:
            fix_of(watch, is_geoclue)
            delay = time.monotonic() - start
            expect(PATIENCE - 0.2 < delay < PATIENCE + CHANGE, f"it comes after {delay:.1f} s")
        receiver = Receiver()
        with serving(desktop, receiver.port.path), watching(desktop) as watch:
            try:
                fix_of(watch, lambda fix: fix["device"] == receiver.port.path)
                no_fix(watch, is_geoclue, 6, "it is asked although the service has a fix")
                receiver.has_fix = False
                fix_of(watch, is_geoclue)
                receiver.has_fix = True
                back = time.monotonic()
                fix_of(watch, lambda fix: fix["device"] == receiver.port.path)
                expect(time.monotonic() - back < CHANGE, "it is left too late")
                no_fix(watch, is_geoclue, 3, "it is not left")
            finally:
                receiver.close()


@check
def application(desktop):
    """A program with a CLLocationManager gets it as on a phone without satellites."""
    run = subprocess.run([GPS, "authorize", "allow", os.path.realpath(PROBE)], capture_output=True,
                         env=dict(os.environ, **desktop.environment), check=False)
    expect(run.returncode == 0, run.stderr)
    with feeding(desktop) as feed:
        feed.hdop = "3.0"
        for source in ({"CORELOCATION_SOURCE": "geoclue:"}, {}):
            environment = dict(os.environ, **desktop.environment, CORELOCATION_IN_USE="1", **source)
            # pylint: disable-next=consider-using-with
            probe = subprocess.Popen([PROBE, "listen"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
                                     stderr=subprocess.DEVNULL, env=environment)
            try:
                line = next(line for line in probe.stdout if line.startswith("location"))
            finally:
                probe.kill()
                probe.wait(10)
            words = line.split()
            expect(words[1].startswith("51.46") and words[5:] == ["25.0", "-1.0", "-1.0", "-1.0", "false"],
                   f"with {source or 'the automatic choice'}: {line}")


@check
def no_loop(desktop):
    """Our own position, which GeoClue has from our service, does not come back."""
    receiver = Receiver()
    with contextlib.suppress(FileNotFoundError):
        os.unlink(desktop.folder / "nmea.sock")
    try:
        with serving(desktop, receiver.port.path, "--nmea-socket", str(desktop.folder / "nmea.sock")), \
                watching(desktop) as watch:
            desktop.start_geoclue()
            fix_of(watch, lambda fix: fix["device"] == receiver.port.path)
            # Another program keeps GeoClue listening to our service.
            with watching(desktop, "--device", "geoclue:", CORELOCATION_SERVICE="none") as other:
                fix_of(other, is_geoclue)
                receiver.has_fix = False
                time.sleep(1.5)
                watch.lines()
                no_fix(watch, lambda fix: True, 14, "our own position came back")
                receiver.has_fix = True
                fix_of(watch, lambda fix: fix["device"] == receiver.port.path)
    finally:
        receiver.close()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def connected(family, address):
    """Returns a connection to a service, which opens its addresses one after the other."""
    def attempt():
        client = socket.socket(family)
        try:
            client.connect(address)
        except (FileNotFoundError, ConnectionRefusedError):
            client.close()
            return None
        return client
    return eventually(attempt, f"nobody listens at {address}")


@check
def radius_is_no_smaller_than_the_accuracy(desktop):
    """GeoClue makes a radius of a dilution alone, which the service chooses by the accuracy of the fix."""
    receiver = Receiver()
    with contextlib.suppress(FileNotFoundError):
        os.unlink(desktop.folder / "nmea.sock")
    try:
        with serving(desktop, receiver.port.path, "--nmea-socket", str(desktop.folder / "nmea.sock")):
            desktop.start_geoclue()
            with watching(desktop, "--device", "geoclue:", CORELOCATION_SERVICE="none") as watch:
                # GST has the errors along both axes, of which 1.5152 make a radius of 68 %.
                for error, radius in [("150.0", 300), ("50.0", 100), ("10.6", 50)]:
                    receiver.error = error
                    fix_of(watch, lambda fix, radius=radius: fix["horizontalAccuracy"] == radius,
                           why=f"a radius of {radius} m never came")
    finally:
        receiver.close()


@check
def never_to_nmea(desktop):
    """A service that has its position from GeoClue serves it to programs, but in no sentence."""
    outlet, port = desktop.folder / "outlet.sock", free_port()
    with feeding(desktop), serving(desktop, "geoclue:", "--nmea-socket", str(outlet), "--nmea", f"127.0.0.1:{port}"), \
            watching(desktop, "--device", "service") as watch:
        with connected(socket.AF_UNIX, str(outlet)) as client, connected(socket.AF_INET, ("127.0.0.1", port)) as other:
            fix_of(watch, is_geoclue)
            client.settimeout(4)
            with contextlib.suppress(socket.timeout):
                data = client.recv(4096)
                expect(not data, f"it wrote {data}")
            # Plotters are told that there is no receiver with a fix.
            other.settimeout(4)
            data = other.recv(4096)
            expect(b"$GNRMC,,V," in data and b"5128" not in data, f"it wrote {data}")


def failure_of(desktop, *options, before=0):
    """Returns the only line that it says, or the one after some others."""
    run = subprocess.run([GPS, "watch", *options, "--no-wait"], capture_output=True, text=True, timeout=30, check=False,
                         stdin=subprocess.DEVNULL, env=dict(os.environ, **desktop.environment))
    lines = [line for line in run.stderr.splitlines() if line]
    expect(run.returncode != 0 and len(lines) == before + 1, f"code {run.returncode}: {run.stderr}")
    return lines[-1]


@check
def errors_say_what_to_do(desktop):
    desktop.start_geoclue(with_agent=False)
    start = time.monotonic()
    line = failure_of(desktop, "--device", "geoclue:")
    expect("no agent" in line and AGENT in line, line)
    expect(4.5 < time.monotonic() - start < 10, "no agent is noticed at the wrong time")
    # It says first that GeoClue is asked.
    line = failure_of(desktop, before=1)
    expect("no agent" in line, f"the automatic choice says {line}")
    desktop.configure("[core-location-linux]\nallowed=false\nsystem=false\nusers=\n")
    desktop.start_geoclue()
    line = failure_of(desktop, "--device", "geoclue:")
    expect("forbids" in line and "allowed=true" in line, line)
    desktop.configure()
    desktop.end(desktop.agent)
    desktop.end(desktop.daemon)
    line = failure_of(desktop, "--device", "geoclue:")
    expect("not installed" in line, line)
    environment = dict(desktop.environment)
    desktop.environment["DBUS_SYSTEM_BUS_ADDRESS"] = f"unix:path={desktop.folder}/none"
    line = failure_of(desktop, "--device", "geoclue:")
    desktop.environment = environment
    expect("system bus" in line, line)


@check
def doctor_explains_the_chain(desktop):
    with feeding(desktop):
        run = subprocess.run([GPS, "doctor", "--for", "20s", "--json"], capture_output=True, text=True, timeout=60, check=False,
                             env=dict(os.environ, **desktop.environment), stdin=subprocess.DEVNULL)
        findings = [json.loads(line) for line in run.stdout.splitlines()]
        chain = [one["what"] for one in findings if one["check"] == "source"]
        expect(len(chain) == 1 and chain[0].startswith("positions come from GeoClue"), f"{findings}")


def maps(watch, library):
    with open(f"/proc/{watch.pid}/maps", encoding="utf-8") as file:
        return any(library in line for line in file)


@check
def costs_nothing_where_it_is_not_needed(desktop):
    """With a receiver: no thread, no library, no wake-up, no look at the bus."""
    need("strace")
    receiver = Receiver()
    figures = []
    try:
        with serving(desktop, receiver.port.path):
            for environment in ({}, {"XDG_RUNTIME_DIR": ""}):
                where = {"CORELOCATION_SERVICE": str(desktop.folder / "run/core-location/location.sock")}
                with watching(desktop, **where, **environment) as watch:
                    fix_of(watch, lambda fix: True)
                    trace = desktop.folder / "trace"
                    # pylint: disable-next=consider-using-with
                    strace = subprocess.Popen(["strace", "-f", "-qq", "-o", trace, "-e", "trace=poll,ppoll,connect,openat",
                                               "-p", str(watch.pid)], stderr=subprocess.DEVNULL)
                    time.sleep(10.3)
                    strace.terminate()
                    strace.wait(10)
                    lines = trace.read_text(encoding="utf-8", errors="replace").splitlines()
                    expect(not any("bus" in line or "libsystemd" in line for line in lines), "it looks at the bus")
                    expect(not maps(watch, "libsystemd"), "libsystemd is loaded")
                    figures.append((watch.threads(), sum("poll" in line and "=" in line for line in lines)))
    finally:
        receiver.close()
    (threads, wakes), (threads_without, wakes_without) = figures
    print(f"  {threads} threads and {wakes} waits in 10 s; where GeoClue cannot be asked {threads_without} and {wakes_without}")
    expect(threads == threads_without and abs(wakes - wakes_without) <= 4, f"{figures}")


def main():
    if os.environ.get("GEOCLUE_PY_INSIDE") != "yes":
        for path in (DAEMON, AGENT, CONFIGURATION):
            if not os.path.exists(path):
                print(f"geoclue.py: skipped, there is no {path} (Debian: geoclue-2.0 geoclue-2-demo)")
                return 0
        need("dbus-daemon", "unshare")
        user = [] if os.geteuid() == 0 else ["-r"]
        words = ["unshare", "-m", *user, sys.executable, *sys.argv]
        if subprocess.run([*words[:2 + len(user)], "true"], stderr=subprocess.DEVNULL, check=False).returncode != 0:
            print("geoclue.py: skipped, no mount namespace may be made here")
            return 0
        os.execvpe(words[0], words, dict(os.environ, GEOCLUE_PY_INSIDE="yes"))
    subprocess.run(["mount", "--make-rprivate", "/"], check=True)

    def act(function):
        desktop = Desktop()
        try:
            function(desktop)
        finally:
            desktop.close()
    return perform(sys.argv[3:], act)


if __name__ == "__main__":
    os.environ.pop("CORELOCATION_SERVICE", None)
    os.environ.pop("CORELOCATION_SOURCE", None)
    os.environ.setdefault("TERM", "dumb")
    GPS, PROBE = sys.argv[1], sys.argv[2]
    try:
        sys.exit(1 if main() else 0)
    except Missing as missing:
        print(f"geoclue.py: skipped, {missing}")

#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Runs "gps serve" with a simulated receiver, and third-party programs against it.

    serving.py GPS [NAME …]       all checks, or those with these names

Each check says what is wrong, or that a program is not installed. Clients on PyPI are downloaded where possible.
"""
import json
import os
import pathlib
import re
import resource
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
from applications import Machine  # noqa: E402
from checking import Missing, Wrong, check, expect, need, perform  # noqa: E402
from watching import ROOT, Port  # noqa: E402

STRANGER = 1234
RECORDING = ROOT / "Fixtures/recordings/harbour-walk.nmea"
# The simulator's place, in degrees and as in NMEA 0183. A time may contain 51.4 seconds, which is no place.
PLACE = re.compile(r'[^:0-9]51\.4|5128\.|"lat|PRN')


def expect_no_place(text):
    found = PLACE.search(text)
    expect(not found, f"the place got out: {text[max(0, found.start() - 200):found.end() + 50] if found else ''}")


class Receiver:
    """A receiver on a pseudo-terminal, which can be unplugged and plugged in at the same path."""

    def __init__(self, gps, link, rate=1, seconds=600, beside=None):
        """Reports what the receiver reports that it is beside, or a circle of its own."""
        self.link, self.rate, self.count, self.beside = link, rate, 0, beside
        self.epochs = beside.epochs if beside else self.simulate(gps, seconds)
        self.port, self.lock, self.is_ended = None, threading.Lock(), False
        self.start = time.monotonic()
        self.plug()
        threading.Thread(target=self.send, daemon=True).start()

    def simulate(self, gps, seconds):
        text = subprocess.run(
            [gps, "simulate", "--duration", str(seconds), "--rate", str(self.rate), "--route", "circle", "--sentences",
             "RMC,VTG,GGA,GSA,GST,GSV"], check=True, capture_output=True).stdout
        return [b"$GNRMC," + part for part in text.split(b"$GNRMC,")[1:]]

    def plug(self):
        with self.lock:
            self.port = Port()
            # The permissions of the link's target decide what the service tells other users.
            os.chmod(self.port.path, 0o600)
            temporary = self.link + ".new"
            os.symlink(self.port.path, temporary)
            os.rename(temporary, self.link)

    def unplug(self):
        with self.lock:
            os.unlink(self.link)
            self.port.close()
            self.port = None

    def send(self):
        self.start = self.beside.start if self.beside else time.monotonic()
        due = self.start
        for epoch in self.epochs:
            with self.lock:
                if self.port:
                    self.port.send(epoch)
                    self.count += 1
            due += 1 / self.rate
            time.sleep(max(0, due - time.monotonic()))
            if self.is_ended:
                return


class Service:
    """A running "gps serve" with its own sockets."""

    def __init__(self, gps, folder, *options, device, environment=None, command=()):
        self.port, self.nmea = free_port(), free_port()
        self.socket, self.geoclue = f"{folder}/location.sock", f"{folder}/nmea.sock"
        self.log = open(f"{folder}/log", "w+", encoding="utf-8")  # pylint: disable=consider-using-with
        # pylint: disable-next=consider-using-with
        self.process = subprocess.Popen(
            [*command, gps, "serve", "--device", device, "--gpsd", f"127.0.0.1:{self.port}",
             "--nmea", f"127.0.0.1:{self.nmea}", "--socket", self.socket, "--nmea-socket", self.geoclue,
             *options], stderr=self.log, env=dict(os.environ, **(environment or {})))
        eventually(lambda: os.path.exists(self.geoclue), "the service did not start")

    def end(self):
        self.process.terminate()
        expect(self.process.wait(10) == 0, "the service did not end well")
        expect(not os.path.exists(self.socket), "its socket was left behind")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def eventually(condition, why, seconds=20):
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise Wrong(why)
        time.sleep(0.02)


def run(*command, seconds=30, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False, **options)


def at(service):
    return f"127.0.0.1:{service.port}"


# The clients that come with gpsd.

@check
def gpspipe(service, _folder):
    need("gpspipe")
    # If the service began to listen between two epochs, the first satellites come with the second fix.
    result = run("gpspipe", "-w", "-n", "12", at(service))
    classes = [json.loads(line)["class"] for line in result.stdout.splitlines()]
    expect(result.returncode == 0, f"it ended with {result.returncode}")
    expect(classes[:3] == ["VERSION", "DEVICES", "WATCH"], f"the order was {classes}")
    expect({"TPV", "SKY"} <= set(classes), f"only {classes} came")


@check
def gpspipe_sentences(service, _folder):
    need("gpspipe")
    lines = run("gpspipe", "-r", "-n", "12", at(service)).stdout.splitlines()
    sentences = [line for line in lines if line.startswith("$")]
    expect(len(sentences) >= 8, f"only {sentences} came")
    for line in sentences:
        checksum = 0
        for byte in line[1:-3].encode("ascii"):
            checksum ^= byte
        expect(int(line[-2:], 16) == checksum, f"{line} is damaged")
    expect("$GN" in run("gpspipe", "-R", "-x", "3", at(service)).stdout, "no bytes came")


@check
def gpsdecode(service, _folder):
    need("gpspipe", "gpsdecode")
    result = run("bash", "-c", f"gpspipe -w -n 7 {at(service)} | gpsdecode")
    expect(len(result.stdout.splitlines()) == 7, f"it read {result.stdout}")


@check
def gpxlogger(service, _folder):
    need("gpxlogger")
    text = run("timeout", "-s", "INT", "6", "gpxlogger", at(service)).stdout
    expect(text.count("<trkpt") >= 2 and "<ele>" in text, f"it wrote {text}")


@check
def gpscsv(service, _folder):
    need("gpscsv")
    lines = run("gpscsv", "-n", "2", "-f", "time,lat,lon,altMSL", at(service)).stdout.splitlines()
    expect(len(lines) == 3 and lines[2].count(",") == 3, f"it wrote {lines}")


@check
def gpsprof(service, _folder):
    need("gpsprof")
    with socket.create_connection(("127.0.0.1", service.port)) as other:
        # Once the receiver is open, its rate is known, and gpsprof reads its cycle as well.
        other.sendall(b'?WATCH={"enable":true,"json":true};')
        reader = other.makefile()
        while '"TPV"' not in (line := reader.readline()):
            expect(line, "the connection was closed")
        result = run("gpsprof", "-f", "space", "-n", "3", at(service))
    expect(result.returncode == 0, f"it ended with {result.returncode}: {result.stderr[-300:]}")
    expect("8N1, cycle 1s" in result.stdout, f"it wrote {result.stdout[:200]}")


@check
def gpsprof_instrumented(service, _folder):
    """Ends at once, since it is told that no timing is reported."""
    need("gpsprof")
    result = run("gpsprof", "-f", "instrumented", "-n", "3", at(service), seconds=20)
    expect("timing is not enabled" in result.stderr, f"it ended with {result.returncode}: {result.stderr[-300:]}")


@check
def gegps(service, folder):
    """Writes what Google Earth reads again and again."""
    need("gegps")
    result = run("timeout", "-s", "INT", "5", "gegps", "-d", folder, "--port", str(service.port))
    found = [path.read_text("utf-8") for path in pathlib.Path(folder).glob("*.kml")]
    expect(any("51.4" in text for text in found), f"it wrote {found}: {result.stderr[-300:]}")


@check
def net_gpsd3(service, _folder):
    """Runs the example of Perl's Net::GPSD3, which a TPV without a time ends."""
    example = "/usr/share/doc/libnet-gpsd3-perl/examples/perl-Net-GPSD3-Example.pl"
    if not os.path.exists(example):
        raise Missing("there is no libnet-gpsd3-perl")
    with subprocess.Popen(["perl", example, "127.0.0.1", str(service.port)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True) as client:
        def until(words):
            line = client.stdout.readline()
            while not all(word in line for word in words):
                before, line = line, client.stdout.readline()
                expect(line, f"it ended: {before}")
        watchdog = threading.Timer(30, client.kill)
        watchdog.start()
        try:
            until(["TPV", "Lat: 51.4"])
            until(["SKY", "Used: "])
            RECEIVER.unplug()
            time.sleep(3)
            RECEIVER.plug()
            until(["TPV", "Lat: 51.4"])
        finally:
            watchdog.cancel()
            if RECEIVER.port is None:
                RECEIVER.plug()
            client.kill()


@check
def ntploggps(service, folder):
    """Reads what ntploggps of ntpsec reads, whose port cannot be chosen."""
    python("gps", """
import gps
session = gps.gps(host="127.0.0.1", port="{port}", mode=gps.WATCH_ENABLE)
for i in range(30):
    session.read()
    if session.data["class"] == "SKY" and "tdop" in session.data:
        used = sum(satellite.used for satellite in session.data["satellites"])
        print(session.data["device"], session.data["tdop"], used > 3 and "right")
        break
""", service, folder)


@check
def gps2udp(service, _folder):
    need("gps2udp")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as target:
        target.bind(("127.0.0.1", 0))
        target.settimeout(15)
        port = target.getsockname()[1]
        with subprocess.Popen(["gps2udp", "-n", "-j", "-c", "90", "-u", f"127.0.0.1:{port}", at(service)],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as client:
            try:
                expect(any(b"TPV" in target.recv(1 << 16) for _ in range(80)), "no TPV came")
            finally:
                client.kill()


def screen(command, wanted, seconds=15, during=None):
    """Runs a program in a terminal, and returns its screen once that shows the wanted words."""
    need("tmux", command.split()[0])
    name = f"service-{os.getpid()}-{command.split()[0]}"
    run("tmux", "-L", name, "new-session", "-d", "-x", "100", "-y", "40", command)
    try:
        text = ""

        def has(words):
            nonlocal text
            text = run("tmux", "-L", name, "capture-pane", "-p").stdout
            return all(word in text for word in words)
        eventually(lambda: has(wanted), f"{wanted} is not on its screen", seconds)
        if during:
            during(has)
        return text
    finally:
        run("tmux", "-L", name, "kill-server")


@check
def cgps(service, _folder):
    def unplugged(has):
        RECEIVER.unplug()
        try:
            eventually(lambda: has(["NO FIX"]), "it still shows a fix")
        finally:
            RECEIVER.plug()
        eventually(lambda: has(["3D FIX"]), "the fix did not come back")
    screen(f"cgps {at(service)}", ["3D FIX", "Seen", "51.4"], during=unplugged)


@check
def gpsmon(service, _folder):
    screen(f"gpsmon {at(service)}", ["NMEA0183>", "RMC"])


@check
def gpsd_itself(service, _folder):
    need("gpsd", "gpspipe")
    port = free_port()
    with subprocess.Popen(["gpsd", "-N", "-n", "-S", str(port), f"gpsd://{at(service)}"],
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as daemon:
        try:
            time.sleep(1)
            text = run("gpspipe", "-w", "-n", "6", f"127.0.0.1:{port}").stdout
            expect('"lat":51.4' in text, f"it told {text}")
        finally:
            daemon.terminate()


@check
def libgps(service, folder):
    need("gcc")
    if not os.path.exists("/usr/include/gps.h"):
        raise Missing("there is no libgps-dev")
    source = pathlib.Path(folder, "client.c")
    source.write_text("""
#include <gps.h>
#include <stdio.h>
int main(int count, char **words) {
  struct gps_data_t data;
  if (gps_open(words[1], words[2], &data)) return 2;
  gps_stream(&data, WATCH_ENABLE | WATCH_JSON, NULL);
  for (int i = 0; i < 50; i++) {
    if (!gps_waiting(&data, 5000000) || gps_read(&data, NULL, 0) < 0) return 3;
    if (data.fix.mode == 3 && data.satellites_visible > 0 && data.satellites_used > 0) {
      printf("%d %f %f %d\\n", data.fix.mode, data.fix.latitude, data.fix.altMSL, data.satellites_visible);
      return 0;
    }
  }
  return 4;
}
""", encoding="ascii")
    program = str(source.with_suffix(""))
    expect(run("gcc", "-o", program, str(source), "-lgps", "-lm").returncode == 0, "it cannot be built")
    result = run(program, "127.0.0.1", str(service.port))
    expect(result.returncode == 0 and result.stdout.startswith("3 51.4"), f"it read {result}")


# Clients in Python.

def python(module, code, service, folder, package=None):
    environment = dict(os.environ)
    if package:
        target = f"{folder}/{module}"
        if run(sys.executable, "-m", "pip", "install", "-q", "--target", target, package, seconds=120).returncode:
            raise Missing(f"there is no {package}")
        environment["PYTHONPATH"] = target
    interpreter = sys.executable if package else "/usr/bin/python3"
    if run(interpreter, "-c", f"import {module}", env=environment).returncode:
        raise Missing(f"there is no {module}")
    result = run(interpreter, "-c", code.format(port=service.port), env=environment)
    expect("right" in result.stdout, f"it read {result.stdout[-500:]}{result.stderr[-500:]}")


@check
def python3_gps(service, folder):
    python("gps", """
import gps
session = gps.gps(host="127.0.0.1", port="{port}", mode=gps.WATCH_ENABLE)
for i in range(30):
    session.next()
    if session.fix.mode == 3 and len(session.satellites) > 3 and int(session.fix.latitude) == 51:
        print("right")
        break
""", service, folder)


@check
def gpsd_py3(service, folder):
    python("gpsd", """
import gpsd, time
gpsd.connect(host="127.0.0.1", port={port})
for i in range(10):
    packet = gpsd.get_current()
    if packet.mode == 3:
        print(packet.get_time(), int(packet.lat) == 51 and "right")
        break
    time.sleep(1)
""", service, folder, "gpsd-py3==0.3.0")


@check
def gps3(service, folder):
    python("gps3", """
from gps3 import gps3
connection, stream = gps3.GPSDSocket(), gps3.DataStream()
connection.connect(host="127.0.0.1", port={port})
connection.watch()
seen = 0
for data in connection:
    if data:
        stream.unpack(data)
        if str(stream.TPV["lat"]).startswith("51.4"):
            seen += 1
    if seen > 2:
        print("right")
        break
""", service, folder, "gps3==0.33.3")


@check
def gpsdclient(service, folder):
    python("gpsdclient", """
import datetime
from gpsdclient import GPSDClient
with GPSDClient(host="127.0.0.1", port={port}) as client:
    for result in client.dict_stream(convert_datetime=True, filter=["TPV"]):
        if isinstance(result.get("time"), datetime.datetime):
            print("right")
            break
""", service, folder, "gpsdclient==1.3.2")


# Other clients.

@check
def nc_on_every_socket(service, _folder):
    need("nc")
    hello = '{"class":"client","name":"nc","watch":true}\\n'
    text = run("bash", "-c", f"(printf '{hello}'; sleep 3) | timeout 4 nc -U {service.socket}").stdout
    expect('"class":"fix","timestamp"' in text and '"protocol":1' in text, f"it told {text}")
    expect("$GNRMC" in run("timeout", "3", "nc", "127.0.0.1", str(service.nmea)).stdout, "no sentences came")
    lines = run("timeout", "4", "nc", "-U", service.geoclue).stdout.splitlines()
    expect(len(lines) > 2 and {line[3:6] for line in lines} == {"RMC", "GGA"}, f"GeoClue would get {lines}")


@check
def xgps(service, _folder):
    # Without a language, the second one takes a unit that it does not know.
    for program, *options in ("xgps",), ("xgpsspeed", "--speedunits", "kmh"):
        need(program, "xvfb-run")
        # The program says how it ended itself, since xvfb-run may fail to remove its own files afterwards.
        result = run("xvfb-run", "-a", "sh", "-c", 'timeout 7 "$@"; echo "$0 ended with $?" >&2', program,
                     program, *options, at(service))
        expect(f"{program} ended with 124" in result.stderr, result.stderr[-300:])


@check
def collectd(service, folder):
    need("collectd")
    pathlib.Path(folder, "collectd.conf").write_text(f"""
Interval 1
BaseDir "{folder}"
PIDFile "{folder}/collectd.pid"
LoadPlugin csv
LoadPlugin gps
<Plugin csv>
  DataDir "stdout"
</Plugin>
<Plugin gps>
  Host "127.0.0.1"
  Port "{service.port}"
  Timeout 0.015
  PauseConnect 3
</Plugin>
""", encoding="ascii")
    text = run("timeout", "8", "collectd", "-f", "-C", f"{folder}/collectd.conf").stdout
    counts = [float(value) for value in re.findall(r"satellites-used\S* \S* \S*:([0-9.]+)", text)]
    expect(counts and counts[-1] > 3, f"it read {text[-300:]}")


@check
def qt(service, _folder):
    code = f"""
import sys
from PyQt6.QtCore import QCoreApplication, QTimer
from PyQt6.QtPositioning import QGeoPositionInfoSource
application = QCoreApplication([])
source = QGeoPositionInfoSource.createSource("nmea", {{"nmea.source": "socket://127.0.0.1:{service.nmea}"}}, None)
def updated(info):
    print(info.coordinate().latitude(), flush=True)
    application.quit()
source.positionUpdated.connect(updated)
source.startUpdates()
QTimer.singleShot(10000, application.quit)
application.exec()
"""
    if run("/usr/bin/python3", "-c", "import PyQt6.QtPositioning").returncode:
        raise Missing("there is no python3-pyqt6.qtpositioning")
    result = run("/usr/bin/python3", "-c", code)
    expect(result.stdout.startswith("51.4"), f"it read {result.stdout}{result.stderr[-300:]}")


@check
def gps_watch(service, _folder):
    """Checks two processes of "gps watch" and a client of gpsd at the same time."""
    environment = dict(os.environ, CORELOCATION_SERVICE=service.socket)
    # pylint: disable-next=consider-using-with
    watches = [subprocess.Popen(["timeout", "6", f"/proc/{service.process.pid}/exe", "watch", "--device", "service",
                                 "--format", "json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                env=environment) for _ in range(2)]
    gpspipe(service, None)
    for watch in watches:
        lines = watch.communicate()[0].splitlines()
        expect(len(lines) > 3 and '"latitude":51.4' in lines[-1], f"it printed {lines}")


BUS = """
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>unix:path={folder}/bus</listen>
  <policy context="default">
    <allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/><allow user="*"/>
  </policy>
</busconfig>
"""


def where_am_i(service, folder, seconds):
    """Returns the command that asks GeoClue for the location, with its own bus and configuration."""
    daemon, demo = "/usr/libexec/geoclue", "/usr/libexec/geoclue-2.0/demos"
    if not os.path.exists(daemon) or not os.path.exists(demo + "/where-am-i"):
        raise Missing("there is no geoclue-2.0, geoclue-2-demo")
    need("dbus-daemon", "unshare")
    if os.geteuid():
        raise Missing("this is for root, to give GeoClue a configuration")
    pathlib.Path(folder, "bus.conf").write_text(BUS.format(folder=folder), encoding="ascii")
    pathlib.Path(folder, "geoclue.conf").write_text(
        f"[agent]\nwhitelist=geoclue-demo-agent\n[network-nmea]\nenable=true\nnmea-socket={service.geoclue}\n"
        "[3g]\nenable=false\n[cdma]\nenable=false\n[modem-gps]\nenable=false\n[wifi]\nenable=false\n"
        "[geoclue-demo-agent]\nallowed=true\nsystem=true\nusers=\n"
        "[geoclue-where-am-i]\nallowed=true\nsystem=true\nusers=\n", encoding="ascii")
    # GeoClue's configuration has a fixed path, at which only these processes see another file.
    script = f"""
mount --bind {folder}/geoclue.conf /etc/geoclue/geoclue.conf
dbus-daemon --config-file={folder}/bus.conf --nofork --nopidfile &
bus=$!
export DBUS_SYSTEM_BUS_ADDRESS=unix:path={folder}/bus
sleep 1; {daemon} & geoclue=$!
sleep 1; {demo}/agent & agent=$!
sleep 1; timeout {seconds + 2} stdbuf -oL {demo}/where-am-i -t {seconds}
kill $agent $geoclue $bus
"""
    return ["unshare", "-m", "bash", "-c", script]


@check
def geoclue(service, folder):
    result = run(*where_am_i(service, folder, 7))
    expect(result.stdout.count("New location") >= 3 and "51.4" in result.stdout,
           f"it told {result.stdout[-300:]}{result.stderr[-500:]}")


# Permissions.

def listen_as(service, user, seconds):
    """Returns everything that a user receives on all sockets."""
    code = f"""
import select, socket, time
sockets = [socket.create_connection(("127.0.0.1", {service.port})) for _ in range(2)]
sockets[0].sendall(b'?WATCH={{"enable":true,"json":true}};')
sockets[1].sendall(b'?WATCH={{"enable":true,"nmea":true,"raw":2}};')
sockets.append(socket.create_connection(("127.0.0.1", {service.nmea})))
for path in ("{service.socket}", "{service.geoclue}"):
    sockets.append(socket.socket(socket.AF_UNIX))
    sockets[-1].connect(path)
sockets[3].sendall(b'{{"class":"client","watch":true,"satellites":true,"headings":true}}\\n{{"class":"clients"}}\\n')
end = time.monotonic() + {seconds}
while (rest := end - time.monotonic()) > 0:
    sockets[0].sendall(b"?POLL;")
    for ready in select.select(sockets, [], [], min(rest, 0.2))[0]:
        print(ready.recv(65536).decode())
"""
    result = run("setpriv", "--reuid", str(user), "--regid", str(user), "--clear-groups", sys.executable, "-c", code)
    expect(result.returncode == 0, f"it could not listen: {result.stderr[-300:]}")
    return result.stdout


@check
def two_users(service, _folder):
    need("setpriv")
    if os.geteuid():
        raise Missing("this is for root, to be two users")
    with socket.create_connection(("127.0.0.1", service.nmea)):
        text = listen_as(service, STRANGER, 6)
        expect("location not allowed" in text and "policy.json" in text, f"it was not told why: {text}")
        expect_no_place(text)
        # A user who may read the port gets the location from then on, until that permission ends.
        os.chmod(RECEIVER.port.path, 0o644)
        expect('"lat":51.4' in listen_as(service, STRANGER, 4), "who may read the port was not told")
        os.chmod(RECEIVER.port.path, 0o600)
        time.sleep(1)
        text = listen_as(service, STRANGER, 3)
        expect_no_place(text)


# The service itself.

class Onlooker:
    """A program that prints as long as it runs."""

    def __init__(self, name, folder, command, sign, environment=None):
        self.name, self.sign = name, sign
        self.path = pathlib.Path(folder, f"{name}.out".replace(" ", "-"))
        with open(self.path, "wb") as out:
            # pylint: disable-next=consider-using-with
            self.process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL, stdin=subprocess.PIPE,
                                            env=environment, start_new_session=True)

    def text(self, start=0):
        return self.path.read_bytes()[start:].decode("utf-8", "replace")

    def shows(self, start=0):
        return re.search(self.sign, self.text(start)) is not None

    def end(self):
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.communicate()


def onlookers(service, folder, machine):
    """Yields a running client of every kind that is installed."""
    gps = f"/proc/{service.process.pid}/exe"
    probe = os.path.join(os.path.dirname(os.path.realpath(gps)), "LocationProbe")
    environment = dict(machine.environment, CORELOCATION_SERVICE=service.socket, CORELOCATION_IN_USE="1")
    if os.path.exists(probe):
        machine.authorize("allow", probe)
        for number in ("one", "two"):
            yield Onlooker(f"application {number}", folder, [probe, "listen"], r"location 51\.4", environment)
    watch = [gps, "watch", "--device", "service", "--format", "json"]
    yield Onlooker("gps watch", folder, watch, r'"latitude":51\.4', environment)
    for name, command, sign in [("gpspipe", ["gpspipe", "-w", at(service)], r'"lat":51\.4'),
                                ("nc", ["nc", "127.0.0.1", str(service.nmea)], r"\$GNRMC,[0-9.]*,A,5128\.")]:
        if shutil.which(name):
            yield Onlooker(name, folder, command, sign)
    try:
        yield Onlooker("where-am-i", folder, where_am_i(service, folder, 60), r"Latitude: +51\.4")
    except Missing:
        pass


@check
def everybody_at_once(service, folder):
    """Checks all clients together with a stranger, while the receiver is unplugged and plugged in again."""
    gps = f"/proc/{service.process.pid}/exe"
    with Machine(os.path.realpath(gps)) as machine:
        everybody = list(onlookers(service, folder, machine))

        def all_show(starts, what):
            for one in everybody:
                eventually(lambda one=one: one.shows(starts[one]), f"{one.name} {what}", 30)

        def lose_and_find(has):
            RECEIVER.unplug()
            eventually(lambda: has(["NO FIX"]), "cgps still shows a fix")
            for one in everybody:
                if one.name.startswith("application"):
                    eventually(lambda one=one: one.text().count("failed 0") == 1, f"{one.name} was told otherwise")
            starts = {one: one.path.stat().st_size for one in everybody}
            RECEIVER.plug()
            all_show(starts, "did not go on")
            eventually(lambda: has(["3D FIX"]), "the fix did not come back to cgps")
        try:
            all_show(dict.fromkeys(everybody, 0), "shows no place")
            if os.geteuid() == 0 and shutil.which("setpriv"):
                text = listen_as(service, STRANGER, 3)
                expect_no_place(text)
            screen(f"cgps {at(service)}", ["3D FIX", "51.4"], during=lose_and_find)
        finally:
            if RECEIVER.port is None:
                RECEIVER.plug()
            for one in everybody:
                one.end()
    print("  " + ", ".join(one.name for one in everybody) + " and cgps")


@check
def unplugged(service, _folder):
    with socket.create_connection(("127.0.0.1", service.port)) as client:
        client.sendall(b'?WATCH={"enable":true,"json":true};')
        reader = client.makefile()

        def until(words):
            start = time.monotonic()
            while True:
                line = reader.readline()
                expect(line and time.monotonic() - start < 20, f"{words} never came")
                if all(word in line for word in words):
                    return time.monotonic() - start
        until(['"TPV"', '"lat"'])
        RECEIVER.unplug()
        gone = until(['"DEVICE"', '"activated":0'])
        until(['"TPV"', '"mode":0'])
        RECEIVER.plug()
        back = until(['"TPV"', '"lat"'])
    print(f"  told after {gone:.2f} s, and of a fix {back:.2f} s after it was plugged in")
    expect(gone < 3, f"it was told after {gone} s")
    expect(back < 4, f"a fix came after {back} s")


@check
def plotter(service, _folder):
    """Checks that a chart plotter, which would show the last position for ever, is told that there is none."""
    with socket.create_connection(("127.0.0.1", service.nmea)) as client:
        client.settimeout(20)
        reader = client.makefile()

        def until(words):
            while not re.match(words, line := reader.readline()):
                expect(line, f"{words} never came")
        until(r"\$GNRMC,[0-9.]+,A,")
        RECEIVER.unplug()
        try:
            start = time.monotonic()
            for _ in range(3):
                until(r"\$GNRMC,,V,")
                until(r"\$GNGGA,,,,,,0,")
                until(r"\$GNGSA,A,1,")
            took = time.monotonic() - start
        finally:
            RECEIVER.plug()
        until(r"\$GNRMC,[0-9.]+,A,")
    print(f"  was told three times within {took:.2f} s")
    expect(2 < took < 5, f"it was told three times in {took} s")


@check
def receiver_is_shown(service, folder):
    """Checks that standard error, and thus systemd's journal, shows the state of the receiver."""
    gps, home = os.path.realpath(f"/proc/{service.process.pid}/exe"), f"{folder}/shown"
    os.mkdir(home)
    alone = Service(gps, home, "--keep-open", device=f"{home}/receiver")
    receiver = None
    try:
        log = pathlib.Path(alone.log.name)

        def shown():
            return [line for line in log.read_text("utf-8").splitlines() if "serving" not in line]
        eventually(shown, "it did not say that there is no receiver")
        expect(re.search("waiting: cannot open .*/shown/receiver: no such", shown()[0]), f"it said {shown()}")
        receiver = Receiver(gps, f"{home}/receiver")
        eventually(lambda: "has a fix" in shown()[-1], "it did not say that there is a fix")
        receiver.unplug()
        eventually(lambda: "was unplugged" in shown()[-1], "it did not say that the receiver is gone")
        expect(len(shown()) == len(set(shown())), f"it said something twice: {shown()}")
    finally:
        alone.end()
        if receiver:
            receiver.is_ended = True


@check
def crowd(service, _folder):
    clients = [socket.create_connection(("127.0.0.1", service.port)) for _ in range(195)]
    try:
        for client in clients:
            client.sendall(b'?WATCH={"enable":true,"json":true};')
        for client in clients:
            reader = client.makefile()
            while '"TPV"' not in (line := reader.readline()):
                expect(line, "one was closed")
        more = [socket.create_connection(("127.0.0.1", service.port)) for _ in range(10)]
        text = more[-1].makefile().read()
        expect('"ERROR"' in text and "too many clients" in text, f"one too many was told {text}")
        for client in more:
            client.close()
    finally:
        for client in clients:
            client.close()


@check
def hostile(service, _folder):
    junk = [b"?" + b"A" * 100_000, b'?WATCH=' + b"[" * 50_000, os.urandom(100_000), b'?WATCH={"' + b"\\u0000" * 9000,
            b"?VERSION;" * 20_000, b"{" * 70_000 + b"\n", b"\n" * 100_000]
    for place in ("tcp", "unix"):
        for data in junk:
            client = socket.socket(socket.AF_INET if place == "tcp" else socket.AF_UNIX)
            client.connect(("127.0.0.1", service.port) if place == "tcp" else service.socket)
            client.settimeout(5)
            try:
                client.sendall(data)
            except (BrokenPipeError, ConnectionResetError, TimeoutError):
                pass
            client.close()
    gpspipe(service, None)


@check
def port_is_taken(service, folder):
    gps = f"/proc/{service.process.pid}/exe"
    result = run(gps, "serve", "--device", "/dev/none", "--gpsd", at(service), "--socket", f"{folder}/other")
    expect(f"gps (process {service.process.pid}) has the port" in result.stderr, f"it said {result.stderr}")
    expect(len(result.stderr.splitlines()) == 1, "it said more than one line")
    result = run(gps, "serve", "--device", "/dev/none", "--gpsd", "127.0.0.1:0", "--socket", service.socket)
    expect("serves it already" in result.stderr, f"it said {result.stderr}")
    expect(os.path.exists(service.socket), "the other one's socket was removed")


@check
def descriptors_come_back(service, folder):
    """Checks that a receiver that could not be opened for lack of descriptors is opened once some are free."""
    gps, home = os.path.realpath(f"/proc/{service.process.pid}/exe"), f"{folder}/poor"
    os.mkdir(home)
    receiver = Receiver(gps, f"{home}/receiver", seconds=60)
    poor = Service(gps, home, device=receiver.link)
    try:
        used = len(os.listdir(f"/proc/{poor.process.pid}/fd"))
        resource.prlimit(poor.process.pid, resource.RLIMIT_NOFILE, (used + 5, 4096))
        with socket.create_connection(("127.0.0.1", poor.port)) as client:
            client.settimeout(20)
            client.sendall(b'?WATCH={"enable":true,"json":true};')
            log = pathlib.Path(poor.log.name)
            eventually(lambda: "cannot look for a receiver" in log.read_text("utf-8"), "it did not complain")
            resource.prlimit(poor.process.pid, resource.RLIMIT_NOFILE, (4096, 4096))
            reader = client.makefile()
            while '"lat"' not in (line := reader.readline()):
                expect(line, "the connection was closed")
        complaints = log.read_text("utf-8").count("cannot look for a receiver")
        expect(complaints == 1, f"it complained {complaints} times")
    finally:
        poor.end()
        receiver.is_ended = True


@check
def activated_by_systemd(service, folder):
    need("systemd-socket-activate")
    gps, port, path = os.path.realpath(f"/proc/{service.process.pid}/exe"), free_port(), f"{folder}/activated.sock"
    # pylint: disable-next=consider-using-with
    process = subprocess.Popen(
        ["systemd-socket-activate", "-l", f"127.0.0.1:{port}", "-l", path, "--fdname=gpsd:location", gps, "serve",
         "--device", RECEIVER.link], stderr=subprocess.DEVNULL)
    try:
        eventually(lambda: os.path.exists(path), "systemd-socket-activate did not start")
        with socket.create_connection(("127.0.0.1", port)) as client:
            expect("VERSION" in client.makefile().readline(), "gpsd's protocol is not served")
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(path)
            expect('"protocol":1' in client.makefile().readline(), "our protocol is not served")
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(10)
    expect(os.path.exists(path), "a socket of systemd's was removed")


@check
def kept_over_a_restart(service, folder):
    """Acts as systemd does: keeps descriptors, and passes them to the next process."""
    gps, port = os.path.realpath(f"/proc/{service.process.pid}/exe"), free_port()
    notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    notify.bind(f"{folder}/notify")
    notify.settimeout(15)
    listener = socket.create_server(("127.0.0.1", port))
    kept, told = {}, []

    def start():
        held = {"gpsd": listener.fileno(), **kept}
        code = (f"import os\nfor i, fd in enumerate({list(held.values())}): os.dup2(fd, 100 + i)\n"
                f"for i in range({len(held)}): os.dup2(100 + i, 3 + i); os.set_inheritable(3 + i, True)\n"
                f"os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS='{len(held)}',"
                f" LISTEN_FDNAMES='{':'.join(held)}', NOTIFY_SOCKET='{folder}/notify', WATCHDOG_USEC='400000')\n"
                f"os.execv('{gps}', ['gps', 'serve', '--device', '{RECORDING}'])")
        return subprocess.Popen([sys.executable, "-c", code], pass_fds=held.values(), stderr=subprocess.DEVNULL)

    def hear(until):
        while not any(until in message for message in told):
            try:
                data, descriptors, _, _ = socket.recv_fds(notify, 4096, 4)
            except TimeoutError as error:
                raise Wrong(f"it never said {until}, but {told}") from error
            message = data.decode()
            told.append(message)
            name = message.partition("FDNAME=")[2]
            if message.startswith("FDSTORE=1"):
                kept[name] = descriptors[0]
            elif message.startswith("FDSTOREREMOVE=1"):
                os.close(kept.pop(name))

    process = start()
    try:
        hear("READY=1")
        client = socket.create_connection(("127.0.0.1", port))
        client.sendall(b'?WATCH={"enable":true,"json":true};')
        reader = client.makefile()
        hear("-ej0")
        hear("STATUS=1 client")
        hear("WATCHDOG=1")
        process.terminate()
        process.wait(10)
        hear("STOPPING=1")
        expect(len(kept) == 1, f"{list(kept)} was kept")
        told.clear()
        process = start()
        hear("READY=1")
        client.settimeout(15)
        while '"lat"' not in (line := reader.readline()):
            expect(line, "the connection was closed")
    finally:
        process.kill()
        process.wait()
        notify.close()


def main():
    global RECEIVER  # pylint: disable=global-statement
    gps = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="service-") as folder:
        os.chmod(folder, 0o755)
        RECEIVER = Receiver(gps, f"{folder}/receiver")
        service = Service(gps, folder, device=RECEIVER.link)
        failures = perform(sys.argv[2:], lambda function: function(service, folder), lambda: service.process.poll() is None)
        if service.process.poll() is not None:
            print("the service has died", flush=True)
        try:
            service.end()
        except Wrong as wrong:
            failures += 1
            print(f"the end: WRONG, {wrong}")
    return 1 if failures else 0


RECEIVER = None
if __name__ == "__main__":
    sys.exit(main())

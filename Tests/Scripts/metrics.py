#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Runs "gps serve" and "gps publish" with metrics, and requests them as Prometheus and as hostile programs do.

    metrics.py GPS [NAME …]       all checks, or those with these names
"""
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
# pylint: disable-next=wrong-import-position
from checking import CHECKS, Missing, check, eventually, expect, need, perform  # noqa: E402
# pylint: disable-next=wrong-import-position
from page import Receiver, free_port  # noqa: E402
# pylint: disable-next=wrong-import-position
from watching import ROOT  # noqa: E402

# Those of the page are its own script's.
CHECKS.clear()
STRANGER = 1234


class Program:
    """A running "gps" with metrics."""

    running = []

    def __init__(self, gps, *arguments, listener=None):
        self.port = free_port()
        self.folder = tempfile.TemporaryDirectory(prefix="gps-metrics-")
        os.chmod(self.folder.name, 0o700)
        self.log = open(self.folder.name + "/log", "w+", encoding="utf-8")  # pylint: disable=consider-using-with
        command = [gps, *(argument.replace("FOLDER", self.folder.name) for argument in arguments)]
        environment = dict(os.environ, XDG_STATE_HOME=self.folder.name, XDG_RUNTIME_DIR=self.folder.name,
                           CORELOCATION_SERVICE="none")
        if listener:
            self.port = listener.getsockname()[1]
            command = ["/usr/bin/python3", "-c", "import os,sys;os.dup2(int(sys.argv[1]),3);"
                       "os.environ.update(LISTEN_PID=str(os.getpid()),LISTEN_FDS='1',LISTEN_FDNAMES='metrics');"
                       "os.execv(sys.argv[2],sys.argv[2:])", str(listener.fileno()), *command]
        else:
            command += ["--metrics", f"127.0.0.1:{self.port}"]
        # pylint: disable-next=consider-using-with
        self.process = subprocess.Popen(command, stderr=self.log, stdin=subprocess.DEVNULL, env=environment,
                                        pass_fds=[listener.fileno()] if listener else [])
        self.running.append(self.process)
        eventually(lambda: self.answers() or self.process.poll() is not None, lambda: f"it said {self.said()}")
        expect(self.process.poll() is None, f"it ended: {self.said()}")

    def said(self):
        return pathlib.Path(self.log.name).read_text(encoding="utf-8")

    def answers(self):
        try:
            return self.ask()[0] == 200
        except OSError:
            return False

    def ask(self, path="/metrics", method="GET", **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        result = answer.status, dict(answer.getheaders()), answer.read().decode()
        connection.close()
        return result

    def values(self):
        lines = [line for line in self.ask()[2].splitlines() if not line.startswith("#")]
        return {line.rsplit(" ", 1)[0]: float(line.rsplit(" ", 1)[1]) for line in lines}

    def await_value(self, name, condition):
        return eventually(lambda: condition(self.values().get(name)), lambda: f"{name} was {self.values().get(name)}")

    def memory(self):
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1])

    def end(self):
        self.process.send_signal(signal.SIGINT)
        expect(self.process.wait(10) == 0, f"it did not end well: {self.said()}")
        self.log.close()
        self.folder.cleanup()


def serve(gps, receiver, *options, **more):
    return Program(gps, "serve", "--device", receiver.path, "--gpsd", f"127.0.0.1:{free_port()}",
                   "--socket", "FOLDER/location.sock", "--keep-open", *options, **more)


def judged_by_promtool(text):
    need("promtool")
    judge = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True, check=False)
    expect(judge.returncode == 0, f"promtool said {judge.stdout}{judge.stderr}")


@check
def the_service_follows_the_receiver(gps, receiver):
    program = serve(gps, receiver)
    try:
        label = f'{{device="{receiver.path}"}}'
        program.await_value(f"gps_fix{label}", lambda value: value == 1)
        program.await_value(f"gps_satellites_in_view{label}", lambda value: value == 4)
        values = program.values()
        expect(values[f"gps_receiver_up{label}"] == 1 and values[f"gps_satellites_used{label}"] == 8, f"{values}")
        # 15 June 2025, 12:00:00 and the seconds since then.
        time_of_fix = values[f"gps_last_fix_timestamp_seconds{label}"]
        expect(0 <= time_of_fix - 1749988800 < 600, f"the last fix was at {time_of_fix}")
        expect(values[f"gps_sentences_total{label}"] >= 4, f"{values}")
        receiver.port.send(b"$GPGGA,1*00\r\n")
        program.await_value(f'gps_sentence_errors_total{{device="{receiver.path}",cause="checksum"}}',
                            lambda value: value and value >= 1)
        with socket.create_connection(("127.0.0.1", int(re.search(r"gpsd's protocol at 127.0.0.1:(\d+)",
                                                                  program.said())[1]))):
            program.await_value('gps_clients{protocol="gpsd"}', lambda value: value == 1)
        program.await_value('gps_clients{protocol="gpsd"}', lambda value: value == 0)
        receiver.has_fix = False
        program.await_value(f"gps_fix{label}", lambda value: value == 0)
        expect(f"gps_horizontal_accuracy_meters{label}" not in program.values(), "the accuracy stayed")
        expect(program.values()[f"gps_fix_losses_total{label}"] >= 1, "no loss was counted")
    finally:
        receiver.has_fix = True
        program.end()


@check
def no_metric_names_the_place(gps, receiver):
    program = serve(gps, receiver)
    try:
        program.await_value(f'gps_fix{{device="{receiver.path}"}}', lambda value: value == 1)
        status, headers, text = program.ask()
        expect(headers["Content-Type"].startswith("text/plain; version=0.0.4"), f"{headers}")
        samples = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
        expect(not re.search(r"\b(47\.|9\.6|396)|latitude|longitude|altitude", samples), f"there is a place in {samples}")
        status, headers, body = program.ask(method="HEAD")
        expect(status == 200 and body == "" and int(headers["Content-Length"]) > 100, "HEAD was not answered")
        judged_by_promtool(text)
    finally:
        program.end()


@check
def a_publisher_reports_its_queue(gps, receiver):
    program = Program(gps, "publish", "--device", receiver.path, "--store", "FOLDER/positions.sqlite", "--min-distance", "0.01",
                      f"mqtt://secret-user@127.0.0.1:{free_port()}/secret/topic?format=json", "file:FOLDER/lines")
    try:
        broker = eventually(lambda: next((name for name in program.values() if "queue_positions" in name and "mqtt" in name),
                                         None), lambda: f"there is no broker among {program.values()}")
        label = broker[broker.index("{"):]
        expect(re.fullmatch(r'\{destination="mqtt://127.0.0.1:\d+"\}', label), f"the label is {label}")
        program.await_value(broker, lambda value: value and value >= 1)
        program.await_value(f"gps_publish_connected{label}", lambda value: value == 0)
        program.await_value(f"gps_publish_oldest_waiting_seconds{label}", lambda value: value and value > 0)
        program.await_value('gps_publish_delivered_total{destination="file"}', lambda value: value and value >= 1)
        expect("secret" not in program.ask()[2] and program.folder.name not in program.ask()[2], "a secret got out")
        status = subprocess.run([gps, "publish", "--status", "--json", "--store", program.folder.name + "/positions.sqlite"],
                                capture_output=True, text=True, check=True).stdout.splitlines()
        one, other = (json.loads(line) for line in status)
        expect(one["waiting"] >= 1 and "oldestWaiting" in one and "lastDelivery" not in one, f"{one}")
        expect(other["waiting"] <= 2 and "lastDelivery" in other, f"{other}")
        judged_by_promtool(program.ask()[2])
    finally:
        program.end()


@check
def a_socket_of_systemd_is_used(gps, receiver):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        program = serve(gps, receiver, listener=listener)
        try:
            program.await_value(f'gps_receiver_up{{device="{receiver.path}"}}', lambda value: value == 1)
            expect("serving gpsd's protocol" in program.said(), "the other sockets are missing")
        finally:
            program.end()


@check
def hostile_clients_harm_nobody(gps, receiver):
    if os.geteuid() != 0:
        raise Missing("this is for root, to be another user")
    program = serve(gps, receiver)
    crowd = None
    try:
        program.await_value(f'gps_fix{{device="{receiver.path}"}}', lambda value: value == 1)
        before = program.memory()
        script = ("import socket,sys,time\nheld=[]\nwhile True:\n try:\n  c=socket.create_connection(('127.0.0.1',int(sys.argv[1])),1)\n"
                  "  c.setblocking(False);c.send([b'GET /metrics HTTP/1.1\\r\\nX: ',b'GET /metrics HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n'*20]"
                  "[len(held)%2]);held.append(c);held=held[-400:]\n except OSError: time.sleep(0.01)\n")
        # pylint: disable-next=consider-using-with
        crowd = subprocess.Popen(["/usr/bin/python3", "-c", script, str(program.port)], user=STRANGER, group=STRANGER,
                                 extra_groups=[], cwd="/", stderr=subprocess.DEVNULL)
        time.sleep(2)
        answered, end = [], time.monotonic() + 5
        while time.monotonic() < end:
            answered.append(program.answers())
        expect(answered and all(answered), f"{answered.count(True)} of {len(answered)} requests were answered")
        expect(program.memory() < before + 30_000, f"it grew from {before} to {program.memory()} kB")
        for status, path, headers in [(421, "/metrics", {"Host": "evil.example"}), (404, "/", {}), (404, "/metrics/../x", {}),
                                      (403, "/metrics", {"Sec_Fetch_Site": "cross-site"})]:
            expect(program.ask(path, **headers)[0] == status, f"{path} with {headers} was not {status}")
        expect(program.ask(method="POST")[0] == 405, "POST was answered")
    finally:
        if crowd:
            crowd.kill()
            crowd.wait()
        program.end()


@check
def wrong_addresses_are_named(gps, _receiver):
    for address, code, words in [("nowhere", 64, "an address and a port"), ("192.0.2.77:9947", 69, "cannot listen at"),
                                 ("host.example:9947", 69, "this machine has no such address")]:
        run = subprocess.run([gps, "serve", "--metrics", address], capture_output=True, text=True, check=False, timeout=20,
                             env=dict(os.environ, CORELOCATION_SERVICE="none"))
        expect(run.returncode == code and words in run.stderr, f"{address}: {run.returncode}, {run.stderr}")
        expect(run.stderr.count("\n") == 1, f"more than a line: {run.stderr}")


@check
def the_examples_name_metrics_that_exist(gps, receiver):
    page = (ROOT / "docs/monitoring.md").read_text(encoding="utf-8")
    known = set(re.findall(r"`(gps_[a-z_]+)", page))
    for name in ("dashboard.json", "alerts.yml"):
        text = (ROOT / "docs/examples/Monitoring" / name).read_text(encoding="utf-8")
        used = set(re.findall(r"\bgps_[a-z_]+", text))
        expect(used and used <= known, f"{name} has {used - known}")
    json.loads((ROOT / "docs/examples/Monitoring/dashboard.json").read_text(encoding="utf-8"))
    # And each of them is sent by one of the two programs.
    sent = set()
    label = f'{{device="{receiver.path}"}}'
    publish = ["publish", "--device", receiver.path, "--store", "FOLDER/positions.sqlite", "file:FOLDER/lines"]
    for start in (lambda: serve(gps, receiver), lambda: Program(gps, *publish)):
        program = start()
        try:
            program.await_value(f"gps_satellites_in_view{label}", lambda value: value == 4)
            program.await_value(f"gps_fix{label}", lambda value: value == 1)
            sent |= set(re.findall(r"^# TYPE (gps_[a-z_]+)", program.ask()[2], re.MULTILINE))
        finally:
            program.end()
    # These come only from a receiver that passes signed pages on; ReceiverMetricsTests have one.
    signed = {"gps_satellites_authenticated", "gps_navigation_data_forged"}
    lacking, unsent = sent - known, known - sent - signed
    expect(not lacking and not unsent, f"docs/monitoring.md lacks {lacking}, and has {unsent}, which nothing sends")
    need("promtool")
    subprocess.run(["promtool", "check", "rules", ROOT / "docs/examples/Monitoring/alerts.yml"], check=True,
                   stdout=subprocess.DEVNULL)


def main():
    gps = sys.argv[1]
    receiver = Receiver()
    failures = perform(sys.argv[2:], lambda function: function(gps, receiver))
    receiver.close()
    for process in Program.running:
        if process.poll() is None:
            process.kill()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Has a fleet publish to a broker and a database, both behind bad networks, and counts what arrives.

    fleet.py PROGRAM [--vehicles 1000] [--seconds 600]

The broker is killed three times, the network is cut twice: once without a word, once by closing everything. Needs mosquitto and
PostgreSQL with PostGIS; runs servers of its own, in a folder of its own.
"""
import argparse
import json
import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def cpu_seconds(pid):
    """Processor time of a process and of its children that have ended."""
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return sum(int(field) for field in fields[11:15]) / os.sysconf("SC_CLK_TCK")


def await_port(port, seconds=30):
    deadline = time.monotonic() + seconds
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


class Network:
    """Forwards connections to a port, unless it is cut."""

    def __init__(self, target):
        self.target, self.connections = target, set()
        self.flows = threading.Event()
        self.flows.set()
        self.accepts = True
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            near, _ = self.listener.accept()
            if not self.accepts:
                near.close()
                continue
            threading.Thread(target=self.connect, args=(near,), daemon=True).start()

    def connect(self, near):
        self.flows.wait()
        try:
            far = socket.create_connection(("127.0.0.1", self.target), 5)
        except OSError:
            near.close()
            return
        far.settimeout(None)
        for end in (near, far):
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.connections.add((near, far))
        threading.Thread(target=self.pump, args=(near, far), daemon=True).start()
        threading.Thread(target=self.pump, args=(far, near), daemon=True).start()

    def pump(self, source, sink):
        try:
            while data := source.recv(1 << 16):
                # What is under way when the network is cut stays under way.
                self.flows.wait()
                sink.sendall(data)
        except OSError:
            pass
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self, seconds):
        """Nothing comes through, and nobody is told."""
        self.flows.clear()
        time.sleep(seconds)
        self.flows.set()

    def close(self, seconds):
        """Every connection is closed, and every new one."""
        self.accepts = False
        for pair in list(self.connections):
            for end in pair:
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
        self.connections.clear()
        time.sleep(seconds)
        self.accepts = True


class Broker:
    """mosquitto, which is killed now and then."""

    def __init__(self, folder):
        self.port, self.spent = free_port(), 0.0
        self.configuration = folder / "mosquitto.conf"
        self.configuration.write_text(
            f"listener {self.port} 127.0.0.1\nallow_anonymous true\nuser root\npersistence true\n"
            f"persistence_location {folder}/\nautosave_interval 1\nmax_queued_messages 0\nmax_inflight_messages 1000\n",
            encoding="utf-8")
        self.log = open(folder / "mosquitto.log", "w", encoding="utf-8")  # pylint: disable=consider-using-with
        self.start()

    def start(self):
        # pylint: disable-next=consider-using-with
        self.process = subprocess.Popen(["mosquitto", "-c", self.configuration], stderr=self.log, stdout=self.log)
        await_port(self.port)

    def kill(self, seconds):
        self.spent += cpu_seconds(self.process.pid)
        self.process.kill()
        self.process.wait()
        time.sleep(seconds)
        self.start()

    def cpu(self):
        return self.spent + cpu_seconds(self.process.pid)

    def end(self):
        self.process.terminate()
        self.process.wait()


class Database:
    """PostgreSQL with PostGIS, and a database for the fleet."""

    def __init__(self, folder):
        programs = max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
        self.port, self.folder = free_port(), folder / "postgresql"
        self.folder.mkdir()
        user = pwd.getpwnam("postgres") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
        if os.geteuid() == 0:
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        self.account = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if os.geteuid() == 0 else {}
        data = self.folder / "data"
        subprocess.run([programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust"], check=True,
                       stdout=subprocess.DEVNULL, cwd="/", **self.account)
        # pylint: disable-next=consider-using-with
        self.log = open(folder / "postgresql.log", "w", encoding="utf-8")
        # pylint: disable-next=consider-using-with
        self.process = subprocess.Popen(
            [programs / "postgres", "-D", data, "-p", str(self.port), "-c", "listen_addresses=127.0.0.1",
             "-c", f"unix_socket_directories={self.folder}", "-c", "track_commit_timestamp=on"],
            stderr=self.log, stdout=self.log, cwd="/", **self.account)
        await_port(self.port)
        self.ask("CREATE DATABASE fleet", "postgres")
        self.ask("CREATE EXTENSION postgis")

    def ask(self, query, database="fleet"):
        """The rows, each a list of texts."""
        deadline = time.monotonic() + 30
        while True:
            result = subprocess.run(
                ["psql", "-XqAt", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", "-d", database, "-c", query],
                capture_output=True, text=True, check=False)
            if result.returncode == 0:
                return [line.split("|") for line in result.stdout.splitlines()]
            if time.monotonic() > deadline or "starting up" not in result.stderr:
                sys.exit(f"the database says: {result.stderr}")
            time.sleep(0.2)

    def cpu(self):
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text("utf-8").split()
        return cpu_seconds(self.process.pid) + sum(cpu_seconds(child) for child in children)

    def end(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait()


class Judge:
    """Subscribes to everything, and keeps when each position came."""

    def __init__(self, folder, broker):
        self.path = folder / "arrived"
        # pylint: disable-next=consider-using-with
        self.process = subprocess.Popen(
            ["mosquitto_sub", "-h", "127.0.0.1", "-p", str(broker.port), "-c", "-i", "judge", "-q", "1", "-t", "#", "-R",
             "-F", "%U\t%p"], stdout=open(self.path, "w", encoding="utf-8"), stderr=subprocess.DEVNULL)

    def end(self):
        self.process.terminate()
        self.process.wait()

    def verdict(self):
        """How many positions came, how many of them were different, and their delays."""
        count, seen, delays = 0, set(), []
        with open(self.path, encoding="utf-8") as file:
            for line in file:
                arrival, text = line.split("\t", 1)
                report = json.loads(text)
                if "latitude" not in report:
                    continue
                count += 1
                key = report["device"], report["timestamp"]
                if key not in seen:
                    seen.add(key)
                    delays.append(float(arrival) - seconds_of(report["timestamp"]))
        return count, len(seen), sorted(delays)


def seconds_of(timestamp):
    """Seconds since 1970 of 2026-01-02T03:04:05.678Z."""
    whole, fraction = timestamp.rstrip("Z").split(".")
    return time.mktime(time.strptime(whole + " UTC", "%Y-%m-%dT%H:%M:%S %Z")) - time.timezone + float("0." + fraction)


def disturb(seconds, broker, networks):
    """Kills the broker three times and cuts the network twice, and says when."""
    begin = time.monotonic()

    def everywhere(method, span):
        threads = [threading.Thread(target=getattr(network, method), args=(span,)) for network in networks]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    pause = min(30, seconds / 10)
    plan = [(0.2, "the broker is killed", lambda: broker.kill(pause / 6)),
            (0.3, f"nothing comes through for {pause:.0f} s", lambda: everywhere("cut", pause)),
            (0.5, "the broker is killed", lambda: broker.kill(pause / 6)),
            (0.6, f"everything is closed for {pause:.0f} s", lambda: everywhere("close", pause)),
            (0.8, "the broker is killed", lambda: broker.kill(pause / 6))]
    for share, words, action in plan:
        time.sleep(max(0, begin + share * seconds - time.monotonic()))
        print(f"{time.monotonic() - begin:4.0f} s: {words}", flush=True)
        action()


def percentiles(delays):
    if not delays:
        return "none"
    return ", ".join(f"p{share} {delays[min(len(delays) - 1, len(delays) * share // 100)]:.2f} s" for share in (50, 90, 99))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--vehicles", type=int, default=1000)
    parser.add_argument("--seconds", type=int, default=600)
    options = parser.parse_args()
    for name in ("mosquitto", "mosquitto_sub", "psql"):
        if not shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin"):
            sys.exit(f"cannot run: {name} is not installed; see make benchmark-fleet")
    os.environ["PATH"] += ":/usr/sbin"
    os.environ["TZ"] = "UTC"
    time.tzset()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="fleet-"))
    folder.chmod(0o755)
    broker, database = Broker(folder), Database(folder)
    judge = Judge(folder, broker)
    networks = [Network(broker.port), Network(database.port)]
    time.sleep(1)
    before = database.cpu()
    begin = time.monotonic()
    with subprocess.Popen(
            [options.program, folder / "positions.sqlite", str(options.vehicles), str(options.seconds),
             f"mqtt://127.0.0.1:{networks[0].port}?format=json",
             f"postgres://postgres@127.0.0.1:{networks[1].port}/fleet"], stdout=subprocess.PIPE, text=True) as fleet:
        trouble = threading.Thread(target=disturb, args=(options.seconds, broker, networks), daemon=True)
        trouble.start()
        last = "{}"
        for last in fleet.stdout:
            print(last, end="", flush=True)
    if fleet.returncode:
        sys.exit(f"the fleet ended with {fleet.returncode}")
    took = time.monotonic() - begin
    time.sleep(2)
    judge.end()
    said = json.loads(last)
    owed = said["positions"]
    rows, distinct = (int(cell) for cell in database.ask("SELECT count(*), count(DISTINCT (device, time)) FROM positions")[0])
    delays = database.ask(
        "SELECT round(extract(epoch FROM percentile_cont(share) WITHIN GROUP (ORDER BY delay))::numeric, 2) FROM "
        "(SELECT pg_xact_commit_timestamp(xmin) - time AS delay FROM positions) AS came, "
        "unnest(ARRAY[0.5, 0.9, 0.99]) AS share GROUP BY share ORDER BY share")
    count, different, arrivals = judge.verdict()
    work = said["seconds"] - said["simulating"]
    print(f"{options.vehicles} vehicles for {options.seconds} s: {owed} positions; all had arrived after {took:.0f} s")
    print(f"table: {rows} rows, {owed - distinct} missing, {rows - distinct} double; delay "
          + ", ".join(f"p{share} {row[0]} s" for share, row in zip((50, 90, 99), delays)))
    print(f"broker: {count} messages, {owed - different} missing, {count - different} double; delay {percentiles(arrivals)}")
    print(f"processor: {work / owed * 1e6:.0f} µs a position for both ways, {said['storing'] / owed * 1e6:.0f} of it to read and "
          f"store; mosquitto {broker.cpu() / owed * 1e6:.0f} µs, PostgreSQL {(database.cpu() - before) / owed * 1e6:.0f} µs")
    print(f"longest backlog {said['longestBacklog']}, memory {said['kilobytes']} KB, dropped {said['dropped']}")
    broker.end()
    database.end()
    wrong = rows != owed or distinct != owed or said["left"] or said["dropped"] or owed != options.vehicles * options.seconds
    # Between an acknowledgement and the next save a broker that is killed loses what no subscriber has yet: it is counted above.
    if not wrong:
        shutil.rmtree(folder)
    print("everything is in the table, once" if not wrong else f"that is not as it should be; see {folder}")
    return 1 if wrong else 0


sys.exit(main())

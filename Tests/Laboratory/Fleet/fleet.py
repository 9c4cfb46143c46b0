#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Has a fleet publish over bad networks, and counts what arrives.

    fleet.py PROGRAM [--vehicles 1000] [--seconds 600] [--to mqtt] [--to postgres] [--to kafka]

By default it publishes to a broker and a database. Brokers are killed three times, the network is cut twice: once without a
word, once by closing everything. Needs mosquitto, PostgreSQL with PostGIS, or librdkafka and kcat; runs servers of its own, in a
folder of its own.
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


class Cluster:
    """The brokers of Kafka that librdkafka has for tests: told to be down, or stopped so that nothing comes from them."""

    def __init__(self, folder):
        self.log = open(folder / "kafka.log", "w", encoding="utf-8")  # pylint: disable=consider-using-with
        # pylint: disable-next=consider-using-with
        self.process = subprocess.Popen([sys.executable, pathlib.Path(__file__).with_name("kafka.py")], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.address = self.process.stdout.readline().strip()

    def tell(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()

    def kill(self, seconds):
        """Its messages would be lost with the process, as nothing replicates them."""
        self.tell("down")
        time.sleep(seconds)
        self.tell("up")
        self.tell("refuse 5")

    def close(self, seconds):
        self.kill(seconds)

    def cut(self, seconds):
        self.process.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        self.process.send_signal(signal.SIGCONT)

    def cpu(self):
        return cpu_seconds(self.process.pid)

    def end(self):
        self.process.stdin.close()
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


class Consumer(Judge):
    """The same for a topic of Kafka: kcat, whose lines get the time at which they came."""

    def __init__(self, folder, cluster):  # pylint: disable=super-init-not-called
        self.path = folder / "consumed"
        # pylint: disable-next=consider-using-with
        self.process = subprocess.Popen(
            ["kcat", "-C", "-E", "-q", "-u", "-X", "reconnect.backoff.max.ms=500", "-b", cluster.address, "-t", "positions",
             "-o", "beginning"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.thread = threading.Thread(target=self.keep, daemon=True)
        self.thread.start()

    def keep(self):
        with open(self.path, "w", encoding="utf-8") as file:
            for line in self.process.stdout:
                file.write(f"{time.time():.3f}\t{line}")
                file.flush()

    def end(self):
        # kcat connects again up to 10 s after an outage, and then reads what it has missed.
        size = -1
        while size != (size := self.path.stat().st_size):
            time.sleep(12)
        super().end()
        self.thread.join()


def seconds_of(timestamp):
    """Seconds since 1970 of 2026-01-02T03:04:05.678Z."""
    whole, fraction = timestamp.rstrip("Z").split(".")
    return time.mktime(time.strptime(whole + " UTC", "%Y-%m-%dT%H:%M:%S %Z")) - time.timezone + float("0." + fraction)


def disturb(seconds, brokers, networks):
    """Kills the brokers three times and cuts the networks twice, and says when."""
    begin = time.monotonic()

    def all_of(targets, method, span):
        threads = [threading.Thread(target=getattr(target, method), args=(span,)) for target in targets]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    pause = min(30, seconds / 10)
    plan = [(0.2, "brokers are killed", brokers, "kill", pause / 6),
            (0.3, f"nothing comes through for {pause:.0f} s", networks, "cut", pause),
            (0.5, "brokers are killed", brokers, "kill", pause / 6),
            (0.6, f"everything is closed for {pause:.0f} s", networks, "close", pause),
            (0.8, "brokers are killed", brokers, "kill", pause / 6)]
    for share, words, targets, method, span in plan:
        time.sleep(max(0, begin + share * seconds - time.monotonic()))
        print(f"{time.monotonic() - begin:4.0f} s: {words}", flush=True)
        all_of(targets, method, span)


def percentiles(delays):
    if not delays:
        return "none"
    return ", ".join(f"p{share} {delays[min(len(delays) - 1, len(delays) * share // 100)]:.2f} s" for share in (50, 90, 99))


class Run:
    """The servers of one run, and what has become of the positions there."""

    def __init__(self, folder, kinds):
        self.folder, self.kinds, self.wrong = folder, kinds, False
        self.brokers, self.networks, self.addresses, self.judges = [], [], [], {}
        self.broker = self.database = self.cluster = None
        if "mqtt" in kinds:
            self.broker = Broker(folder)
            self.judges["broker"] = Judge(folder, self.broker), self.broker
            self.brokers.append(self.broker)
            self.addresses.append(f"mqtt://127.0.0.1:{self.behind(self.broker.port)}?format=json")
        if "postgres" in kinds:
            self.database = Database(folder)
            self.addresses.append(f"postgres://postgres@127.0.0.1:{self.behind(self.database.port)}/fleet")
            self.before = self.database.cpu()
        if "kafka" in kinds:
            self.cluster = Cluster(folder)
            self.judges["kafka"] = Consumer(folder, self.cluster), self.cluster
            self.brokers.append(self.cluster)
            # Its brokers name themselves, so that no network can be put in front of them.
            self.networks.append(self.cluster)
            self.addresses.append(f"kafka://{self.cluster.address}/positions")
        time.sleep(1)

    def behind(self, port):
        self.networks.append(Network(port))
        return self.networks[-1].port

    def judge(self, owed):
        """Prints what has arrived, and where it took how much processor time."""
        costs = []
        if self.database:
            rows, distinct = (int(cell) for cell in self.database.ask(
                "SELECT count(*), count(DISTINCT (device, time)) FROM positions")[0])
            delays = self.database.ask(
                "SELECT round(extract(epoch FROM percentile_cont(share) WITHIN GROUP (ORDER BY delay))::numeric, 2) FROM "
                "(SELECT pg_xact_commit_timestamp(xmin) - time AS delay FROM positions) AS came, "
                "unnest(ARRAY[0.5, 0.9, 0.99]) AS share GROUP BY share ORDER BY share")
            print(f"table: {rows} rows, {owed - distinct} missing, {rows - distinct} double; delay "
                  + ", ".join(f"p{share} {row[0]} s" for share, row in zip((50, 90, 99), delays)))
            self.wrong |= rows != owed or distinct != owed
            costs.append(f"PostgreSQL {(self.database.cpu() - self.before) / owed * 1e6:.0f} µs")
        for name, (judge, server) in self.judges.items():
            judge.end()
            count, different, arrivals = judge.verdict()
            print(f"{name}: {count} messages, {owed - different} missing, {count - different} double; "
                  f"delay {percentiles(arrivals)}")
            # Between an acknowledgement and the next save, mosquitto loses what no subscriber has yet if it is killed.
            self.wrong |= name == "kafka" and different != owed
            costs.append(f"{name} {server.cpu() / owed * 1e6:.0f} µs")
        return ", ".join(costs)

    def end(self):
        for server in (self.broker, self.database, self.cluster):
            if server:
                server.end()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--vehicles", type=int, default=1000)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--to", action="append", choices=list(NEEDED), help="repeatable; by default mqtt and postgres")
    options = parser.parse_args()
    kinds = options.to or ["mqtt", "postgres"]
    os.environ["PATH"] += ":/usr/sbin"
    for name in (name for kind in kinds for name in NEEDED[kind]):
        if not shutil.which(name):
            sys.exit(f"cannot run: {name} is not installed; see make benchmark-fleet")
    os.environ["TZ"] = "UTC"
    time.tzset()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="fleet-"))
    folder.chmod(0o755)
    run = Run(folder, kinds)
    begin = time.monotonic()
    with subprocess.Popen(
            [options.program, folder / "positions.sqlite", str(options.vehicles), str(options.seconds), *run.addresses],
            stdout=subprocess.PIPE, text=True) as fleet:
        threading.Thread(target=disturb, args=(options.seconds, run.brokers, run.networks), daemon=True).start()
        last = "{}"
        for last in fleet.stdout:
            print(last, end="", flush=True)
    if fleet.returncode:
        sys.exit(f"the fleet ended with {fleet.returncode}")
    took = time.monotonic() - begin
    time.sleep(2)
    said = json.loads(last)
    owed = said["positions"]
    work = said["seconds"] - said["simulating"]
    print(f"{options.vehicles} vehicles for {options.seconds} s: {owed} positions; all had arrived after {took:.0f} s")
    there = run.judge(owed)
    print(f"processor: {work / owed * 1e6:.0f} µs a position, {said['storing'] / owed * 1e6:.0f} of it to read and store; "
          f"{there}")
    print(f"longest backlog {said['longestBacklog']}, memory {said['kilobytes']} KB, dropped {said['dropped']}")
    run.end()
    wrong = run.wrong or said["left"] or said["dropped"] or owed != options.vehicles * options.seconds
    if not wrong:
        shutil.rmtree(folder)
    print("everything has arrived" if not wrong else f"that is not as it should be; see {folder}")
    return 1 if wrong else 0


NEEDED = {"mqtt": ["mosquitto", "mosquitto_sub"], "postgres": ["psql"], "kafka": ["kcat"]}

if __name__ == "__main__":
    sys.exit(main())

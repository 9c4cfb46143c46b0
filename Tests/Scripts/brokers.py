#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Runs "gps publish" against NATS and RabbitMQ, which are killed meanwhile, and counts what a subscriber receives.

    brokers.py GPS [NAME …]       all checks, or those with these names
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
# pylint: disable-next=wrong-import-position
from checking import CHECKS, Missing, check, eventually, expect, need, perform  # noqa: E402
# pylint: disable-next=wrong-import-position
from publishing import RECORDING, Publisher, free_port  # noqa: E402

# Those of the other script are its own.
CHECKS.clear()
RABBIT = "/usr/lib/rabbitmq/bin/rabbitmq-server"
RUNNING = []


def start(command, folder, **environment):
    """Starts a server in a process group of its own, so that it can be killed with its children."""
    # pylint: disable-next=consider-using-with
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=open(folder / "log", "ab"), stderr=subprocess.STDOUT,
                               env=dict(os.environ, HOME=str(folder), **environment), cwd=folder, start_new_session=True)
    RUNNING.append(process)
    return process


def kill(process):
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    RUNNING.remove(process)


class NATS:
    """nats-server, which speaks MQTT and keeps sessions in JetStream."""

    def __init__(self, folder):
        need("nats-server")
        self.folder, self.port = folder, free_port()
        (folder / "nats.conf").write_text(
            f'server_name: judge\nlisten: "127.0.0.1:{free_port()}"\njetstream {{ store_dir: "{folder}" }}\n'
            f'mqtt {{ listen: "127.0.0.1:{self.port}" }}\n', encoding="utf-8")
        self.start()

    def start(self):
        self.process = start(["nats-server", "-c", "nats.conf"], self.folder)

    def end(self):
        kill(self.process)


class RabbitMQ:
    """RabbitMQ with its plugin for MQTT, and a port mapper of its own, as the usual one would stay."""

    def __init__(self, folder):
        need("epmd")
        if not os.access(RABBIT, os.X_OK):
            raise Missing("there is no rabbitmq-server")
        self.folder, self.port, mapper = folder, free_port(), free_port()
        (folder / "plugins").write_text("[rabbitmq_mqtt].\n", encoding="utf-8")
        (folder / "rabbitmq.conf").write_text(
            f"listeners.tcp.1 = 127.0.0.1:{free_port()}\nmqtt.listeners.tcp.1 = 127.0.0.1:{self.port}\n"
            "mqtt.allow_anonymous = true\n", encoding="utf-8")
        self.environment = {
            "ERL_EPMD_PORT": str(mapper), "ERL_EPMD_ADDRESS": "127.0.0.1", "RABBITMQ_NODENAME": f"judge{os.getpid()}@localhost",
            "RABBITMQ_CONFIG_FILE": f"{folder}/rabbitmq.conf", "RABBITMQ_ENABLED_PLUGINS_FILE": f"{folder}/plugins",
            "RABBITMQ_MNESIA_BASE": f"{folder}/mnesia", "RABBITMQ_LOG_BASE": f"{folder}/logs",
            "RABBITMQ_CONF_ENV_FILE": "/dev/null", "RABBITMQ_DIST_PORT": str(free_port()), "RABBITMQ_PID_FILE": f"{folder}/pid"}
        self.mapper = start(["epmd", "-port", str(mapper), "-address", "127.0.0.1"], folder)
        self.start()

    def start(self):
        self.process = start([RABBIT], self.folder, **self.environment)

    def end(self):
        kill(self.process)
        kill(self.mapper)


class Subscriber:
    """mosquitto_sub with a session that outlives connections."""

    def __init__(self, broker, folder):
        need("mosquitto_sub", "mosquitto_pub")
        self.arrived = folder / "arrived"
        self.arrived.write_bytes(b"")
        command = ["mosquitto_sub", "-h", "127.0.0.1", "-p", str(broker.port), "-q", "1", "-c", "-i", "judge", "-t", "gps/#"]
        # It gives up if the first connection fails.
        eventually(lambda: self.say(broker) == 0, lambda: f"it did not start: {(folder / 'log').read_text('utf-8')[-2000:]}", 90)
        # pylint: disable-next=consider-using-with
        self.process = subprocess.Popen(command, stdout=open(self.arrived, "wb"), stderr=subprocess.DEVNULL,
                                        start_new_session=True)
        RUNNING.append(self.process)
        eventually(lambda: self.say(broker) == 0 and b"ready" in self.arrived.read_bytes(), "nobody listens to the broker")

    @staticmethod
    def say(broker):
        return subprocess.run(["mosquitto_pub", "-h", "127.0.0.1", "-p", str(broker.port), "-t", "gps/x", "-m", "ready"],
                              stderr=subprocess.DEVNULL, check=False, timeout=20).returncode

    def times(self):
        lines = self.arrived.read_text(encoding="utf-8").splitlines()
        return [json.loads(line)["timestamp"] for line in lines if line.startswith("{")]


def loses_nothing(gps, broker, folder):
    """Publishes to the broker and to a file, kills the broker twice, and compares."""
    subscriber = Subscriber(broker, folder)
    lines = folder / "lines"
    publisher = Publisher(gps, folder, "--replay", str(RECORDING), "--speed", "20", "--every", "1s", "--max-rate", "10/s",
                          f"mqtt://127.0.0.1:{broker.port}?format=json", f"file:{lines}")
    for share in (20, 60):
        eventually(lambda count=share: lines.exists() and lines.read_text("utf-8").count("\n") >= count, publisher.said)
        kill(broker.process)
        time.sleep(1)
        broker.start()
    expect(publisher.process.wait(300) == 0, f"it ended badly: {publisher.said()}")
    owed = [json.loads(line)["timestamp"] for line in lines.read_text("utf-8").splitlines()]
    expect(len(owed) > 100 and len(set(owed)) == len(owed), f"only {len(owed)} positions were published")
    eventually(lambda: set(owed) <= set(subscriber.times()),
               lambda: f"{len(set(owed) - set(subscriber.times()))} of {len(owed)} are missing; {publisher.said()}", 60)
    print(f"  {len(owed)} of {len(owed)} arrived, {len(subscriber.times())} deliveries", flush=True)
    kill(subscriber.process)


@check
def nats_loses_nothing(gps, folder):
    broker = NATS(folder)
    loses_nothing(gps, broker, folder)
    broker.end()


@check
def rabbitmq_loses_nothing(gps, folder):
    broker = RabbitMQ(folder)
    loses_nothing(gps, broker, folder)
    broker.end()


def main():
    gps = str(pathlib.Path(sys.argv[1]).resolve())
    os.environ["PATH"] += ":/usr/sbin"

    def act(function):
        with tempfile.TemporaryDirectory(prefix="gps-brokers-") as folder:
            try:
                function(gps, pathlib.Path(folder))
            finally:
                for process in list(RUNNING):
                    kill(process)

    return 1 if perform(sys.argv[2:], act) else 0


if __name__ == "__main__":
    sys.exit(main())

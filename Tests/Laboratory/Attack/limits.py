#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Processes that get too little, are stopped, are not read, or are started without what programs have."""

import itertools
import os
import random
import resource
import signal
import stat
import subprocess
import time

from attack import GPS, Attacks, Port, Tool, environment, epoch, expect, folder, one_line, run

LOG = b"".join(epoch(second) for second in range(600))


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)
    return path


def commands(home):
    """Each command in a form that ends by itself."""
    log = write(home + "/log.nmea", LOG)
    return [["replay", log], ["decode", log], ["check", log, log], ["list"], ["status"], ["simulate", "--duration", "5"],
            ["doctor", "--device", log, "--for", "1s"], ["watch", "--device", "-"], ["authorize", "list"],
            ["record", "--device", "-", home + "/a.gz"]]


def limited(kind, values):
    """With every limit, every command ends by itself; if it fails, with one line more than it says anyway."""
    def attack():
        failures = 0
        with folder() as home:
            for value in values:
                for index, command in enumerate(commands(home)):
                    command = [word.replace("/a.gz", f"/a{value}-{index}.gz") for word in command]
                    result = subprocess.run(
                        [GPS, *command], check=False, capture_output=True, stdin=subprocess.DEVNULL, timeout=60,
                        env=environment(home),
                        preexec_fn=lambda limit=value: resource.setrlimit(kind, (limit, limit)))
                    words = f"{' '.join(command)} at {value}"
                    expect(0 <= result.returncode < 128, f"{words}: exit code {result.returncode}: {result.stderr[:300]}")
                    expect(result.stderr.count(b"\n") <= 4, f"{words}: {result.stderr[:600]}")
                    failures += result.returncode != 0
        return f"{failures} commands failed, each in words"
    return attack


def address_space():
    """Where there is no memory left a program cannot go on; it ends at once, and what it has recorded stays."""
    with folder() as home:
        log = write(home + "/log.nmea", LOG * 20)
        for megabytes in [400, 200, 150, 120, 100]:
            target = f"{home}/{megabytes}.nmea"
            with open(log, "rb") as source:
                result = subprocess.run(
                    [GPS, "record", "--device", "-", target], check=False, stdin=source, capture_output=True, timeout=60,
                    env=dict(environment(home), SWIFT_BACKTRACE="enable=no"),
                    preexec_fn=lambda limit=megabytes << 20: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
            if result.returncode == 0:
                expect(os.path.getsize(target) > len(LOG) * 20, "the recording is not whole")


def closed_descriptors():
    """Every combination of the three: no hang, no crash, and no file or port that is written into."""
    count = 0
    with folder() as home:
        for command in commands(home):
            for closed in itertools.product([False, True], repeat=3):
                ends = " ".join(end for end, is_closed in zip(["<&-", ">&-", "2>&-"], closed) if is_closed)
                words = [word.replace("/a.gz", f"/a{count}.gz") for word in command]
                code, _, complaints = run(home, *words, shell=f'exec "$0" "$@" {ends}')
                expect(code in (0, 64, 65, 66, 69, 74, 75, 77), f"{command} {ends}: exit code {code}")
                expect("Fatal" not in complaints, complaints)
                count += 1
        with open(home + "/log.nmea", "rb") as file:
            expect(file.read() == LOG, "something was written into a log")
    return f"{count} runs"


def nobody_reads():
    """Ended by each signal while the pipe behind them is full."""
    with folder() as home:
        pipe = home + "/pipe"
        os.mkfifo(pipe)
        holder = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
        count = 0
        for number in [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]:
            for command in ["watch --json", "record - --plain"]:
                # Full already, so that the first line waits.
                with open(pipe, "wb", buffering=0, opener=lambda path, flags: os.open(path, flags | os.O_NONBLOCK)) as file:
                    while file.write(bytes(4096)):
                        pass
                port = Port()
                tool = Tool(home, port.path, shell=f'exec "$0" {command} --baud 9600 --device "$1" > "{pipe}"')
                tool.wait_until("it listens", lambda t=tool: "listening" in t.complaints())
                for second in range(20):
                    port.send(epoch(second))
                    time.sleep(0.005)
                expect(tool.end(number) == 0, f"{command}: {tool.complaints()}")
                count += 1
        os.close(holder)
    return f"{count} runs"


def stopped():
    """Stopped for a second again and again while the receiver goes on; afterwards it is as if nothing had been."""
    with folder() as home:
        port = Port()
        tool = Tool(home, "record", "--device", port.path, "--baud", "9600", home + "/a.nmea")
        tool.wait_until("it listens", lambda: "listening" in tool.complaints())
        sent = 0
        for _ in range(5):
            tool.process.send_signal(signal.SIGSTOP)
            for _ in range(8):
                # Less than a terminal holds: nothing of it may be lost.
                sent += port.send(epoch(sent % 3600))
                time.sleep(0.1)
            tool.process.send_signal(signal.SIGCONT)
            time.sleep(0.2)
        tool.end()
        with open(home + "/a.nmea", "rb") as file:
            recorded = len(b"".join(line[line.index(b"$"):] for line in file if b"$" in line))
        expect(recorded == sent, f"{sent} bytes were sent, {recorded} recorded")
        return f"{sent} bytes, none lost"


def umask_zero():
    """Nothing is left that others may write."""
    with folder() as home:
        log = write(home + "/log.nmea", LOG)
        os.chmod(log, 0o600)
        root = home + "/root"
        shell = f"""umask 0
          "$0" authorize allow a.b; "$0" record --device - "{home}/a.nmea" < "{log}"
          "$0" record --rotate-hourly --device - "{home}/b.gz" < "{log}"
          "$0" doctor --install-udev-rule --root "{root}"
          XDG_STATE_HOME="{home}/s" "$0" watch --device - --json < "{log}" > /dev/null"""
        code, _, complaints = run(home, shell=shell)
        expect(code == 0, complaints)
        found = []
        for path, folders, files in os.walk(home):
            for name in folders + files:
                mode = os.lstat(f"{path}/{name}").st_mode
                if mode & (stat.S_IWGRP | stat.S_IWOTH) and not name.startswith(("errors-", "printed-")):
                    found.append(f"{name} {mode:o}")
        expect(not found, f"others may write {found}")


def arguments():
    """Random words, of options and of bytes: one line, and the right kind of exit code."""
    generator = random.Random(15)
    words = [b"watch", b"record", b"replay", b"check", b"list", b"--json", b"--device", b"-", b"-d", b"--format", b"text",
             b"--baud", b"0", b"-1", b"99999999999999999999", b"nan", b"", b"\xff\xfe", b"\x1b[31m", b"a" * 5000, b"/", b"."]
    with folder() as home:
        for _ in range(300):
            command = [generator.choice(words) for _ in range(generator.randint(1, 6))]
            tool = subprocess.Popen(
                [os.fsencode(GPS), *command], cwd=home, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE, env=environment(home))
            try:
                _, errors = tool.communicate(timeout=20)
            except subprocess.TimeoutExpired:
                # It waits for a receiver.
                tool.terminate()
                _, errors = tool.communicate(timeout=20)
            expect(0 <= tool.returncode < 128, f"{command}: {tool.returncode}: {errors[:300]}")
            expect(b"\x1b" not in errors, f"{command}: {errors[:300]!r}")
            if tool.returncode == 64:
                one_line(errors.decode("utf-8", "replace"))
    return "300 command lines"


def main():
    attacks = Attacks()
    attacks.run("every number of descriptors from 3 to 16", limited(resource.RLIMIT_NOFILE, range(3, 17)))
    attacks.run("files that may have 0, 1, 100 and 5000 bytes",
                limited(resource.RLIMIT_FSIZE, [0, 1, 100, 5000]))
    attacks.run("little memory", address_space)
    attacks.run("closed standard descriptors", closed_descriptors)
    attacks.run("a pipe that nobody reads", nobody_reads)
    attacks.run("stopped and continued", stopped)
    attacks.run("a umask of 0", umask_zero)
    attacks.run("random arguments", arguments)
    attacks.finish()


main()

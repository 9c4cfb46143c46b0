#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Many processes that write the same files at once."""

import json
import os
import struct
import time

from attack import Attacks, Port, Tool, epoch, expect, folder, one_line, run

WRITERS = 100


def decisions():
    with folder() as home:
        tools = [Tool(home, "authorize", "allow", f"a.app{number}") for number in range(WRITERS)]
        for tool in tools:
            expect(tool.finish() == 0, tool.complaints())
        _, output, complaints = run(home, "authorize", "list", "--json")
        names = {json.loads(line)["application"] for line in output.splitlines()}
        expect(len(names) == WRITERS, f"{len(names)} decisions are kept: {complaints}")


def another_user():
    """Decisions that an access control list lets another user write, in a file of a private group."""
    def entry(tag, permissions, user=0xFFFFFFFF):
        return struct.pack("<HHI", tag, permissions, user)

    with folder() as home:
        expect(run(home, "authorize", "allow", "a.app")[0] == 0, "it cannot be allowed")
        path = home + "/config/core-location-linux/authorization.json"
        os.chmod(path, 0o660)
        code, _, complaints = run(home, "authorize", "list")
        is_private = code == 0
        others = entry(1, 6) + entry(2, 6, 4711) + entry(4, 6) + entry(16, 6) + entry(32, 0)
        os.setxattr(path, "system.posix_acl_access", struct.pack("<I", 2) + others)
        code, _, complaints = run(home, "authorize", "list")
        expect(code != 0 and "may write to" in complaints, f"decisions count: {complaints}")
        one_line(complaints)
        return "" if is_private else "without a private group"


def too_many_decisions():
    """Four megabytes of decisions are refused at once."""
    with folder() as home:
        path = home + "/config/core-location-linux/authorization.json"
        os.makedirs(os.path.dirname(path), mode=0o700)
        entries = ",".join(f'"/usr/bin/{number}":{{"status":"authorizedAlways"}}' for number in range(80_000))
        with open(path, "w", encoding="utf-8", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(f'{{"version":1,"applications":{{{entries}}}}}')
        start = time.monotonic()
        code, _, complaints = run(home, "authorize", "list")
        expect(code != 0 and "more than 1048576 bytes" in complaints, complaints)
        expect(time.monotonic() - start < 2, f"it took {time.monotonic() - start:.1f} s")


def one_store():
    """A store that is reached by a symbolic link, or by a second name, has one writer."""
    with folder() as home:
        log = home + "/log.nmea"
        with open(log, "wb") as file:
            file.write(b"".join(epoch(second) for second in range(3600)))

        def publish(store):
            # Nobody listens there, so that it waits.
            return Tool(home, "publish", "--replay", log, "--store", store, "http://127.0.0.1:9/")

        first = publish(home + "/store")
        first.wait_until("it has the store", lambda: os.path.exists(home + "/store"))
        os.symlink(home + "/store", home + "/link")
        second = publish(home + "/link")
        expect(second.finish() != 0 and f"process {first.process.pid}" in second.complaints(), second.complaints())
        os.link(home + "/store", home + "/name")
        third = publish(home + "/name")
        expect(third.finish() != 0 and "another name" in third.complaints(), third.complaints())
        first.end()


def recorders():
    """Of one name, in one second: each has a file of its own."""
    with folder() as home:
        log = home + "/log"
        with open(log, "wb") as file:
            file.write(b"".join(epoch(second) for second in range(10)))
        tools = []
        for _ in range(WRITERS):
            with open(log, "rb") as source:
                tools.append(Tool(home, "record", "--rotate-hourly", "--device", "-", home + "/a.nmea", stdin=source))
        for tool in tools:
            expect(tool.finish() == 0, tool.complaints())
        files = [name for name in os.listdir(home) if name.startswith("a-")]
        expect(len(files) == WRITERS, f"{len(files)} files")
        expect(len({os.path.getsize(f"{home}/{name}") for name in files}) == 1, "they are not alike")


def one_name():
    """Of one name, without rotation: one of them gets it, and the others leave it alone."""
    with folder() as home:
        shell = f'"$0" simulate --duration 2 | "$0" record --device - "{home}/a.nmea"'
        tools = [Tool(home, shell=shell) for _ in range(20)]
        codes = [tool.finish() for tool in tools]
        expect(codes.count(0) == 1 and codes.count(74) == 19, f"exit codes {codes}")


def one_port():
    """A hundred want the same port: one has it, the others say so in a line."""
    with folder() as home:
        port = Port()
        first = Tool(home, "watch", port.path, "--baud", "9600", "--json")
        first.wait_until("it listens", lambda: "listening" in first.complaints())
        others = [Tool(home, "watch", port.path, "--baud", "9600", "--json") for _ in range(WRITERS)]
        for tool in others:
            expect(tool.finish() == 69, tool.complaints())
            expect("using it" in tool.complaints(), tool.complaints())
        second = [0]

        def has_fix():
            port.send(epoch(second[0]))
            second[0] += 1
            return b"latitude" in first.output()

        first.wait_until("a fix, after all of them", has_fix)
        first.end()


def main():
    attacks = Attacks()
    attacks.run(f"{WRITERS} writers of decisions", decisions)
    attacks.run("decisions that another user may write", another_user)
    attacks.run("four megabytes of decisions", too_many_decisions)
    attacks.run("a store with two names", one_store)
    attacks.run(f"{WRITERS} recorders with one name, by the hour", recorders)
    attacks.run("20 recorders with one name", one_name)
    attacks.run(f"{WRITERS} processes at one port", one_port)
    attacks.finish()


main()

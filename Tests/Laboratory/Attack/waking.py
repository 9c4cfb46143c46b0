#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""What must not make "gps wake" start a program, start it twice, or lose its event.

    waking.py GPS [PROBE [managed]]     PROBE is the product WakeProbe; "managed": only what needs a user manager, which runs

One drive out of a region and in again decides about all programs that have been tampered with: what is wrong with each is told
afterwards. Five more are as they should be, so that the others prove something. All of it is done without a user manager, and
once more beside a real one.
"""

import contextlib
import os
import random
import shutil
import signal
import struct
import subprocess
import sys
import time

from attack import GPS, ROOT, Attacks, Broken, expect, folder, one_line, run
from waking_world import IS_ROOT, MANAGER, PROBE, World, processes, registered, unit, world

STRANGER = 4711
# With which the script that starts a user manager says that this cannot be done here.
NOT_POSSIBLE = 69


BOTH = ["woken", "left home", "woken", "entered home"]


# What is not started.


def tamperings():
    """Returns what is done to a program that has registered: a name, whether it takes root, what is done, and the reason
    that "gps wake list" gives, or None if it is not listed at all."""

    def gps(*words):
        return lambda it, path: it.gps(*words, path)

    def mode(bits):
        return lambda it, path: os.chmod(path, bits)

    def folder_mode(levels):
        def change(it, path):
            for _ in range(levels):
                path = os.path.dirname(path)
            os.chmod(path, 0o777)
        return change

    def group(it, path):
        os.chown(path, -1, STRANGER)
        os.chmod(path, 0o775)

    def access_list(it, path):
        def entry(tag, permissions, user=0xFFFFFFFF):
            return struct.pack("<HHI", tag, permissions, user)
        entries = entry(1, 7) + entry(2, 7, STRANGER) + entry(4, 5) + entry(16, 7) + entry(32, 5)
        os.setxattr(path, "system.posix_acl_access", struct.pack("<I", 2) + entries)

    def owner(it, path):
        os.chown(path, STRANGER, -1)

    def replaced(it, path):
        shutil.copy(path, path + b".new")
        os.rename(path + b".new", path)

    def linked(it, path):
        os.rename(path, path + b".old")
        os.symlink(path + b".old", path)

    def missing(it, path):
        os.rename(path, path + b".old")

    def registration(change):
        return lambda it, path: change(it, registered(it, path))

    def pipe(it, file):
        os.unlink(file)
        os.mkfifo(file)

    def borrowed(it, file):
        """The folder of one application with the registration of another, which may be started."""
        shutil.copy(registered(it, it.good[0]), file)

    def folder_link(it, file):
        os.rename(os.path.dirname(file), it.home + "/elsewhere")
        os.chown(it.home + "/elsewhere", STRANGER, -1)
        os.symlink(it.home + "/elsewhere", os.path.dirname(file))

    return [
        ("denied", False, gps("authorize", "deny"), "denied"),
        ("reset", False, gps("authorize", "reset"), "no longer allowed"),
        ("allowed while in use", False, gps("authorize", "allow"), "only while it is in use"),
        ("forgotten", False, gps("wake", "forget"), None),
        ("writable by everybody", False, mode(0o777), "may write to"),
        ("in a folder that is writable by everybody", False, folder_mode(1), "may write to"),
        ("below a folder that is writable by everybody", False, folder_mode(2), "may write to"),
        ("writable by a group", True, group, "may write to"),
        ("writable by an access control list", False, access_list, "may write to"),
        ("another user's", True, owner, f"belongs to user {STRANGER}"),
        ("setuid", False, mode(0o4755), "other rights"),
        ("setgid", False, mode(0o2755), "other rights"),
        ("replaced by another file", False, replaced, "was replaced"),
        ("replaced by a link", False, linked, "was replaced"),
        ("missing", False, missing, "no longer exists"),
        ("with a registration that another user owns", True, registration(lambda it, file: os.chown(file, STRANGER, -1)), None),
        ("with a registration that others may write", False, registration(lambda it, file: os.chmod(file, 0o666)), None),
        ("with a folder that others may write", False, registration(lambda it, file: os.chmod(os.path.dirname(file), 0o777)), None),
        ("with another user's folder behind a link", True, registration(folder_link), None),
        ("with the registration of another application", False, registration(borrowed), None),
        ("with a pipe for a registration", False, registration(pipe), None),
    ]


def not_registered():
    """Returns ways of running a program by which it does not register: a name, what it takes, and the command before it."""
    loader = next((path for path in ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"] if os.path.exists(path)), None)
    return [
        ("in a mount namespace of its own", IS_ROOT and shutil.which("unshare"), ["unshare", "--mount"]),
        ("through the dynamic loader", loader, [loader]),
        ("with another group's rights", IS_ROOT and shutil.which("setpriv"), None),
    ]


def drive(attacks):
    """One drive for everything that is started, and that is not."""
    with world() as it:
        it.good = [it.application(f"good{number}", "lingers") for number in range(5)]
        staying = it.application("staying", "stays")
        cases = [case for case in tamperings() if IS_ROOT or not case[1]]
        paths = [it.application(f"bad{number}", place=f"apps/{number}/in") for number in range(len(cases))]
        ways = [way for way in not_registered() if way[1]]
        others = [it.application(f"other{number}") for number in range(len(ways))]
        it.register(*it.good, *paths)
        it.stay_running(staying)
        for (_, _, before), path in zip(ways, others):
            if before is None:
                os.chown(path, -1, STRANGER)
                os.chmod(path, 0o2755)
            it.start(path, *(before or [])).wait(60)
        for (_, _, tamper, _), path in zip(cases, paths):
            tamper(it, path)
        units = set()

        def look():
            units.update(filter(None, map(unit, processes(os.fsencode(f"{it.home}/apps/good")))))
        it.watch()
        it.settle()
        for north, count in [(500, 2), (0, 4)]:
            it.stay(north, until=lambda count=count: all(len(it.told(path)) >= count for path in it.good), meanwhile=look)
        it.stay(0, seconds=100, meanwhile=look)
        entries = it.list()

        def good():
            for path in it.good:
                expect(it.told(path) == BOTH, f"{it.told(path)}: {it.complaints()!r}")
            expect(len(units) == (10 if MANAGER else 0), f"units: {units}")
        attacks.run("five that are as they should be come back once, with their event", good)
        attacks.run("one that stays is not started", lambda: expect(it.told(staying) == [], f"{it.told(staying)}"))
        judge(attacks, it, entries, zip(cases, paths), zip(ways, others))


def judge(attacks, it, entries, cases, ways):
    """Says of each program that has been tampered with whether it was left alone."""
    for (name, _, _, reason), path in cases:
        def check(path=path, reason=reason):
            expect(it.told(path) == [], f"it was started: {it.told(path)}")
            entry = entries.get(os.path.basename(path).decode())
            if reason is None:
                expect(entry is None, f"it is listed: {entry}")
            else:
                expect(reason in (entry or {}).get("refusal", ""), f"the reason: {entry}")
        attacks.run(f"not started: {name}", check)
    for (name, _, _), path in ways:
        def unknown(path=path):
            expect(it.told(path) == [] and os.path.basename(path).decode() not in entries, f"{it.told(path)}")
        attacks.run(f"not registered: run {name}", unknown)
    for name, needs, _, _ in tamperings():
        if needs and not IS_ROOT:
            attacks.run(f"not started: {name}", None, needs=False)


def as_root():
    """Root's programs are root's decision, each time."""
    with folder() as home:
        code, _, complaints = run(home, "wake")
        expect(code == 77 and "cannot wake programs as root" in complaints, f"{code}: {complaints}")
        one_line(complaints)


def copies():
    """A copy of a bundle runs while the original is there: the original is what is started."""
    with world() as it:
        paths = []
        for place in ["one", "two"]:
            path = it.application("probe", place=f"apps/{place}/A.app/Contents/Linux")
            with open(f"{it.home}/apps/{place}/A.app/Contents/Info.plist", "w", encoding="ascii") as file:
                file.write('<plist version="1.0"><dict><key>CFBundleIdentifier</key><string>org.example.a</string></dict></plist>')
            paths.append(path)
        it.gps("authorize", "allow", "--always", "org.example.a")
        for path in paths:
            it.register(path)
        expect(it.list()["org.example.a"]["executable"] == os.fsdecode(paths[0]), f"{it.list()}")


# How something is started.


NAMES = [b"$(touch gone);x", b"%h %n", b"-option", b"a\nb", b"\x1b[2J\x1b[31m", b"'\"\\ `id`", "ünïcödé".encode(), b"n" * 200]


def stand_in(home):
    """A folder with a program that starts others as the user's systemd does."""
    path = f"{home}/bin"
    os.mkdir(path, 0o755)
    script(f"{path}/systemd-run", 'while [ "$1" != -- ]; do case $1 in --unit=*) unit=$1 ;; --setenv=*) export "${1#*=}" ;; esac; '
           f'shift; done; echo "$unit" >>"{home}/units"; echo "Running as unit: $unit" >&2; shift; exec "$@"')
    return path


def script(path, text):
    with open(path, "w", encoding="ascii") as file:
        file.write(f"#!/bin/sh\n{text}\n")
    os.chmod(path, 0o755)


def names():
    """File names that a shell, systemd or a terminal would take for something else."""
    for has_manager in [False, True]:
        with folder() as home:
            it = World(home, stand_in(home) if has_manager else None)
            try:
                paths = [it.application(name) for name in NAMES]
                it.register(*paths)
                it.watch()
                it.settle()
                it.stay(500, until=lambda: all(len(it.told(path)) >= 2 for path in paths))
                for path in paths:
                    expect(it.told(path) == BOTH[:2], f"{path}: {it.told(path)}")
                it.gps("wake", "list")
                expect(b"\x1b" not in it.complaints(), f"an escape sequence: {it.complaints()!r}")
                expect(it.complaints().count(b"started ") == len(NAMES), f"lines: {it.complaints()!r}")
                units = 0
                if has_manager:
                    with open(f"{home}/units", encoding="ascii") as file:
                        units = len(file.readlines())
                # All but those with a dollar, a percent sign, and characters that control a terminal.
                expect(units == (len(NAMES) - 4 if has_manager else 0), f"{units} units")
            finally:
                it.stop()


def search_path():
    """A systemd-run that others could have put there, and one in the current folder."""
    for place in ["open", "."]:
        with folder() as home:
            directory = f"{home}/open"
            os.mkdir(directory)
            script(f"{directory}/systemd-run", f'touch "{home}/taken"')
            os.chmod(directory, 0o777)
            it = World(home, directory if place == "open" else place)
            try:
                path = it.application("a")
                it.register(path)
                it.watch(cwd=directory)
                it.settle()
                it.stay(500, until=lambda it=it, path=path: len(it.told(path)) >= 2)
                expect(it.told(path) == BOTH[:2], f"{it.told(path)}")
                expect(not os.path.exists(f"{home}/taken"), "it was run")
            finally:
                it.stop()


def surroundings():
    """What a program that was started has got: no argument, descriptor or variable of gps wake's own."""
    extra, _ = os.pipe()
    variables = {"LISTEN_FDS": "1", "NOTIFY_SOCKET": "/n", "INVOCATION_ID": "i", "CORELOCATION_IN_USE": "1",
                 "CORELOCATION_INFO_PLIST": "/p", "CORELOCATION_LAUNCH": "other"}
    with world(**variables) as it:
        path = it.application("a", "ignores")
        # Run by hand, it does what it was told to do when it is woken; so it registers before.
        os.rename(path + b".does", path + b".later")
        it.register(path)
        os.rename(path + b".later", path + b".does")
        it.watch(pass_fds=[extra])
        it.settle()
        it.stay(500, until=lambda: processes(path))
        process = processes(path)[0]
        with open(f"/proc/{process}/environ", "rb") as file:
            given = dict(line.split(b"=", 1) for line in file.read().split(b"\0") if line)
        with open(f"/proc/{process}/cmdline", "rb") as file:
            expect(file.read() == path + b"\0", "it has arguments")
        expect(given[b"CORELOCATION_LAUNCH"] == b"location" and given[b"CORELOCATION_IN_USE"] == b"0", f"{given}")
        for name in ["LISTEN_FDS", "NOTIFY_SOCKET", "INVOCATION_ID", "CORELOCATION_INFO_PLIST"]:
            expect(given.get(name.encode()) != variables[name].encode(), f"it has {name}")
        descriptors = {int(name): os.readlink(f"/proc/{process}/fd/{name}") for name in os.listdir(f"/proc/{process}/fd")}
        expect({descriptors.get(number) for number in range(3)} == {"/dev/null"}, f"{descriptors}")
        # What gps wake was itself given is the person's affair, but its own files and its receiver are not.
        strange = [name for number, name in descriptors.items()
                   if number > 2 and (name.startswith(("/dev/pts", it.home)) or "inotify" in name)]
        expect(not strange, f"it has {descriptors}")
        expect(os.readlink(f"/proc/{process}/cwd") == os.path.realpath(it.home), "its folder")


@contextlib.contextmanager
def stopped(name):
    """Stops all processes of a program meanwhile, in this namespace."""
    found = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError), open(f"/proc/{process}/comm", encoding="utf-8") as file:
            if file.read().strip() == name:
                found.append(int(process))
    expect(found, f"no {name} runs")
    for process in found:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in found:
            os.kill(process, signal.SIGCONT)


def hung(name):
    """The user manager or its bus accepts connections, and does not answer: a program is then started as a child."""
    with world() as it:
        path = it.application("a")
        it.register(path)
        it.watch()
        it.settle()
        with stopped(name):
            it.stay(500, until=lambda: len(it.told(path)) >= 2)
        it.stay(500, seconds=100)
        expect([line for line in it.told(path) if line != "woken"] == BOTH[1:2], f"{it.told(path)}")
        expect(b"has not been notified" not in it.complaints(), f"{it.complaints()!r}")


# Kills.


def kills():
    """gps wake and programs are killed at any moment, a hundred times: no event is lost, and none is told twice."""
    generator, times = random.Random(30), {"wake": 0, "programs": 0}
    with world() as it:
        paths = [it.application(f"a{number}", "lingers") for number in range(10)]
        spared = {path: 4 for path in paths}
        it.register(*paths)
        it.watch()
        it.settle()
        last = time.monotonic()

        def disturb(kills_wake=True):
            nonlocal last
            if time.monotonic() - last < generator.uniform(0.05, 0.8):
                return
            last = time.monotonic()
            # After five failures in an hour, a program is not started any more.
            running = [(path, process) for path in paths if spared[path] for process in processes(path)]
            if running:
                path, process = generator.choice(running)
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
                    times["programs"] += 1
                    spared[path] -= 1
            elif kills_wake and times["wake"] < 60:
                it.stop()
                it.watch()
                times["wake"] += 1

        def told(path):
            return [line for line in it.told(path) if line != "woken"]

        expected = []
        while times["wake"] < 60 or times["programs"] < 40:
            expect(len(expected) < 30, f"only {times}")
            is_out = len(expected) % 2 == 0
            north = 500 if is_out else 0
            expected.append("left home" if is_out else "entered home")
            it.stay(north, seconds=200, meanwhile=disturb)
            it.stay(north, until=lambda: all(len(told(path)) >= len(expected) for path in paths), meanwhile=lambda: disturb(False))
            it.stay(north, until=lambda: not processes(os.fsencode(f"{it.home}/apps")))
            for path in paths:
                expect(told(path) == expected, f"{path}: {it.told(path)}, and not {expected}")
        return f"gps wake {times['wake']} times, programs {times['programs']} times, {10 * len(expected)} events"


def links():
    """The folder of registrations is a link to one that another user has prepared."""
    with folder() as home:
        os.makedirs(home + "/state/core-location-linux", 0o700)
        os.makedirs(home + "/theirs", 0o700)
        os.chown(home + "/theirs", STRANGER, -1)
        os.symlink(home + "/theirs", home + "/state/core-location-linux/wake")
        for words in [["wake", "--root"], ["wake", "list"], ["wake", "forget", "org.example.a"], ["status"], ["authorize", "list"]]:
            _, output, complaints = run(home, *words)
            one_line(complaints)
            expect(b"org.example" not in output and "another \"gps wake\"" not in complaints, f"{words}: {complaints}")
        expect(os.listdir(home + "/theirs") == [], "something was written there")


def main():
    if not os.path.exists(PROBE):
        sys.exit(f"cannot attack gps wake: there is no {PROBE}; build the product WakeProbe")
    attacks = Attacks()
    try:
        drive(attacks)
    except Broken as error:
        attacks.broken += 1
        print(f"BROKEN   a drive: {error}", flush=True)
    attacks.run("a hundred kills", kills)
    if MANAGER:
        for name in ["systemd", "dbus-daemon"]:
            attacks.run(f"{name} hangs", lambda name=name: hung(name))
    else:
        attacks.run("root's programs without --root", as_root, needs=IS_ROOT)
        attacks.run("a copy of a bundle", copies)
        attacks.run("a folder of registrations that is a link", links, needs=IS_ROOT)
        attacks.run("hostile names", names)
        attacks.run("a search path that others may write", search_path)
        attacks.run("what a program is given", surroundings)
        beside_a_manager(attacks)
    attacks.finish()


def beside_a_manager(attacks):
    """The drive and the kills once more, by the user's systemd."""
    print("beside a user manager:", flush=True)
    code = subprocess.run([ROOT / "Tests/Scripts/beside-user-manager", sys.executable, __file__, GPS, PROBE, "managed"], check=False).returncode
    if code == NOT_POSSIBLE:
        attacks.run("a drive beside a user manager", None, needs=False)
    elif code:
        attacks.broken += 1


main()

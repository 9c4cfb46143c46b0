#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Checks what "make install" installs: files, manual, completions, units, and the service under the units' filters.

    packaging.py STAGE [NAME …]       all checks, or those with these names; STAGE is the output of .packaging/stage

Changes nothing outside temporary folders. A check that needs a missing program is skipped, and names it.
"""
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Scripts"))
# pylint: disable-next=wrong-import-position
from checking import Missing, Wrong, check, expect, need, perform  # noqa: E402
# pylint: disable-next=wrong-import-position
from watching import Port  # noqa: E402

INSTALL = ROOT / ".packaging/install"
UNITS = ROOT / ".packaging/units"
FILTERED = [sys.executable, str(ROOT / "Tests/Packaging/filtered.py")]
USER, NOBODY = 61234, 65534
# Folders that every system has already.
SKELETON = ["etc", "usr/local/bin", "usr/local/lib", "usr/local/share/man/man1"]


def need_root():
    if os.geteuid() != 0:
        raise Missing("this is for root")


def run(*command, **options):
    options = {"stdin": subprocess.DEVNULL, "timeout": 120} | options
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def listing(folder):
    """Returns every file and directory with its mode and content."""
    return {str(path.relative_to(folder)): (path.lstat().st_mode, path.read_bytes() if path.is_file() else b"")
            for path in pathlib.Path(folder).rglob("*")}


def eventually(condition, why, seconds=20):
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        expect(time.monotonic() < deadline, why)
        time.sleep(0.02)
    return value


# Files.


@check
def installed_and_removed(stage, folder):
    root = folder / "root"
    for name in SKELETON:
        (root / name).mkdir(parents=True)
    environment = dict(os.environ, DESTDIR=str(root), PREFIX="/usr/local")
    before = listing(root)
    first = run(INSTALL, stage, env=environment)
    expect(first.returncode == 0, first.stderr)
    once = listing(root)
    for name in ["bin/gps", "bin/gps-publish", "share/man/man1/gps.1gps", "share/man/man1/gps-authorize-allow.1gps", "lib/systemd/system/locationd.service",
                 "share/bash-completion/completions/gps", "share/zsh/site-functions/_gps",
                 "lib/systemd/user/gps-wake.service", "share/applications/core-location-linux.desktop",
                 "share/fish/vendor_completions.d/gps.fish", "lib/udev/rules.d/60-core-location-linux.rules",
                 "share/doc/core-location-linux/examples/policy.json"]:
        expect(f"usr/local/{name}" in once, f"{name} is missing")
    expect(not any(b"@BINDIR@" in content or b"@DOCDIR@" in content for _, content in once.values()),
           "a folder was not filled in")
    expect(run(INSTALL, stage, env=environment).stdout == first.stdout and listing(root) == once,
           "twice is not the same as once")
    configuration = root / "etc/core-location-linux/locationd.conf"
    configuration.write_text("OPTIONS=--keep-open\n", encoding="utf-8")
    for arguments in [[stage], ["--remove"]]:
        expect("left" in run(INSTALL, *arguments, env=environment).stdout, "nothing is said of a changed file")
        expect("keep-open" in configuration.read_text(encoding="utf-8"), "a changed file was replaced")
    shutil.rmtree(configuration.parent)
    expect(listing(root) == before, f"left behind: {sorted(set(listing(root)) - set(before))}")
    expect(run(INSTALL, "--remove", env=environment).returncode == 0, "it cannot be removed twice")


@check
def refused_without_rights(stage, folder):
    """Checks that a refusal is a single line and changes nothing."""
    root = folder / "root"
    for name in SKELETON:
        (root / name).mkdir(parents=True)
    (root / "usr/local/share/man/man1/gps.1gps").write_text("Core Location for Linux", encoding="utf-8")
    os.chmod(folder, 0o755)
    command = [INSTALL, stage]
    if os.geteuid() == 0:
        need("setpriv")
        command = ["setpriv", f"--reuid={NOBODY}", "--clear-groups", *command]
    else:
        for path in root.rglob("*"):
            path.chmod(0o555)
    before = listing(root)
    for last in [stage, "--check", "--remove"]:
        result = run(*command[:-1], last, env=dict(os.environ, DESTDIR=str(root), PREFIX="/usr/local"))
        expect(result.returncode == 1 and result.stderr.count("\n") == 1 and not result.stdout, f"{result}")
        expect("no right to write" in result.stderr and "sudo" in result.stderr, result.stderr)
    expect(listing(root) == before, "something was changed")


@check
def runs_without_swift(stage, _):
    """Checks the programs with an empty environment and without Swift's libraries."""
    gps = str(stage / "gps")
    libraries = run("ldd", gps, stage / "gps-publish").stdout
    if "libswift" in libraries:
        raise Missing("this program has Swift's libraries outside")
    recording = ROOT / "Fixtures/recordings/harbour-walk.nmea"
    result = run(gps, "replay", "--format", "json", str(recording), env={})
    expect(result.returncode == 0 and result.stdout.count('"latitude"') > 50, f"{result.stderr}")
    expect("not found" not in libraries, libraries)
    result = run(gps, "publish", "--help", env={})
    expect(result.returncode == 0 and "USAGE: gps publish " in result.stdout, f"{result}")


@check
def links_only_what_it_needs(stage, _):
    """Checks that gps runs without the libraries that only gps-publish needs."""
    libraries = run("ldd", stage / "gps").stdout
    unwanted = [name for name in ("mosquitto", "libpq", "libcurl", "rdkafka") if name in libraries]
    expect(not unwanted, f"gps links {', '.join(unwanted)}")
    libraries = run("ldd", stage / "gps-publish").stdout
    expect("libudev" in libraries and "rdkafka" in libraries, libraries)


@check
def knows_its_commit(stage, _):
    commit = (stage / "commit").read_text(encoding="utf-8").strip()
    for program in ("gps", "gps-publish"):
        text = run(stage / program, "--version").stdout.strip()
        expect(text.endswith(f"({commit})") if commit else "(" not in text, f"{program}: {text} instead of {commit}")


# Manual and completions.


@check
def manual(stage, _):
    need("man", "lexgrog")
    tool = json.loads(run(stage / "gps", "--experimental-dump-help").stdout)["command"]
    pages = {path.stem for path in (stage / "man").iterdir()}

    def compare(command, parents):
        words = [*parents, command["commandName"]]
        name = "-".join(words)
        if not command["shouldDisplay"] or name == "gps-help":
            return
        expect(name in pages, f"there is no page {name}")
        pages.discard(name)
        path = stage / f"man/{name}.1gps"
        warnings = run("man", "--warnings", "--encoding=UTF-8", "--local-file", "--troff-device=utf8", "--ditroff", path,
                       env=dict(os.environ, LC_ALL="C.UTF-8", MANWIDTH="80")).stderr
        expect(not warnings, f"{name}: {warnings}")
        expect(run("lexgrog", path).returncode == 0, f"{name} is found by nobody")
        text = re.sub(r"\\f.|\\", "", path.read_text(encoding="utf-8"))
        for argument in command.get("arguments", []):
            for one in argument.get("names", []) if argument["shouldDisplay"] else []:
                option = ("--" if one["kind"] == "long" else "-") + one["name"]
                expect(re.search(rf"(?<![\w-]){option}(?![\w-])", text), f"{name} lacks {option}")
        for below in command.get("subcommands", []):
            compare(below, words)

    compare(tool, [])
    expect(not pages, f"pages of no command: {pages}")


@check
def completions_of_bash(stage, _):
    result = run("bash", "--norc", "-c", f". {stage}/completions/gps.bash && complete -p gps")
    expect(result.returncode == 0 and "gps" in result.stdout, result.stderr)


@check
def completions_of_zsh(stage, _):
    need("zsh")
    # compinit finds the function without further settings.
    result = run("zsh", "-f", "-c", f"fpath=({stage}/completions $fpath); autoload -U compinit; compinit -u -D; "
                 "print ${_comps[gps]}")
    expect(result.stdout.strip() == "_gps", f"{result}")


@check
def completions_of_fish(stage, folder):
    need("fish")
    result = run("fish", "--no-config", "-c", f"source {stage}/completions/gps.fish; complete -C 'gps re'",
                 env=dict(os.environ, HOME=str(folder), PATH=f"{stage}:{os.environ['PATH']}"))
    expect({line.split("\t")[0] for line in result.stdout.splitlines()} == {"record", "replay"}, f"{result}")


# Units.


@contextlib.contextmanager
def installed_units(stage, folder):
    """Installs the units together with the program at the path that they name; yields the units' paths."""
    prefix = folder / "prefix"
    prefix.mkdir()
    result = run(INSTALL, stage, env=dict(os.environ, PREFIX=str(prefix), SYSCONFDIR=str(folder / "etc"), DESTDIR=""))
    expect(result.returncode == 0, result.stderr)
    yield sorted((prefix / "lib/systemd/system").iterdir())


@check
def units_are_understood(stage, folder):
    need("systemd-analyze")
    with installed_units(stage, folder) as units:
        named = [str(unit).replace("@.", "@ttyUSB0.") for unit in units]
        # It complains about settings that it does not understand, but exits with 0.
        result = run("systemd-analyze", "verify", "--man=no", *named)
        expect(result.returncode == 0 and not result.stderr, result.stderr)
        user = folder / "prefix/lib/systemd/user/gps-wake.service"
        expect(f"ExecStart={folder}/prefix/bin/gps wake\n" in user.read_text(encoding="utf-8"), "the path of the program")
        result = run("systemd-analyze", "--user", "verify", "--man=no", user,
                     env=dict(os.environ, HOME=str(folder), XDG_RUNTIME_DIR=str(folder)))
        expect(result.returncode == 0 and not result.stderr, result.stderr)


@check
def settings_are_opened(stage, folder):
    """Checks that a desktop leads app-settings: to the application that is installed."""
    need("update-desktop-database", "desktop-file-validate", "xdg-mime")
    with installed_units(stage, folder):
        share = folder / "prefix/share"
        entry = share / "applications/core-location-linux.desktop"
        result = run("desktop-file-validate", entry)
        expect(result.returncode == 0 and not result.stdout, result.stdout)
        expect(f"Exec={folder}/prefix/bin/gps authorize page %u\n" in entry.read_text(encoding="utf-8"), "the command")
        result = run("xdg-mime", "query", "default", "x-scheme-handler/app-settings",
                     env={"PATH": os.environ["PATH"], "HOME": str(folder), "XDG_DATA_DIRS": str(share)})
        expect(result.stdout == "core-location-linux.desktop\n", f"{result}")


@check
def units_are_confined(stage, folder):
    need("systemd-analyze")
    with installed_units(stage, folder) as units:
        for unit in units:
            if unit.suffix == ".service":
                name = str(unit).replace("@.", "@ttyUSB0.")
                result = run("systemd-analyze", "--offline=true", "security", "--threshold=20", "--no-pager", name)
                exposure = re.search(r"exposure level.*", result.stdout)
                expect(result.returncode == 0, f"{unit.name}: {exposure and exposure[0]}{result.stderr}")
                print(f"  {unit.name}: {exposure[0]}")


# The service as its unit runs it.


class Receiver:
    """A receiver on a pseudo-terminal that the unit's user may read; it sends at 2 Hz."""

    def __init__(self, gps):
        self.port, self.is_ended = Port(), False
        text = run(gps, "simulate", "--duration", "120", "--rate", "2").stdout.encode()
        self.epochs = re.split(rb"(?=\$G.RMC,)", text)[1:]
        if os.geteuid() == 0:
            os.chown(self.port.path, USER, USER)
        threading.Thread(target=self.send, daemon=True).start()

    def send(self):
        for epoch in self.epochs:
            if self.is_ended:
                return
            self.port.send(epoch)
            time.sleep(0.5)


def need_filters():
    need("systemd-analyze")
    import ctypes.util  # pylint: disable=import-outside-toplevel
    if not ctypes.util.find_library("seccomp"):
        raise Missing("there is no libseccomp.so.2")


@contextlib.contextmanager
def serving(folder, command, device, environment=None):
    """Runs the service as systemd does: with inherited sockets, and a socket for its notifications."""
    os.chmod(folder, 0o755)
    notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    notify.bind(f"{folder}/notify")
    os.chmod(f"{folder}/notify", 0o777)
    listeners = {"location": socket.socket(socket.AF_UNIX), "gpsd": socket.socket(), "nmea": socket.socket()}
    listeners["location"].bind(f"{folder}/location.sock")
    os.chmod(f"{folder}/location.sock", 0o666)
    for name in ["gpsd", "nmea"]:
        listeners[name].bind(("127.0.0.1", 0))
    for listener in listeners.values():
        listener.listen()
    numbers = [listener.fileno() for listener in listeners.values()]
    code = (f"import os\nfor i, fd in enumerate({numbers}): os.dup2(fd, 100 + i)\n"
            f"for i in range({len(numbers)}): os.dup2(100 + i, 3 + i); os.set_inheritable(3 + i, True)\n"
            f"os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS='{len(numbers)}',"
            f" LISTEN_FDNAMES='{':'.join(listeners)}', NOTIFY_SOCKET='{folder}/notify', WATCHDOG_USEC='400000',"
            f" XDG_STATE_HOME='{folder}/state')\n"
            f"words = {[str(word) for word in command]} + ['serve', '--device', '{device}']\nos.execv(words[0], words)")
    with open(folder / "log", "w+", encoding="utf-8") as log:
        # pylint: disable-next=consider-using-with
        process = subprocess.Popen([sys.executable, "-c", code], pass_fds=numbers, stderr=log,
                                   env=dict(os.environ, **(environment or {})))
        told = []

        def listen():
            with contextlib.suppress(OSError):
                while data := notify.recv(4096):
                    told.append(data.decode())

        def hear(until):
            try:
                eventually(lambda: any(until in message for message in told), "")
            except Wrong as error:
                log.seek(0)
                raise Wrong(f"it never said {until}, but {told}; {log.read()}; exit code {process.poll()}") from error

        threading.Thread(target=listen, daemon=True).start()

        try:
            yield (process, hear, f"{folder}/location.sock",
                   *[listeners[name].getsockname() for name in ["gpsd", "nmea"]])
        finally:
            process.kill()
            process.wait()
            notify.shutdown(socket.SHUT_RDWR)
            notify.close()
            for listener in listeners.values():
                listener.close()


def lines_until(connection, text, request, why):
    connection.settimeout(20)
    connection.sendall(request)
    reader, heard = connection.makefile(), []
    while True:
        try:
            heard.append(reader.readline())
        except TimeoutError as error:
            raise Wrong(f"{why}: {text} never came, but {heard[-3:]}") from error
        expect(heard[-1], f"{why}: the connection was closed")
        if text in heard[-1]:
            return heard[-1]


def records(folder, gps, device):
    """Records as gps-record@.service does, as the service's user: from a port, or from the service."""
    os.chmod(folder, 0o755)
    track = folder / "recordings"
    track.mkdir()
    if os.geteuid() == 0:
        os.chown(track, USER, USER)
    command = [*FILTERED, UNITS / "gps-record@.service", track, gps, "record", "--device", device, "--rotate-hourly",
               "--keep", "2GB", track / "track.nmea.gz"]
    # pylint: disable-next=consider-using-with
    process = subprocess.Popen(command, env=dict(os.environ, XDG_STATE_HOME=str(track)), stderr=subprocess.PIPE, text=True)
    try:
        with contextlib.suppress(Wrong):
            eventually(lambda: list(track.glob("*.gz")), "")
            time.sleep(3)
        process.send_signal(signal.SIGTERM)
        error = process.communicate(timeout=15)[1]
    finally:
        process.kill()
    recordings = list(track.glob("track-*Z.nmea.gz"))
    # Two if an hour has ended meanwhile.
    expect(process.returncode == 0 and len(recordings) in (1, 2), f"{device} is not recorded: {error}")
    results = [run(gps, "replay", "--format", "json", recording) for recording in recordings]
    expect(any('"latitude"' in result.stdout for result in results), f"{device}: {[result.stderr for result in results]}")


def serves(stage, folder, *options):
    need_filters()
    state = folder / "state"
    state.mkdir()
    gps = folder / "gps"
    shutil.copy(stage / "gps", gps)
    if os.geteuid() == 0:
        os.chown(state, USER, USER)
    receiver = Receiver(gps)
    os.chmod(folder, 0o755)
    command = [*FILTERED, *options, UNITS / "locationd.service", state, gps]
    with serving(folder, command, receiver.port.path) as (process, hear, path, address, nmea):
        hear("READY=1")
        with socket.socket(socket.AF_UNIX) as own:
            own.connect(path)
            lines_until(own, '"latitude"', b'{"class":"client","name":"test","watch":true}\n', "Core Location")
            with socket.create_connection(address) as gpsd:
                lines_until(gpsd, '"lat"', b'?WATCH={"enable":true,"json":true};', "gpsd")
                hear("STATUS=2 clients, fix")
                hear("WATCHDOG=1")
        records(folder, gps, f"tcp://{nmea[0]}:{nmea[1]}")
        process.terminate()
        hear("STOPPING=1")
        expect(process.wait(10) == 0, f"it has ended with {process.returncode}")
    receiver.is_ended = True


@check
def serves_under_its_filters(stage, folder):
    serves(stage, folder)


@check
def calls_nothing_that_is_filtered(stage, folder):
    """Checks the service with a filter that ends the program at any call that is not allowed."""
    serves(stage, folder, "--kill")


@check
def records_under_its_filters(stage, folder):
    need_filters()
    gps = folder / "gps"
    shutil.copy(stage / "gps", gps)
    receiver = Receiver(gps)
    records(folder, gps, receiver.port.path)
    receiver.is_ended = True


@check
def damaged_policy_allows_nobody(stage, folder):
    """Checks that the service starts, and reports the damaged policy in its status and to the client."""
    need_root()
    need("unshare", "mount")
    etc = folder / "etc"
    (etc / "core-location-linux").mkdir(parents=True)
    for name in ["passwd", "group", "nsswitch.conf", "ld.so.cache"]:
        if os.path.exists(f"/etc/{name}"):
            shutil.copy(f"/etc/{name}", etc / name)
    (etc / "core-location-linux/policy.json").write_text('{"version": 1, "clients": {', encoding="utf-8")
    gps = folder / "gps"
    shutil.copy(stage / "gps", gps)
    command = ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", f'mount --bind "{etc}" /etc && exec "$0" "$@"', gps]
    recording = ROOT / "Fixtures/recordings/harbour-walk.nmea"
    with serving(folder, command, recording) as (process, hear, path, _, _):
        hear("READY=1")
        hear("STATUS=nobody is allowed the location: cannot read /etc/core-location-linux/policy.json: it is damaged")
        with socket.socket(socket.AF_UNIX) as own:
            own.connect(path)
            line = lines_until(own, '"authorization"', b'{"class":"client","name":"test","watch":true}\n', "the service")
            expect('"denied"' in line and "damaged" in line, line)
        process.terminate()
        expect(process.wait(10) == 0, f"it has ended with {process.returncode}")


def main():
    stage = pathlib.Path(sys.argv[1]).resolve()

    def act(function):
        with tempfile.TemporaryDirectory(prefix="packaging-") as folder:
            function(stage, pathlib.Path(folder))

    return 1 if perform(sys.argv[2:], act) else 0


sys.exit(main())

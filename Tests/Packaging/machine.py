#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Installs the package on a Debian machine of its own, boots that, and uses it: systemd, udev, a USB receiver, a power cut.

    machine.py PACKAGE GPS [NAME …]   all checks, or those of these names; GPS is a program for this machine

The machine is emulated by QEMU and has no network. Its receiver is a USB serial adapter at the other end of which "gps
simulate" writes. Needs root and debootstrap, to make the disk. BASE names a root that an earlier run has made and kept;
KEEP names where to keep it.
"""
import contextlib
import datetime
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Scripts"))
# pylint: disable-next=wrong-import-position
from checking import Wrong, check, eventually, expect, perform  # noqa: E402

LIBRARIES = "libcurl4 libmosquitto1 libpq5 libsqlite3-0 libudev1"
PACKAGES = (f"systemd-sysv udev dbus dbus-user-session libpam-systemd linux-image-amd64 kmod procps {LIBRARIES} "
            "mosquitto mosquitto-clients geoclue-2.0 geoclue-2-demo polkitd gpsd-tools")
UNITS = {
    # A shell of root's that is no terminal: it shows no prompt and takes what is typed ahead.
    "checks.service": """[Unit]
BindsTo=dev-virtio\\x2dports-checks.device
After=dev-virtio\\x2dports-checks.device
[Service]
Environment=HOME=/root LC_ALL=C.UTF-8
ExecStart=/bin/bash -c "exec bash <>/dev/virtio-ports/checks >&0 2>&1"
[Install]
WantedBy=multi-user.target
""",
    # A person sits at the screen.
    "getty@tty1.service.d/login.conf": """[Service]
ExecStart=
ExecStart=-/sbin/agetty --autologin sailor --noclear %I linux
"""}
# What prints positions all the time, and of what.
PROGRAMS = {"watch": "latitude", "sailor": "latitude", "pipe": '"class":"TPV"'}
SAILOR = "runuser -u sailor -- env XDG_RUNTIME_DIR=/run/user/1000 DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/1000/bus"


def make_root(root, base, keep):
    """A Debian root with what the checks use, but without the package."""
    if base:
        subprocess.run(["cp", "-a", base, root], check=True)
        return
    subprocess.run(["debootstrap", "--variant=minbase", "bookworm", root], check=True, stdout=subprocess.DEVNULL)
    # As in a new installation, packages start what they contain.
    pathlib.Path(root, "usr/sbin/policy-rc.d").unlink(missing_ok=True)
    inside(root, f"apt-get install -y -qq --no-install-recommends {PACKAGES}")
    # Its package depends on a desktop.
    inside(root, "cd /tmp && apt-get download -qq gpsd-clients && dpkg-deb -x gpsd-clients*.deb x && cp x/usr/bin/gpspipe /usr/bin")
    for name, text in UNITS.items():
        unit = pathlib.Path(root, "etc/systemd/system", name)
        unit.parent.mkdir(exist_ok=True)
        unit.write_text(text, encoding="ascii")
    inside(root, """for name in sailor stranger; do useradd --create-home --shell /bin/bash $name; done
        usermod --append --groups dialout sailor; systemctl enable checks; systemctl disable mosquitto""")
    pathlib.Path(root, "etc/fstab").write_text("/dev/vda / ext4 defaults 0 1\n", encoding="ascii")
    pathlib.Path(root, "etc/hosts").write_text("127.0.0.1 localhost\n::1 localhost\n", encoding="ascii")
    if keep:
        subprocess.run(["cp", "-a", root, keep], check=True)


def inside(root, command):
    subprocess.run(["mount", "-t", "proc", "proc", f"{root}/proc"], check=True)
    try:
        result = subprocess.run(["chroot", root, "/bin/sh", "-ec", command], check=False, text=True, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "HOME": "/root"})
        expect(result.returncode == 0, f"{command}: {result.stdout}")
    finally:
        subprocess.run(["umount", f"{root}/proc"], check=True)


class Machine:
    """The machine, a shell in it, and its receiver."""

    def __init__(self, folder, gps):
        self.folder, self.gps, self.number = pathlib.Path(folder), gps, 0
        self.boot()

    def boot(self):
        boot, self.heard, self.answers = self.folder / "root/boot", b"", True
        for name in ["shell", "control", "receiver"]:
            (self.folder / name).unlink(missing_ok=True)
        chardev = [word for name in ["shell", "control", "receiver"]
                   for word in ["-chardev", f"socket,id={name},path={self.folder}/{name},server=on,wait=off"]]
        # Without KVM: an emulated processor behaves the same everywhere.
        self.process = subprocess.Popen(  # pylint: disable=consider-using-with
            ["qemu-system-x86_64", "-accel", "tcg", "-cpu", "max", "-m", "1024", "-smp", "2", "-nodefaults", "-vga", "std",
             "-display", "none", "-kernel", *boot.glob("vmlinuz*"), "-initrd", *boot.glob("initrd*"),
             "-append", "root=/dev/vda rw quiet",
             "-drive", f"file={self.folder}/disk,format=raw,if=virtio,cache=unsafe", "-device", "qemu-xhci", *chardev,
             "-device", "virtio-serial", "-device", "virtserialport,chardev=shell,name=checks", "-mon", "chardev=control,mode=control"], stdin=subprocess.DEVNULL)
        self.shell, self.control = self.connection("shell"), self.connection("control").makefile("rw")
        self.control.readline()
        self.ask("qmp_capabilities")
        start = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        self.receiver = subprocess.Popen(  # pylint: disable=consider-using-with
            [self.gps, "simulate", "--route", "circle", "--speed", "5", "--latitude", "47.54", "--longitude", "9.68", "--start", start,
             "--duration", "86400", "--realtime"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        line, self.is_plugged_in = self.connection("receiver"), False
        threading.Thread(target=self.send, args=[self.receiver.stdout, line], daemon=True).start()
        threading.Thread(target=self.swallow, args=[line], daemon=True).start()
        self.run("cd /root", 180)

    def connection(self, name):
        connection = socket.socket(socket.AF_UNIX)
        eventually(lambda: self.process.poll() is not None or connection.connect_ex(f"{self.folder}/{name}") == 0, f"no {name}")
        expect(self.process.poll() is None, "the machine did not start")
        return connection

    def send(self, sentences, line):
        with contextlib.suppress(ConnectionError):
            while data := os.read(sentences.fileno(), 4096):
                if self.is_plugged_in:
                    line.sendall(data)

    @staticmethod
    def swallow(line):
        """Takes what the machine writes to the receiver, such as the echo of a port that nobody has set up yet."""
        with contextlib.suppress(ConnectionError):
            while line.recv(4096):
                pass

    def ask(self, command, **arguments):
        self.control.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        self.control.flush()
        while "return" not in (answer := json.loads(self.control.readline())):
            expect("error" not in answer, f"{command}: {answer}")

    def plug_in(self):
        self.ask("device_add", driver="usb-serial", id="adapter", chardev="receiver", **{"always-plugged": True})
        self.is_plugged_in = True

    def pull_out(self):
        self.is_plugged_in = False
        self.ask("device_del", id="adapter")

    def until(self, pattern, seconds):
        deadline = time.monotonic() + seconds
        while not (match := re.search(pattern, self.heard)):
            self.shell.settimeout(max(0.01, deadline - time.monotonic()))
            try:
                self.heard += self.shell.recv(65536)
            except TimeoutError as error:
                self.answers = False
                raise Wrong(f"the machine never answered, but {self.heard[-1000:]}") from error
        before, self.heard = self.heard[:match.start()], self.heard[match.end():]
        return before.decode(errors="replace"), match

    def run(self, command, seconds=60, codes=(0,)):
        """What a command of root's prints."""
        self.number += 1
        self.shell.sendall(f"{{ {command}\n}} </dev/null 2>&1; echo \"<{self.number}:$?>\"\n".encode())
        output, match = self.until(rb"<%d:(\d+)>\n" % self.number, seconds)
        expect(int(match[1]) in codes, f"{command}: {output}({int(match[1])})")
        return output.strip()

    def start(self, name, command):
        """Runs a command beside the shell; what it prints is in /tmp/NAME.out and /tmp/NAME.err."""
        self.run(f"(setsid {command} </dev/null >/tmp/{name}.out 2>/tmp/{name}.err & echo $! >/tmp/{name}.pid)")

    def is_running(self, name):
        return self.run(f"kill -0 $(cat /tmp/{name}.pid)", codes=(0, 1)) == ""

    def count(self, name, text):
        return int(self.run(f"grep -c '{text}' /tmp/{name}", codes=(0, 1)))

    def more(self, name, text, seconds=60):
        """Waits until a command has printed a text three more times."""
        before = self.count(name, text)
        eventually(lambda: self.count(name, text) >= before + 3, lambda: self.run(f"tail -n 5 /tmp/{name}; cat /tmp/*.err"), seconds)

    def cut_power(self):
        for process in [self.process, self.receiver]:
            process.kill()
            process.wait()


@check
def everything_starts_at_boot(machine):
    expect(machine.run("systemctl is-system-running --wait", 180) == "running", machine.run("systemctl --failed"))
    for name in ["locationd.socket", "locationd-gpsd4.socket", "locationd-gpsd6.socket"]:
        expect(machine.run(f"systemctl is-active {name}") == "active", name)
    expect(machine.run("systemctl is-active locationd.service", codes=(3,)) == "inactive", "the service is not started by a client")


@check
def a_receiver_comes_and_goes(machine):
    machine.start("watch", "gps watch --json")
    eventually(lambda: machine.run("systemctl show --property=StatusText locationd.service").startswith("StatusText=1 client"), "gps watch does not use the service")
    machine.plug_in()
    machine.more("watch.out", "latitude")
    machine.pull_out()
    eventually(lambda: machine.count("watch.err", "was unplugged; plug it in again"), "it was pulled out")
    machine.plug_in()
    machine.more("watch.out", "latitude")
    expect("47.5" in machine.run("tail -n 1 /tmp/watch.out"), "the place")


@check
def everybody_who_may_has_the_location(machine):
    """Root, a person who may read the port, and a client of gpsd, all at once."""
    machine.start("pipe", "gpspipe -w")
    machine.start("sailor", "runuser -u sailor -- gps watch --json")
    for name, text in PROGRAMS.items():
        machine.more(f"{name}.out", text)
    expect(machine.run("systemctl show --property=StatusText locationd.service") == "StatusText=3 clients, fix", "3 clients")
    refused = machine.run("runuser -u stranger -- timeout 20 gps watch --json", codes=(77,))
    expect("latitude" not in refused, refused)


@check
def clients_outlive_a_restart(machine):
    machine.run("systemctl restart locationd.service")
    everybody_goes_on(machine)


@check
def clients_outlive_an_upgrade(machine):
    before = machine.run("systemctl show --property=MainPID locationd.service")
    machine.run("dpkg -i /root/package.deb", 180)
    expect(machine.run("systemctl show --property=MainPID locationd.service") != before, "the service is the one of before")
    everybody_goes_on(machine)


def everybody_goes_on(machine):
    for name, text in PROGRAMS.items():
        machine.more(f"{name}.out", text)
        expect(machine.is_running(name), f"{name} has ended")
    expect(machine.count("pipe.out", '"class":"VERSION"') == 1, "gpspipe was greeted again")


@check
def a_service_that_hangs_is_started_again(machine):
    machine.run("systemctl kill --signal=STOP locationd.service")
    eventually(lambda: "Watchdog timeout" in machine.run("journalctl -u locationd.service"), "systemd does not notice it", 60)
    machine.more("watch.out", "latitude")


@check
def geoclue_has_the_location(machine):
    advice = machine.run("gps doctor 2>/dev/null", codes=(0, 69))
    commands = re.findall(r"^ {6}((?:sudo|echo) .*)$", advice[advice.index("GeoClue"):advice.index("the udev rule")], re.MULTILINE)
    expect(len(commands) > 3, advice)
    machine.run("\n".join(commands).replace("sudo ", ""))
    machine.more("watch.out", "latitude")
    machine.start("agent", f"{SAILOR} /usr/libexec/geoclue-2.0/demos/agent")
    places = machine.run(f"sleep 2; {SAILOR} timeout 30 /usr/libexec/geoclue-2.0/demos/where-am-i -t 10", codes=(0, 124))
    expect(re.search(r"Latitude: +47\.5", places), places or "nothing")


@check
def positions_are_published(machine):
    machine.run("""printf 'listener 1883 127.0.0.1\npassword_file /etc/mosquitto/passwords\n' >/etc/mosquitto/conf.d/here.conf
        touch /etc/mosquitto/passwords; mosquitto_passwd -b /etc/mosquitto/passwords boat secret; systemctl start mosquitto
        install -m 600 /dev/null /root/password; echo secret >/root/password
        mkdir -p /etc/systemd/system/gps-publish@boat.service.d
        printf '[Service]\nLoadCredential=127.0.0.1:/root/password\n' >/etc/systemd/system/gps-publish@boat.service.d/password.conf
        echo 'ADDRESSES=mqtt://boat@127.0.0.1/boat' >/etc/core-location-linux/gps-publish-boat.conf
        systemctl daemon-reload""")
    machine.start("broker", "mosquitto_sub -u boat -P secret -v -t boat")
    machine.run("systemctl start gps-publish@boat.service")
    eventually(lambda: machine.count("broker.out", '"lat":47.5'), lambda: machine.run("journalctl -u gps-publish@boat.service"))
    machine.run("systemctl stop gps-publish@boat.service mosquitto.service")


@check
def a_recording_outlives_a_power_cut(machine):
    machine.run("systemctl stop 'locationd*'; systemctl enable --now locationd-nmea.socket gps-record@service.service"
                "; systemctl start sockets.target")
    track = "/var/lib/gps-record/service/track-*.nmea.gz"
    eventually(lambda: machine.run(f"ls {track}", codes=(0, 2)).startswith("/var"), "there is no recording")
    time.sleep(30)
    machine.cut_power()
    machine.boot()
    machine.plug_in()
    first = machine.run(f"ls {track} | head -n 1")
    # It may end within a line, of which the report says more.
    report = json.loads(machine.run(f"gps check --json {first} 2>/dev/null", codes=(0, 65)))
    # All but what was not flushed yet, which is ten seconds at most, and what came before there was a fix.
    expect(report["fixes"] >= 15, report)
    eventually(lambda: len(machine.run(f"ls {track}").split()) == 2, "it does not go on after the next start", 60)


@check
def nothing_is_left_of_it(machine):
    machine.run("apt-get purge -y core-location-linux", 180)
    units = machine.run("systemctl list-units --all --no-legend 'locationd*' 'gps-*@*'")
    expect(units == "", units)
    left = machine.run("find / -xdev -path /proc -prune -o \\( -name '*core-location*' -o -name 'locationd*' -o -name 'gps-record*' \\) -print"
                       " | grep -v -e '^/root' -e '^/home'", codes=(0, 1))
    expect(left == "", left)
    journal = machine.run("journalctl -b -g 'Failed to set|core dumped'", codes=(0, 1))
    expect("Failed" not in journal and "dumped" not in journal, journal)


def main(package, gps, *names):
    if os.geteuid() != 0:
        sys.exit("cannot make a machine's disk: this needs root; run it with sudo")
    for program in ["debootstrap", "qemu-system-x86_64", "mkfs.ext4"]:
        if not shutil.which(program):
            sys.exit(f"cannot make a machine: there is no {program}; install debootstrap, qemu-system-x86 and e2fsprogs")
    with tempfile.TemporaryDirectory() as folder:
        root = f"{folder}/root"
        make_root(root, os.environ.get("BASE"), os.environ.get("KEEP"))
        shutil.copy(package, f"{root}/root/package.deb")
        inside(root, "dpkg -i /root/package.deb")
        subprocess.run(["mkfs.ext4", "-q", "-d", root, f"{folder}/disk", "3G"], check=True)
        machine = Machine(folder, gps)
        try:
            return 1 if perform(names, lambda scene: scene(machine), lambda: machine.answers) else 0
        finally:
            machine.cut_power()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

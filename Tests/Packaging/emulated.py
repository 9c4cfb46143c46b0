# Core Location for Linux. SPDX-License-Identifier: MIT
"""A Debian machine that QEMU emulates: its disk, a shell in it, and a USB serial adapter with a receiver behind it.

The machine has no network. Making its disk needs root, debootstrap and the network. KEEP names a folder in which to keep the
root that is made; BASE names one that an earlier run has kept.
"""
import contextlib
import datetime
import functools
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import threading
import time

import checking
from checking import Wrong, expect

# Seconds for a step: QEMU emulates every instruction, on a machine that may be busy with other things.
PATIENCE = 150
eventually = functools.partial(checking.eventually, seconds=PATIENCE)

LIBRARIES = "libcurl4 libmosquitto1 libpq5 librdkafka1 libsqlite3-0 libssl3 libudev1"
PACKAGES = (f"systemd-sysv udev dbus dbus-user-session libpam-systemd linux-image-amd64 kmod procps {LIBRARIES} "
            "chrony mosquitto mosquitto-clients geoclue-2.0 geoclue-2-demo polkitd gpsd-tools")
UNITS = {
    # A root shell without a terminal: it shows no prompt and accepts input ahead of time.
    "checks.service": """[Unit]
BindsTo=dev-virtio\\x2dports-checks.device
After=dev-virtio\\x2dports-checks.device
[Service]
Environment=HOME=/root LC_ALL=C.UTF-8
ExecStart=/bin/bash -c "exec bash <>/dev/virtio-ports/checks >&0 2>&1"
[Install]
WantedBy=multi-user.target
""",
    # Logs a person in on the screen.
    "getty@tty1.service.d/login.conf": """[Service]
ExecStart=
ExecStart=-/sbin/agetty --autologin sailor --noclear %I linux
"""}


def make_disk(folder, package, application):
    """Makes the disk in a folder: a Debian root with the package, and with the programs that the checks use."""
    root = f"{folder}/root"
    make_root(root, os.environ.get("BASE"), os.environ.get("KEEP"))
    shutil.copy(package, f"{root}/root/package.deb")
    inside(root, "dpkg -i /root/package.deb")
    shutil.copy(application, f"{root}/home/sailor/reminder")
    inside(root, "chown sailor: /home/sailor/reminder; chmod 755 /home/sailor/reminder")
    # Swift's libraries, which are no package of Debian's, and those that they need.
    libraries = subprocess.run(["ldd", application], check=True, stdout=subprocess.PIPE, text=True).stdout
    for path in re.findall(r"=> (/\S+)", libraries):
        if not os.path.exists(root + path):
            os.makedirs(os.path.dirname(root + path), exist_ok=True)
            shutil.copy(path, root + path)
    subprocess.run(["mkfs.ext4", "-q", "-d", root, f"{folder}/disk", "3G"], check=True)


def make_root(root, base, keep):
    if base:
        subprocess.run(["cp", "-a", base, root], check=True)
        return
    subprocess.run(["debootstrap", "--variant=minbase", "bookworm", root], check=True, stdout=subprocess.DEVNULL)
    # Without this policy, packages start their services, as in a new installation.
    pathlib.Path(root, "usr/sbin/policy-rc.d").unlink(missing_ok=True)
    inside(root, f"apt-get install -y -qq --no-install-recommends {PACKAGES}")
    # Only gpspipe: its package depends on a desktop.
    inside(root, "cd /tmp && apt-get download -qq gpsd-clients && dpkg-deb -x gpsd-clients*.deb x && cp x/usr/bin/gpspipe /usr/bin")
    for name, text in UNITS.items():
        unit = pathlib.Path(root, "etc/systemd/system", name)
        unit.parent.mkdir(exist_ok=True)
        unit.write_text(text, encoding="ascii")
    inside(root, """for name in sailor stranger; do useradd --create-home --shell /bin/bash $name; done
        usermod --append --groups dialout sailor; systemctl enable checks; systemctl disable mosquitto chrony""")
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
    """An emulated machine, a shell in it, and its receiver."""

    def __init__(self, folder, gps):
        self.folder, self.gps, self.number = pathlib.Path(folder), gps, 0
        self.process = self.receiver = None
        try:
            self.boot()
        except BaseException:
            # A machine that does not start would go on by itself.
            self.cut_power()
            raise

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
             "-device", "virtio-serial", "-device", "virtserialport,chardev=shell,name=checks",
             "-mon", "chardev=control,mode=control"], stdin=subprocess.DEVNULL)
        self.shell, self.control = self.connection("shell"), self.connection("control").makefile("rw")
        self.control.readline()
        self.ask("qmp_capabilities")
        self.line, self.is_plugged_in, self.receiver = self.connection("receiver"), False, None
        self.written = b""
        threading.Thread(target=self.listen, args=[self.line], daemon=True).start()
        self.go("--route", "circle", "--speed", "5", "--latitude", "47.54", "--longitude", "9.68")
        self.run("cd /root", 180)

    def go(self, *route):
        """Moves the receiver along a route, from now on."""
        if self.receiver:
            self.receiver.kill()
            self.receiver.wait()
        start = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        self.receiver = subprocess.Popen(  # pylint: disable=consider-using-with
            [self.gps, "simulate", *route, "--start", start, "--duration", "86400", "--realtime"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        threading.Thread(target=self.send, args=[self.receiver.stdout, self.line], daemon=True).start()

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

    def listen(self, line):
        """Keeps what the machine writes to the receiver, such as the echo of a port that has not been set up yet."""
        with contextlib.suppress(ConnectionError):
            while data := line.recv(4096):
                self.written += data

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

    def run(self, command, seconds=PATIENCE, codes=(0,)):
        """Runs a command as root, and returns what it prints."""
        self.number += 1
        self.shell.sendall(f"{{ {command}\n}} </dev/null 2>&1; echo \"<{self.number}:$?>\"\n".encode())
        output, match = self.until(rb"<%d:(\d+)>\n" % self.number, seconds)
        expect(int(match[1]) in codes, f"{command}: {output}({int(match[1])})")
        return output.strip()

    def start(self, name, command):
        """Starts a command in the background; its output goes to /tmp/NAME.out and /tmp/NAME.err."""
        self.run(f"(setsid {command} </dev/null >/tmp/{name}.out 2>/tmp/{name}.err & echo $! >/tmp/{name}.pid)")

    def is_running(self, name):
        return self.run(f"kill -0 $(cat /tmp/{name}.pid)", codes=(0, 1)) == ""

    def count(self, name, text):
        return int(self.run(f"grep -c '{text}' /tmp/{name}", codes=(0, 1)))

    def more(self, name, text):
        """Waits until a command has printed a text three more times."""
        before = self.count(name, text)
        eventually(lambda: self.count(name, text) >= before + 3, lambda: self.run(f"tail -n 5 /tmp/{name}; cat /tmp/*.err"))

    def cut_power(self):
        for process in filter(None, [self.process, self.receiver]):
            process.kill()
            process.wait()

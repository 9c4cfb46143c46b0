#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Boots an emulated Debian machine with the package, and uses it there: systemd, udev, a USB receiver, a power cut.

    machine.py PACKAGE GPS PROBE [NAME …]   all checks, or those with these names

GPS and PROBE, the product WakeProbe, are programs for this machine.

Each check finds the machine as the previous one has left it. See emulated.py for its requirements.
"""
import functools
import json
import os
import pathlib
import re
import shutil
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Scripts"))
# pylint: disable-next=wrong-import-position
from checking import check, expect, perform  # noqa: E402
# pylint: disable-next=wrong-import-position
from emulated import Machine, eventually, make_disk  # noqa: E402

# The programs that print positions continuously, and the text that marks one.
PROGRAMS = {"watch": "latitude", "sailor": "latitude", "pipe": '"class":"TPV"'}
SAILOR = "runuser -u sailor -- env HOME=/home/sailor XDG_RUNTIME_DIR=/run/user/1000 DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/1000/bus"


@check
def everything_starts_at_boot(machine):
    expect(machine.run("systemctl is-system-running --wait", 180) == "running", machine.run("systemctl --failed"))
    for name in ["locationd.socket", "locationd-gpsd4.socket", "locationd-gpsd6.socket"]:
        expect(machine.run(f"systemctl is-active {name}") == "active", name)
    expect(machine.run("systemctl is-active locationd.service", codes=(3,)) == "inactive", "the service is not started by a client")


@check
def a_receiver_comes_and_goes(machine):
    machine.start("watch", "gps watch --json")
    eventually(lambda: machine.run("systemctl show --property=StatusText locationd.service").startswith("StatusText=1 client"),
               "gps watch does not use the service")
    machine.plug_in()
    machine.more("watch.out", "latitude")
    machine.pull_out()
    eventually(lambda: machine.count("watch.err", "was unplugged; plug it in again"), "it was pulled out")
    machine.plug_in()
    machine.more("watch.out", "latitude")
    expect("47.5" in machine.run("tail -n 1 /tmp/watch.out"), "the place")


@check
def everybody_who_may_has_the_location(machine):
    """Checks root, a person who may read the port, and a client of gpsd at the same time; a stranger is refused."""
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
    eventually(lambda: "Watchdog timeout" in machine.run("journalctl -u locationd.service"), "systemd does not notice it")
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
def corrections_go_in_and_the_time_goes_out(machine):
    """Checks both within the unit's confinement: a server's bytes arrive at the receiver, and samples at chronyd."""
    machine.run("""echo 'refclock SOCK /run/chrony.gps.sock refid GPS poll 2' >/etc/chrony/conf.d/gps.conf
        echo 'DAEMON_OPTS="-F 1 -x"' >/etc/default/chrony
        mkdir -p /etc/systemd/system/chrony.service.d
        cat >/etc/systemd/system/chrony.service.d/gps.conf <<'END'
[Service]
ExecStartPost=+/bin/sh -c 'chgrp dialout /run/chrony.gps.sock && chmod g+w /run/chrony.gps.sock'
END
        cat >/root/base.pl <<'END'
use IO::Socket::INET;
$SIG{PIPE} = "IGNORE";
my $server = IO::Socket::INET->new(LocalAddr => "127.0.0.1:2102", Listen => 1, ReuseAddr => 1) or die;
while (my $client = $server->accept) { while ($client->syswrite("from a base\n")) { sleep 1 } }
END
        cp /etc/core-location-linux/locationd.conf /root/locationd.conf
        echo 'OPTIONS=--time-socket /run/chrony.gps.sock --corrections tcp://127.0.0.1:2102' >/etc/core-location-linux/locationd.conf
        systemctl daemon-reload; systemctl start chrony""")
    machine.start("base", "perl /root/base.pl")
    machine.run("systemctl restart locationd.service")
    log = functools.partial(machine.run, "journalctl -b -u locationd.service | tail -n 20; chronyc -n sources")
    eventually(lambda: machine.written.count(b"from a base\n") >= 3, log)
    eventually(lambda: re.search(r"^#. GPS +\d+ +\d+ +0*[1-7]", machine.run("chronyc -n sources"), re.MULTILINE), log)
    machine.run("cp /root/locationd.conf /etc/core-location-linux/; systemctl restart locationd.service; systemctl stop chrony")
    machine.more("watch.out", "latitude")


@check
def positions_are_published(machine):
    machine.run("""printf 'listener 1883 127.0.0.1\npassword_file /etc/mosquitto/passwords\n' >/etc/mosquitto/conf.d/here.conf
        touch /etc/mosquitto/passwords; mosquitto_passwd -b /etc/mosquitto/passwords boat secret; systemctl start mosquitto
        install -m 600 /dev/null /root/password; echo secret >/root/password
        mkdir -p /etc/systemd/system/gps-publish@boat.service.d
        printf '[Service]\nLoadCredential=127.0.0.1:/root/password\n' >/etc/systemd/system/gps-publish@boat.service.d/password.conf
        printf 'ADDRESSES=mqtt://boat@127.0.0.1/boat\nOPTIONS=--keep 1d\n' >/etc/core-location-linux/gps-publish-boat.conf
        systemctl daemon-reload""")
    machine.start("broker", "mosquitto_sub -u boat -P secret -v -t boat")
    machine.run("systemctl start gps-publish@boat.service")
    eventually(lambda: machine.count("broker.out", '"lat":47.5'), lambda: machine.run("journalctl -u gps-publish@boat.service"))
    machine.run("systemctl stop gps-publish@boat.service mosquitto.service")
    # The unit's user can read its track, but root, who could delete any file, does not.
    machine.run("gps history --store /var/lib/gps-publish/boat/positions.sqlite --to json", codes=(77,))
    track = machine.run("systemd-run --quiet --pipe --wait -p DynamicUser=yes -p User=locationd -p StateDirectory=gps-publish/boat"
                        " -p StateDirectoryMode=0700 gps history --to json")
    expect('"latitude":47.5' in track, track)


@check
def the_page_is_served_to_those_who_have_the_token(machine):
    """Turns the page on with the commands of web.md, and asks for it as root and as a stranger, who needs the token as well."""
    text = (pathlib.Path(__file__).resolve().parents[2] / "docs/web.md").read_text(encoding="utf-8")
    commands = re.search(r"## As a service of the system\n\n```sh\n(.*?)```", text, re.DOTALL)[1]
    token = machine.run(commands.replace("sudo ", "")).split("\n")[-1].strip()
    expect(re.fullmatch("[0-9a-f]{32}", token), token)
    for name in ["locationd-web.socket", "locationd.service"]:
        expect(machine.run(f"systemctl is-active {name}") == "active", name)

    said = machine.run("journalctl -b -u locationd.service")
    expect("with the token in /var/lib/core-location-linux/web-token" in said and token not in said, said)

    def status(path, user="root", header=""):
        request = f"GET {path} HTTP/1.1\\r\\nHost: localhost\\r\\n{header}Connection: close\\r\\n\\r\\n"
        return machine.run(f"""runuser -u {user} -- bash -c 'exec 3<>/dev/tcp/127.0.0.1/8947; printf "{request}" >&3; head -n 1 <&3'""").split()[1]

    allowed = f"Authorization: Bearer {token}\\r\\n"
    for user in ("root", "stranger"):
        expect(status("/location.json", user) == "403", f"{user} is served without the token")
        for path in ("/", "/location.json"):
            expect(status(path, user, allowed) == "200", f"{user} is not served {path}")
    machine.run("systemctl disable --now locationd-web.socket; systemctl disable locationd.service; systemctl restart locationd.service")


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
    # The file may end within a line, hence exit code 65.
    report = json.loads(machine.run(f"gps check --json {first} 2>/dev/null", codes=(0, 65)))
    # Everything except data not flushed yet, ten seconds at most, and data from before the first fix.
    expect(report["fixes"] >= 15, report)
    eventually(lambda: len(machine.run(f"ls {track}").split()) == 2, "it does not go on after the next start")


@check
def an_application_comes_back(machine):
    """Checks gps wake from login on, and without one: an application that ends is started by the user's systemd, once an event."""
    def told():
        return machine.run("cat /home/sailor/reminder.log 2>/dev/null", codes=(0, 1)).split("\n")

    def comes(*lines):
        eventually(lambda: told() == list(lines), lambda: f"{told()}: {machine.run(f'{SAILOR} gps wake list --json')}")

    def is_watching():
        return machine.run(f"{SAILOR} systemctl --user is-active gps-wake.service", codes=(0, 1, 3, 4)) == "active"

    machine.run(f"{SAILOR} gps authorize allow --always /home/sailor/reminder")
    machine.run(f"{SAILOR} CORELOCATION_IN_USE=1 /home/sailor/reminder")
    # Whether anything is heard within a second depends on how busy the machine is.
    advice = machine.run(f"{SAILOR} gps doctor --for 1s 2>/dev/null", codes=(0, 69, 75))
    command = re.search(r"^ {6}(systemctl --user .*)$", advice, re.MULTILINE)
    expect(command, advice)
    machine.run(f"{SAILOR} {command[1]}")
    machine.run("loginctl terminate-user sailor")
    eventually(lambda: not is_watching(), "the session goes on")
    # The screen logs the person in again.
    eventually(is_watching, lambda: machine.run(f"{SAILOR} systemctl --user status gps-wake.service", codes=(0, 1, 3, 4)))
    # This process of it, which has to see the device outside first, in three fixes.
    process = machine.run(f"{SAILOR} systemctl --user show --property=MainPID --value gps-wake.service")
    eventually(lambda: "has a fix" in machine.run(f"journalctl -b _PID={process}", codes=(0, 1)), "no fix")
    time.sleep(10)
    # Some seconds at the harbor, and away at 5 m/s.
    harbor = ["--latitude", "47.5437", "--longitude", "9.6833", "--speed", "5"]
    machine.go("--route", "straight", *harbor)
    comes("woken", "entered home")
    comes("woken", "entered home", "woken", "left home")
    expect(machine.run("journalctl -b -o cat | grep -c '^Started.*reminder, woken by gps'") == "2", "the units")
    # Nobody is logged in; the person's programs go on.
    machine.run("loginctl enable-linger sailor; systemctl stop getty@tty1.service")
    eventually(lambda: machine.run("loginctl list-sessions --no-legend | grep sailor", codes=(0, 1)) == "", "somebody is logged in")
    time.sleep(15)
    expect(is_watching(), "it does not go on without a login")
    machine.go("--route", "circle", "--radius", "20", *harbor)
    comes("woken", "entered home", "woken", "left home", "woken", "entered home")
    listed = json.loads(machine.run(f"{SAILOR} gps wake list --json"))
    expect(listed["lastResult"] == "told" and "refusal" not in listed, listed)


@check
def nothing_is_left_of_it(machine):
    machine.run("apt-get purge -y core-location-linux", 180)
    units = machine.run("systemctl list-units --all --no-legend 'locationd*' 'gps-*@*'")
    expect(units == "", units)
    left = machine.run("find / -xdev -path /proc -prune -o \\( -name '*core-location*' -o -name 'locationd*' -o -name 'gps-record*' \\) -print"
                       " | grep -v -e '^/root' -e '^/home'", codes=(0, 1))
    expect(left == "", left)
    # The main task of a Swift program has a priority that libdispatch may not set for people: no failure of the application.
    journal = machine.run("journalctl -b -g 'Failed to set (?!thread priority)|core dumped'", codes=(0, 1))
    expect("Failed" not in journal and "dumped" not in journal, journal)


def main(package, gps, probe, *names):
    if os.geteuid() != 0:
        sys.exit("cannot make a machine's disk: this needs root; run it with sudo")
    for program in ["debootstrap", "qemu-system-x86_64", "mkfs.ext4"]:
        if not shutil.which(program):
            sys.exit(f"cannot make a machine: there is no {program}; install debootstrap, qemu-system-x86 and e2fsprogs")
    with tempfile.TemporaryDirectory() as folder:
        make_disk(folder, package, probe)
        machine = Machine(folder, gps)
        try:
            return 1 if perform(names, lambda scene: scene(machine), lambda: machine.answers) else 0
        finally:
            machine.cut_power()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

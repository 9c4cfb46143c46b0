#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Runs a program under the filters that systemd would make of a unit, on a machine without systemd.

    filtered.py [--kill] UNIT WRITABLE PROGRAM ARGUMENT …

Applies SystemCallFilter=: a call that it forbids fails with the unit's error number, or ends the program with --kill, except
for the calls in IN_VAIN. Also applies RestrictAddressFamilies= and MemoryDenyWriteExecute=, and, for root, DynamicUser= as
user 61234 without capabilities, and ProtectSystem= and ProtectHome=: only files below WRITABLE and /dev can be written, and
homes are empty. Other namespaces, devices and addresses are left to a machine with systemd.
"""

import ctypes
import errno
import os
import socket
import subprocess
import sys

ALLOW = 0x7FFF0000
KILL = 0x80000000
USER = 61234
# Comparisons of an argument in seccomp.h.
NOT_EQUAL, MASKED_EQUAL = 1, 7
# Calls that are known to be made and to fail: Swift's libdispatch asks for another priority, and works without it.
IN_VAIN = ["setpriority"]
PR_SET_NO_NEW_PRIVS, PR_CAPBSET_DROP = 38, 24
CLONE_NEWNS, MS_RDONLY, MS_BIND, MS_REC, MS_PRIVATE = 0x20000, 1, 0x1000, 0x4000, 1 << 18
SYS_MOUNT_SETATTR, AT_FDCWD, AT_RECURSIVE, MOUNT_ATTR_RDONLY = 442, -100, 0x8000, 1


class Comparison(ctypes.Structure):
    """The C type struct scmp_arg_cmp."""
    _fields_ = [("argument", ctypes.c_uint), ("operation", ctypes.c_int), ("first", ctypes.c_uint64),
                ("second", ctypes.c_uint64)]


def settings(unit, name):
    """Returns the values of a setting, in the order of the file."""
    with open(unit, encoding="utf-8") as lines:
        return [line.partition("=")[2].split() for line in lines if line.startswith(f"{name}=")]


def calls(names):
    """Returns the system calls with the given names, or in systemd's groups of these names."""
    found = set()
    for name in names:
        if not name.startswith("@"):
            found.add(name)
            continue
        text = subprocess.run(["systemd-analyze", "syscall-filter", name], check=True, stdout=subprocess.PIPE,
                              text=True).stdout
        found |= calls(line.strip() for line in text.splitlines()[1:] if line.strip() and not line.strip().startswith("#"))
    return found


def allowed_calls(unit):
    """Returns the calls that the unit allows, by the rule of systemd.exec(5) that a list beginning with ~ removes calls."""
    allowed = set()
    for value in settings(unit, "SystemCallFilter"):
        if value[0].startswith("~"):
            allowed -= calls([value[0][1:], *value[1:]])
        else:
            allowed |= calls(value)
    # systemd always allows these: they are needed to start the program, among other things.
    return allowed | {"execve", "exit", "exit_group", "rt_sigreturn", "getrlimit", "arch_prctl"}


class MountAttributes(ctypes.Structure):
    """The C type struct mount_attr."""
    _fields_ = [("set", ctypes.c_uint64), ("clear", ctypes.c_uint64), ("propagation", ctypes.c_uint64),
                ("userns", ctypes.c_uint64)]


def protect_files(library, writable):
    """Makes files read-only in a mount namespace of this process, so that other processes are unaffected."""

    def must(result, what):
        if result != 0:
            sys.exit(f"cannot {what}: {os.strerror(ctypes.get_errno())}")

    def attributes(path, **change):
        value = MountAttributes(**change)
        must(library.syscall(SYS_MOUNT_SETATTR, AT_FDCWD, path.encode(), AT_RECURSIVE, ctypes.byref(value),
                             ctypes.sizeof(value)), f"change {path}")

    must(library.unshare(CLONE_NEWNS), "have files of its own")
    must(library.mount(None, b"/", None, MS_REC | MS_PRIVATE, None), "keep mounts to itself")
    must(library.mount(writable.encode(), writable.encode(), None, MS_BIND | MS_REC, None), f"bind {writable}")
    attributes("/", set=MOUNT_ATTR_RDONLY)
    for path in [writable, "/dev"]:
        attributes(path, clear=MOUNT_ATTR_RDONLY)
    for home in [b"/home", b"/root"]:
        must(library.mount(b"tmpfs", home, b"tmpfs", MS_RDONLY, b"size=0"), "hide homes")


class Filter:
    """A filter of system calls, compiled and loaded by libseccomp."""

    def __init__(self, otherwise):
        self.library = ctypes.CDLL("libseccomp.so.2", use_errno=True)
        self.library.seccomp_init.restype = ctypes.c_void_p
        self.library.seccomp_init.argtypes = [ctypes.c_uint32]
        self.library.seccomp_rule_add_array.argtypes = [
            ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int, ctypes.c_uint, ctypes.POINTER(Comparison)]
        self.library.seccomp_load.argtypes = [ctypes.c_void_p]
        self.context = self.library.seccomp_init(otherwise)
        self.otherwise = otherwise

    def add(self, action, name, *comparisons):
        number = self.library.seccomp_syscall_resolve_name(name.encode())
        # Skips calls of other architectures, and rules that equal the filter's default.
        if number < 0 or action == self.otherwise:
            return
        array = (Comparison * max(1, len(comparisons)))(*comparisons)
        self.library.seccomp_rule_add_array(self.context, action, number, len(comparisons), array)

    def load(self):
        if self.library.seccomp_load(self.context) != 0:
            sys.exit("cannot load the filter")


def denied(number):
    return 0x00050000 | number


def filters(unit, kills):
    """Returns the filters in the order in which to load them: the last one does not allow loading another."""
    names = settings(unit, "SystemCallErrorNumber")
    number = getattr(errno, names[-1][0]) if names else errno.EPERM
    calls_filter = Filter(KILL if kills else denied(number))
    for name in allowed_calls(unit):
        calls_filter.add(ALLOW, name)
    for name in IN_VAIN:
        calls_filter.add(denied(number), name)
    # Filters add up: a call that any of them forbids is forbidden.
    others = Filter(ALLOW)
    if settings(unit, "MemoryDenyWriteExecute"):
        execute, write = 4, 2
        others.add(denied(errno.EPERM), "mmap", Comparison(2, MASKED_EQUAL, execute | write, execute | write))
        others.add(denied(errno.EPERM), "mprotect", Comparison(2, MASKED_EQUAL, execute, execute))
        others.add(denied(errno.EPERM), "pkey_mprotect", Comparison(2, MASKED_EQUAL, execute, execute))
    families = [getattr(socket, name) for value in settings(unit, "RestrictAddressFamilies") for name in value]
    if families:
        others.add(denied(errno.EAFNOSUPPORT), "socket", *[Comparison(0, NOT_EQUAL, family, 0) for family in families])
    return [others, calls_filter]


def main():
    words = sys.argv[1:]
    kills = words[0] == "--kill"
    unit, writable, *command = words[kills:]
    library = ctypes.CDLL(None, use_errno=True)
    loaded = filters(unit, kills)
    if os.geteuid() == 0:
        protect_files(library, os.path.realpath(writable))
        for capability in range(64):
            library.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
        os.setgroups([])
        os.setresgid(USER, USER, USER)
        os.setresuid(USER, USER, USER)
    library.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    os.umask(0o077)
    for one in loaded:
        one.load()
    os.execv(command[0], command)


main()

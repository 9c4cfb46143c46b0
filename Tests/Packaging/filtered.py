#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Runs a program under the filters that systemd would make of a unit, where there is no systemd to run it.

    filtered.py [--kill] UNIT WRITABLE PROGRAM ARGUMENT …

These are the system calls of SystemCallFilter=, with its error number, or, with --kill, the end of the program: then
none is called in vain but those of IN_VAIN. Also RestrictAddressFamilies=, MemoryDenyWriteExecute=, and, for root,
DynamicUser= by way of user 61234 without capabilities, and ProtectSystem= and ProtectHome=: every file is read-only but
those below WRITABLE and /dev, and homes are empty. Not other namespaces, devices or addresses: those are left to a
machine with systemd.
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
# Members of seccomp.h: comparisons of an argument.
NOT_EQUAL, MASKED_EQUAL = 1, 7
# What is called in vain, and known to be: Swift's libdispatch asks for another priority, and does without.
IN_VAIN = ["setpriority"]
PR_SET_NO_NEW_PRIVS, PR_CAPBSET_DROP = 38, 24
CLONE_NEWNS, MS_RDONLY, MS_BIND, MS_REC, MS_PRIVATE = 0x20000, 1, 0x1000, 0x4000, 1 << 18
SYS_MOUNT_SETATTR, AT_FDCWD, AT_RECURSIVE, MOUNT_ATTR_RDONLY = 442, -100, 0x8000, 1


class Comparison(ctypes.Structure):
    """struct scmp_arg_cmp."""
    _fields_ = [("argument", ctypes.c_uint), ("operation", ctypes.c_int), ("first", ctypes.c_uint64),
                ("second", ctypes.c_uint64)]


def settings(unit, name):
    """The values of a setting, in the order of the file."""
    with open(unit, encoding="utf-8") as lines:
        return [line.partition("=")[2].split() for line in lines if line.startswith(f"{name}=")]


def calls(names):
    """System calls by their names and those of systemd's groups."""
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
    """What the unit allows, as systemd.exec(5) has it: a list that begins with ~ takes away."""
    allowed = set()
    for value in settings(unit, "SystemCallFilter"):
        if value[0].startswith("~"):
            allowed -= calls([value[0][1:], *value[1:]])
        else:
            allowed |= calls(value)
    # systemd itself needs the latter to start the program.
    return allowed | {"execve", "exit", "exit_group", "rt_sigreturn", "getrlimit", "arch_prctl"}


class MountAttributes(ctypes.Structure):
    """struct mount_attr."""
    _fields_ = [("set", ctypes.c_uint64), ("clear", ctypes.c_uint64), ("propagation", ctypes.c_uint64),
                ("userns", ctypes.c_uint64)]


def protect_files(library, writable):
    """In a namespace of this process: what is elsewhere stays as it is."""

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
    """What libseccomp makes of it."""

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
        # Names of other architectures, and what is the same for all calls.
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
    """What is to be loaded, in this order: loading is not among what the last one allows."""
    names = settings(unit, "SystemCallErrorNumber")
    number = getattr(errno, names[-1][0]) if names else errno.EPERM
    calls_filter = Filter(KILL if kills else denied(number))
    for name in allowed_calls(unit):
        calls_filter.add(ALLOW, name)
    for name in IN_VAIN:
        calls_filter.add(denied(number), name)
    # Filters add up: what one of them forbids is forbidden.
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

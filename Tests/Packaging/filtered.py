#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Runs a program under the filters that systemd would make of a unit, where there is no systemd to run it.

    filtered.py [--kill] UNIT PROGRAM ARGUMENT …

These are the system calls of SystemCallFilter=, with its error number, or, with --kill, the end of the program: then
none is called in vain but those of IN_VAIN. Also RestrictAddressFamilies=, MemoryDenyWriteExecute=, and, for root, DynamicUser= by way of user
61234 without capabilities. Not namespaces, devices or addresses: those are left to a machine with systemd.
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


def apply(unit, kills):
    names = settings(unit, "SystemCallErrorNumber")
    number = getattr(errno, names[-1][0]) if names else errno.EPERM
    calls_filter = Filter(KILL if kills else denied(number))
    for name in allowed_calls(unit):
        calls_filter.add(ALLOW, name)
    for name in IN_VAIN:
        calls_filter.add(denied(number), name)
    # Filters add up: what one of them forbids is forbidden. Loading is not among what the first one allows.
    others = Filter(ALLOW)
    if settings(unit, "MemoryDenyWriteExecute"):
        execute, write = 4, 2
        others.add(denied(errno.EPERM), "mmap", Comparison(2, MASKED_EQUAL, execute | write, execute | write))
        others.add(denied(errno.EPERM), "mprotect", Comparison(2, MASKED_EQUAL, execute, execute))
        others.add(denied(errno.EPERM), "pkey_mprotect", Comparison(2, MASKED_EQUAL, execute, execute))
    families = [getattr(socket, name) for value in settings(unit, "RestrictAddressFamilies") for name in value]
    if families:
        others.add(denied(errno.EAFNOSUPPORT), "socket", *[Comparison(0, NOT_EQUAL, family, 0) for family in families])
    others.load()
    calls_filter.load()


def main():
    words = sys.argv[1:]
    kills = words[0] == "--kill"
    unit, *command = words[kills:]
    library = ctypes.CDLL(None, use_errno=True)
    if os.geteuid() == 0:
        for capability in range(64):
            library.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
        os.setgroups([])
        os.setresgid(USER, USER, USER)
        os.setresuid(USER, USER, USER)
    library.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    os.umask(0o077)
    apply(unit, kills)
    os.execv(command[0], command)


main()

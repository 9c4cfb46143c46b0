#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Compiles the parser in Embedded Swift for three targets, and runs it on an emulated board.

    embedded.py PARSER    the path of ParserProbe, built for this machine

On an emulated Cortex-M4, the same source must write the same as on this machine: of recordings, one of each kind of sentence, damage,
and frames. Prints how many bytes of flash and RAM docs/examples/Microcontroller takes, which contains the framer and five kinds of
sentences. What a machine lacks for that is said, and skipped; the targets are compiled all the same.
"""

import concurrent.futures
import os
import pathlib
import random
import re
import shutil
import struct
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BOARD = ROOT / "Tests" / "Embedded"
FOLDER = ROOT / f"{os.environ.get('SCRATCH', '.build')}-embedded"
ARM = "armv7em-none-none-eabi"
COMPILED_ONLY = ["riscv32-none-none-eabi", "wasm32-unknown-none-wasm"]
# The most that the program of docs/examples/Microcontroller may take, in bytes: what it took when it was last measured, and a tenth.
FLASH, RAM = 40_000, 11_000

SWIFT = ["-wmo", "-parse-as-library", "-swift-version", "6", "-warnings-as-errors", "-package-name", "embedded",
         "-enable-experimental-feature", "Embedded", "-enable-experimental-feature", "Lifetimes",
         "-enable-experimental-feature", "Extern", "-enable-upcoming-feature", "ExistentialAny",
         "-enable-upcoming-feature", "InternalImportsByDefault", "-enable-upcoming-feature", "MemberImportVisibility"]
C = ["arm-none-eabi-gcc", "-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=soft", "-fno-short-enums"]
EMULATOR = ["qemu-system-arm", "-M", "mps2-an386", "-nographic", "-monitor", "none", "-serial", "none",
            "-semihosting-config", "enable=on,target=native", "-kernel"]


class Failure(Exception):
    pass


def run(*command, **options):
    """Runs a command, and returns what it wrote; raises what it said if it fails."""
    result = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT,
                            check=False, **options)
    if result.returncode != 0:
        said = result.stderr.decode(errors="replace")
        raise Failure(f"{' '.join(str(part) for part in command[:4])} … failed:\n{said}")
    return result


# MARK: Compiling

def compile_module(target, name, *options):
    """Compiles a module of the package for a target; what imports it finds it in the target's folder."""
    folder = FOLDER / target
    folder.mkdir(parents=True, exist_ok=True)
    sources = sorted((ROOT / "Sources" / name).rglob("*.swift"))
    run("swiftc", "-target", target, *SWIFT, "-strict-memory-safety", "-module-name", name, *sources,
        "-emit-module", "-emit-module-path", folder / f"{name}.swiftmodule", *options)


def compile_only(target):
    for name in ("NMEA0183", "UBX"):
        compile_module(target, name, "-c", "-o", FOLDER / target / f"{name}.o")


def compile_program(name, *sources):
    """Compiles a program for the board, with what it uses of the modules that it imports."""
    run("swiftc", "-target", ARM, *SWIFT, "-Osize", "-Xfrontend", "-function-sections", "-I", FOLDER / ARM,
        "-module-name", name, *sources, "-c", "-o", FOLDER / f"{name}.o")


def link(name):
    tables = pathlib.Path(shutil.which("swiftc")).resolve().parents[1] / f"lib/swift/embedded/{ARM}/libswiftUnicodeDataTables.a"
    board, program = FOLDER / "board.o", FOLDER / f"{name}.elf"
    run(*C, "-Os", "-ffreestanding", "-fno-tree-loop-distribute-patterns", "-ffunction-sections", "-Wall", "-Wextra",
        "-Werror", "-c", BOARD / "board.c", "-o", board)
    run(*C, "-nostdlib", "-Wl,--gc-sections", "-Wl,-z,noexecstack", "-Wl,--no-enum-size-warning", "-T", BOARD / "board.ld",
        board, FOLDER / f"{name}.o", tables, "-lgcc", "-o", program)
    return program


# MARK: Running

def frame(kind, identifier, payload):
    """Returns a frame of UBX."""
    body = struct.pack("<BBH", kind, identifier, len(payload)) + payload
    first = second = 0
    for byte in body:
        first = (first + byte) & 0xFF
        second = (second + first) & 0xFF
    return b"\xb5\x62" + body + bytes([first, second])


def recording():
    """Returns recordings, one of each kind of sentence, a recording with damage in every tenth line, and frames with any numbers."""
    chance = random.Random(1)
    folder = ROOT / "Fixtures"
    files = sorted((folder / "recordings").glob("*.nmea")) + sorted((folder / "sentences").glob("*.nmea"))
    parts = [file.read_bytes() for file in files]
    damaged = bytearray()
    for number, line in enumerate(files[0].read_bytes().splitlines(keepends=True)):
        line = bytearray(line)
        if number % 10 == 0:
            line[chance.randrange(len(line))] ^= 1 << chance.randrange(8)
        damaged += line
    parts.append(bytes(damaged))
    for _ in range(50):
        for kind, identifier, count in ((1, 0x07, 92), (1, 0x04, 18), (1, 0x35, 8 + 12 * 7)):
            payload = bytearray(chance.randbytes(count))
            if identifier == 0x35:
                payload[5] = 7
            parts.append(frame(kind, identifier, bytes(payload)))
        parts.append(b"$GPHDT,123.4,T*32\r\n")
    cut = frame(1, 0x07, bytes(92))[:50]
    return b"".join(parts) + cut + frame(1, 0x04, bytes(18)) + b"\r\n" * 50


def emulate(program, content):
    """Runs a program on the emulated board; returns what it wrote, and how many bytes of RAM it used."""
    result = run(*EMULATOR, program, input=content, timeout=100)
    figures = re.search(rb"(\d+) (\d+) (\d+)\n$", result.stderr)
    if figures is None:
        raise Failure(f"{program.name}: the board did not reach its end: {result.stderr.decode(errors='replace')}")
    return result.stdout, tuple(int(figure) for figure in figures.groups())


def flash(program):
    """Returns the bytes of a program that are kept in flash: code, constants, and what variables begin with."""
    sizes = dict(re.findall(r"^(\.\w+)\s+(\d+)", run("arm-none-eabi-size", "-A", program).stdout.decode(), re.MULTILINE))
    return int(sizes[".text"]) + int(sizes[".data"])


def compare(parser):
    content = recording()
    expected = run(parser, input=content).stdout
    found, _ = emulate(link("Parse"), content)
    if found != expected:
        theirs, ours = found.splitlines(), expected.splitlines()
        number = next((at for at, pair in enumerate(zip(theirs, ours)) if pair[0] != pair[1]), min(len(theirs), len(ours)))
        raise Failure(f"the board differs in line {number + 1}: {theirs[number:number + 1]}, not {ours[number:number + 1]}")
    print(f"{ARM}: on a Cortex-M4, {len(content)} bytes yield the same {len(found.splitlines())} lines as here, of which the last is")
    print(f"  {expected.splitlines()[-1].decode()}")


def measure():
    program = link("Receiver")
    _, (variables, heap, stack) = emulate(program, recording())
    size, memory = flash(program), variables + heap + stack
    print(f"the framer and five kinds of sentences: {size} bytes of flash; {memory} bytes of RAM "
          f"({variables} variables, {heap} heap, {stack} stack)")
    if size > FLASH or memory > RAM:
        raise Failure(f"that is more than {FLASH} bytes of flash or {RAM} bytes of RAM")


def check(parser):
    library = pathlib.Path(shutil.which("swiftc")).resolve().parents[1] / "lib/swift/embedded"
    absent = [target for target in (ARM, *COMPILED_ONLY) if not (library / target).is_dir()
              and not list(library.glob(f"*/{target}.swiftmodule"))]
    if absent:
        print(f"SKIPPED: this Swift has no Embedded Swift for {', '.join(absent)}")
        return
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        others = [pool.submit(compile_only, target) for target in COMPILED_ONLY]
        for name in ("NMEA0183", "UBX"):
            compile_module(ARM, name)
        compile_program("Receiver", ROOT / "docs/examples/Microcontroller/Receiver.swift")
        missing = [tool for tool in ("qemu-system-arm", "arm-none-eabi-gcc") if shutil.which(tool) is None]
        if missing:
            print(f"SKIPPED: nothing is run on an emulated board without {' and '.join(missing)}; "
                  "install qemu-system-arm and gcc-arm-none-eabi")
        else:
            compile_program("Parse", *sorted((ROOT / "Tests/ParserProbe").glob("*.swift")))
            compare(parser)
            measure()
        for target, other in zip(COMPILED_ONLY, others):
            other.result()
            print(f"{target}: compiles")


try:
    check(sys.argv[1])
except Failure as failure:
    sys.exit(f"embedded.py: {failure}")

#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Checks what is written to receivers: nothing without --corrections, and with it only what the caster sent, to the one in use.

    writing.py GPS [NAME …]       all checks, or those with these names
"""
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
# pylint: disable-next=wrong-import-position
from casting import (  # noqa: E402
    Program, Receiver, Stream, WriteWatch, frames, matches, without_fix)
# pylint: disable-next=wrong-import-position
from checking import check, eventually, expect, perform_with_folders  # noqa: E402
# pylint: disable-next=wrong-import-position
from watching import epoch  # noqa: E402


@check
def nothing_opens_the_port_for_writing_without_corrections(gps, folder):
    commands = [(("serve",), ["--keep-open"]), (("watch", "--format", "json"), []), (("record", str(folder / "track.nmea")), []),
                (("web",), ["--listen", "127.0.0.1:0"]), (("doctor", "--for", "2s"), []), (("list", "--all"), None)]
    streams, scenes = [Stream(), Stream()], []
    for number, (command, options) in enumerate([*commands, (("serve",), ["--corrections", streams[0].address]),
                                                 (("watch",), ["--corrections", streams[1].address])]):
        place = folder / str(number)
        place.mkdir()
        receiver = Receiver()
        watch = WriteWatch(receiver.path)
        devices = receiver if options is not None else []
        scenes.append((command, receiver, watch, Program(gps, place, devices, command=command, options=options or [])))
    for command, receiver, watch, program in scenes[-2:]:
        eventually(lambda receiver=receiver: len(receiver.written) > 500, lambda program=program: f"nothing came: {program.said()}")
        expect(watch.noticed(), "the check notices nothing")
    for stream in streams:
        stream.close()
    for command, receiver, watch, program in scenes[:-2]:
        if command[0] not in ("doctor", "list"):
            modes = eventually(lambda receiver=receiver, program=program: open_modes(program.process.pid, receiver.path),
                               lambda command=command, program=program: f"{command} has no receiver: {program.said()}")
            expect(all(mode == os.O_RDONLY for mode in modes), f"{command}: {modes}")
            program.process.terminate()
        program.process.wait(30)
        expect(not watch.noticed() and receiver.written == b"", f"{command} opens the port for writing")
    for stream, (_, receiver, _, program) in zip(streams, scenes[-2:]):
        matches(receiver, lambda stream=stream: b"".join(stream.sent), program)
        program.end()
    for _, receiver, _, _ in scenes:
        receiver.close()


def open_modes(process, path):
    """Returns for what a process has a file open: reading, writing or both, for each of its descriptors."""
    modes = []
    for name in os.listdir(f"/proc/{process}/fd"):
        if os.path.realpath(f"/proc/{process}/fd/{name}") == path:
            lines = pathlib.Path(f"/proc/{process}/fdinfo/{name}").read_text(encoding="ascii").splitlines()
            modes.append(int(next(line.split()[1] for line in lines if line.startswith("flags:")), 8) & os.O_ACCMODE)
    return modes


@check
def only_the_receiver_in_use_gets_them(gps, folder):
    """The first of two loses its fix, has it again, and is pulled out."""
    scenes = []
    for command in [("serve",), ("watch",)]:
        place = folder / command[0]
        place.mkdir()
        # The second is silent at first: else it may be heard first, and serve until the first has been heard, too.
        stream, first, second = Stream(), Receiver(), Receiver(make=lambda second: b"")
        scenes.append((stream, first, second, Program(gps, place, [first, second], stream.address, command)))
    for stream, first, second, program in scenes:
        eventually(lambda first=first: len(first.parts) >= 5, lambda program=program: f"nothing came: {program.said()}")
        second.make, begin = epoch, second.second
        eventually(lambda second=second, begin=begin: second.second >= begin + 4, "it sends nothing")
        expect(not second.parts, "a standby was written to")
        first.make = without_fix
    for stream, first, second, program in scenes:
        eventually(lambda second=second: len(second.parts) >= 5, lambda program=program: f"nothing came: {program.said()}")
        count = len(first.parts)
        # It stays so.
        eventually(lambda second=second: len(second.parts) >= 20, lambda program=program: f"nothing came: {program.said()}")
        expect(len(first.parts) == count, "a receiver without a fix was written to while another one served")
        before = len(frames(second.written, so_far=True))
        first.close()
        eventually(lambda second=second, before=before: len(frames(second.written, so_far=True)) >= before + 10,
                   lambda program=program: f"nothing came: {program.said()}")
        stream.ends.set()
        eventually(lambda stream=stream, first=first, second=second:
                   len(frames(first.written) + frames(second.written, so_far=True)) >= len(stream.sent), "not all of them came")
        arrived = frames(first.written) + frames(second.written)
        expect(arrived == stream.sent, f"{len(arrived)} frames arrived of {len(stream.sent)}, or in another order")
        program.end()
        second.close()
        stream.close()


@check
def a_receiver_that_was_pulled_out_gets_whole_frames_once_it_is_understood(gps, folder):
    link, stream = folder / "gps0", Stream(count=900)

    def plug(receiver):
        os.symlink(receiver.path, folder / "new")
        os.rename(folder / "new", link)
        return receiver

    first = plug(Receiver(reads=False))
    program = Program(gps, folder, str(link), stream.address)
    # The line is full amid a frame.
    program.await_word("frames were dropped", 60)
    said = program.said().count("frames were dropped")
    second = plug(Receiver(make=lambda second: b""))
    first.close()
    count = len(stream.sent)
    eventually(lambda: len(stream.sent) >= count + 30, "the caster stands still")
    expect(second.written == b"", "something was written to what may be no receiver")
    second.make = epoch
    eventually(lambda: len(frames(second.written, so_far=True)) >= 20, lambda: f"nothing came: {program.said()}")
    stream.ends.set()
    eventually(lambda: frames(second.written, so_far=True)[-1] == stream.sent[-1], lambda: f"the last is missing: {program.said()}")
    arrived = frames(second.written)
    expect(arrived == stream.sent[stream.sent.index(arrived[0]):], "frames are missing, or in another order")
    expect(program.said().count("frames were dropped") == said, f"an unplugged receiver was called a slow line: {program.said()}")
    program.end()
    second.close()
    stream.close()


if __name__ == "__main__":
    sys.exit(perform_with_folders())

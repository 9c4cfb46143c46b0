// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

/// What remains of regions, conditions and baud rates when the process or the machine fails.
struct StateFaultTests {
  /// Each process is killed a little later than the one before, so that every step of writing is interrupted.
  @Test(arguments: Probe.Kind.allCases) func noHalfFileIsLeftByAKill(kind: Probe.Kind) throws {
    let probe = try Probe()
    _ = try probe.keep(kind, "first")
    let file = try probe.file(kind)
    for step in 1...12 {
      let process = try probe.start(kind.rawValue)
      try process.wait("it is busy") { try process.printed.contains("busy\n") }
      usleep(useconds_t(step * 1700))
      process.signal(SIGKILL)
      _ = try process.finish(killed: true)
      try expectWhole(file, kind, "killed at step \(step)")
    }
    // On a busy machine, all of them may have been killed before they wrote.
    let process = try probe.start(kind.rawValue)
    try process.wait("it has written") {
      try String(contentsOfFile: file, encoding: .utf8).contains("busy")
    }
    process.signal(SIGKILL)
    _ = try process.finish(killed: true)
    try expectWhole(file, kind, "killed after it wrote")
    _ = try probe.keep(kind, "last")
    let kept = try probe.keep(kind, "more").joined(separator: "\n")
    for name in ["first", "busy", "last"] { #expect(kept.contains(name), "\(kept)") }
  }

  private func expectWhole(_ file: String, _ kind: Probe.Kind, _ why: Comment) throws {
    let data = try Data(contentsOf: URL(filePath: file))
    #expect(String(decoding: data, as: UTF8.self).contains("first"), why)
    guard kind == .rates else {
      #expect((try? JSONSerialization.jsonObject(with: data)) != nil, why)
      return
    }
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    #expect(data.last == UInt8(ascii: "\n"), why)
    #expect(lines.allSatisfy { $0.split(separator: " ").count == 2 }, why)
  }

  @Test(
    .enabled(if: RecordFailureTests.mayMount, "nothing can be mounted here"),
    arguments: Probe.Kind.allCases,
    [
      ("head -c 1M /dev/zero > /mnt/full 2>/dev/null", "no space left on device"),
      ("mount -o remount,ro /mnt", "ead-only file system"),
    ] as [(fault: String, words: String)])
  func keepsTheOldFile(kind: Probe.Kind, disk: (fault: String, words: String)) throws {
    let probe = try Probe()
    let command = try probe.command(state: "/mnt").joined(separator: " ")
    let run = try Tool.shell(
      """
      unshare -m sh -c 'mount -t tmpfs -o size=16k none /mnt || exit 99
      $0 one || exit 98
      '"$2"'
      echo now >&2
      $0 two
      $0 three 2>/dev/null' "$1"
      """, command + " " + kind.rawValue, disk.fault)
    #expect(run.exitCode == 0)
    #expect(run.lines.contains { $0.contains("one") })
    #expect(!run.lines.contains { $0.contains("two") })
    let said = run.complaintLines.drop { $0 != "now" }.filter { $0.contains("cannot save") }
    // No complaint about baud rates: one that is not remembered is detected again.
    #expect(said.count == (kind == .rates ? 0 : 1), "\(said)")
    #expect(said.allSatisfy { $0.contains(disk.words) }, "\(said)")
  }

  /// Whatever the user's umask, no other user may write to the files of decisions and places.
  @Test func createsNothingThatOthersMayWrite() throws {
    let probe = try Probe()
    let run = try Tool.shell(
      """
      umask 0
      export XDG_CONFIG_HOME="$2/c" XDG_STATE_HOME="$2/s" XDG_RUNTIME_DIR="$2/r"
      export CORELOCATION_SOURCE=/nowhere CORELOCATION_IN_USE=1
      "$gps" authorize allow "$1" --always >/dev/null || exit 97
      for kind in regions conditions rates; do "$1" $kind one 2>/dev/null || exit 98; done
      "$gps" record --device - "$2/walk.nmea" < "$3" || exit 99
      find "$2/c" "$2/s" "$2/walk.nmea" -name '*.json' -o -name baud-rates -o -name walk.nmea | wc -l
      find "$2" -path '*/core-location-linux*' -perm /022
      find "$2" -name walk.nmea -perm /022
      find "$2/s" "$2/c" -name '*.json' -perm /044
      """, try Probe.path, probe.scratch.path + "/umask", RecordTests.walk)
    #expect(run.exitCode == 0)
    // The files of decisions, regions, conditions, rates, what to start again and the recording; `find` lists none with
    // excess permissions.
    #expect(run.lines == ["6"], "\(run.lines)")
  }

  /// With no descriptors left, not even a pipe can be made; five are too few to look for devices.
  @Test(arguments: ["0", "5"])
  func continuesOnceDescriptorsAreAvailable(spare: String) throws {
    let probe = try Probe()
    let run = try Tool.shell(
      "printf '%s\\n' \"$2\" | python3 \"$1\" $3",
      Repository.path("Tests/Scripts/hotplug.py"),
      [
        "receiver ttyACM0", "add " + Repository.path("Fixtures/devices/ublox.umockdev"),
        "lines 1", "signal USR1", "talk ttyACM0 2", "signal KILL",
      ].joined(separator: "\n"),
      (try probe.command(source: nil) + ["starve", spare]).joined(separator: " "))
    #expect(run.lines.first == "failed 0", "\(run.complaintLines)")
    #expect(run.lines.count { $0.hasPrefix("{\"timestamp\"") } >= 2)
    let said = run.complaintLines.filter {
      $0.contains("too many files are open; close some, or raise the limit")
    }
    #expect(said.count == 1, "\(run.complaintLines)")
  }
}

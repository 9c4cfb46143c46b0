// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

/// What the tool leaves behind and reports when the machine fails around it.
struct FaultTests {
  private func fileIsWhole(_ file: String) -> Bool {
    guard let data = FileManager.default.contents(atPath: file) else { return true }
    return (try? JSONSerialization.jsonObject(with: data)) != nil
  }

  /// Each process is killed a little later than the one before, so that every step of writing is interrupted.
  @Test func noHalfDecisionIsLeftByAKill() throws {
    let scratch = try ScratchFolder()
    let file = scratch.path + "/core-location-linux/authorization.json"
    let run = try Tool.shell(
      """
      export XDG_CONFIG_HOME="$1"
      $gps authorize allow a.first >/dev/null || exit 1
      for step in $(seq 1 40); do
        $gps authorize allow "a.app$step" >/dev/null & process=$!
        sleep 0.0$((step % 10))$((step / 10))
        kill -9 $process 2>/dev/null
        wait $process
        cp "$2" "$1/seen$step"
      done
      $gps authorize allow a.last
      """, scratch.path, file)
    #expect(run.exitCode == 0)
    for step in 1...40 {
      let seen = scratch.path + "/seen\(step)"
      try #require(FileManager.default.fileExists(atPath: seen))
      #expect(fileIsWhole(seen), "killed at step \(step)")
    }
    let text = try String(contentsOf: URL(filePath: file), encoding: .utf8)
    #expect(text.contains("\"a.first\"") && text.contains("\"a.last\""))
  }

  @Test(
    .enabled(if: RecordFailureTests.mayMount, "nothing can be mounted here"),
    arguments: [
      ("a full disk", "head -c 1M /dev/zero > /mnt/full 2>/dev/null", "no space left"),
      ("a read-only disk", "mount -o remount,ro /mnt", "ead-only file system"),
    ] as [(why: String, fault: String, words: String)])
  func keepsTheOldDecisions(why: String, fault: String, words: String) throws {
    let run = try Tool.shell(
      """
      unshare -m sh -c 'mount -t tmpfs -o size=16k none /mnt || exit 99
      export XDG_CONFIG_HOME=/mnt
      "$0" authorize allow a.b >/dev/null || exit 98
      '"$1"'
      "$0" authorize allow c.d; code=$?
      "$0" authorize list; exit $code' "$gps"
      """, fault)
    #expect(run.exitCode != 0 && run.exitCode < 98)
    expectComplaint(run, words)
    #expect(run.lines.contains { $0.hasPrefix("a.b ") })
    #expect(!run.lines.contains { $0.hasPrefix("c.d ") })
  }

  /// The walk is at 33.86° south, 151.21° east.
  @Test(arguments: [["watch"], ["doctor", "--for", "1s"], ["record", "--duration", "1"]])
  func printsNoPositionOnStandardError(arguments: [String]) throws {
    let output = arguments.contains("record") ? ["-"] : []
    let run = try Tool.run(arguments + ["--device", "-"] + output, input: RecordTests.walk)
    #expect(!run.output.isEmpty)
    let said = String(decoding: run.complaints, as: UTF8.self)
    for part in ["33.8", "151.2", "3351.", "15112."] { #expect(!said.contains(part), "\(said)") }
  }

  @Test func explainsALimitOfDescriptorsInOneLine() throws {
    let run = try Tool.shell(
      "ulimit -n 6; exec $gps watch --device \"$1\"", RecordTests.walk)
    expectComplaint(run, "too many files are open; close some, or raise the limit with")
    #expect(run.exitCode != 0)
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Commands that start before their receiver is present.
struct WaitTests {
  @Test(arguments: [["watch", "--wait", "--format", "json"], ["record", "-"]])
  func usesAPortThatAppearsLater(arguments: [String]) throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/port"
    let process = try Tool.start(arguments + ["--baud", "9600", "--device", path])
    try process.wait(for: "waiting: cannot open \(path): no such device")
    let terminal = try PseudoTerminal()
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: terminal.path)
    var second = 0
    try process.wait("it prints what comes") {
      terminal.send(SampleLog.epochs(second..<second + 1).utf8)
      second += 1
      return try !process.printed.isEmpty
    }
    process.signal(SIGINT)
    #expect(try process.finish().exitCode == 0)
  }

  @Test func waitsForAServer() throws {
    let process = try Tool.start(["watch", "--wait", "--device", "tcp://127.0.0.1:1"])
    try process.wait(for: "waiting: cannot reach tcp://127.0.0.1:1: connection refused")
    process.signal(SIGTERM)
    #expect(try process.finish().exitCode == 0)
  }

  @Test func waitsForAnythingThatLooksLikeAReceiver() throws {
    let process = try Tool.start(["record", "--device", "usb:1546:ffff", "-"])
    try process.wait(for: "waiting for a receiver: none is plugged in; \"gps list --all\" lists")
    process.signal(SIGINT)
    let run = try process.finish()
    #expect(run.exitCode == 0)
    #expect(run.complaintLines.last == "gps: nothing was recorded: no receiver found")
  }

  @Test(
    arguments: [
      ("no port", "/tmp", 69, "it is not a serial port"),
      ("nonsense", "usb:what", 64, "usb:1546:01a8"),
    ] as [(why: String, device: String, code: CInt, words: String)])
  func doesNotWaitForWhatCannotBeUsed(
    why: String, device: String, code: CInt, words: String
  ) throws {
    expectFailure(try Tool.run(["watch", "--wait", "--device", device]), code, words)
  }
}

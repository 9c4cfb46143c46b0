// Core Location for Linux. SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Several receivers that are named in order of preference.
struct FailoverTests {
  @Test func failsOverAtOnceAndBackOnceTheReceiverIsSteady() throws {
    let run = try Tool.shell(
      "python3 \"$1\" \"$gps\"", Repository.path("Tests/Scripts/failover.py"))
    #expect(run.exitCode == 0, "\((run.lines + run.complaintLines).joined(separator: "\n"))")
  }

  @Test(
    arguments: [
      ("nothing in particular", ["watch", "-d", "/dev/null", "-d", "auto"], "it alone"),
      ("a recording", ["watch", "-d", "/dev/null", "-d", "replay:x.nmea"], "it alone"),
    ])
  func refusesInvalidOrders(why: String, arguments: [String], words: String) throws {
    expectFailure(try Tool.run(arguments), 64, words)
  }
}

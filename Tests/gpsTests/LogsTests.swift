// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import gps

struct LogsTests {
  private let files = (1...8).map { "nonexistent/\($0).nmea" }

  @Test(
    .enabled(
      if: sysconf(CInt(_SC_NPROCESSORS_ONLN)) > 1, "one processor reads one log after the other"))
  func aSlowDeliveryKeepsNoThreadFromTheNextLog() throws {
    let made = Mutex(0)
    let delivered = Mutex<[String]>([])
    try forEachLog(files) { file in
      made.withLock { $0 += 1 }
      return file
    } deliver: { [files] file in
      if file == files[0] { #expect(eventually { made.withLock { $0 } == files.count }) }
      delivered.withLock { $0.append(file) }
    }
    #expect(delivered.withLock { $0 } == files)
  }

  @Test func nothingIsDeliveredAfterAFailure() {
    let delivered = Mutex<[String]>([])
    let failure = #expect(throws: Failure.self) {
      try forEachLog(files) {
        $0
      } deliver: { [files] file in
        if file == files[3] { throw Failure("a full disk", EX_IOERR) }
        delivered.withLock { $0.append(file) }
      }
    }
    #expect(failure?.description == "a full disk")
    #expect(delivered.withLock { $0 } == Array(files[..<3]))
  }
}

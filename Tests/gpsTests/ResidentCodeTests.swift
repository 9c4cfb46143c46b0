// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import gps

@Suite struct ResidentCodeTests {
  @Test(
    arguments: [
      ("code", "1000-3000 r-xp 00001000 fe:00 42    /usr/bin/gps", 0x1000..<0x3000),
      ("a path with a blank", "1000-3000 r-xp 00001000 fe:00 42 /opt/a b/gps", 0x1000..<0x3000),
      ("data", "1000-3000 rw-p 00001000 fe:00 42 /usr/bin/gps", nil),
      ("data that has been written", "1000-3000 r--p 00001000 fe:00 42 /usr/bin/gps", nil),
      ("code that may be written", "1000-3000 rwxp 00001000 fe:00 42 /usr/bin/gps", nil),
      ("the kernel's", "1000-3000 r-xp 00000000 00:00 0    [vdso]", nil),
      ("nobody's", "1000-3000 r-xp 00000000 00:00 0 ", nil),
      ("no range", "3000-1000 r-xp 00001000 fe:00 42 /usr/bin/gps", nil),
      ("nothing", "", nil),
    ] as [(String, String, Range<UInt>?)])
  func findsCode(name: String, line: String, range: Range<UInt>?) {
    #expect(ResidentCode.codeRange(Substring(line)) == range)
  }

  @Test func goesOnAfterwards() throws {
    let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
    #expect(maps.split(separator: "\n").contains { ResidentCode.codeRange($0) != nil })
    ResidentCode.trim()
    #expect(try String(contentsOfFile: "/proc/self/maps", encoding: .utf8).isEmpty == false)
  }
}

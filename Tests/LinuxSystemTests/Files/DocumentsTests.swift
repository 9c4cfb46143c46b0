// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import Testing

@Suite struct DocumentsTests {
  @Test(
    arguments: [
      ("installed", "/usr/bin/gps", true, "/usr/share/doc/core-location-linux/web.md"),
      ("elsewhere", "/opt/gps/bin/gps", true, "/opt/gps/share/doc/core-location-linux/web.md"),
      ("built", "/home/ada/core-location-linux/.build/debug/gps", false, "docs/web.md"),
      ("unknown", nil, true, "docs/web.md"),
    ] as [(String, String?, Bool, String)])
  func areBesideAnInstalledProgram(why: String, program: String?, isThere: Bool, path: String) {
    #expect(Documents.path("web", besides: program) { _ in isThere } == path, "\(why)")
  }
}

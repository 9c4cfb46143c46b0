// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationAuthorization
import Testing

@Suite struct ApplicationIdentifierTests {
  @Test(
    arguments: [
      ("plain", Array("/usr/bin/a b".utf8), "/usr/bin/a b", "/usr/bin/a b"),
      ("not ASCII", Array("/\u{E9}".utf8), "/%C3%A9", "/\u{E9}"),
      ("an escape itself", Array("/%41".utf8), "/%2541", "/%41"),
      ("not UTF-8", [0x2F, 0xFF], "/%FF", "/%FF"), ("a control", [0x2F, 0x0A], "/%0A", "/\n"),
    ] as [(why: String, bytes: [UInt8], escaped: String, shown: String)])
  func isEscapedInFiles(why: String, bytes: [UInt8], escaped: String, shown: String) {
    let identifier = ApplicationIdentifier(bytes)
    #expect(identifier.escaped == escaped, "\(why)")
    #expect(ApplicationIdentifier(escaped: escaped) == identifier, "\(why)")
    #expect(identifier.description == shown, "\(why)")
  }

  @Test(arguments: ["/100%", "/%", "/%4", "/%zz", "/%+1"])
  func leavesWhatIsNoEscape(text: String) {
    #expect(ApplicationIdentifier(escaped: text) == ApplicationIdentifier(text))
  }
}

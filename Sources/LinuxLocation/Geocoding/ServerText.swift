// Core Location for Linux. SPDX-License-Identifier: MIT

/// A text that a server sent, made safe to show: without control characters, and truncated to 500 characters.
struct ServerText: Decodable {
  let text: String

  init(_ text: String) {
    let shown = text.unicodeScalars.filter {
      ![.control, .format, .lineSeparator, .paragraphSeparator].contains(
        $0.properties.generalCategory)
    }
    self.text = String(String(String.UnicodeScalarView(shown)).prefix(500))
  }

  init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }
}

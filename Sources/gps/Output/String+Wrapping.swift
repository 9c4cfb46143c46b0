// Core Location for Linux. SPDX-License-Identifier: MIT

extension String {
  /// Splits the text into lines of at most a number of characters; a longer word gets a line of its own.
  func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    for word in split(separator: " ") {
      if let line = lines.last, line.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

extension String {
  /// The words in lines of at most so many characters; a longer word has a line to itself.
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

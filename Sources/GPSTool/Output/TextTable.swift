// Core Location for Linux. SPDX-License-Identifier: MIT

/// Rows under a heading, with each column as wide as its widest cell.
package struct TextTable {
  package struct Column {
    package let title: String
    /// The most characters of a cell; longer ones are truncated.
    package let limit: Int
    /// Whether the column may be left out if there is too little space.
    package let isDispensable: Bool

    package init(_ title: String, _ limit: Int, isDispensable: Bool = false) {
      (self.title, self.limit, self.isDispensable) = (title, limit, isDispensable)
    }
  }

  private let columns: [Column]
  private let rows: [[String]]

  package init(_ columns: [Column], rows: [[String]]) {
    let used = columns.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    self.columns = used.map { columns[$0] }
    self.rows = rows.map { row in used.map { row[$0] } }
  }

  /// Returns the lines, the heading first, so that they fit in a number of characters.
  package func lines(width: Int?) -> [String] {
    let cells = ([columns.map(\.title)] + rows).map { row in
      zip(row, columns).map { Self.cut($0, $1.limit) }
    }
    var widths = columns.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
    if let width { fit(&widths, into: width) }
    return cells.map { row in
      var line = ""
      for (cell, width) in zip(row, widths) where width > 0 {
        let text = Self.cut(cell, width)
        line += text + String(repeating: " ", count: width - text.count + Self.gap)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// Narrows columns as far as possible, and omits the last ones if that is not enough.
  private func fit(_ widths: inout [Int], into width: Int) {
    let wanted = widths
    for omitted in 0..<max(1, columns.count - Self.mostImportant + 1) {
      widths = wanted.enumerated().map { $0 < columns.count - omitted ? $1 : 0 }
      if narrow(&widths, to: width) { return }
    }
  }

  /// Narrows the dispensable columns, then the widest except the first; returns whether that is enough.
  private func narrow(_ widths: inout [Int], to width: Int) -> Bool {
    func excess() -> Int {
      widths.reduce(-Self.gap) { $0 + ($1 > 0 ? $1 + Self.gap : 0) } - width
    }
    for column in columns.indices.reversed() where columns[column].isDispensable {
      let rest = widths[column] - max(0, excess())
      widths[column] = rest < min(widths[column], Self.leastWorth) ? 0 : rest
    }
    while excess() > 0 {
      let others = widths.indices.dropFirst()
      guard let widest = others.max(by: { widths[$0] < widths[$1] }),
        widths[widest] > Self.narrowest
      else { return false }
      widths[widest] -= 1
    }
    return true
  }

  private static let gap = 2
  /// The number of leading columns that are never omitted.
  private static let mostImportant = 3
  private static let leastWorth = 32
  private static let narrowest = 9

  private static func cut(_ text: String, _ limit: Int) -> String {
    text.count <= limit ? text : text.prefix(max(0, limit - 1)) + "…"
  }
}

extension String {
  /// Splits the text into lines of at most a number of characters; a longer word gets a separate line.
  package func wrapped(to width: Int) -> [String] {
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

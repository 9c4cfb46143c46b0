// Core Location for Linux. SPDX-License-Identifier: MIT

/// Rows under a heading, each column as wide as its widest cell.
struct TextTable {
  /// A column.
  struct Column {
    let title: String
    /// Characters after which a cell is cut off.
    let limit: Int
  }

  private let columns: [Column]
  private let rows: [[String]]

  /// Columns in which no row has anything are left out.
  init(_ columns: [Column], rows: [[String]]) {
    let used = columns.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    self.columns = used.map { columns[$0] }
    self.rows = rows.map { row in used.map { row[$0] } }
  }

  /// The lines, the heading first.
  ///
  /// - Parameter width: characters into which a line has to fit, at the cost of its last column; `nil` if
  ///   it may be as long as it likes.
  func lines(width: Int?) -> [String] {
    let cells = ([columns.map(\.title)] + rows).map { row in
      zip(row, columns).map { Self.cut($0, $1.limit) }
    }
    var widths = columns.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
    if let width, let last = widths.last {
      let others = widths.dropLast().reduce(0) { $0 + $1 + Self.gap }
      let rest = width - others
      widths[widths.count - 1] = rest < Self.narrowest ? 0 : min(last, rest)
    }
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

  private static let gap = 2
  /// The last column is left out rather than be narrower.
  private static let narrowest = 8

  private static func cut(_ text: String, _ limit: Int) -> String {
    text.count <= limit ? text : text.prefix(max(0, limit - 1)) + "…"
  }
}

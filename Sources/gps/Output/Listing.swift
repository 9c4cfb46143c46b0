// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool

/// What commands list: a row of a table for people, a JSON object for programs.
protocol Listing {
  static var columns: [TextTable.Column] { get }
  /// One cell for each column; empty if unknown.
  var cells: [String] { get }
  var members: JSONMembers { get }
}

extension StandardOutput {
  /// Prints a list, or a line for people if it is empty.
  mutating func list<Row: Listing>(
    _ rows: [Row], _ format: OutputFormat, orElse empty: String? = nil
  ) throws {
    if format == .json {
      for row in rows { try line(json: row.members) }
    } else if !rows.isEmpty {
      try table(Row.columns, rows: rows.map(\.cells))
    } else if let empty {
      try line(empty)
    }
    try flush()
  }
}

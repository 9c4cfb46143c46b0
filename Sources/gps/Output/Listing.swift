// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool
import Glibc

enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text
  case json
}

/// The options for the output format of everything but fixes.
struct FormatOptions: ParsableArguments {
  @Option(help: "\"text\" for people, or \"json\", one object per line. (default: text)")
  var format: OutputFormat?

  @Flag(help: "The same as --format json.")
  var json = false

  func chosen() throws -> OutputFormat { try chosenFormat(format, json, orElse: .text) }
}

/// The options for the output format of fixes.
struct FixFormatOptions: ParsableArguments {
  @Option(
    help: """
      "text" for people, or "json", one object per line. (default: json unless standard output is a terminal)
      """)
  var format: OutputFormat?

  @Flag(help: "The same as --format json.")
  var json = false

  func chosen(orElse usual: OutputFormat? = nil) throws -> OutputFormat {
    try chosenFormat(format, json, orElse: usual ?? (isatty(STDOUT_FILENO) == 1 ? .text : .json))
  }
}

private func chosenFormat(
  _ format: OutputFormat?, _ json: Bool, orElse usual: OutputFormat
) throws -> OutputFormat {
  guard json else { return format ?? usual }
  if format == .text { throw Failure.usage("--json with --format text", "one of them") }
  return .json
}

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
    try list(rows.map { ($0.members, $0.cells) }, Row.columns, format, orElse: empty)
  }

  mutating func list(
    _ rows: [(members: JSONMembers, cells: [String])], _ columns: [TextTable.Column],
    _ format: OutputFormat, orElse empty: String? = nil
  ) throws {
    if format == .json {
      for row in rows { try line(json: row.members) }
    } else if !rows.isEmpty {
      try table(columns, rows: rows.map(\.cells))
    } else if let empty {
      try line(empty)
    }
    try flush()
  }
}

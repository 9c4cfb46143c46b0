// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import Glibc

/// What a command prints.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text
  case json
}

/// For whom a command prints: the same two options everywhere.
struct FormatOptions: ParsableArguments {
  @Option(
    help: """
      "text" for people or "json", one object a line. (default: text; fixes are json unless they go to \
      a terminal)
      """)
  var format: OutputFormat?

  @Flag(help: "The same as --format json.")
  var json = false

  /// The format that was asked for, or else the usual one.
  ///
  /// - Throws: ``Failure`` when both are asked for.
  func chosen(orElse usual: OutputFormat = .text) throws -> OutputFormat {
    guard json else { return format ?? usual }
    if format == .text { throw Failure.usage("--json with --format text", "one of them") }
    return .json
  }

  /// The format of fixes: for people on a terminal, else for programs.
  func chosenForFixes() throws -> OutputFormat {
    try chosen(orElse: isatty(STDOUT_FILENO) == 1 ? .text : .json)
  }
}

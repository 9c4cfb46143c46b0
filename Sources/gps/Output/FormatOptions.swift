// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool
import Glibc

enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text
  case json
}

/// The options for the output format, the same for all commands.
struct FormatOptions: ParsableArguments {
  @Option(
    help: """
      "text" for people, or "json", one object per line. (default: text; for fixes, json unless standard \
      output is a terminal)
      """)
  var format: OutputFormat?

  @Flag(help: "The same as --format json.")
  var json = false

  func chosen(orElse usual: OutputFormat = .text) throws -> OutputFormat {
    guard json else { return format ?? usual }
    if format == .text { throw Failure.usage("--json with --format text", "one of them") }
    return .json
  }

  func chosenForFixes() throws -> OutputFormat {
    try chosen(orElse: isatty(STDOUT_FILENO) == 1 ? .text : .json)
  }
}

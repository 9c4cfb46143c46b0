// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The result of running the built `gps` as a process.
struct Run {
  let exitCode: CInt
  let output: [UInt8]
  let complaints: [UInt8]
  let duration: Duration

  /// The lines of standard output, without line ends.
  var lines: [String] { split(output) }

  /// The lines of standard error, without line ends.
  var complaintLines: [String] { split(complaints) }

  /// The lines of standard output as JSON objects.
  var objects: [[String: Any]] {
    get throws {
      try lines.map { line in
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        return try #require(object as? [String: Any])
      }
    }
  }

  private func split(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().map(String.init)
  }
}

/// The tool as built by SwiftPM, beside the tests.
enum Tool {
  static var path: String {
    get throws {
      let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      let tool = URL(filePath: tests).deletingLastPathComponent().appending(path: "gps").path
      // "gps publish" becomes the second.
      for program in [tool, tool + "-publish"] {
        try #require(FileManager.default.isExecutableFile(atPath: program), "no \(program)")
      }
      return tool
    }
  }

  /// Runs the tool until it ends.
  ///
  /// - Parameters:
  ///   - arguments: the arguments after its name.
  ///   - input: a file for standard input; empty input without one.
  ///   - searchPath: `PATH`; that of the tests without one.
  ///   - service: the socket of a location service; none is looked for without one.
  static func run(
    _ arguments: [String], input: String? = nil, searchPath: String? = nil, service: String? = nil
  ) throws -> Run {
    try RunningTool(
      [try path] + arguments, input: input, searchPath: searchPath, service: service
    ).finish()
  }

  /// Runs a shell script in which `$gps` is the tool, and `$1`… are the arguments.
  static func shell(_ script: String, _ arguments: String...) throws -> Run {
    try shell(script, arguments: arguments)
  }

  /// Runs a shell script with an array of arguments.
  static func shell(_ script: String, arguments: [String]) throws -> Run {
    try RunningTool(["/bin/sh", "-c", "gps=$0; " + script, try path] + arguments).finish()
  }

  /// Starts the tool, for a test that acts on it while it runs.
  static func start(
    _ arguments: [String], input: String? = nil, service: String? = nil
  ) throws -> RunningTool {
    try RunningTool([try path] + arguments, input: input, service: service)
  }
}

/// Expects a run to have failed with one line on standard error that contains a text.
func expectFailure(
  _ run: Run, _ exitCode: CInt, _ words: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(run.exitCode == exitCode, sourceLocation: sourceLocation)
  expectComplaint(run, words, sourceLocation: sourceLocation)
}

/// Expects one line on standard error that contains a text.
func expectComplaint(
  _ run: Run, _ words: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let text = String(decoding: run.complaints, as: UTF8.self)
  #expect(run.complaintLines.count == 1, "\(text)", sourceLocation: sourceLocation)
  #expect(text.hasPrefix("gps: ") && text.hasSuffix("\n"), sourceLocation: sourceLocation)
  #expect(text.contains(words), sourceLocation: sourceLocation)
}

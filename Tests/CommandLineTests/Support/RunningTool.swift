// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

/// A running process of the tool.
///
/// Its output goes to files, so that it never waits for the tests to read. What it stores is in a folder of the test.
final class RunningTool {
  private let process = Process()
  private let scratch: ScratchFolder
  private let output: String
  private let complaintFile: String
  private let start = ContinuousClock.now

  /// Empty input, opened once for the whole process (see `Tests/CUmockdev/shim.h`).
  private static let nothing = FileHandle(forReadingAtPath: "/dev/null")

  /// - Parameters:
  ///   - words: the program and its arguments.
  ///   - input: a file for standard input; empty input without one.
  ///   - searchPath: `PATH`; that of the tests without one.
  ///   - service: the socket of a location service; none is looked for without one.
  init(
    _ words: [String], input: String? = nil, searchPath: String? = nil, service: String? = nil
  ) throws {
    scratch = try ScratchFolder()
    output = try scratch.file("output", "")
    complaintFile = try scratch.file("complaints", "")
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardInput = input.map { FileHandle(forReadingAtPath: $0) } ?? Self.nothing
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: complaintFile)
    var environment =
      searchPath.map { ["PATH": $0] } ?? ProcessInfo.processInfo.environment
    for variable in ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"] {
      environment[variable] = scratch.path + "/" + variable
    }
    environment["CORELOCATION_SERVICE"] = service ?? "none"
    process.environment = environment
    try process.run()
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  /// What it has printed on standard error so far.
  var complaints: String {
    get throws { try String(contentsOf: URL(filePath: complaintFile), encoding: .utf8) }
  }

  /// What it has printed on standard output so far.
  var printed: String {
    get throws { String(decoding: try Data(contentsOf: URL(filePath: output)), as: UTF8.self) }
  }

  /// Whether it has a file or a port open.
  func hasOpen(_ path: String) -> Bool {
    let folder = "/proc/\(process.processIdentifier)/fd"
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return descriptors.contains {
      path == (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)"))
    }
  }

  var number: pid_t { process.processIdentifier }

  /// Whether it has not ended yet.
  var isRunning: Bool { process.isRunning }

  /// Sends a signal to the process.
  func signal(_ number: CInt) { kill(process.processIdentifier, number) }

  /// Whether all of its threads have stopped after SIGSTOP, which takes effect on a running thread with a delay.
  var isStopped: Bool {
    let folder = "/proc/\(process.processIdentifier)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return threads.allSatisfy { thread in
      let status = try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)
      return status?.contains("State:\tT") == true
    }
  }

  /// Waits until a condition holds, for a minute at most; see ``eventually(every:_:)``.
  func wait(
    _ purpose: String, every pause: Duration = .milliseconds(2),
    sourceLocation: SourceLocation = #_sourceLocation, until isSo: () throws -> Bool
  ) throws {
    let hasHeld = try eventually(every: pause, isSo)
    let said = try complaints
    try #require(hasHeld, "\(purpose): \(said)", sourceLocation: sourceLocation)
  }

  /// Waits until the text occurs on standard error.
  func wait(for words: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try wait(words, sourceLocation: sourceLocation) { try complaints.contains(words) }
  }

  /// Waits for the process to end by itself, or by a signal that kills it.
  func finish(killed: Bool = false) throws -> Run {
    process.waitUntilExit()
    let duration = start.duration(to: .now)
    #expect((process.terminationReason == .exit) == !killed)
    return Run(
      exitCode: process.terminationStatus,
      output: Array(try Data(contentsOf: URL(filePath: output))),
      complaints: Array(try Data(contentsOf: URL(filePath: complaintFile))),
      duration: duration)
  }
}

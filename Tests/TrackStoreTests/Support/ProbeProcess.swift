// Core Location for Linux. SPDX-License-Identifier: MIT
//
// A process with a store, for tests of faults.

import Foundation
import Glibc
import TestSupport
import Testing

/// A running `StoreProbe`, whose program is beside the tests.
final class ProbeProcess {
  private let process = Process()
  private let scratch: ScratchFolder
  private let output: String
  private let input = Pipe()

  /// - Parameter shell: a script in which `$probe` is the program; without one, the program is started with the arguments.
  init(_ arguments: String..., shell: String? = nil) throws {
    scratch = try ScratchFolder()
    output = try scratch.file("output", "")
    let probe =
      URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path
      + "/StoreProbe"
    process.executableURL = URL(filePath: shell == nil ? probe : "/bin/sh")
    process.arguments = shell.map { ["-c", $0, "sh"] + arguments } ?? arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["probe": probe]) { $1 }
    process.standardInput = input
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: output)
    try process.run()
  }

  deinit { if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) } }

  var number: pid_t { process.processIdentifier }

  /// The complete lines that it has printed so far.
  var lines: [String] {
    let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
      String.init)
  }

  /// Waits until it has printed `count` lines.
  func wait(forLines count: Int) { #expect(eventually { lines.count >= count }, "\(lines)") }

  /// Kills the process.
  func kill() {
    Glibc.kill(number, SIGKILL)
    process.waitUntilExit()
  }

  /// Runs `body` while the process is stopped.
  func whileStopped(_ body: () throws -> Void) rethrows {
    Glibc.kill(number, SIGSTOP)
    #expect(eventually { isStopped })
    try body()
    Glibc.kill(number, SIGCONT)
  }

  /// Closes its input and waits until it exits; returns the exit code.
  func finish() throws -> CInt {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus
  }

  private var isStopped: Bool {
    let folder = "/proc/\(number)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return threads.allSatisfy { thread in
      let status = try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)
      return status?.contains("State:\tT") == true
    }
  }
}

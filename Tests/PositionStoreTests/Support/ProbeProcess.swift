// Core Location for Linux. SPDX-License-Identifier: MIT
//
// A process that has a store, for faults to happen to.

#if Publishing
  import Foundation
  import Glibc
  import TestSupport
  import Testing

  /// A running `StoreProbe`, which is beside the tests.
  final class ProbeProcess {
    private let process = Process()
    private let scratch: ScratchFolder
    private let output: String
    private let input = Pipe()

    /// - Parameter shell: a script in which `$probe` is the program; without one, it is started with the arguments.
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

    /// The lines that it has printed so far, without one that is not finished.
    var lines: [String] {
      let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
      return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
        String.init)
    }

    /// Waits until it has printed so many lines.
    func wait(forLines count: Int) { #expect(eventually { lines.count >= count }, "\(lines)") }

    /// Ends it as nothing can prevent.
    func kill() {
      Glibc.kill(number, SIGKILL)
      process.waitUntilExit()
    }

    /// Does something while it stands still.
    func whileStopped(_ body: () throws -> Void) rethrows {
      Glibc.kill(number, SIGSTOP)
      #expect(eventually { isStopped })
      try body()
      Glibc.kill(number, SIGCONT)
    }

    /// Ends its input, and waits for its end; the exit code.
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
#endif

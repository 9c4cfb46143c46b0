// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// A program that has run to its end, without a shell, and what it has printed.
package struct FinishedProgram: Sendable {
  package let ending: ChildProcess.Ending
  /// What it wrote to standard output.
  package let output: [UInt8]
  /// What it wrote to standard error.
  package let complaints: [UInt8]

  /// Runs a program.
  ///
  /// - Parameters:
  ///   - path: of the program.
  ///   - arguments: those after its name, any bytes; every user can read them.
  ///   - input: what it reads from standard input.
  ///   - limit: the most bytes of its output that are returned.
  /// - Throws: ``SystemError``.
  package init(
    _ path: String, _ arguments: [String], input: [UInt8] = [], limit: Int
  ) throws(SystemError) {
    // Files rather than pipes, so that neither waits for the other.
    let folder = Environment.current["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var given = try ScratchFile(in: folder)
    try given.append(input)
    lseek(given.descriptor, 0, SEEK_SET)
    var output = try ScratchFile(in: folder)
    var complaints = try ScratchFile(in: folder)
    let process = try Self.start(
      path, arguments, [given.descriptor, output.descriptor, complaints.descriptor])
    let status = reap(process)
    let signal = status & 0x7F
    ending = status >= 0 && signal == 0 ? .code(status >> 8 & 0xFF) : .signal(signal)
    self.output = try Self.content(of: &output, limit)
    self.complaints = try Self.content(of: &complaints, limit)
  }

  private static func content(
    of file: inout ScratchFile, _ limit: Int
  ) throws(SystemError) -> [UInt8] {
    var content: [UInt8] = []
    do {
      try file.drain { content += $0.prefix(limit - content.count) }
    } catch let error as SystemError {
      throw error
    } catch {}
    return content
  }

  private static func start(
    _ path: String, _ arguments: [String], _ descriptors: [CInt]
  ) throws(SystemError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (standard, descriptor) in zip([STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO], descriptors) {
      posix_spawn_file_actions_adddup2(&actions, descriptor, standard)
    }
    let words = ([path] + arguments).map { strdup($0.pathBytes) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    let result = spawning.withLock { _ in
      posix_spawn(&process, path.pathBytes, &actions, nil, words, environ)
    }
    guard result == 0 else { throw SystemError("run", path, errno: result) }
    return process
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// A program that has run to its end, without a shell, and what it has printed.
package struct FinishedProgram: Sendable {
  package let output: [UInt8]
  package let complaints: [UInt8]

  /// - Parameters:
  ///   - path: of the program.
  ///   - arguments: those after its name, any bytes; every user can read them.
  ///   - input: what it reads from standard input.
  ///   - limit: the most bytes of its output that are returned.
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
    let settings = SpawnSettings(
      streams: [
        .descriptor(given.descriptor), .descriptor(output.descriptor),
        .descriptor(complaints.descriptor),
      ])
    _ = reap(try settings.start([path] + arguments))
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
}

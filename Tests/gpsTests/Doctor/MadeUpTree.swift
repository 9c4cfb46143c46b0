// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import gps

/// A tree of a fictitious machine's files, which are removed together with it.
final class MadeUpTree {
  private let scratch: ScratchFolder

  /// - Parameter files: the texts of files by their paths.
  init(_ files: [String: String] = [:]) throws {
    scratch = try ScratchFolder()
    for (path, text) in files { try write(text, to: path) }
  }

  /// The path of the folder that is the machine's root.
  var root: String { scratch.path }

  /// The machine as the doctor sees it.
  var machine: Machine { withExtendedLifetime(self) { Machine(SystemTree(root: root)) } }

  /// Returns a port as the doctor sees it; the port itself is real.
  func port(_ path: String) -> PortFacts {
    withExtendedLifetime(self) { PortFacts(path: path, device: nil, SystemTree(root: root)) }
  }

  func write(_ text: String, to path: String) throws { try scratch.file(path, text) }

  func link(_ path: String, to target: String) throws {
    let link = scratch.url.appending(path: path)
    try FileManager.default.createDirectory(
      at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: target)
  }

  /// Adds a process with this name, these arguments and this terminal.
  func addProcess(
    _ number: Int, _ name: String, words: [String] = [], terminal: Int = 0
  ) throws {
    try write("\(name)\n", to: "/proc/\(number)/comm")
    try write(
      ([name] + words).map { $0 + "\0" }.joined(), to: "/proc/\(number)/cmdline")
    try write(
      "\(number) (\(name)) S 1 1 1 \(terminal) -1 4194560 1 0 0", to: "/proc/\(number)/stat")
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import gps

/// A machine's files, made up; they go with their owner.
final class MadeUpTree {
  private let folder: URL

  /// - Parameter files: texts by their paths.
  init(_ files: [String: String] = [:]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tree-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (path, text) in files { try write(text, to: path) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Where it is.
  var root: String { folder.path }

  /// What the doctor sees of it.
  var machine: Machine { withExtendedLifetime(self) { Machine(SystemTree(root: root)) } }

  /// What the doctor sees of a port, which is a real one.
  func port(_ path: String) -> ExaminedPort {
    withExtendedLifetime(self) { ExaminedPort(path: path, device: nil, SystemTree(root: root)) }
  }

  func write(_ text: String, to path: String) throws {
    let file = try parent(of: path)
    try Data(text.utf8).write(to: file)
  }

  func link(_ path: String, to target: String) throws {
    let file = try parent(of: path)
    try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: target)
  }

  /// A process with this name, these words and this terminal.
  func addProcess(
    _ number: Int, _ name: String, words: [String] = [], terminal: Int = 0
  ) throws {
    try write("\(name)\n", to: "/proc/\(number)/comm")
    try write(
      ([name] + words).map { $0 + "\0" }.joined(), to: "/proc/\(number)/cmdline")
    try write(
      "\(number) (\(name)) S 1 1 1 \(terminal) -1 4194560 1 0 0", to: "/proc/\(number)/stat")
  }

  private func parent(of path: String) throws -> URL {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    return file
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A folder for the files of one test, which goes with it.
final class Scratch {
  let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "gps-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A file with this content; its path.
  func file(_ name: String, _ content: some Sequence<UInt8>) throws -> String {
    let file = path + "/" + name
    try #require(FileManager.default.createFile(atPath: file, contents: Data(content)))
    return file
  }

  /// A file with this text; its path.
  func file(_ name: String, _ text: String) throws -> String { try file(name, text.utf8) }

  /// A file that gzip has compressed; its path.
  func compressedFile(_ name: String, _ text: String) throws -> String {
    try compressedFile(name, Data(text.utf8))
  }

  func compressedFile(_ name: String, _ data: Data) throws -> String {
    let plain = try file(name, data)
    let run = try Tool.shell("gzip -c \"$1\" > \"$1.gz\"", plain)
    try #require(run.exitCode == 0)
    return plain + ".gz"
  }
}

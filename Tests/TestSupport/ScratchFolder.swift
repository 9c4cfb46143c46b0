// Core Location for Linux. SPDX-License-Identifier: MIT

package import Foundation
import Glibc

/// A folder for the files of one test, which goes with it.
///
/// It is called after the file that makes it, and after nothing random of Foundation's: a `UUID` opens
/// `/dev/urandom`, which costs a descriptor (see `Tests/CUmockdev/shim.h`).
package final class ScratchFolder: Sendable {
  /// Where it is, with no link on the way: policies are not read through links.
  package let path: String

  /// Makes a folder that others may look into, as some tests run programs as somebody else.
  package init(for file: String = #fileID) throws {
    let purpose = file.split(separator: "/").last?.prefix { $0 != "." } ?? "test"
    let parent = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    var name = Array("\(parent)/\(purpose)-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil, chmod(name, 0o755) == 0 else {
      throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EIO)
    }
    path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The same, for what takes no paths.
  package var url: URL { URL(filePath: path, directoryHint: .isDirectory) }

  /// A file with this content, which only its owner may write, in folders that are made; its path.
  @discardableResult
  package func file(_ name: String, _ content: some Sequence<UInt8>) throws -> String {
    let file = url.appending(path: name)
    let manager = FileManager.default
    try manager.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o755])
    try Data(content).write(to: file)
    try manager.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
    return file.path
  }

  /// A file with this text; its path.
  @discardableResult
  package func file(_ name: String, _ text: String) throws -> String { try file(name, text.utf8) }

  /// The text of a file.
  package func text(_ name: String) throws -> String {
    try String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }

  /// What is in it or in a folder of it, sorted; nothing where there is no such folder.
  package func names(_ name: String = "") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path + "/" + name)) ?? []).sorted()
  }
}

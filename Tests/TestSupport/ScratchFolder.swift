// Core Location for Linux. SPDX-License-Identifier: MIT

package import Foundation
import Glibc

/// A folder for the files of one test, which is removed together with this object.
///
/// Its name is that of the source file that makes it and random letters, but nothing random from Foundation: a `UUID`
/// opens `/dev/urandom`, which costs a descriptor (see `Tests/CUmockdev/shim.h`).
package final class ScratchFolder: Sendable {
  /// The path of the folder, without symbolic links: policies are not read through links.
  package let path: String

  /// Makes a folder that other users may read, since some tests run programs as another user.
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

  /// The URL of the folder, for functions that take no paths.
  package var url: URL { URL(filePath: path, directoryHint: .isDirectory) }

  /// Writes a file that only its owner may change, creates the folders on its path, and returns its path.
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

  /// Writes a file with a text, and returns its path.
  @discardableResult
  package func file(_ name: String, _ text: String) throws -> String { try file(name, text.utf8) }

  /// Returns the text of a file.
  package func text(_ name: String) throws -> String {
    try String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }

  /// Returns the names of the entries of the folder or of one in it, sorted; none if there is no such folder.
  package func names(_ name: String = "") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path + "/" + name)) ?? []).sorted()
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// A temporary file for bytes that would take too much memory; it has no name, so no other program can open it.
package struct ScratchFile: ~Copyable {
  /// What a program that is started can be given to write to.
  package let descriptor: CInt
  private let folder: String
  package private(set) var count = 0

  /// Creates an empty file in a directory.
  package init(in folder: String) throws(SystemError) {
    let (number, name) = try WholeFile.openNew(beside: folder + "/gps", access: O_RDWR)
    unlink(name.pathBytes)
    descriptor = movedAboveStandard(number)
    self.folder = folder
  }

  deinit { close(descriptor) }

  package mutating func append(_ bytes: [UInt8]) throws(SystemError) {
    let number = WholeFile.write(bytes, to: descriptor)
    guard number == 0 else { throw SystemError("write", folder, errno: number) }
    count += bytes.count
  }

  /// Passes on all bytes in pieces, and empties the file.
  ///
  /// - Throws: ``SystemError``.
  package mutating func drain(_ body: ([UInt8]) throws -> Void) throws {
    lseek(descriptor, 0, SEEK_SET)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let length = retryingOnInterrupt { read(descriptor, &buffer, buffer.count) }
      guard length >= 0 else { throw SystemError("read", folder, errno: errno) }
      if length == 0 { break }
      try body(Array(buffer[..<length]))
    }
    lseek(descriptor, 0, SEEK_SET)
    ftruncate(descriptor, 0)
    count = 0
  }
}

/// A new folder that only this user can enter, for programs that create files beside those that they are given.
///
/// It is removed with this object, and so are the files in it.
package final class WorkingFolder: Sendable {
  package let path: String

  /// Where temporary files are created: `$TMPDIR`, or else the folder for those that may be large.
  static var parent: String {
    Environment.current["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/var/tmp"
  }

  package init() throws(SystemError) {
    var name = "\(Self.parent)/gps-XXXXXX".pathBytes
    guard mkdtemp(&name) != nil else {
      throw SystemError("create a folder in", Self.parent, errno: errno)
    }
    path = String(pathBytes: name.dropLast().map(UInt8.init(bitPattern:)))
  }

  deinit {
    for name in Folder.names(in: path) { unlink("\(path)/\(name)".pathBytes) }
    rmdir(path.pathBytes)
  }
}

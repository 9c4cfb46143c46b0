// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import Glibc

/// What is to be printed once it is its turn: a little in memory, more in a temporary file without a name.
struct Spool: Sendable {
  /// Everything, as long as there is no temporary file.
  private var memory: [UInt8] = []
  private var complaints: [String] = []
  /// The temporary file; -1 while there is none.
  private var file: CInt = -1
  private var length = 0

  /// Bytes kept in memory.
  private static let memoryCapacity = 1 << 18

  /// Bytes written to the file at once.
  ///
  /// For larger pieces the kernel takes pages that lie together, which a virtual machine may have to get from its host
  /// first; see docs/performance.md.
  private static let pieceLength = 1 << 14

  var isEmpty: Bool { file < 0 && memory.isEmpty && complaints.isEmpty }

  /// Takes bytes; false, and nothing taken, if the temporary file takes no more.
  ///
  /// They are written as they come, without a copy.
  mutating func append(_ bytes: [UInt8]) -> Bool {
    if file < 0 {
      if memory.count + bytes.count <= Self.memoryCapacity {
        memory.append(contentsOf: bytes)
        return true
      }
      guard store(memory) else { return false }
      memory = []
    }
    return store(bytes)
  }

  /// Takes what is to be said on standard error, behind everything printed.
  mutating func complain(_ message: String) { complaints.append(message) }

  /// Prints everything, and is empty.
  ///
  /// - Throws: `ExitCode`, see ``StandardOutput/flush()``.
  mutating func print() throws {
    defer { discard() }
    try copy(from: send())
    try StandardOutput.write(memory[...])
    for complaint in complaints { gps.complain(complaint) }
  }

  /// Has the kernel print the file, which for a pipe copies nothing; where it went on to.
  ///
  /// A pipe holds the file's own pages until they are read: nothing may be written over them.
  private func send() -> Int {
    var position = 0
    while position < length {
      let sent = sendfile(STDOUT_FILENO, file, &position, length - position)
      // Not every output takes it. What is wrong with this one, write(2) will tell.
      guard sent > 0 || (sent < 0 && errno == EINTR) else { break }
    }
    return position
  }

  /// Prints the file from a position on, by way of memory.
  private func copy(from start: Int) throws {
    var position = start
    var piece = [UInt8](repeating: 0, count: min(length - start, 1 << 16))
    while position < length {
      let read = pread(file, &piece, piece.count, position)
      guard read > 0 else {
        gps.complain(
          "cannot print everything: the temporary file that held it cannot be read "
            + "(\(String(cString: strerror(errno)))); give the files one by one")
        throw ExitCode(EX_IOERR)
      }
      try StandardOutput.write(piece[..<min(read, length - position)])
      position += read
    }
  }

  /// Forgets everything.
  mutating func discard() {
    if file >= 0 { close(file) }
    self = Spool()
  }

  /// Writes bytes behind those in the file; what is written in part is written over the next time.
  private mutating func store(_ bytes: [UInt8]) -> Bool {
    if file < 0 { file = Self.temporaryFile() }
    guard file >= 0 else { return false }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(
          file, UnsafeRawBufferPointer(rebasing: $0[written...]).baseAddress,
          min(bytes.count - written, Self.pieceLength), length + written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
    }
    length += written
    return true
  }

  /// A file that is gone with the program; -1 if there can be none.
  private static func temporaryFile() -> CInt {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/gps-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { return -1 }
    unlink(template)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    return file
  }
}

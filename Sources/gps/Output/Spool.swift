// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import Glibc

/// What is to be printed once it is its turn: a little in memory, more in a temporary file without a name.
///
/// It is front coded: the memory of the file costs more than that does; see docs/performance.md.
struct Spool: Sendable {
  /// All blocks, as long as there is no temporary file.
  private var memory: [UInt8] = []
  private var complaints: [String] = []
  /// The temporary file; -1 while there is none.
  private var file: CInt = -1
  /// How long each block is.
  private var lengths: [Int] = []
  /// Bytes in the file.
  private var length = 0

  /// Bytes kept in memory.
  private static let memoryCapacity = 1 << 18

  /// Bytes written to the file at once.
  ///
  /// For larger pieces the kernel takes pages that lie together, which a virtual machine may have to get from its host
  /// first; see docs/performance.md.
  private static let pieceLength = 1 << 14

  var isEmpty: Bool { lengths.isEmpty && complaints.isEmpty }

  /// Takes text, best whole lines; false, and nothing taken, if the temporary file takes no more.
  mutating func append(_ text: [UInt8]) -> Bool {
    let block = FrontCoding.encode(text)
    if file < 0, memory.count + block.count <= Self.memoryCapacity {
      memory.append(contentsOf: block)
    } else {
      if file < 0 {
        guard store(memory) else { return false }
        memory = []
      }
      guard store(block) else { return false }
    }
    lengths.append(block.count)
    return true
  }

  /// Takes what is to be said on standard error, behind everything printed.
  mutating func complain(_ message: String) { complaints.append(message) }

  /// Prints everything, and is empty.
  ///
  /// - Throws: `ExitCode`, see ``StandardOutput/flush()``.
  mutating func print() throws {
    defer { discard() }
    var position = 0
    for length in lengths {
      try StandardOutput.write(FrontCoding.decode(block(at: position, length))[...])
      position += length
    }
    for complaint in complaints { gps.complain(complaint) }
  }

  private func block(at position: Int, _ length: Int) throws -> [UInt8] {
    if file < 0 { return Array(memory[position..<position + length]) }
    var block = [UInt8](repeating: 0, count: length)
    var count = 0
    while count < length {
      let read = block.withUnsafeMutableBytes {
        pread(
          file, UnsafeMutableRawBufferPointer(rebasing: $0[count...]).baseAddress, length - count,
          position + count)
      }
      if read < 0, errno == EINTR { continue }
      guard read > 0 else {
        gps.complain(
          "cannot print everything: the temporary file that held it cannot be read "
            + "(\(String(cString: strerror(errno)))); give the files one by one")
        throw ExitCode(EX_IOERR)
      }
      count += read
    }
    return block
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

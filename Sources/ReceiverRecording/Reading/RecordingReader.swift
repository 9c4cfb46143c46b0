// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// Reads a recording from a file, from a pipe or from standard input, compressed by gzip or not, piece by piece.
///
/// The memory it takes does not grow with the recording.
package struct RecordingReader: ~Copyable {
  /// Bytes read at a time.
  package static let chunkSize = 1 << 16

  /// Size of the file in bytes, compressed if it is; `nil` for standard input and pipes.
  package let size: Int?

  /// What the recording is called in messages.
  package let name: String

  private let file: FileDescriptor
  private var gzip: GzipProcess?
  /// Where bytes are read from: the file, or what comes out of gzip.
  private var source: CInt
  private var isFirst = true
  private var buffer = [UInt8](repeating: 0, count: chunkSize)

  /// Opens a recording; `-` is standard input.
  ///
  /// - Throws: ``RecordingError`` if there is none, if it is a directory, or if it may not be read.
  package init(path: String) throws(RecordingError) {
    let isStandardInput = path == "-"
    let name = isStandardInput ? "standard input" : path
    let file = isStandardInput ? .standardInput : try FileDescriptor.open(path)
    let status = try file.status(name)
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw RecordingError(.isDirectory, name)
    }
    gzip = file.startsWithGzipMagic() ? try GzipProcess(decompressing: file, name: name) : nil
    source = gzip?.output ?? file.number
    size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    self.name = name
    self.file = file
  }

  /// How many bytes of the file have been taken, out of ``size``.
  package var position: Int { Int(lseek(file.number, 0, SEEK_CUR)) }

  /// Hands over the next bytes; false, and nothing handed over, at the end.
  ///
  /// - Throws: ``RecordingError``, also at the end of a gzip file that is damaged or cut off; what could
  ///   be read has been handed over by then.
  package mutating func next(_ body: (RawSpan) -> Void) throws(RecordingError) -> Bool {
    var count = try fill(from: 0)
    // A pipe may hand over a first byte alone; two tell gzip data.
    if isFirst, count == 1 { count += try fill(from: 1) }
    guard count > 0 else {
      try gzip.take()?.finish(name)
      source = file.number
      return false
    }
    if size == nil, gzip == nil, isFirst, buffer[0] == 0x1F, buffer[1] == 0x8B {
      let process = try GzipProcess(decompressing: buffer[..<count], then: file, name: name)
      source = process.output
      gzip = consume process
      isFirst = false
      return try next(body)
    }
    isFirst = false
    body(buffer.span.bytes.extracting(0..<count))
    return true
  }

  /// Reads into the buffer behind its first bytes; the number of bytes read, 0 at the end.
  private mutating func fill(from start: Int) throws(RecordingError) -> Int {
    let source = source
    let count = buffer.withUnsafeMutableBytes { bytes in
      let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
      return retryingOnInterrupt { read(source, rest.baseAddress, rest.count) }
    }
    guard count >= 0 else { throw RecordingError(errno: errno, name) }
    return count
  }
}

/// A descriptor that is closed with its owner, unless it is standard input.
struct FileDescriptor: ~Copyable {
  let number: CInt

  static var standardInput: FileDescriptor { FileDescriptor(number: STDIN_FILENO) }

  static func open(_ path: String) throws(RecordingError) -> FileDescriptor {
    let number = retryingOnInterrupt { Int(Glibc.open(path.pathBytes, O_RDONLY | O_CLOEXEC)) }
    guard number >= 0 else { throw RecordingError(errno: errno, path) }
    return FileDescriptor(number: CInt(number))
  }

  deinit { if number != STDIN_FILENO { close(number) } }

  func status(_ name: String) throws(RecordingError) -> stat {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw RecordingError(errno: errno, name) }
    return status
  }

  /// Whether a file that can be read anywhere starts like a gzip file (RFC 1952, 2.3.1).
  func startsWithGzipMagic() -> Bool {
    var magic: (UInt8, UInt8) = (0, 0)
    return pread(number, &magic, 2, 0) == 2 && magic == (0x1F, 0x8B)
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// Reads a recording piece by piece from a file, a pipe or standard input, compressed by gzip or not.
///
/// Its use of memory does not grow with the recording.
package struct RecordingReader: ~Copyable {
  /// The most bytes read at a time.
  package static let chunkSize = 1 << 16

  /// Size of the file in bytes, compressed if it is a gzip file; `nil` for standard input and pipes.
  package let size: Int?

  /// The recording's name in messages.
  package let name: String

  private let file: FileDescriptor
  private var gzip: GzipProcess?
  /// The descriptor to read from, and to wait for: the file, or the output of gzip.
  package private(set) var source: CInt
  private var isFirst = true
  private var buffer = [UInt8](repeating: 0, count: chunkSize)

  /// Opens a recording; `-` is standard input.
  ///
  /// - Throws: ``RecordingError`` if it does not exist, is a directory, or may not be read.
  package init(path: String) throws(RecordingError) {
    let isStandardInput = path == "-"
    let name = isStandardInput ? "standard input" : path
    let file = isStandardInput ? .standardInput : try FileDescriptor.open(path)
    guard let status = stat(of: file.number) else { throw RecordingError(errno: errno, name) }
    guard status.kind != S_IFDIR else { throw RecordingError(.isDirectory, name) }
    gzip = file.startsWithGzipMagic() ? try GzipProcess(decompressing: file, name: name) : nil
    source = gzip?.output ?? file.number
    size = status.kind == S_IFREG ? Int(status.st_size) : nil
    self.name = name
    self.file = file
  }

  /// The number of bytes of the file read so far, out of ``size``.
  package var position: Int { Int(lseek(file.number, 0, SEEK_CUR)) }

  /// Passes the next bytes to a closure; returns false at the end, without calling it.
  ///
  /// - Throws: ``RecordingError``, also at the end of a gzip file that is damaged or truncated; what could be read has
  ///   been passed on by then.
  package mutating func next(_ body: (RawSpan) -> Void) throws(RecordingError) -> Bool {
    var count = try fill(from: 0)
    // A pipe may deliver the first byte alone; two are needed to recognize gzip data.
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

  /// Reads into the buffer from an offset; returns the number of bytes read, 0 at the end.
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

  /// Returns whether a seekable file starts like a gzip file (RFC 1952, 2.3.1).
  func startsWithGzipMagic() -> Bool {
    var magic: (UInt8, UInt8) = (0, 0)
    return pread(number, &magic, 2, 0) == 2 && magic == (0x1F, 0x8B)
  }
}

package struct RecordingError: Error, Hashable {
  package enum Cause: Hashable, Sendable {
    case missing
    case isDirectory
    /// This user may not read it.
    case permissionDenied
    case damagedGzip
    case noGzip
    case system(CInt)
  }

  package let cause: Cause
  package let name: String

  init(_ cause: Cause, _ name: String) {
    (self.cause, self.name) = (cause, name)
  }

  init(errno number: CInt, _ name: String) {
    self.name = name
    cause =
      switch number {
      case ENOENT, ENOTDIR: .missing
      case EISDIR: .isDirectory
      case EACCES, EPERM: .permissionDenied
      default: .system(number)
      }
  }
}

extension RecordingError: CustomStringConvertible {
  package var description: String {
    switch cause {
    case .missing: "cannot read \(name): no such file; check the name"
    case .isDirectory: "cannot read \(name): it is a directory; name the files in it"
    case .permissionDenied:
      "cannot read \(name): permission denied; run \"chmod u+r\" on it or ask its owner"
    case .damagedGzip:
      "cannot read \(name) to its end: the gzip file is damaged or cut off; what came before was used"
    case .noGzip: "cannot read \(name): it is a gzip file and gzip is not installed; install gzip"
    case .system(let number):
      "cannot read \(name): \(describe(errno: number)); try a copy of the file"
    }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// One file of a recording, which ends with a whole part whenever it is read, even if it could not grow.
struct RecordingFile: ~Copyable {
  /// The file's name in messages.
  let name: String
  private let descriptor: CInt
  private let interruption: CInt?
  /// What compresses it; `nil` for a file that is not compressed.
  private var gzip: GzipStream?
  /// The end of a compressed file, which the next bytes replace.
  private var trailer: ArraySlice<UInt8> = []
  private(set) var size = 0
  /// The number of bytes written that a loss of power may destroy.
  private var unsettled = 0

  private init(
    name: String, descriptor: CInt, gzip: consuming GzipStream?, interruption: CInt? = nil
  ) {
    (self.interruption, self.name, self.descriptor) = (interruption, name, descriptor)
    self.gzip = gzip
  }

  deinit { if !isStandardOutput { Glibc.close(descriptor) } }

  /// - Parameter interruption: a descriptor that becomes readable when its reader is not to be waited for any longer.
  static func standardOutput(endingBy interruption: CInt?) -> RecordingFile {
    RecordingFile(
      name: "standard output", descriptor: STDOUT_FILENO, gzip: nil, interruption: interruption)
  }

  var isStandardOutput: Bool { descriptor == STDOUT_FILENO }

  /// Creates a file; an existing one is left alone.
  static func create(_ path: String, isCompressed: Bool) throws(RecorderError) -> RecordingFile {
    let gzip = isCompressed ? GzipStream() : nil
    if isCompressed, gzip == nil { throw RecorderError(errno: ENOMEM, path) }
    let descriptor = retryingOnInterrupt {
      open(path.pathBytes, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    }
    guard descriptor >= 0 else {
      // EEXIST is also the result if it is a directory.
      let number = errno
      throw RecorderError(errno: stat(of: path)?.kind == S_IFDIR ? EISDIR : number, path)
    }
    // The name must survive a loss of power as well as the bytes; not every file system supports that.
    WholeFile.synchronizeDirectory(of: path)
    return RecordingFile(name: path, descriptor: descriptor, gzip: gzip)
  }

  /// Writes bytes; if that fails, the file is truncated after a whole part, a compressed one after what it had before.
  ///
  /// - Parameter ends: where in the bytes parts end, in ascending order.
  /// - Throws: ``RecorderError``; the file cannot be continued.
  mutating func write(_ bytes: [UInt8], ends: [Int]) throws(RecorderError) {
    unsettled += bytes.count
    let piece = gzip?.append(bytes) ?? bytes
    let start = size - trailer.count
    let (written, number) = put(piece, at: start)
    guard number != 0 else {
      size = start + written
      if gzip != nil { trailer = piece.suffix(GzipStream.trailerLength) }
      return
    }
    let whole = gzip == nil ? ends.last { $0 <= written } ?? 0 : 0
    size += whole
    if !isStandardOutput {
      _ = put(Array(trailer), at: start)
      ftruncate(descriptor, off_t(size))
      fsync(descriptor)
    }
    throw RecorderError(errno: number, name, lostBytes: bytes.count - whole)
  }

  /// Waits until what was written is on the disk and survives a loss of power.
  ///
  /// - Throws: ``RecorderError``; the file cannot be continued.
  mutating func settle() throws(RecorderError) {
    guard unsettled > 0, !isStandardOutput else { return }
    guard retryingOnInterrupt({ fsync(descriptor) }) == 0 else {
      throw RecorderError(errno: errno, name, lostBytes: unsettled)
    }
    unsettled = 0
  }

  func removeIfEmpty() {
    guard !isStandardOutput, size == 0, let mine = stat(of: descriptor), mine.st_size == 0,
      stat(ofLink: name)?.identity == mine.identity
    else { return }
    unlink(name.pathBytes)
  }

  // MARK: Steps

  /// Writes as much as possible from an offset on; returns how much that is, and the error if it is not everything.
  private func put(_ bytes: [UInt8], at offset: Int) -> (written: Int, errno: CInt) {
    bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        // A pipe accepts this much without blocking once it is writable.
        let longest = isStandardOutput ? 4096 : bytes.count
        let rest = UnsafeRawBufferPointer(rebasing: bytes[written...].prefix(longest))
        if isStandardOutput, !isWritable(descriptor, orReadable: interruption) {
          return (written, EPIPE)
        }
        let count = retryingOnInterrupt {
          isStandardOutput
            ? Glibc.write(descriptor, rest.baseAddress, rest.count)
            : pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + written))
        }
        if count < 0, errno == EAGAIN { continue }
        if count < 0 { return (written, errno) }
        written += count
      }
      return (written, 0)
    }
  }
}

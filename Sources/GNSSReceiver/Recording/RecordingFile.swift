// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import SerialLine

/// One file of a recording: it only gets longer, and when it cannot it ends with a whole part.
struct RecordingFile: ~Copyable {
  /// What it is called in messages.
  let name: String
  let isCompressed: Bool
  private let descriptor: CInt
  /// How long it is, bytes; of a compressed one, up to the end of its last whole member.
  private(set) var size = 0
  /// How many bytes the member in progress holds, before compression.
  private(set) var memberSize = 0
  private var member: GzipMember?
  /// Bytes written that a loss of power may take.
  private var unsettled = 0

  private init(name: String, isCompressed: Bool, descriptor: CInt) {
    self.name = name
    self.isCompressed = isCompressed
    self.descriptor = descriptor
    member = nil
  }

  deinit { if !isStandardOutput { Glibc.close(descriptor) } }

  static var standardOutput: RecordingFile {
    RecordingFile(name: "standard output", isCompressed: false, descriptor: STDOUT_FILENO)
  }

  var isStandardOutput: Bool { descriptor == STDOUT_FILENO }

  /// Creates a file; one that is there already is left alone.
  ///
  /// - Throws: ``RecorderError``.
  static func create(_ path: String, isCompressed: Bool) throws(RecorderError) -> RecordingFile {
    let descriptor = retryingOnInterrupt {
      open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    }
    guard descriptor >= 0 else {
      // A directory of that name is one of the things that exist.
      let number = errno
      var status = stat()
      let isDirectory = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      throw RecorderError(errno: isDirectory ? EISDIR : number, path)
    }
    // The name is to outlive a loss of power as well as the bytes; not every file system does that.
    let folder = RecordingName(path).folder
    let directory = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if directory >= 0 {
      fsync(directory)
      Glibc.close(directory)
    }
    return RecordingFile(name: path, isCompressed: isCompressed, descriptor: descriptor)
  }

  /// Writes bytes; if that fails, what is left in the file ends with a whole part.
  ///
  /// - Parameter ends: where in the bytes parts end, in ascending order.
  /// - Throws: ``RecorderError``; the file cannot be gone on with.
  mutating func write(_ bytes: [UInt8], ends: [Int]) throws(RecorderError) {
    unsettled += bytes.count
    if isCompressed { return try compress(bytes) }
    let (written, number) = put(bytes)
    guard written < bytes.count else {
      size += written
      return
    }
    let whole = ends.last { $0 <= written } ?? 0
    size += whole
    cut()
    throw RecorderError(errno: number, name, lostBytes: bytes.count - whole)
  }

  /// Makes what was written outlive a loss of power: ends the member in progress, and waits for the disk.
  ///
  /// - Throws: ``RecorderError``; the file cannot be gone on with.
  mutating func settle() throws(RecorderError) {
    if let member = member.take() {
      guard member.finish() else { throw memberFailed(lostBytes: memberSize) }
      size = length
      memberSize = 0
    }
    guard unsettled > 0, !isStandardOutput else { return }
    guard retryingOnInterrupt({ fsync(descriptor) }) == 0 else {
      throw RecorderError(errno: errno, name, lostBytes: unsettled)
    }
    unsettled = 0
  }

  /// Removes the file if there is nothing in it.
  func removeIfEmpty() {
    var (mine, there) = (stat(), stat())
    guard !isStandardOutput, size == 0, memberSize == 0, fstat(descriptor, &mine) == 0,
      mine.st_size == 0,
      lstat(name, &there) == 0, there.st_ino == mine.st_ino, there.st_dev == mine.st_dev
    else { return }
    unlink(name)
  }

  // MARK: Steps

  /// Writes as much as can be; how much that is, and why it is not all.
  private func put(_ bytes: [UInt8]) -> (written: Int, errno: CInt) {
    bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
        let count = retryingOnInterrupt { Glibc.write(descriptor, rest.baseAddress, rest.count) }
        if count < 0 { return (written, errno) }
        written += count
      }
      return (written, 0)
    }
  }

  private mutating func compress(_ bytes: [UInt8]) throws(RecorderError) {
    if member == nil { member = try GzipMember.begin(in: descriptor, name) }
    let isTaken = member?.send(bytes) ?? false
    memberSize += bytes.count
    guard isTaken else {
      // It has ended by itself; this only takes note of it.
      if let member = member.take() { _ = member.finish() }
      throw memberFailed(lostBytes: memberSize)
    }
  }

  /// Takes back what there is of a member; why it is not whole.
  private func memberFailed(lostBytes: Int) -> RecorderError {
    let number = refusal
    cut()
    return number == 0
      ? RecorderError(.gzipFailed, name, lostBytes: lostBytes)
      : RecorderError(errno: number, name, lostBytes: lostBytes)
  }

  /// Why the file gets no longer, which gzip did not tell; 0 if it does.
  private var refusal: CInt {
    var end = off_t(length)
    let page = [UInt8](repeating: 0, count: 4096)
    // A page may fit in part: then the next one does not.
    for _ in 0..<2 {
      let count = retryingOnInterrupt { pwrite(descriptor, page, page.count, end) }
      if count < 0 { return errno }
      end += off_t(count)
    }
    return 0
  }

  private var length: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : size
  }

  /// Cuts off what is behind the last whole part, and keeps the rest safe.
  private func cut() {
    guard !isStandardOutput else { return }
    ftruncate(descriptor, off_t(size))
    fsync(descriptor)
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// One file of a recording, which only grows; if that fails, it ends with a whole part.
struct RecordingFile: ~Copyable {
  /// The file's name in messages.
  let name: String
  let isCompressed: Bool
  private let descriptor: CInt
  private let interruption: CInt?
  /// The length of the file in bytes.
  private(set) var size = 0
  /// The length of the part in its final form: in a compressed file, what follows is stored, and not compressed yet.
  private(set) var settledSize = 0
  /// The content of the stored members of a compressed file.
  private var stored: [UInt8] = []
  /// The number of bytes written that a loss of power may destroy.
  private var unsettled = 0

  private init(
    name: String, isCompressed: Bool, descriptor: CInt, interruption: CInt? = nil
  ) {
    self.interruption = interruption
    self.name = name
    self.isCompressed = isCompressed
    self.descriptor = descriptor
  }

  deinit { if !isStandardOutput { Glibc.close(descriptor) } }

  /// - Parameter interruption: a descriptor that becomes readable when its reader is not to be waited for any longer.
  static func standardOutput(endingBy interruption: CInt?) -> RecordingFile {
    RecordingFile(
      name: "standard output", isCompressed: false, descriptor: STDOUT_FILENO,
      interruption: interruption)
  }

  var isStandardOutput: Bool { descriptor == STDOUT_FILENO }

  /// The number of bytes waiting to be compressed.
  var storedCount: Int { stored.count }

  /// Creates a file; an existing one is left alone.
  ///
  /// - Throws: ``RecorderError``.
  static func create(_ path: String, isCompressed: Bool) throws(RecorderError) -> RecordingFile {
    let descriptor = retryingOnInterrupt {
      open(path.pathBytes, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    }
    guard descriptor >= 0 else {
      // EEXIST is also the result if it is a directory.
      let number = errno
      var status = stat()
      let isDirectory = stat(path.pathBytes, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      throw RecorderError(errno: isDirectory ? EISDIR : number, path)
    }
    // The name must survive a loss of power as well as the bytes; not every file system supports that.
    let folder = RecordingName(path).folder
    let directory = open(
      (folder.isEmpty ? "." : folder).pathBytes, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if directory >= 0 {
      fsync(directory)
      Glibc.close(directory)
    }
    return RecordingFile(name: path, isCompressed: isCompressed, descriptor: descriptor)
  }

  /// Writes bytes; if that fails, the file is truncated after a whole part.
  ///
  /// In a compressed file they form a stored member until ``compress()``, and can be read immediately.
  ///
  /// - Parameter ends: where in the bytes parts end, in ascending order.
  /// - Throws: ``RecorderError``; the file cannot be continued.
  mutating func write(_ bytes: [UInt8], ends: [Int]) throws(RecorderError) {
    unsettled += bytes.count
    let (written, number) = put(isCompressed ? GzipMember.stored(bytes) : bytes)
    guard number != 0 else {
      size += written
      if isCompressed { stored += bytes } else { settledSize = size }
      return
    }
    let room = written - (isCompressed ? GzipMember.overhead(of: bytes.count) : 0)
    let whole = ends.last { $0 <= room } ?? 0
    cut()
    // There may be room for them once they are compressed together with what is stored.
    if isCompressed, compress(adding: bytes) { return }
    if whole > 0 {
      let part = Array(bytes[..<whole])
      size += put(isCompressed ? GzipMember.stored(part) : part).written
    }
    keep()
    throw RecorderError(errno: number, name, lostBytes: bytes.count - whole)
  }

  /// Replaces the stored members by one that is compressed; if that fails, they remain.
  ///
  /// A process killed during this, within a millisecond, leaves a member that cannot be read.
  ///
  /// - Parameter bytes: further content of the member.
  /// - Returns: whether the member was written.
  @discardableResult
  mutating func compress(adding bytes: [UInt8] = []) -> Bool {
    let all = stored + bytes
    guard !all.isEmpty, let member = try? GzipMember.compressed(all),
      !bytes.isEmpty || member.count < size - settledSize
    else { return false }
    guard put(member, at: settledSize) else {
      // These bytes had room before.
      if !stored.isEmpty {
        let former = GzipMember.stored(stored)
        if put(former, at: settledSize) { size = settledSize + former.count }
      }
      cut()
      return false
    }
    size = settledSize + member.count
    settledSize = size
    stored = []
    cut()
    unsettled += member.count
    return true
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

  /// Removes the file if it is empty.
  func removeIfEmpty() {
    var (mine, there) = (stat(), stat())
    guard !isStandardOutput, size == 0, fstat(descriptor, &mine) == 0,
      mine.st_size == 0,
      lstat(name.pathBytes, &there) == 0, there.st_ino == mine.st_ino, there.st_dev == mine.st_dev
    else { return }
    unlink(name.pathBytes)
  }

  // MARK: Steps

  /// Writes as much as possible; returns how much that is, and the error if it is not everything.
  private func put(_ bytes: [UInt8]) -> (written: Int, errno: CInt) {
    bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        // A pipe accepts this much without blocking once it is writable.
        let longest = isStandardOutput ? 4096 : bytes.count
        let rest = UnsafeRawBufferPointer(rebasing: bytes[written...].prefix(longest))
        if isStandardOutput, !waitForRoom() { return (written, EPIPE) }
        let count = retryingOnInterrupt { Glibc.write(descriptor, rest.baseAddress, rest.count) }
        if count < 0, errno == EAGAIN { continue }
        if count < 0 { return (written, errno) }
        written += count
      }
      return (written, 0)
    }
  }

  /// Waits until more can be written; returns false if the reader is not to be waited for any longer.
  private func waitForRoom() -> Bool {
    var ready = [
      pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: interruption ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    _ = wait(for: &ready, until: nil)
    return ready[0].revents != 0 || ready[1].revents == 0
  }

  /// Writes over existing bytes; returns whether everything was written.
  private func put(_ bytes: [UInt8], at start: Int) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = retryingOnInterrupt {
        bytes.withUnsafeBytes {
          pwrite(
            descriptor, UnsafeRawBufferPointer(rebasing: $0[written...]).baseAddress,
            bytes.count - written, off_t(start + written))
        }
      }
      if count <= 0 { return false }
      written += count
    }
    return true
  }

  /// Truncates the file after the last whole part, and continues there.
  private func cut() {
    guard !isStandardOutput else { return }
    ftruncate(descriptor, off_t(size))
    lseek(descriptor, off_t(size), SEEK_SET)
  }

  /// Makes what is there survive a loss of power, when nothing more can be written.
  private func keep() {
    guard !isStandardOutput else { return }
    fsync(descriptor)
  }
}

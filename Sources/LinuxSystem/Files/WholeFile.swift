// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc

/// Reads and replaces files as a whole, so that no reader ever sees a partial one.
package enum WholeFile {
  /// Reads a file.
  ///
  /// A pipe in its place does not block.
  ///
  /// - Parameter limit: the most bytes it may have.
  /// - Returns: its bytes; `nil` if there is no such file.
  /// - Throws: ``SystemError``; `EFBIG` if it is longer than the limit.
  package static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8]? {
    let descriptor = retryingOnInterrupt { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw SystemError("read", path, errno: errno)
    }
    defer { close(descriptor) }
    return try read(descriptor, path, limit: limit)
  }

  /// Reads an open file from its current position to its end, and leaves it open.
  ///
  /// - Parameter path: its name in messages.
  /// - Throws: ``SystemError``; `EFBIG` if it has more bytes than the limit.
  package static func read(
    _ descriptor: CInt, _ path: String, limit: Int
  ) throws(SystemError) -> [UInt8] {
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: min(1 << 14, limit + 1))
    while true {
      let count = retryingOnInterrupt { Glibc.read(descriptor, &buffer, buffer.count) }
      guard count >= 0 else { throw SystemError("read", path, errno: errno) }
      if count == 0 { return content }
      content += buffer.prefix(count)
      guard content.count <= limit else { throw SystemError("read", path, errno: EFBIG) }
    }
  }

  /// Replaces a file with a new one.
  ///
  /// Symbolic links are not followed: one at `path` is replaced, and the new file is created under a random name. Its
  /// mode is set regardless of the process's umask.
  ///
  /// - Parameters:
  ///   - mode: the permissions of the new file.
  ///   - isDurable: whether to wait until every byte is on the disk, so that it survives a power failure.
  /// - Throws: ``SystemError``; the old file is then unchanged.
  package static func replace(
    _ path: String, with content: [UInt8], mode: mode_t, isDurable: Bool = true
  ) throws(SystemError) {
    let (descriptor, temporary) = try openNew(beside: path)
    var number: CInt = fchmod(descriptor, mode) == 0 ? 0 : errno
    if number == 0 { number = write(content, to: descriptor) }
    if number == 0, isDurable, retryingOnInterrupt({ fsync(descriptor) }) != 0 { number = errno }
    close(descriptor)
    if number == 0, rename(temporary, path) != 0 { number = errno }
    guard number == 0 else {
      unlink(temporary)
      throw SystemError("write", path, errno: number)
    }
    if isDurable { synchronizeDirectory(of: path) }
  }

  /// Creates and opens a new file, by default for this user only.
  static func openNew(
    beside path: String, mode: mode_t = 0o600, access: CInt = O_WRONLY
  ) throws(SystemError) -> (descriptor: CInt, path: String) {
    let flags = access | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    while true {
      let temporary = temporaryName(beside: path)
      let descriptor = retryingOnInterrupt { open(temporary.pathBytes, flags, mode) }
      if descriptor >= 0 { return (descriptor, temporary) }
      guard errno == EEXIST else { throw SystemError("write", path, errno: errno) }
    }
  }

  /// Returns a random name, which is almost certainly not in use.
  static func temporaryName(beside path: String) -> String {
    "\(path).\(String(UInt64.random(in: 0 ... .max), radix: 36)).new"
  }

  /// Writes all bytes; returns 0, or the error number.
  package static func write(_ content: [UInt8], to descriptor: CInt) -> CInt {
    var done = 0
    while done < content.count {
      let count = retryingOnInterrupt {
        content.withUnsafeBytes {
          Glibc.write(descriptor, $0.baseAddress?.advanced(by: done), content.count - done)
        }
      }
      guard count >= 0 else { return errno }
      done += count
    }
    return 0
  }

  /// Writes the content of an open file to another one; returns 0, or the error number.
  package static func copy(_ source: CInt, to descriptor: CInt) -> CInt {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var offset: off_t = 0
    while true {
      let count = retryingOnInterrupt { pread(source, &buffer, buffer.count, offset) }
      guard count >= 0 else { return errno }
      if count == 0 { return 0 }
      let number = write(Array(buffer.prefix(count)), to: descriptor)
      guard number == 0 else { return number }
      offset += off_t(count)
    }
  }

  /// Creates a directory, and the missing ones above it.
  ///
  /// - Parameter mode: the mode of each directory created here, regardless of the process's umask.
  package static func makeDirectory(_ path: String, mode: mode_t) throws(SystemError) {
    if try makeOne(path, mode) { return }
    try makeDirectory(parent(of: path), mode: mode)
    guard try makeOne(path, mode) else { throw SystemError("create", path, errno: ENOENT) }
  }

  /// Creates one directory, unless it exists; returns false if the one above it is missing.
  private static func makeOne(_ path: String, _ mode: mode_t) throws(SystemError) -> Bool {
    if mkdir(path, mode) == 0 {
      _ = chmod(path, mode)
      return true
    }
    if errno == EEXIST { return true }
    guard errno == ENOENT, path != "/" else { throw SystemError("create", path, errno: errno) }
    return false
  }

  /// Returns the other user to whom a file, or else the nearest existing directory above it, belongs.
  ///
  /// It is `nil` if that is root, or if the process does not run as root: only what root writes into another user's
  /// home could not be read or replaced by that user.
  package static func foreignOwner(of path: String) -> uid_t? {
    guard geteuid() == 0 else { return nil }
    var place = path
    while true {
      if let status = stat(of: place) { return status.st_uid == 0 ? nil : status.st_uid }
      guard place != "/", place != "." else { return nil }
      place = parent(of: place)
    }
  }

  package static func parent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.utf8.startIndex ? "/" : String(path[..<slash])
  }

  /// Writes the directory to the disk, so that a new name survives a power failure, too.
  package static func synchronizeDirectory(of path: String) {
    let descriptor = open(parent(of: path).pathBytes, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc

/// Files read and replaced as a whole, so that no reader ever sees half of one.
package enum WholeFile {
  /// Reads a file.
  ///
  /// A pipe in its place is not waited for.
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

  /// Reads an open file from where it stands to its end; it stays open.
  ///
  /// - Parameter path: what it is called in messages.
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

  /// Puts a new file in the place of the old one.
  ///
  /// Symbolic links are not followed: one at `path` is replaced, and the new file is made under a name that nobody else
  /// has. Its mode is set, whatever the process's umask is.
  ///
  /// - Parameters:
  ///   - mode: who may read and write it.
  ///   - isDurable: whether to wait until every byte is on the disk, so that it survives a power cut.
  /// - Throws: ``SystemError``; the old file is then as it was.
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

  /// Opens a file that did not exist, unless told for this user alone.
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

  /// A name that nothing has, as far as chance can tell.
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

  /// Makes a directory, and those above it that are missing.
  ///
  /// - Parameter mode: that of each directory made here, whatever the process's umask is.
  package static func makeDirectory(_ path: String, mode: mode_t) throws(SystemError) {
    if try makeOne(path, mode) { return }
    try makeDirectory(parent(of: path), mode: mode)
    guard try makeOne(path, mode) else { throw SystemError("create", path, errno: ENOENT) }
  }

  /// Makes one directory, unless it is there; false if the one above it is missing.
  private static func makeOne(_ path: String, _ mode: mode_t) throws(SystemError) -> Bool {
    if mkdir(path, mode) == 0 {
      _ = chmod(path, mode)
      return true
    }
    if errno == EEXIST { return true }
    guard errno == ENOENT, path != "/" else { throw SystemError("create", path, errno: errno) }
    return false
  }

  /// Another user to whom a file, or else the nearest directory above it that exists, belongs; `nil` for our own.
  ///
  /// Only root is told: what it writes into the home of somebody else, they could neither read nor replace.
  package static func foreignOwner(of path: String) -> uid_t? {
    guard geteuid() == 0 else { return nil }
    var status = stat()
    var place = path
    while stat(place, &status) != 0 {
      guard place != "/", place != "." else { return nil }
      place = parent(of: place)
    }
    return status.st_uid == 0 ? nil : status.st_uid
  }

  /// The directory that a path is in.
  package static func parent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.utf8.startIndex ? "/" : String(path[..<slash])
  }

  /// The new name survives a power cut, too.
  static func synchronizeDirectory(of path: String) {
    let descriptor = open(parent(of: path).pathBytes, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}

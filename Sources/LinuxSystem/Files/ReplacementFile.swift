// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc

/// A file that is written piece by piece, and appears under its name only once it is complete.
///
/// Until then it has no name if the file system supports that, so that a program that is killed leaves nothing behind.
package struct ReplacementFile: ~Copyable {
  package let path: String
  private let descriptor: CInt
  /// The path until then; `nil` if the file has no name.
  private let temporary: String?

  /// Creates a file in the directory in which it is to appear.
  ///
  /// - Parameter mode: its permissions, less the process's umask.
  package init(_ path: String, mode: mode_t = 0o666) throws(SystemError) {
    self.path = path
    let folder = WholeFile.parent(of: path)
    let unnamed = retryingOnInterrupt {
      open(folder.pathBytes, Self.unnamedFile | O_WRONLY | O_CLOEXEC, mode)
    }
    if unnamed >= 0 {
      (descriptor, temporary) = (movedAboveStandard(unnamed), nil)
      return
    }
    guard [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) else {
      throw SystemError("write", path, errno: errno)
    }
    let named = try WholeFile.openNew(beside: path, mode: mode)
    (descriptor, temporary) = (movedAboveStandard(named.descriptor), named.path)
  }

  deinit {
    close(descriptor)
    if let temporary { unlink(temporary.pathBytes) }
  }

  package func write(_ bytes: [UInt8]) throws(SystemError) {
    let number = WholeFile.write(bytes, to: descriptor)
    guard number == 0 else { throw SystemError("write", path, errno: number) }
  }

  /// Gives the file its name once every byte is on the disk; when this returns, so is the name.
  ///
  /// - Parameter overwriting: whether to replace an existing file of that name.
  /// - Throws: ``SystemError``; `EEXIST` if there is such a file, which is left unchanged.
  package consuming func publish(overwriting: Bool) throws(SystemError) {
    guard retryingOnInterrupt({ fsync(descriptor) }) == 0 else {
      throw SystemError("write", path, errno: errno)
    }
    let number = overwriting ? replace() : appear(as: path)
    guard number == 0 else { throw SystemError("write", path, errno: number) }
    WholeFile.synchronizeDirectory(of: path)
  }

  /// Gives the file a name that is not in use; returns 0, or the error number.
  private func appear(as name: String) -> CInt {
    guard let temporary else {
      let own = "/proc/self/fd/\(descriptor)"
      let result = linkat(AT_FDCWD, own, AT_FDCWD, name.pathBytes, AT_SYMLINK_FOLLOW)
      return result == 0 ? 0 : errno
    }
    if link(temporary.pathBytes, name.pathBytes) == 0 { return 0 }
    guard [EPERM, EOPNOTSUPP].contains(errno) else { return errno }
    // The file system does not support links.
    if stat(ofLink: name) != nil { return EEXIST }
    return rename(temporary.pathBytes, name.pathBytes) == 0 ? 0 : errno
  }

  /// Replaces the file of that name; returns 0, or the error number.
  private func replace() -> CInt {
    if let temporary { return rename(temporary.pathBytes, path.pathBytes) == 0 ? 0 : errno }
    while true {
      let name = WholeFile.temporaryName(beside: path)
      let number = appear(as: name)
      if number == EEXIST { continue }
      guard number == 0, rename(name.pathBytes, path.pathBytes) != 0 else { return number }
      let failure = errno
      unlink(name.pathBytes)
      return failure
    }
  }

  /// `O_TMPFILE`, a macro that Swift does not import.
  private static let unnamedFile: CInt = 0o20_000_000 | O_DIRECTORY
}

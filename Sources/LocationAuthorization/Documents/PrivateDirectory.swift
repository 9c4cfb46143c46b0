// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// A directory that belongs to this user, in which files can be removed without harm to other users.
///
/// It is kept open, so that all operations affect this directory, whatever its path leads to later.
package struct PrivateDirectory: ~Copyable {
  private let descriptor: CInt

  /// Opens a directory as ``init(_:)`` does, and creates it if it is missing.
  static func making(_ path: String) throws(AuthorizationError) -> PrivateDirectory {
    try makePath(path, for: path)
    guard let directory = try PrivateDirectory(path) else {
      throw AuthorizationError(.write, path, .missing)
    }
    return directory
  }

  /// Creates a directory for a file, unless it exists.
  ///
  /// - Throws: if it cannot be created, or if root would write there what the owner cannot change.
  static func makePath(_ path: String, for file: String) throws(AuthorizationError) {
    if let owner = WholeFile.foreignOwner(of: file) {
      throw AuthorizationError(.write, file, .notOurs(owner))
    }
    do {
      try WholeFile.makeDirectory(path, mode: 0o700)
    } catch {
      throw AuthorizationError(.write, error)
    }
  }

  /// Opens a directory; `nil` if there is none.
  ///
  /// - Throws: if it is a link, does not belong to this user, or may be written to by others.
  init?(_ path: String) throws(AuthorizationError) {
    let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      guard errno == ELOOP || errno == ENOTDIR else {
        throw AuthorizationError(.read, path, errno: errno)
      }
      throw AuthorizationError(
        .honor, path, .notHonored("it is a link or not a directory; remove it"))
    }
    if let fault = Self.fault(of: descriptor, named: path) {
      close(descriptor)
      throw AuthorizationError(.honor, path, .notHonored(fault))
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  private static func fault(of descriptor: CInt, named path: String) -> String? {
    if let owner = stat(of: descriptor)?.st_uid, owner != geteuid() {
      return "it belongs to user \(owner); run this as that user"
    }
    return FileTrust.only(geteuid()).fault(of: descriptor, named: path)
  }

  var names: [String] { Folder.names(in: dup(descriptor)) }

  /// Opens a file in it, never through a link; returns a negative value and sets `errno` on failure.
  func open(_ name: String, _ flags: CInt) -> CInt {
    openat(descriptor, name, flags | O_NOFOLLOW | O_CLOEXEC, 0o600)
  }

  func remove(_ name: String) { unlinkat(descriptor, name, 0) }

  /// Renames a file, replacing one of the new name; returns 0 or the error number.
  func rename(_ old: String, to new: String) -> CInt {
    renameat(descriptor, old, descriptor, new) == 0 ? 0 : errno
  }

  /// Whether an open file is a regular file that belongs to this user.
  func isOurs(_ file: CInt) -> Bool {
    guard let status = stat(of: file) else { return false }
    return status.kind == S_IFREG && status.st_uid == geteuid()
  }

  func isStill(_ file: CInt, _ name: String) -> Bool {
    guard let opened = stat(of: file) else { return false }
    return stat(ofLink: name, in: descriptor)?.identity == opened.identity
  }
}

extension PrivateDirectory {
  /// Whether there is a directory that belongs to this user, and in which nobody else can write.
  ///
  /// - Throws: if there is one that does not.
  package static func isPrivate(_ path: String) throws(AuthorizationError) -> Bool {
    try PrivateDirectory(path) != nil
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// A file's content, and whether an untrusted user may have written it.
struct TrustedFile {
  let bytes: [UInt8]
  /// Why an untrusted user may have written it; `nil` if none may have.
  let fault: String?

  /// Reads a file, and finds out which users may have written or replaced it; `nil` if there is none.
  ///
  /// - Parameter looksAtDirectory: whether to check the directory, too, since users who may write to it can exchange
  ///   the file.
  static func read(
    _ path: String, trust: FileTrust = .user, looksAtDirectory: Bool = true
  ) throws(AuthorizationError) -> TrustedFile? {
    var fault: String?
    if looksAtDirectory {
      let parent = WholeFile.parent(of: path)
      let directory = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      if directory >= 0 {
        fault = trust.fault(of: directory, named: parent)
        close(directory)
      }
    }
    // Nonblocking, so that a pipe in its place does not block.
    let descriptor = retryingOnInterrupt { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw AuthorizationError(.read, path, errno: errno)
    }
    defer { close(descriptor) }
    fault = fault ?? trust.fault(of: descriptor, named: path)
    return TrustedFile(bytes: try read(descriptor, path), fault: fault)
  }

  static func read(_ descriptor: CInt, _ path: String) throws(AuthorizationError) -> [UInt8] {
    do {
      return try WholeFile.read(descriptor, path, limit: BoundedDecoding.longest)
    } catch {
      throw AuthorizationError(.read, error)
    }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// A file together with who may have written it.
struct TrustedFile {
  let bytes: [UInt8]
  /// Why somebody else may have written it; `nil` if nobody else may have.
  let fault: String?

  /// Reads a file, and finds out who may have written it or put it where it is.
  ///
  /// - Parameters:
  ///   - trust: who may have.
  ///   - looksAtDirectory: whether the directory counts as well, in which whoever may write can exchange the file.
  /// - Returns: `nil` if there is no such file.
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
    // A pipe in its place is not waited for.
    let descriptor = retryingOnInterrupt { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw AuthorizationError(.read, path, errno: errno)
    }
    defer { close(descriptor) }
    fault = fault ?? trust.fault(of: descriptor, named: path)
    return TrustedFile(bytes: try read(descriptor, path), fault: fault)
  }

  /// Reads an open file.
  static func read(_ descriptor: CInt, _ path: String) throws(AuthorizationError) -> [UInt8] {
    do {
      return try WholeFile.read(descriptor, path, limit: BoundedDecoding.longest)
    } catch {
      throw AuthorizationError(.read, error)
    }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// The file in which a restart finds what was watched; it is its owner's alone.
///
/// One process at a time has it, so that a page that shows a recording cannot end the watch of another one.
package final class WatchFile: Sendable {
  private let path: String
  /// Locked while the process has the file.
  private let lock: CInt
  /// What the file contained when it was opened; `nil` if there was none.
  let content: [UInt8]?

  /// Opens the file, and creates its folder.
  ///
  /// - Throws: ``Problem`` if another process has it, or another user can have written it.
  package init(_ path: String) throws(Problem) {
    let what = "anchor watch"
    do throws(SystemError) {
      try WholeFile.makeDirectory(WholeFile.parent(of: path), mode: 0o700)
    } catch {
      throw Problem(path, error.description, what)
    }
    let resolved = try Self.trusted(path, what)
    self.path = resolved
    let opened = retryingOnInterrupt {
      open((resolved + ".lock").pathBytes, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    guard opened >= 0 else { throw Problem(path, describe(errno: errno), what) }
    guard retryingOnInterrupt({ flock(opened, LOCK_EX | LOCK_NB) }) == 0 else {
      close(opened)
      throw Problem(path, "another gps web or gps serve is using it; stop that one", what)
    }
    do throws(SystemError) {
      content = try WholeFile.read(resolved, limit: WatchRecord.longest)
    } catch {
      close(opened)
      throw Problem(path, error.description, what)
    }
    lock = opened
  }

  deinit { close(lock) }

  /// Replaces the content, so that it survives a power failure when this returns.
  ///
  /// - Returns: why that is impossible; `nil` if it is done.
  func write(_ bytes: [UInt8]) -> String? {
    do throws(SystemError) {
      try WholeFile.replace(path, with: bytes, mode: 0o600)
      return nil
    } catch {
      return error.description
    }
  }

  /// Returns the path of a file without links, and checks that no other user can have written it, or exchange it.
  ///
  /// - Parameter what: what it keeps, for people.
  static func trusted(_ path: String, _ what: String) throws(Problem) -> String {
    do throws(TrustedPath.Fault) {
      let resolved = try TrustedPath.resolve(path)
      for file in [resolved, resolved + ".lock"] {
        guard let status = try TrustedPath.status(of: file) else { continue }
        guard status.kind == S_IFREG, status.st_nlink == 1 else {
          throw .untrusted("\(file) is not a regular file of its own; remove it")
        }
      }
      return resolved
    } catch {
      switch error {
      case .system(let number): throw Problem(path, describe(errno: number), what)
      case .untrusted(let reason): throw Problem(path, reason, what)
      }
    }
  }

  /// Why the file cannot be used, on one line.
  package struct Problem: Error, CustomStringConvertible {
    let path: String
    package let reason: String
    let what: String

    init(_ path: String, _ reason: String, _ what: String) {
      (self.path, self.reason, self.what) = (path, reason.escapedForTerminal, what)
    }

    package var description: String {
      "cannot keep the \(what) in \(path.escapedForTerminal): \(reason)"
    }
  }
}

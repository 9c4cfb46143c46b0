// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// The files of a store, which no other user can have written, and which have no other name.
///
/// SQLite opens them by their names and obeys what they contain: a rollback journal can name any file, which SQLite then
/// deletes. No other user can exchange a file after this check, because that includes the folders.
struct StoreFiles {
  /// The path as it was given, for messages.
  let name: String
  /// The path without links: however a store is reached, it has the same log and the same lock.
  let path: String
  /// The size of the store in bytes; `nil` if there is none.
  let size: Int64?
  /// Whether there is a log, since a program uses the store or was killed.
  let hasLog: Bool

  /// - Throws: ``StoreError`` if another user can have written one of the files, or if there is a rollback journal.
  init(_ name: String) throws(StoreError) {
    do throws(TrustedPath.Fault) {
      let path = try TrustedPath.resolve(name)
      (self.name, self.path) = (name, path)
      size = try Self.size(of: path)
      hasLog = try Self.size(of: path + Self.logSuffix) != nil
      for suffix in ["-shm", Self.lockSuffix] { _ = try Self.size(of: path + suffix) }
      guard try TrustedPath.status(of: path + "-journal") == nil else {
        throw .untrusted("gps never writes \(path)-journal, which is beside it; move that away")
      }
    } catch {
      switch error {
      case .system(let number): throw StoreError("open", name, StoreError.cause(errno: number))
      case .untrusted(let reason): throw StoreError("open", name, .untrusted(reason))
      }
    }
  }

  var isEmpty: Bool { size ?? 0 == 0 }

  /// SQLite's log of changes that are not in the store yet.
  var log: String { path + Self.logSuffix }

  /// The file that a process locks while it uses the store.
  var lock: String { path + Self.lockSuffix }

  private static let logSuffix = "-wal"
  private static let lockSuffix = "-lock"

  private static func size(of file: String) throws(TrustedPath.Fault) -> Int64? {
    guard let status = try TrustedPath.status(of: file) else { return nil }
    switch status.kind {
    case S_IFREG: break
    case S_IFDIR: throw .system(EISDIR)
    default: throw .untrusted("\(file) is not a regular file; name another one")
    }
    guard status.st_nlink <= 1 else {
      throw .untrusted("\(file) has another name, a hard link; make a copy, and name that")
    }
    return Int64(status.st_size)
  }
}

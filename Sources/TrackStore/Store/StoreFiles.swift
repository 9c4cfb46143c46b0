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

/// A claim of this process on a store, shared by its connections.
///
/// It is a lock on a file beside the store: SQLite has its own locks on the store itself, and loses them when the process
/// closes any descriptor of it. The kernel releases the claim when the process ends, however it ends.
final class StoreLock: Sendable {
  private struct Claim {
    let descriptor: CInt
    var count: Int
  }

  private static let claims = Mutex<[FileIdentity: Claim]>([:])

  private let identity: FileIdentity
  /// Whether this is the first claim of the process on this store.
  let isFirst: Bool

  init(_ files: StoreFiles) throws(StoreError) {
    let path = files.name
    // Guarded by the mutex: a descriptor that another thread has just closed might have held the lock.
    (identity, isFirst) = try Self.claims.withLock { claims throws(StoreError) in
      let opened = retryingOnInterrupt {
        open(files.lock.pathBytes, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      }
      guard opened >= 0 else { throw StoreError("open", path, StoreError.cause(errno: errno)) }
      let descriptor = movedAboveStandard(opened)
      do throws(StoreError) {
        return try Self.claim(descriptor, path, &claims)
      } catch {
        close(descriptor)
        throw error
      }
    }
  }

  deinit {
    Self.claims.withLock { claims in
      guard var claim = claims[identity] else { return }
      claim.count -= 1
      claims[identity] = claim.count > 0 ? claim : nil
      if claim.count == 0 { unlockAndClose(claim.descriptor) }
    }
  }

  private static func claim(
    _ descriptor: CInt, _ path: String, _ claims: inout [FileIdentity: Claim]
  ) throws(StoreError) -> (FileIdentity, isFirst: Bool) {
    guard descriptor >= 0, let identity = stat(of: descriptor)?.identity else {
      throw StoreError("open", path, StoreError.cause(errno: errno))
    }
    if claims[identity] != nil {
      claims[identity]?.count += 1
      close(descriptor)
      return (identity, false)
    }
    guard retryingOnInterrupt({ flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 else {
      guard errno == EWOULDBLOCK else {
        throw StoreError("open", path, StoreError.cause(errno: errno))
      }
      throw StoreError("open", path, .inUse(holder(descriptor)))
    }
    // Only for the message that the next process prints.
    ftruncate(descriptor, 0)
    _ = WholeFile.write(Array("\(getpid())\n".utf8), to: descriptor)
    claims[identity] = Claim(descriptor: descriptor, count: 1)
    return (identity, true)
  }

  /// Returns the process that holds the lock, according to what it wrote.
  private static func holder(_ descriptor: CInt) -> pid_t? {
    guard let bytes = try? WholeFile.read(descriptor, "", limit: 32) else { return nil }
    return pid_t(String(decoding: bytes, as: UTF8.self).prefix { $0.isNumber })
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT
//
// One process at a time.

#if Publishing
  import Glibc
  import LinuxSystem

  /// A claim of this process on a store, which its connections share.
  ///
  /// It is a lock on a file beside the store: SQLite has locks of its own on the store itself, and loses them when the
  /// process closes any descriptor of it. The kernel ends the claim with the process, however that ends.
  final class StoreLock: Sendable {
    /// Which file it is, whatever it is called.
    private struct Identity: Hashable {
      let device: dev_t
      let inode: ino_t
    }

    private struct Claim {
      let descriptor: CInt
      var count: Int
    }

    private static let claims = Mutex<[Identity: Claim]>([:])

    private let identity: Identity
    /// Whether the process had none on this store until now.
    let isFirst: Bool

    /// The file that is locked for a store.
    private static func file(of path: String) -> String { path + "-lock" }

    /// Removes the file that is locked, where it turns out that there is no store.
    static func removeFile(of path: String) { unlink(file(of: path).pathBytes) }

    init(_ path: String) throws(StoreError) {
      let name = Self.file(of: path)
      // Under the mutex: a descriptor that another thread has just closed might have been the one with the lock.
      (identity, isFirst) = try Self.claims.withLock { claims throws(StoreError) in
        let opened = retryingOnInterrupt {
          open(name.pathBytes, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
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
        if claim.count == 0 { close(claim.descriptor) }
      }
    }

    private static func claim(
      _ descriptor: CInt, _ path: String, _ claims: inout [Identity: Claim]
    ) throws(StoreError) -> (Identity, isFirst: Bool) {
      var status = stat()
      guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
        throw StoreError("open", path, StoreError.cause(errno: errno))
      }
      let identity = Identity(device: status.st_dev, inode: status.st_ino)
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
      // For the message that the next one prints; nothing else depends on it.
      ftruncate(descriptor, 0)
      _ = WholeFile.write(Array("\(getpid())\n".utf8), to: descriptor)
      claims[identity] = Claim(descriptor: descriptor, count: 1)
      return (identity, true)
    }

    /// The process that has it, according to itself.
    private static func holder(_ descriptor: CInt) -> pid_t? {
      guard let bytes = try? WholeFile.read(descriptor, "", limit: 32) else { return nil }
      return pid_t(String(decoding: bytes, as: UTF8.self).prefix { $0.isNumber })
    }
  }
#endif

// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
package import NavigationAuthentication

/// What has been verified, in a file of the state folder, so that the next run need not wait for the satellites to repeat it.
///
/// There is a file for each set of trusted trees. Only its owner may read and write it, and it is ignored if anybody else but
/// root could have written it, or if a line of it is not as it should be.
package final class KeyMemory: Sendable {
  private struct State {
    var content = AuthenticationMemory()
    var written = AuthenticationMemory()
    var writtenAt: Duration?
    var isWriting = false

    /// Whether more than the newest key differs from what is in the file.
    var isUrgent: Bool { !content.isSameButForNewestKey(as: written) }
  }

  private let state = Mutex(State())
  /// `nil` for a user without a home.
  private let path: String?
  private let roots: [MerkleRoot]
  /// Why an existing file is ignored, for people; `nil` if it is not.
  package let complaint: String?

  /// How often the newest key is written; one of an hour ago is as good after 120 hashes.
  private static let period = Duration.seconds(3600)

  /// - Parameter folder: the state folder; `nil` to keep nothing.
  package init(_ anchors: TrustAnchors, folder: String? = UserDirectories.current.ourState) {
    roots = anchors.roots
    let name = roots.map { root in root.hash.prefix(8).hexadecimal }.joined(separator: "-")
    path = folder.map { "\($0)/galileo-keys-\(name)" }
    var (content, complaint) = (AuthenticationMemory(), String?.none)
    if let path {
      do throws(TrustedFileFailure) {
        if let bytes = try Self.read(path) {
          content = try Self.content(bytes, roots)
        }
      } catch {
        complaint =
          "cannot use \(path.escapedForTerminal): \(error.reason); Galileo's keys have to be received again"
      }
    }
    self.complaint = complaint
    state.withLock { ($0.content, $0.written) = (content, content) }
  }

  package var content: AuthenticationMemory { state.withLock(\.content) }

  /// Keeps what has been verified; it is written on a thread of its own.
  func keep(_ memory: AuthenticationMemory, at now: Duration = monotonicNow()) {
    guard path != nil else { return state.withLock { $0.content = memory } }
    let isDue = state.withLock { state in
      state.content = memory
      let isOld = state.writtenAt.map { now - $0 >= Self.period } ?? true
      guard !state.isWriting, isOld && memory != state.written || state.isUrgent else {
        return false
      }
      (state.isWriting, state.written, state.writtenAt) = (true, memory, now)
      return true
    }
    guard isDue else { return }
    let thread = POSIXThread { [self] in
      var next: AuthenticationMemory? = memory
      while let memory = next {
        write(memory)
        // An alert that came meanwhile is not left to the next call.
        next = state.withLock { state in
          state.isWriting = state.isUrgent
          guard state.isUrgent else { return nil }
          state.written = state.content
          return state.content
        }
      }
    }
    if let thread { thread.detach() } else { state.withLock { $0.isWriting = false } }
  }

  /// Whether a file is being written; for tests.
  var isWriting: Bool { state.withLock(\.isWriting) }

  private func write(_ memory: AuthenticationMemory) {
    // Root would create a directory that the home's owner could not write to.
    guard let path, WholeFile.foreignOwner(of: path) == nil else { return }
    try? WholeFile.makeDirectory(WholeFile.parent(of: path), mode: 0o755)
    try? WholeFile.replace(path, with: Array(memory.text(roots).utf8), mode: 0o600)
  }

  // MARK: Reading

  private struct TrustedFileFailure: Error {
    let reason: String
  }

  /// More bytes than sixteen keys and as many chains take.
  private static let largest = 1 << 16

  /// Returns the bytes of a file that nobody else can have written; `nil` if there is none.
  private static func read(_ path: String) throws(TrustedFileFailure) -> [UInt8]? {
    do throws(TrustedPath.Fault) {
      let real = try TrustedPath.resolve(path)
      guard let status = try TrustedPath.status(of: real) else { return nil }
      guard status.kind == S_IFREG else { throw .untrusted("it is not a file; remove it") }
      do throws(SystemError) {
        return try WholeFile.read(real, limit: largest)
      } catch { throw .system(error.errno) }
    } catch {
      switch error {
      case .system(ENOENT), .system(ENOTDIR): return nil
      case .system(let number): throw TrustedFileFailure(reason: describe(errno: number))
      case .untrusted(let reason): throw TrustedFileFailure(reason: reason)
      }
    }
  }

  private static func content(
    _ bytes: [UInt8], _ roots: [MerkleRoot]
  ) throws(TrustedFileFailure) -> AuthenticationMemory {
    guard
      let memory = AuthenticationMemory(String(decoding: bytes, as: UTF8.self), roots: roots)
    else { throw TrustedFileFailure(reason: "it is damaged; remove it") }
    return memory
  }
}

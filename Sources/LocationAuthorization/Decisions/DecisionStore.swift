// Core Location for Linux. SPDX-License-Identifier: MIT

package import FoundationEssentials
import Glibc
import LinuxSystem

/// The file that stores a person's decisions, shared by all processes of that person.
package struct DecisionStore: Sendable {
  package let path: String
  private let directory: String

  /// - Parameter directory: the directory of the file; created when a decision is stored.
  package init(directory: String) {
    self.directory = directory
    path = directory + "/authorization.json"
  }

  private struct Document: Codable {
    var version = FormatVersion.current
    let applications: [ApplicationIdentifier: Decision]

    init(_ applications: [ApplicationIdentifier: Decision]) { self.applications = applications }

    private enum CodingKeys: CodingKey { case version, applications }

    init(from decoder: any Decoder) throws {
      let members = try decoder.members(CodingKeys.self)
      version = try members.decode(Int.self, forKey: .version)
      try FormatVersion.check(version, in: decoder)
      applications = try members.decodeByApplication(Decision.self, forKey: .applications)
    }
  }

  /// Returns all decisions, by application; none if there is no file.
  ///
  /// - Throws: if the file may have been written by another user, cannot be read, or is damaged.
  package func read() throws(AuthorizationError) -> [ApplicationIdentifier: Decision] {
    let (decisions, fault) = try readWithFault()
    if let fault { throw fault }
    return decisions
  }

  /// Returns all decisions, and why another user may have written them.
  func readWithFault() throws(AuthorizationError) -> (
    decisions: [ApplicationIdentifier: Decision], fault: AuthorizationError?
  ) {
    guard let file = try TrustedFile.read(path) else { return ([:], nil) }
    let fault = file.fault.map { AuthorizationError(.honor, path, .notHonored($0)) }
    return (try decode(file.bytes), fault)
  }

  /// Changes decisions under a lock that keeps out other processes.
  ///
  /// Decisions that were changed, or whose date was removed, are dated.
  ///
  /// - Parameter whileWaiting: receives a line if another process keeps this one waiting for longer than a second.
  /// - Returns: the decisions that are stored now.
  /// - Throws: if the file cannot be read or written; it is then unchanged. A damaged file is never overwritten.
  @discardableResult
  package func update(
    at date: Date, whileWaiting: (@Sendable (String) -> Void)? = nil,
    _ change: (inout [ApplicationIdentifier: Decision]) -> Void
  ) throws(AuthorizationError) -> [ApplicationIdentifier: Decision] {
    try PrivateDirectory.makePath(directory, for: path)
    let lock = try FileLock(directory + "/authorization.lock", whileWaiting: whileWaiting)
    return try lock.hold { () throws(AuthorizationError) in try changeFile(at: date, change) }
  }

  private func changeFile(
    at date: Date, _ change: (inout [ApplicationIdentifier: Decision]) -> Void
  ) throws(AuthorizationError) -> [ApplicationIdentifier: Decision] {
    let old = try read()
    var new = old
    change(&new)
    guard new != old else { return old }
    for (application, decision) in new where old[application] != decision {
      new[application]?.date = date
    }
    let content = try encode(new)
    // Decoded again, because dates are rounded, and so that nothing unreadable replaces a readable file.
    let kept = try decode(content)
    do {
      try WholeFile.replace(path, with: content, mode: 0o600)
    } catch {
      throw AuthorizationError(.write, error)
    }
    return kept
  }

  /// Stores a decision, if the one to replace is still there; returns whether it did, and what is stored now.
  package func replace(
    _ old: Decision?, of application: ApplicationIdentifier, with new: Decision, at date: Date,
    whileWaiting: (@Sendable (String) -> Void)? = nil
  ) throws(AuthorizationError) -> (isKept: Bool, decision: Decision?) {
    var isKept = false
    let all = try update(at: date, whileWaiting: whileWaiting) { decisions in
      isKept = Self.isSame(decisions[application], old)
      guard isKept else { return }
      decisions[application] = new
      decisions[application]?.date = nil
    }
    return (isKept, all[application])
  }

  private static func isSame(_ one: Decision?, _ other: Decision?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return one.isSame(as: other)
  }

  private func decode(
    _ content: [UInt8]
  ) throws(AuthorizationError) -> [ApplicationIdentifier: Decision] {
    do {
      return try AuthorizationCoding.decodeByApplication(Document.self, from: content).applications
    } catch {
      throw AuthorizationError(.read, path, .damaged(error.reason))
    }
  }

  private func encode(
    _ decisions: [ApplicationIdentifier: Decision]
  ) throws(AuthorizationError) -> [UInt8] {
    do {
      return try Array(AuthorizationCoding.encoder.encode(Document(decisions)))
        + [UInt8(ascii: "\n")]
    } catch {
      throw AuthorizationError(.write, path, .damaged("\(error)"))
    }
  }
}

extension [ApplicationIdentifier: Decision] {
  /// Returns the decision about an application.
  ///
  /// A denial of its executable under another name applies unless there is a decision about this one.
  package func decision(about application: ApplicationIdentity) -> Decision? {
    let own = self[application.identifier]
    guard own == nil || own?.answer == .notDetermined, let executable = application.executable
    else {
      return own
    }
    let denials = filter { $0.value.answer == .denied && executable.isNamed($0.key) }
    return denials.min { $0.key < $1.key }?.value ?? own
  }
}

/// A lock that one process holds at a time; it is released when the process ends.
struct FileLock: ~Copyable {
  private let descriptor: CInt

  /// The longest wait that is not reported.
  private static let patience = Duration.seconds(1)

  /// Waits until no other process holds the lock.
  ///
  /// - Parameters:
  ///   - path: a file, created if it is missing. Anything else in its place is refused.
  ///   - whileWaiting: receives a line if the wait takes longer than a second.
  init(_ path: String, whileWaiting: (@Sendable (String) -> Void)?) throws(AuthorizationError) {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let descriptor = retryingOnInterrupt { open(path, flags, 0o600) }
    guard descriptor >= 0 else { throw AuthorizationError(.lock, path, errno: errno) }
    guard stat(of: descriptor)?.kind == S_IFREG else {
      close(descriptor)
      throw AuthorizationError(.lock, path, .notHonored("it is not a file; remove it"))
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) != 0 else {
      self.descriptor = descriptor
      return
    }
    let number = errno == EWOULDBLOCK || errno == EINTR ? 0 : errno
    let reminder = whileWaiting.flatMap { Reminder(path, after: Self.patience, $0) }
    let isLocked = number == 0 && retryingOnInterrupt { flock(descriptor, LOCK_EX) } == 0
    let failure = number == 0 ? errno : number
    reminder?.cancel()
    guard isLocked else {
      close(descriptor)
      throw AuthorizationError(.lock, path, errno: failure)
    }
    self.descriptor = descriptor
  }

  deinit { unlockAndClose(descriptor) }

  /// Performs an operation while no other process has the lock.
  borrowing func hold<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result { try body() }
}

/// Reports a wait that takes long, from a thread of its own.
private struct Reminder {
  private let end: WakeUp

  /// Starts waiting; `nil` if the process has no descriptors or threads left.
  init?(_ path: String, after patience: Duration, _ report: @escaping @Sendable (String) -> Void) {
    guard let end = try? WakeUp() else { return nil }
    let thread = POSIXThread {
      guard firstReadable(of: end.descriptor, until: monotonicNow() + patience) == nil else {
        return
      }
      report("waiting for another program, which holds \(path); \"fuser \(path)\" names it")
    }
    guard let thread else { return nil }
    thread.detach()
    self.end = end
  }

  func cancel() { end.signal() }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

package import FoundationEssentials
import Glibc
import SerialLine

/// The file in which a person's decisions are kept, shared by all processes of this person.
package struct DecisionStore: Sendable {
  /// The file.
  package let path: String
  private let directory: String

  /// - Parameter directory: where the file is; made when something is kept.
  package init(directory: String) {
    self.directory = directory
    path = directory + "/authorization.json"
  }

  private struct Document: Codable {
    let version: Int
    let applications: [String: Decision]

    init(_ applications: [String: Decision]) {
      version = FormatVersion.current
      self.applications = applications
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
      case version
      case applications
    }

    init(from decoder: any Decoder) throws {
      try decoder.refuseMembers(besides: CodingKeys.self)
      let members = try decoder.container(keyedBy: CodingKeys.self)
      version = try members.decode(Int.self, forKey: .version)
      try FormatVersion.check(version, in: decoder)
      applications = try members.decode([String: Decision].self, forKey: .applications)
    }
  }

  /// All decisions, by application; none if there is no file.
  ///
  /// - Throws: if it cannot be read, or is damaged.
  package func read() throws(AuthorizationError) -> [String: Decision] {
    guard let content = try FileContent.read(path) else { return [:] }
    return try decode(content)
  }

  /// Changes decisions, while no other process does.
  ///
  /// What is changed, and what has no date any more, is dated.
  ///
  /// - Returns: what is kept now.
  /// - Throws: if the file cannot be read or written; it is then as it was. A damaged one is never overwritten.
  @discardableResult
  package func update(
    at date: Date, _ change: (inout [String: Decision]) -> Void
  ) throws(AuthorizationError) -> [String: Decision] {
    try FileContent.makeDirectory(directory)
    let lock = try takeLock()
    // Closing it lets the next one in.
    defer { close(lock) }
    let old = try read()
    var new = old
    change(&new)
    guard new != old else { return old }
    for (application, decision) in new where old[application] != decision {
      new[application]?.date = date
    }
    let content = try encode(new)
    try FileContent.replace(path, with: content)
    // As others read it: dates are rounded.
    return try decode(content)
  }

  /// Keeps a decision, if the one it replaces is still there.
  ///
  /// - Returns: what is kept about the application now.
  package func replace(
    _ old: Decision?, of application: String, with new: Decision, at date: Date
  ) throws(AuthorizationError) -> (isKept: Bool, decision: Decision?) {
    var isKept = false
    let all = try update(at: date) { decisions in
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

  private func takeLock() throws(AuthorizationError) -> CInt {
    let path = directory + "/authorization.lock"
    let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw AuthorizationError(.lock, path, errno: errno) }
    guard retryingOnInterrupt({ flock(descriptor, LOCK_EX) }) == 0 else {
      let number = errno
      close(descriptor)
      throw AuthorizationError(.lock, path, errno: number)
    }
    return descriptor
  }

  private func decode(_ content: Data) throws(AuthorizationError) -> [String: Decision] {
    do {
      return try AuthorizationCoding.decoder.decode(Document.self, from: content).applications
    } catch {
      throw AuthorizationError(.read, path, .damaged(FileContent.reason(error)))
    }
  }

  private func encode(_ decisions: [String: Decision]) throws(AuthorizationError) -> Data {
    do {
      return try AuthorizationCoding.encoder.encode(Document(decisions))
        + Data([UInt8(ascii: "\n")])
    } catch {
      throw AuthorizationError(.write, path, .damaged("\(error)"))
    }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc
import LinuxSystem

/// The administrator's file, which grants something only if nobody else can have written it.
///
/// What it forbids holds whoever wrote it: in a container, root's files may look like a stranger's.
package struct PolicyFile: Sendable {
  /// The file.
  package let path: String
  private let top: String
  private let trust: FileTrust

  /// - Parameters:
  ///   - path: an absolute one, below `top`.
  ///   - top: the directory down from which everything must be the owner's.
  ///   - owner: the administrator.
  package init(path: String, top: String = "/", owner: uid_t = 0) {
    self.path = path
    self.top = top
    trust = .only(owner)
  }

  /// What it lays down, nothing if there is no file, and why it grants nothing.
  ///
  /// - Throws: if it is damaged, or if it cannot be read.
  package func read() throws(AuthorizationError) -> (
    policy: AdministratorPolicy, fault: AuthorizationError?
  ) {
    guard let (descriptor, fault) = try openDoubted() else { return (AdministratorPolicy(), nil) }
    defer { close(descriptor) }
    let content = try TrustedFile.read(descriptor, path)
    let policy: AdministratorPolicy
    do {
      policy = try AuthorizationCoding.decodeByApplication(AdministratorPolicy.self, from: content)
    } catch {
      throw AuthorizationError(.read, path, .damaged(error.reason))
    }
    guard let fault else { return (policy, nil) }
    let reason = fault + "; until then it forbids, and allows nothing"
    return (policy.withoutGrants, AuthorizationError(.honor, path, .notHonored(reason)))
  }

  /// Goes down to it directory by directory, so that none is exchanged between the look and the step.
  ///
  /// - Returns: the file and why somebody else may have written it; `nil` if it does not exist.
  private func openDoubted() throws(AuthorizationError) -> (descriptor: CInt, fault: String?)? {
    var here = open(top, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard here >= 0 else { throw AuthorizationError(.read, top, errno: errno) }
    var fault = trust.fault(of: here, named: top)
    var name = top == "/" ? "" : top
    let steps = path.dropFirst(top.count).split(separator: "/")
    for (index, step) in steps.enumerated() {
      name += "/" + step
      let isFile = index == steps.count - 1
      let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (isFile ? 0 : O_DIRECTORY)
      var next = openat(here, String(step), flags | O_NOFOLLOW)
      if next < 0, errno == ELOOP || errno == ENOTDIR {
        fault = fault ?? "\(name) is a link or not a directory; put a directory in its place"
        next = openat(here, String(step), flags)
      }
      let number = errno
      close(here)
      guard next >= 0 else {
        if number == ENOENT || number == ENOTDIR { return nil }
        throw AuthorizationError(.read, name, errno: number)
      }
      here = next
      fault = fault ?? trust.fault(of: here, named: name)
    }
    return (here, fault)
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc
import LinuxSystem

/// The administrator's file, which grants something only if no other user can have written it.
///
/// Its restrictions apply regardless of who wrote it: in a container, root's files may appear to belong to another
/// user.
package struct PolicyFile: Sendable {
  package let path: String
  private let top: String
  private let trust: FileTrust

  /// - Parameters:
  ///   - path: an absolute path below `top`.
  ///   - top: the directory from which on everything must belong to the owner.
  ///   - owner: the administrator.
  package init(path: String, top: String = "/", owner: uid_t = 0) {
    self.path = path
    self.top = top
    trust = .only(owner)
  }

  /// Returns the policy, empty if there is no file, and why it grants nothing, if so.
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

  /// Opens the file directory by directory, so that none can be exchanged between check and use.
  ///
  /// - Returns: the file and why another user may have written it; `nil` if it does not exist.
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

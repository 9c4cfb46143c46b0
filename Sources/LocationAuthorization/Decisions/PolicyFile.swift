// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials
package import Glibc

/// The administrator's file, which is honored only if nobody else can have written it.
package struct PolicyFile: Sendable {
  /// The file.
  package let path: String
  private let top: String
  private let owner: uid_t

  /// - Parameters:
  ///   - path: an absolute one, below `top`.
  ///   - top: the directory down from which everything must be the owner's.
  ///   - owner: the administrator.
  package init(path: String, top: String = "/", owner: uid_t = 0) {
    self.path = path
    self.top = top
    self.owner = owner
  }

  /// What it says; `nil` if there is none.
  ///
  /// - Throws: if it is not to be honored, if it is damaged, or if it cannot be read.
  package func read() throws(AuthorizationError) -> AdministratorPolicy? {
    guard let (descriptor, fault) = try openTrusted() else { return nil }
    defer { close(descriptor) }
    if let fault { throw AuthorizationError(.honor, path, .notHonored(fault)) }
    let content = try FileContent.read(descriptor, of: path)
    do {
      return try AuthorizationCoding.decoder.decode(AdministratorPolicy.self, from: content)
    } catch {
      throw AuthorizationError(.read, path, .damaged(FileContent.reason(error)))
    }
  }

  /// Goes down to it directory by directory, so that none is exchanged between the look and the step.
  ///
  /// - Returns: the file and why it is not to be honored; `nil` if it does not exist.
  private func openTrusted() throws(AuthorizationError) -> (descriptor: CInt, fault: String?)? {
    var here = open(top, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard here >= 0 else { throw AuthorizationError(.read, top, errno: errno) }
    var fault = fault(of: here, named: top)
    var name = top == "/" ? "" : top
    let steps = path.dropFirst(top.count).split(separator: "/")
    for (index, step) in steps.enumerated() {
      name += "/" + step
      let isFile = index == steps.count - 1
      let next = openat(
        here, String(step),
        O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | (isFile ? 0 : O_DIRECTORY))
      let number = errno
      close(here)
      guard next >= 0 else {
        switch number {
        case ENOENT: return nil
        case ELOOP, ENOTDIR:
          throw AuthorizationError(
            .honor, path, .notHonored("\(name) is a link or no directory; put it there itself"))
        default: throw AuthorizationError(.read, name, errno: number)
        }
      }
      here = next
      fault = fault ?? self.fault(of: here, named: name)
    }
    return (here, fault)
  }

  private func fault(of descriptor: CInt, named name: String) -> String? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return "\(name) cannot be examined; check it" }
    if status.st_uid != owner {
      return "\(name) belongs to user \(status.st_uid), not to \(ownerName); run \"chown\" as root"
    }
    if status.st_mode & (S_IWGRP | S_IWOTH) != 0 {
      return "others than \(ownerName) may write \(name); run \"chmod go-w\" as root"
    }
    return nil
  }

  private var ownerName: String { owner == 0 ? "root" : "user \(owner)" }
}

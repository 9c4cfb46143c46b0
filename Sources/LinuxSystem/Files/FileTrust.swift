// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc

/// The users who are trusted to have written a file.
///
/// The location of a file does not tell who wrote it: in a directory that others may write to, any of them may have.
package struct FileTrust: Sendable {
  private let owners: Set<uid_t>
  /// Whether a group that contains only this user may write, as is common with a umask of 002.
  private let admitsPrivateGroup: Bool

  /// Trusts files that only one user, and none of its groups, can have written.
  package static func only(_ owner: uid_t) -> FileTrust {
    FileTrust(owners: [owner], admitsPrivateGroup: false)
  }

  /// Trusts files that only root and the user of this process can have written.
  package static var user: FileTrust {
    FileTrust(owners: [0, geteuid()], admitsPrivateGroup: true)
  }

  /// Returns whether files may belong to a user.
  func includes(_ owner: uid_t) -> Bool { owners.contains(owner) }

  /// Returns why an untrusted user may have written an open file or directory, and what to run; `nil` if none may have.
  package func fault(of descriptor: CInt, named name: String) -> String? {
    guard let status = stat(of: descriptor) else { return "\(name) cannot be examined; check it" }
    guard includes(status.st_uid) else {
      return "\(name) belongs to user \(status.st_uid), not to \(ownerNames); run \"chown\" as root"
    }
    // With an access control list, the bit is that of everybody on the list.
    let isOpenToGroup =
      status.st_mode & S_IWGRP != 0
      && !(admitsPrivateGroup && AccessControlList.read(descriptor) == []
        && isPrivate(status.st_gid))
    guard isOpenToGroup || status.st_mode & S_IWOTH != 0 else { return nil }
    let who = owners == [0] ? " as root" : ""
    return "others than \(ownerNames) may write to \(name); run \"chmod go-w\"\(who)"
  }

  private var ownerNames: String {
    owners.sorted().map { $0 == 0 ? "root" : "user \($0)" }.joined(separator: " or ")
  }

  /// Whether a group is named after this user and has no other members.
  private func isPrivate(_ id: gid_t) -> Bool {
    guard let user = UserDatabase.user(geteuid()), user.group == id,
      let group = UserDatabase.group(id)
    else { return false }
    return group.name == user.name && group.members.allSatisfy { $0 == user.name }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LinuxSystem
import TestSupport
import Testing

/// Which users may have written a file.
@Suite struct FileTrustTests {
  /// The group that only this user is in, if there is one.
  private static let privateGroup: gid_t? = UserDatabase.user(geteuid()).flatMap { user in
    let group = UserDatabase.group(user.group)
    return group?.name == user.name && group?.members == [] ? user.group : nil
  }

  /// A list as `setfacl` makes it, in hexadecimal digits: the owner reads and writes, user 1001 has the permissions
  /// given, the group and the mask allow everything.
  private static func list(ofUser permissions: Int) -> String {
    "02000000" + "01000600ffffffff" + "02000\(permissions)00e9030000" + "04000600ffffffff"
      + "10000600ffffffff" + "20000000ffffffff"
  }

  /// With a list, the mode shows whether anybody on it may write, so one that only lets others read is doubted as well.
  @Test(
    .enabled(if: privateGroup != nil, "this user has no group that nobody else is in"),
    arguments: [
      ("a group with nobody else in it", nil, true),
      ("another user may write", list(ofUser: 6), false),
      ("another user may read", list(ofUser: 4), false),
    ] as [(why: String, list: String?, isTrusted: Bool)])
  func trustsAPrivateGroupAlone(why: String, list: String?, isTrusted: Bool) throws {
    let scratch = try ScratchFolder()
    let path = try scratch.file("file", "")
    try #require(chown(path, geteuid(), try #require(Self.privateGroup)) == 0)
    try #require(chmod(path, 0o660) == 0)
    if let list { try Self.set(list, on: path) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let fault = FileTrust.user.fault(of: descriptor, named: path)
    #expect((fault == nil) == isTrusted, "\(why): \(fault ?? "")")
    // What the message recommends helps.
    try #require(chmod(path, 0o640) == 0)
    #expect(FileTrust.user.fault(of: descriptor, named: path) == nil, "\(why)")
  }

  private static func set(_ list: String, on path: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      "import os; os.setxattr('\(path)', 'system.posix_acl_access', bytes.fromhex('\(list)'))",
    ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }
}

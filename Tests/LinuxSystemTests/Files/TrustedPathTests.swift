// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite struct TrustedPathTests {
  private let folder: ScratchFolder

  /// Below /tmp, in which others can create files, but not exchange this one.
  init() throws {
    folder = try ScratchFolder()
    try folder.file("inner/file", "")
    for (name, target) in [
      ("file", "inner/file"), ("folder", folder.path + "/inner"), ("up", "inner/../inner/./file"),
      ("twice", "folder/../file"), ("loop", "loop"), ("nowhere", "inner/missing"),
    ] {
      try #require(symlink(target, folder.path + "/" + name) == 0)
    }
  }

  @Test(
    arguments: [
      ("a file", "inner/file", "inner/file"), ("a missing file", "inner/new", "inner/new"),
      ("a folder", "inner/", "inner"), ("empty steps", "./inner//file", "inner/file"),
      ("up and down", "inner/../inner/file", "inner/file"), ("a link", "file", "inner/file"),
      ("a link to a folder", "folder/file", "inner/file"), ("a long way", "up", "inner/file"),
      ("links to links", "twice", "inner/file"), ("a link to nothing", "nowhere", "inner/missing"),
      ("a slash with a mark", "inner/\u{338}new", "inner/\u{338}new"),
      ("a name that is not UTF-8", "inner/\u{10FFE9}", "inner/\u{10FFE9}"),
    ])
  func leadsTo(_ name: String, _ path: String, _ result: String) throws {
    #expect(try TrustedPath.resolve("\(folder.path)/\(path)") == "\(folder.path)/\(result)")
  }

  @Test func acceptsOnesOwnFolderWhereOthersCanCreateFilesButNotThatPlaceItself() throws {
    #expect(try TrustedPath.resolve(folder: folder.path) == folder.path)
    #expect(try TrustedPath.resolve(folder: folder.path + "/folder/") == folder.path + "/inner")
    let shared = folder.path + "/shared"
    try #require(mkdir(shared, 0o700) == 0 && chmod(shared, 0o1777) == 0)
    #expect(throws: TrustedPath.Fault.self) { try TrustedPath.resolve(folder: shared) }
  }

  @Test(
    arguments: [
      ("no such folder", "missing/file", ENOENT), ("a file for a folder", "inner/file/x", ENOTDIR),
      ("a link to itself", "loop", ELOOP),
    ])
  func failsAsTheKernelDoes(_ name: String, _ path: String, _ number: CInt) {
    #expect(throws: TrustedPath.Fault.system(number)) {
      try TrustedPath.resolve("\(folder.path)/\(path)")
    }
  }

  @Test func nothingHasNoName() {
    #expect(throws: TrustedPath.Fault.system(ENOENT)) { try TrustedPath.resolve("") }
  }

  @Test func aRelativePathBeginsInTheWorkingDirectory() throws {
    let here = FileManager.default.currentDirectoryPath
    // The folder of the sources may be open to others.
    let expected = Result { () throws(TrustedPath.Fault) in try TrustedPath.resolve(here + "/x") }
    #expect(Result { () throws(TrustedPath.Fault) in try TrustedPath.resolve("x") } == expected)
  }

  @Test(arguments: ["inner/file", "file", "folder/file", "up"])
  func everyFolderOnTheWayMatters(_ path: String) throws {
    try #require(chmod(folder.path + "/inner", 0o777) == 0)
    #expect(doubt(path).contains("may write to \(folder.path)/inner; run \"chmod go-w\""))
  }

  @Test(arguments: ["inner/file", "file", "folder/file"])
  func noFileAndNoLinkIsTrustedAmongThoseOfOthers(_ path: String) throws {
    try #require(chmod(folder.path + (path == "inner/file" ? "/inner" : ""), 0o1777) == 0)
    #expect(doubt(path).hasPrefix("others can create files in \(folder.path)"))
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func filesOfOthersAreNotTrusted() throws {
    let path = folder.path + "/inner/file"
    #expect(try TrustedPath.status(of: path)?.st_size == 0)
    #expect(try TrustedPath.status(of: path + "s") == nil)
    try #require(chown(path, 65534, 65534) == 0)
    let reason = "\(path) belongs to user 65534; run this as that user, or name another file"
    #expect(throws: TrustedPath.Fault.untrusted(reason)) { try TrustedPath.status(of: path) }
    #expect(throws: TrustedPath.Fault.untrusted(reason)) { try TrustedPath.resolve(path) }
    #expect(try TrustedPath.status(of: path, trust: .only(65534)) != nil)
  }

  /// Returns why the way to a file in the folder is not trusted.
  private func doubt(_ path: String) -> String {
    do throws(TrustedPath.Fault) {
      return try TrustedPath.resolve("\(folder.path)/\(path)")
    } catch {
      guard case .untrusted(let reason) = error else { return "\(error)" }
      return reason
    }
  }
}

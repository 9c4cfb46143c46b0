// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import TestSupport
import Testing

/// Reading and replacing whole files.
@Suite struct WholeFileTests {
  private static func mode(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  @Test func replacesAFileAndLeavesNothingBeside() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/a"
    try WholeFile.replace(path, with: [1, 2], mode: 0o600)
    try WholeFile.replace(path, with: [3], mode: 0o644)
    #expect(try WholeFile.read(path, limit: 10) == [3])
    #expect(Self.mode(path) == 0o644)
    #expect(folder.names() == ["a"])
  }

  @Test func replacesALinkAndNotWhatItPointsTo() throws {
    let folder = try ScratchFolder()
    let (target, link) = (folder.path + "/target", folder.path + "/link")
    try WholeFile.replace(target, with: [1], mode: 0o600)
    try #require(symlink(target, link) == 0)
    try WholeFile.replace(link, with: [2], mode: 0o600)
    #expect(try WholeFile.read(target, limit: 10) == [1])
    #expect(try WholeFile.read(link, limit: 10) == [2])
  }

  @Test func readsNothingWhereThereIsNoFile() throws {
    #expect(try WholeFile.read("/nonexistent/file", limit: 10) == nil)
  }

  @Test func doesNotWaitForAPipeInPlaceOfAFile() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    #expect(try WholeFile.read(path, limit: 10) == [])
  }

  @Test func refusesAFileBeyondTheLimit() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/long"
    try WholeFile.replace(path, with: Array(repeating: 7, count: 11), mode: 0o600)
    #expect(throws: SystemError("read", path, errno: EFBIG)) {
      try WholeFile.read(path, limit: 10)
    }
    #expect(try WholeFile.read(path, limit: 11)?.count == 11)
  }

  @Test func makesDirectoriesWithTheModeThatWasAskedFor() throws {
    let folder = try ScratchFolder()
    try WholeFile.makeDirectory(folder.path + "/a/b/c", mode: 0o700)
    for path in ["/a", "/a/b", "/a/b/c"] { #expect(Self.mode(folder.path + path) == 0o700) }
  }

  @Test(
    arguments: [
      ("below a file", "/etc/passwd/a", ENOTDIR),
      ("in a folder that is not there", "/nonexistent/a", ENOENT),
    ] as [(why: String, path: String, number: CInt)])
  func saysWhyAFileCannotBeReplaced(why: String, path: String, number: CInt) {
    #expect(throws: SystemError("write", path, errno: number)) {
      try WholeFile.replace(path, with: [], mode: 0o600)
    }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite struct FolderEntryTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.file("album/photo", "old")
    try folder.file("new", "new")
  }

  private func entry(_ path: String) throws -> FolderEntry {
    try FolderEntry("\(folder.path)/\(path)")
  }

  /// Replaces a file by "new", after something else has happened.
  private func replace(_ path: String, after event: () throws -> Void = {}) throws {
    let entry = try entry(path)
    let old = try #require(entry.status)
    try event()
    let content = open(folder.path + "/new", O_RDONLY)
    defer { close(content) }
    try entry.replace(old, with: content, keepingAs: "_original")
  }

  @Test func keepsTheOldFileUnderAnotherName() throws {
    try #require(chmod(folder.path + "/album/photo", 0o4640) == 0)
    let old = try #require(try entry("album/photo").status)
    try replace("album/photo")
    #expect(try folder.text("album/photo") == "new" && folder.text("album/photo_original") == "old")
    #expect(folder.names("album") == ["photo", "photo_original"])
    let new = try #require(try entry("album/photo").status)
    #expect(new.identity != old.identity)
    // Not the right to run it as its owner, who may be another user.
    #expect(new.st_mode & 0o7777 == 0o640)
    #expect(try entry("album/photo_original").status?.identity == old.identity)
    // The first original is the one that matters.
    try replace("album/photo")
    #expect(try folder.text("album/photo_original") == "old")
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func staysItsOwners() throws {
    try #require(chown(folder.path + "/album/photo", 65534, 65533) == 0)
    try replace("album/photo")
    let new = try #require(try entry("album/photo").status)
    #expect(new.st_uid == 65534 && new.st_gid == 65533)
  }

  @Test func aLinkStaysALink() throws {
    try #require(symlink("album", folder.path + "/shelf") == 0)
    try #require(symlink("../album/photo", folder.path + "/album/link") == 0)
    try replace("shelf/link")
    #expect(folder.names() == ["album", "new", "shelf"])
    #expect(folder.names("album") == ["link", "photo", "photo_original"])
    #expect(stat(ofLink: folder.path + "/album/link")?.kind == S_IFLNK)
    #expect(try folder.text("album/photo") == "new")
  }

  @Test(
    .enabled(if: geteuid() == 0, "only root can give links away"),
    arguments: ["shelf/photo", "album/link"])
  func linksOfOthersAreNotFollowed(_ path: String) throws {
    try #require(symlink("album", folder.path + "/shelf") == 0)
    try #require(symlink("photo", folder.path + "/album/link") == 0)
    for link in ["/shelf", "/album/link"] {
      try #require(lchown(folder.path + link, 65534, 65534) == 0)
    }
    let name = path == "album/link" ? "link" : "shelf"
    #expect(
      throws: TrustedPath.Fault.untrusted(
        "\(name) is a link made by user 65534; name the file that it leads to")
    ) { try entry(path) }
  }

  @Test func nothingIsWrittenThroughALinkThatIsLaidMeanwhile() throws {
    try folder.file("secret", "mine")
    let album = folder.path + "/album"
    // The folder itself is exchanged.
    try replace("album/photo") {
      try #require(rename(album, folder.path + "/moved") == 0)
      try #require(symlink(".", album) == 0)
    }
    #expect(folder.names("moved") == ["photo", "photo_original"])
    #expect(folder.names() == ["album", "moved", "new", "secret"])
    // A link in the place of the photo, or of its original.
    let photo = folder.path + "/moved/photo"
    #expect(throws: SystemError("write", photo, errno: ESTALE)) {
      try replace("moved/photo") {
        unlink(photo)
        symlink("../secret", photo)
      }
    }
    unlink(photo)
    unlink(photo + "_original")
    try folder.file("moved/photo", "old")
    try #require(symlink("../secret", photo + "_original") == 0)
    #expect(throws: SystemError("write", photo, errno: EEXIST)) { try replace("moved/photo") }
    #expect(try folder.text("moved/photo") == "old" && folder.text("secret") == "mine")
    #expect(folder.names("moved") == ["photo", "photo_original"])
  }

  @Test func aFileThatWasEditedMeanwhileIsLeftAlone() throws {
    #expect(throws: SystemError.self) {
      try replace("album/photo") { try folder.file("album/photo", "edited") }
    }
    #expect(try folder.text("album/photo") == "edited" && folder.names("album") == ["photo"])
  }

  @Test(
    arguments: [
      ("no such file", "album/none", ENOENT), ("a file for a folder", "album/photo/x", ENOTDIR),
      ("a link to itself", "loop", ELOOP),
    ])
  func failsAsTheKernelDoes(_ name: String, _ path: String, _ number: CInt) throws {
    try #require(symlink("loop", folder.path + "/loop") == 0)
    #expect(throws: TrustedPath.Fault.system(number)) { try entry(path) }
  }

  @Test func opensOnlyTheFileThatWasExamined() throws {
    let entry = try entry("album/photo")
    let identity = try #require(entry.status?.identity)
    close(try entry.open(identity))
    try folder.file("album/other", "other")
    try #require(rename(folder.path + "/album/other", folder.path + "/album/photo") == 0)
    #expect(throws: SystemError("read", entry.path, errno: ESTALE)) { try entry.open(identity) }
  }
}

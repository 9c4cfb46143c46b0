// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Files of others, and what others put beside a store.

import Foundation
import Glibc
import TestSupport
import Testing
import TrackStore

@Suite struct StoreTrustTests {
  /// SQLite would play the journal back and then delete the file that it names.
  @Test(arguments: ["wal", "delete"])
  func noJournalIsPlayedBack(_ journal: String) throws {
    let store = try CraftedStore()
    try store.run("SELECT 1", journal: journal)
    let victim = try store.folder.file("key", "secret")
    try store.addJournal(naming: victim)
    try store.expectRefusal(EX_NOPERM, "gps never writes \(store.path)-journal")
    #expect(try store.folder.text("key") == "secret")
  }

  @Test(
    .enabled(if: geteuid() == 0, "only root can give files away"),
    arguments: ["folder", "folder/inner", "folder/inner/positions.sqlite"])
  func onlyRootsAndTheUsersOwnFilesAreOpened(_ given: String) throws {
    let store = try CraftedStore()
    let inner = store.folder.path + "/folder/inner"
    // With these modes, although a test that listens at a socket changes the umask for a moment.
    for folder in [store.folder.path + "/folder", inner] {
      try #require(mkdir(folder, 0o755) == 0 && chmod(folder, 0o755) == 0)
    }
    try FileManager.default.moveItem(atPath: store.path, toPath: inner + "/positions.sqlite")
    try #require(chown(store.folder.path + "/" + given, 65534, 65534) == 0)
    for isReading in [true, false] {
      let error = #expect(throws: StoreError.self) {
        let path = inner + "/positions.sqlite"
        _ = isReading ? try PositionStore(reading: path) : try PositionStore(path: path)
      }
      #expect(error?.exitCode == EX_NOPERM)
      let reason = "\(given) belongs to user 65534; run this as that user, or name another file"
      #expect(error?.description.hasSuffix(reason) == true, "\(error?.description ?? "")")
    }
    #expect(store.folder.names("folder/inner") == ["positions.sqlite"])
  }

  @Test(
    arguments: [
      ("everybody may write to the file", "positions.sqlite", 0o666, "may write to"),
      ("everybody may write to the log", "positions.sqlite-wal", 0o606, "may write to"),
      ("everybody may write to the lock", "positions.sqlite-lock", 0o606, "may write to"),
      ("everybody may write to the folder", "", 0o777, "may write to"),
      ("everybody may create files in the folder", "", 0o1777, "others can create files in"),
    ])
  func othersMayNotWrite(_ name: String, _ file: String, _ mode: mode_t, _ words: String) throws {
    let store = try CraftedStore()
    if file.hasSuffix("-wal") { try store.folder.file(file, "") }
    #expect(chmod(store.folder.path + "/" + file, mode) == 0)
    try store.expectRefusal(EX_NOPERM, words)
  }

  @Test(arguments: ["-wal", "-shm", "-lock"])
  func nothingBesideItLeadsElsewhere(_ suffix: String) throws {
    let store = try CraftedStore()
    let victim = try store.folder.file("key", "secret")
    unlink(store.path + suffix)
    #expect(symlink(victim, store.path + suffix) == 0)
    try store.expectRefusal(EX_NOPERM, "\(suffix) is not a regular file")
    unlink(store.path + suffix)
    #expect(link(victim, store.path + suffix) == 0)
    try store.expectRefusal(EX_NOPERM, "\(suffix) has another name")
    unlink(store.path + suffix)
    #expect(mkfifo(store.path + suffix, 0o600) == 0)
    #expect(throws: StoreError.self) { try PositionStore(reading: store.path) }
    #expect(try store.folder.text("key") == "secret")
  }

  @Test func onlyARegularFileIsAStore() throws {
    let folder = try ScratchFolder()
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    for path in [folder.path + "/pipe", "/dev/null"] {
      for isReading in [true, false] {
        let error = #expect(throws: StoreError.self) {
          _ = isReading ? try PositionStore(reading: path) : try PositionStore(path: path)
        }
        #expect(error?.description.contains("\(path) is not a regular file") == true)
      }
    }
    #expect(folder.names() == ["pipe"])
  }

  @Test func aFileWithTwoNamesIsRefused() throws {
    let store = try CraftedStore()
    #expect(link(store.path, store.folder.path + "/other.sqlite") == 0)
    try store.expectRefusal(EX_NOPERM, "has another name, a hard link")
  }

  @Test func aLinkIsFollowedToTheSameLock() throws {
    let store = try CraftedStore()
    let link = store.folder.path + "/link.sqlite"
    #expect(symlink("positions.sqlite", link) == 0)
    let process = try ProbeProcess("hold", link)
    process.wait(forLines: 1)
    #expect(throws: StoreError("open", store.path, .inUse(process.number))) {
      try PositionStore(path: store.path)
    }
    #expect(!store.folder.names().contains { $0.hasPrefix("link.sqlite-") })
    #expect(try process.finish() == 0)
  }

  /// In a folder such as /tmp, where a link could lead to any store of this user.
  @Test func aLinkThatOthersCanMakeIsNotFollowed() throws {
    let store = try CraftedStore()
    let shared = try ScratchFolder()
    #expect(chmod(shared.path, 0o1777) == 0)
    #expect(symlink(store.folder.path, shared.path + "/link") == 0)
    let error = #expect(throws: StoreError.self) {
      try PositionStore(reading: shared.path + "/link/positions.sqlite")
    }
    #expect(error?.description.contains("others can create files in \(shared.path)") == true)
  }

  /// A log from which nothing has been moved into the store yet stays as it is.
  @Test func readingChangesNothing() throws {
    let folder = try ScratchFolder()
    let process = try ProbeProcess("append", folder.path + "/positions.sqlite")
    process.wait(forLines: 20)
    process.kill()
    let names = folder.names()
    let before = try names.map { try Data(contentsOf: folder.url.appending(path: $0)) }
    var count = 0
    try PositionStore(reading: folder.path + "/positions.sqlite").track { _ in count += 1 }
    #expect(count >= 20)
    #expect(folder.names() == names)
    for (name, bytes) in zip(names, before) where !name.hasSuffix("-shm") {
      #expect(try Data(contentsOf: folder.url.appending(path: name)) == bytes, "\(name)")
    }
  }
}

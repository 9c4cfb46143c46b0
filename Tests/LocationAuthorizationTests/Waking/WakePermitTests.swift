// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

@testable import LocationAuthorization

@Suite struct WakePermitTests {
  private let scratch: ScratchFolder
  private let path: String

  init() throws {
    scratch = try ScratchFolder()
    path = try scratch.file("apps/a", "#!/bin/true\n")
    chmod(path, 0o755)
    chmod(scratch.path + "/apps", 0o755)
  }

  private func registration(_ other: String? = nil) throws -> WakeRegistration {
    let path = other ?? path
    var status = stat()
    try #require(lstat(path, &status) == 0)
    let own = try #require(RegisteredExecutable.current)
    return WakeRegistration(
      application: ApplicationIdentifier(path),
      executable: RegisteredExecutable(
        path: ApplicationIdentifier(path), device: UInt64(status.st_dev),
        inode: UInt64(status.st_ino), boot: own.boot, namespace: own.namespace))
  }

  private func refusal(_ registration: WakeRegistration) -> WakePermit.Refusal? {
    let directories = AuthorizationDirectories(
      decisions: scratch.path + "/config", policy: scratch.path + "/policy.json", presence: nil)
    do throws(WakePermit.Refusal) {
      try WakePermit.check(registration, directories)
      return nil
    } catch { return error }
  }

  private func decide(_ decision: Decision?) throws {
    try scratch.store.update(at: Date()) { $0[ApplicationIdentifier(path)] = decision }
  }

  @Test func onlyAlwaysStartsIt() throws {
    let registration = try registration()
    for (decision, word) in [
      (nil, "no longer allowed"), (.denied, "denied"), (.provisional, "not confirmed yet"),
      (Decision(.authorizedWhenInUse), "only while it is in use"),
    ] as [(Decision?, String)] {
      try decide(decision)
      #expect(refusal(registration)?.reason.contains(word) == true, "\(word)")
    }
    try decide(Decision(.authorizedAlways))
    #expect(refusal(registration) == nil)
  }

  @Test func onlyTheFileThatRegisteredAndThatNobodyElseMayWriteIsStarted() throws {
    try decide(Decision(.authorizedAlways))
    let registration = try registration()
    for (mode, file) in [
      (0o777, path), (0o775, path), (0o777, scratch.path + "/apps"), (0o4755, path), (0o2755, path),
    ] as [(mode_t, String)] {
      let before: mode_t = 0o755
      // A group that only this user is in may write.
      let isPrivate = mode == 0o775
      chmod(file, mode)
      if isPrivate { chown(file, geteuid(), geteuid() == 0 ? 12 : getegid()) }
      if geteuid() == 0 || !isPrivate { #expect(refusal(registration) != nil, "\(mode) \(file)") }
      chown(file, geteuid(), getegid())
      chmod(file, before)
    }
    #expect(refusal(registration) == nil)
    // A sticky folder passes.
    chmod(scratch.path + "/apps", 0o1777)
    #expect(refusal(registration) == nil)

    rename(path, path + ".old")
    #expect(refusal(registration)?.reason.contains("no longer exists") == true)
    symlink(path + ".old", path)
    #expect(refusal(registration) != nil)
    unlink(path)
    try FileManager.default.copyItem(atPath: path + ".old", toPath: path)
    #expect(refusal(registration)?.reason.contains("was replaced") == true)
  }

  /// To Swift, a slash before an accent is another character.
  @Test func everyFolderOnThePathIsLookedAt() throws {
    let folder = scratch.path + "/apps/\u{301}"
    mkdir(folder, 0o755)
    rename(path, folder + "/a")
    var registration = try registration(folder + "/a")
    try decide(Decision(.authorizedAlways))
    registration.application = ApplicationIdentifier(path)
    #expect(refusal(registration) == nil)
    chmod(scratch.path + "/apps", 0o777)
    #expect(refusal(registration)?.reason.contains("may write to \(scratch.path)/apps;") == true)
  }

  @Test func whatOthersHaveRegisteredDoesNotCount() throws {
    try decide(Decision(.authorizedAlways))
    var foreign = try registration()
    foreign.user += 1
    #expect(refusal(foreign)?.isUnknown == true)
    var elsewhere = try registration()
    elsewhere.executable.namespace = "mnt:[1]"
    #expect(refusal(elsewhere)?.isUnknown == true)
    // After the machine was started again, nothing is known about namespaces.
    elsewhere.executable.boot = "another"
    #expect(refusal(elsewhere) == nil)
  }

  @Test func aCopyDoesNotTakeThePlaceOfItsOriginal() throws {
    let original = try registration()
    var copy = original
    copy.executable.path = ApplicationIdentifier(path + ".copy")
    #expect(!original.yields(to: copy))
    var elsewhere = original
    elsewhere.executable.namespace = "mnt:[1]"
    #expect(!original.yields(to: elsewhere))
    unlink(path)
    #expect(original.yields(to: copy))
  }
}

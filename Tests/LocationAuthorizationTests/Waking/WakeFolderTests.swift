// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import Glibc
import LinuxSystem
import LocationGeometry
import TestSupport
import Testing

@testable import LocationAuthorization

@Suite struct WakeFolderTests {
  private let scratch: ScratchFolder
  private let folder: WakeFolder

  init() throws {
    scratch = try ScratchFolder()
    folder = WakeFolder(state: scratch.path + "/state", application: "/opt/\u{1B}[2J a")
    try folder.make()
  }

  private func event(_ number: Int) throws -> WakeEvent {
    let time = FixTime(nanosecondsSince1970: Int64(number) * 1_000_000_000)
    let location = try #require(StoredLocation(any: Fix(time: time, latitude: 1, longitude: 2)))
    return WakeEvent(.region(identifier: "\(number)", .inside), at: location)
  }

  @Test func eventsAreKeptInTheirOrder() throws {
    for number in 1...12 { _ = try folder.add(try event(number)) }
    #expect(folder.events().map(\.number) == Array(1...12))
    #expect(try folder.events().map(\.event) == (1...12).map { try event($0) })
  }

  @Test func theOldestMakeRoom() throws {
    for number in 1...WakeFolder.mostEvents + 3 { _ = try folder.add(try event(number)) }
    #expect(folder.events().map(\.number) == Array(4...WakeFolder.mostEvents + 3))
  }

  @Test func oneOfManyClaimsAnEvent() throws {
    _ = try folder.add(try event(1))
    let receipts = (0..<20).map { _ in WakeReceipt(folder.events()[0]) }
    #expect(receipts.filter { $0.claim() }.count == 1)
    // It is delivered once, whether or not the process that claimed it has removed the file.
    #expect(folder.events() == [])
    #expect(receipts.filter { $0.claim() }.count == 1)
    for receipt in receipts { receipt.finish() }
    #expect(Folder.names(in: folder.eventsPath).isEmpty)
  }

  @Test func anotherProcessCanTruncateTheFileMeanwhile() throws {
    let stored = try folder.add(try event(1))
    let receipt = WakeReceipt(stored)
    try #require(truncate(stored.path, 0) == 0)
    #expect(receipt.claim())
  }

  @Test func removesTheFilesOfEventsThatWereDelivered() throws {
    let earlier = try folder.add(try event(1))
    let file = try #require(FileHandle(forUpdatingAtPath: earlier.path))
    // As applications built with earlier versions claim it.
    file.write(Data("!".utf8))
    // A process that was killed between claiming and removing.
    #expect(WakeReceipt(try folder.add(try event(2))).claim())
    _ = try folder.add(try event(3))
    #expect(try folder.events().map(\.event) == [event(3)])
    #expect(Folder.names(in: folder.eventsPath).count == 1)
  }

  @Test(arguments: ["", "{", "[]", "{\"kind\":\"region\"}", String(repeating: "[", count: 5000)])
  func whatIsDamagedIsPassedOver(text: String) throws {
    _ = try folder.add(try event(1))
    try Data(text.utf8).write(to: URL(filePath: folder.eventsPath + "/000000000002-a.json"))
    try Data(text.utf8).write(to: URL(filePath: folder.journalFile))
    #expect(folder.events().map(\.number) == [1])
    #expect(folder.journal() == WakeJournal())
  }

  @Test func aFolderThatOthersMayWriteHoldsNothing() throws {
    _ = try folder.add(try event(1))
    chmod(folder.eventsPath, 0o777)
    #expect(folder.events() == [])
    chmod(folder.eventsPath, 0o700)
    chmod(folder.events()[0].path, 0o666)
    #expect(folder.events() == [])
  }

  @Test func onlyOneSideAtATimeHoldsTheMark() {
    let added = RunningMark.whileAbsent(folder.mark) { RunningMark.whileAbsent(folder.mark) { 1 } }
    #expect(added == .some(nil))
    #expect(RunningMark.whileAbsent(folder.mark) { 2 } == 2)
  }

  @Test func lookingWhetherTheMarkIsHeldDoesNotHoldIt() {
    #expect(!RunningMark.isHeld(folder.mark))
    let isHeld = RunningMark.whileAbsent(folder.mark) { RunningMark.isHeld(folder.mark) }
    #expect(isHeld == true)
    #expect(!RunningMark.isHeld(folder.mark))
    #expect(RunningMark.whileAlone(folder.mark) { 1 } == 1)
  }
}

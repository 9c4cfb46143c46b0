// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import SerialLine
import TestSupport
import Testing

@testable import GNSSReceiver

/// Where baud rates are stored, and files that are in the way there.
@Suite final class RateMemoryFileTests {
  private let scratch: ScratchFolder
  private var root: String { scratch.path }
  private var folder: String { root + "/state/core-location-linux" }
  private var path: String { folder + "/baud-rates" }
  private var file: RateMemoryFile { RateMemoryFile(folder: folder) }

  init() throws { scratch = try ScratchFolder() }

  private func makeFolder() throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
  }

  @Test func keepsWhatOthersHaveKept() {
    file.remember(BaudRate(rawValue: 9600), of: "one")
    file.remember(BaudRate(rawValue: 38_400), of: "two words")
    #expect(file.read().text == "9600 one\n38400 two words\n")
  }

  @Test func replacesALinkAndNotWhatItLeadsTo() throws {
    try makeFolder()
    let victim = root + "/victim"
    try Data("115200 old\n".utf8).write(to: URL(filePath: victim))
    try #require(symlink(victim, path) == 0)
    file.remember(BaudRate(rawValue: 9600), of: "new")
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "115200 old\n")
    #expect(file.read()["new"] == BaudRate(rawValue: 9600))
  }

  @Test func writesThroughNoLinkWhereTheNewFileIsMade() throws {
    try makeFolder()
    let victim = root + "/victim"
    try Data("mine".utf8).write(to: URL(filePath: victim))
    try #require(symlink(victim, path + ".\(getpid())") == 0)
    file.remember(BaudRate(rawValue: 9600), of: "new")
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "mine")
  }

  @Test func waitsForNoPipeInItsPlace() throws {
    try makeFolder()
    try #require(mkfifo(path, 0o600) == 0)
    #expect(file.read().text.isEmpty)
    file.remember(BaudRate(rawValue: 9600), of: "new")
    #expect(file.read().text == "9600 new\n")
  }

  @Test func aHalfLineIsLeftOut() throws {
    try makeFolder()
    try Data("9600 one\n384".utf8).write(to: URL(filePath: path))
    #expect(file.read().text == "9600 one\n")
  }
}

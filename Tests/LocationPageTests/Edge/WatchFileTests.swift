// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import LocationPage

@Suite struct WatchFileTests {
  private func file(in folder: ScratchFolder) -> String { folder.path + "/watch.json" }

  private func problem(_ path: String) -> String? {
    do throws(WatchFile.Problem) {
      _ = try WatchFile(path)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test func whatWasWrittenIsThereAfterARestartAndForTheOwnerAlone() throws {
    let folder = try ScratchFolder()
    do {
      let file = try WatchFile(file(in: folder))
      #expect(file.content == nil)
      #expect(file.write(Array("one".utf8)) == nil)
      #expect(file.write(Array("two".utf8)) == nil)
    }
    #expect(try WatchFile(file(in: folder)).content == Array("two".utf8))
    #expect(stat(of: file(in: folder)).map { $0.st_mode & 0o777 } == 0o600)
  }

  @Test func oneProcessAtATimeHasIt() throws {
    let folder = try ScratchFolder()
    let first = try WatchFile(file(in: folder))
    #expect(problem(file(in: folder)) == "another gps web or gps serve is using it; stop that one")
    withExtendedLifetime(first) {}
  }

  @Test func whatOthersMayHaveWrittenIsNotBelieved() throws {
    let folder = try ScratchFolder()
    try WholeFile.replace(file(in: folder), with: Array("{}".utf8), mode: 0o666)
    #expect(problem(file(in: folder))?.contains("may write to \(file(in: folder))") == true)
    chmod(file(in: folder), 0o600)
    #expect(problem(file(in: folder)) == nil)
    chmod(folder.path, 0o777)
    #expect(problem(file(in: folder))?.contains("may write to \(folder.path)") == true)
    chmod(folder.path, 0o700)
    // By a second name, another program may still write it.
    link(file(in: folder), folder.path + "/other")
    #expect(problem(file(in: folder))?.contains("not a regular file of its own") == true)
  }

  @Test func aFileThatIsTooLargeOrNoneIsNotRead() throws {
    let folder = try ScratchFolder()
    try WholeFile.replace(
      file(in: folder), with: [UInt8](repeating: 32, count: WatchRecord.longest + 1), mode: 0o600)
    #expect(problem(file(in: folder)) != nil)
    unlink(file(in: folder))
    mkfifo(file(in: folder), 0o600)
    #expect(problem(file(in: folder))?.contains("not a regular file") == true)
  }
}

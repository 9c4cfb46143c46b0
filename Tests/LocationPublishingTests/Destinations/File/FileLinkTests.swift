// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import LocationPublishing
import ServerAccess
import TestSupport
import Testing
import TrackStore

struct FileLinkTests {
  private let folder: ScratchFolder
  private let path: String

  init() throws {
    folder = try ScratchFolder()
    chmod(folder.path, 0o700)
    path = folder.path + "/track.jsonl"
  }

  private func outcome(_ reports: [PositionReport], _ path: String) throws -> Result<
    Int, DeliveryError
  > {
    let link = try Destinations.read("file:" + path).link(
      device: "boat", credentials: Credentials(directory: nil), stop: WakeUp())
    return Result { () throws(DeliveryError) in
      try link.open()
      return try link.deliver(reports)
    }
  }

  private func refusal(_ path: String) throws -> String {
    guard case .failure(.refused(let reason, _)) = try outcome(.samples(1), path) else {
      return "accepted"
    }
    return reason
  }

  private func lines() throws -> [Substring] {
    try folder.text("track.jsonl").split(separator: "\n")
  }

  @Test func appendsALineForEachReport() throws {
    #expect(try outcome(.samples(2), path) == .success(2))
    #expect(try outcome(.samples(1, from: 2), path) == .success(1))
    let lines = try lines()
    #expect(lines.count == 3)
    #expect(lines.map { $0.contains("2026-11-22T12:00:02") } == [false, false, true])
    #expect(
      lines.allSatisfy {
        $0.hasPrefix(#"{"device":"boat","occasion":"distance","#) && $0.hasSuffix("}")
      })
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func beginsANewLineAfterHalfAOne() throws {
    try folder.file("track.jsonl", #"{"device":"bo"#)
    #expect(try outcome(.samples(1), path) == .success(1))
    let lines = try lines()
    #expect(lines.count == 2 && lines[0] == #"{"device":"bo"#)
  }

  @Test func goesOnInANewFileWhenTheOldOneWasMovedAway() throws {
    let link = try Destinations.read("file:" + path).link(
      device: "boat", credentials: Credentials(directory: nil), stop: WakeUp())
    try link.open()
    #expect(try link.deliver(.samples(1)) == 1)
    rename(path, path + ".1")
    #expect(try link.deliver(.samples(1, from: 1)) == 1)
    #expect(try lines().count == 1)
  }

  @Test func waitsWhileTheFileCannotGrow() throws {
    try folder.file("track.jsonl", "")
    // The file system has a largest size; a sparse file of that size takes no room.
    var (fits, tooMuch) = (0, Int.max)
    while tooMuch - fits > 1 {
      let size = fits + (tooMuch - fits) / 2
      if truncate(path, size) == 0 { fits = size } else { tooMuch = size }
    }
    guard case .failure(.later(let reason, nil)) = try outcome(.samples(1), path) else {
      Issue.record("a file of \(fits) bytes has grown")
      return
    }
    #expect(reason == "cannot append to file:\(path): file too large; make room")
    truncate(path, 0)
    #expect(try outcome(.samples(1), path) == .success(1))
    #expect(try lines().count == 1)
  }

  @Test func writesToNoLinkAndNoFileOfOthers() throws {
    let other = try folder.file("other", "")
    symlink(other, path)
    #expect(try refusal(path).contains("it is a link; name the file itself"))
    unlink(path)
    link(other, path)
    #expect(try refusal(path).contains("it is not a regular file with one name"))
    unlink(path)
    mkfifo(path, 0o600)
    #expect(try refusal(path).hasPrefix("cannot append to file:\(path): "))
    unlink(path)
    mkdir(path, 0o700)
    #expect(try refusal(path).hasPrefix("cannot append to file:\(path): "))
    #expect(
      try refusal(folder.path + "/none/track").contains("name a file in an existing directory"))
    mkdir(folder.path + "/shared", 0o700)
    chmod(folder.path + "/shared", 0o777)
    #expect(try refusal(folder.path + "/shared/track").contains("chmod go-w"))
    #expect(try folder.text("other").isEmpty)
  }
}

extension [PositionReport] {
  fileprivate static func samples(_ count: Int, from first: Int = 0) -> Self {
    PositionReport.samples(count, from: first)
  }
}

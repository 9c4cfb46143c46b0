// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import Glibc
import LinuxSystem
import NMEA0183
import TestSupport
import Testing

@testable import ReceiverRecording

/// How a recording is named, and what it delivers once it is opened.
struct RecordingPlaceTests {
  @Test(
    arguments: [
      ("as fast as it was", "replay:/tmp/a.nmea", RecordingPlace(path: "/tmp/a.nmea")),
      ("faster", "replay:a.nmea?speed=10", RecordingPlace(path: "a.nmea", speed: 10)),
      ("slower", "replay:a.nmea?speed=0.5", RecordingPlace(path: "a.nmea", speed: 0.5)),
      ("at once", "replay:a.nmea?speed=max", RecordingPlace(path: "a.nmea", speed: .infinity)),
    ] as [(why: String, text: String, place: RecordingPlace)])
  func isNamed(why: String, text: String, expected: RecordingPlace) throws {
    #expect(try RecordingPlace(text) == expected)
    guard case .source(let candidate) = try ReceiverSupervisor.Selection(includingRecordings: text)
    else {
      Issue.record("\(text) is a place")
      return
    }
    #expect(candidate.kind.isSame(as: expected))
    #expect(candidate.traits == [.ends, .isRecorded])
  }

  @Test func aFileIsARecordingAndAnythingElseIsReadAsBefore() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("track.nmea", "")
    #expect(try RecordingPlace(file) == RecordingPlace(path: file))
    #expect(try RecordingPlace("/dev/null") == nil)
    guard case .device = try ReceiverSupervisor.Selection(includingRecordings: "/dev/ttyUSB7"),
      case .automatic = try ReceiverSupervisor.Selection(includingRecordings: "auto")
    else {
      Issue.record("neither is a recording")
      return
    }
  }

  @Test(
    arguments: [
      "replay:", "replay:?speed=2", "replay:a?speed=0", "replay:a?speed=-1", "replay:a?speed=fast",
      "replay:a?fast", "tcp://boat",
    ])
  func saysWhatItExpects(text: String) {
    let error = #expect(throws: SelectionError.self) {
      try ReceiverSupervisor.Selection(includingRecordings: text)
    }
    #expect(error?.description.hasPrefix("cannot read positions from \(text): expected ") == true)
  }

  @Test func aMissingFileFailsWhenItIsOpened() throws {
    let request = OpenRequest(rate: nil, wakeUp: try WakeUp())
    let error = #expect(throws: SourceError.self) {
      _ = try RecordingPlace(path: "/nowhere/a.nmea").open(request)
    }
    #expect(error == .other("cannot read /nowhere/a.nmea: no such file; check the name"))
  }

  @Test func givesItsBytesAtThePaceOfItsTimesAndThenEnds() throws {
    let scratch = try ScratchFolder()
    let epochs = ["120000", "120001", "120002"].map {
      SentenceEncoder.sentence(body: "GPRMC,\($0).00,A,4732.6,N,00941.0,E,2.0,60.0,150625,,,A")
    }
    let file = try scratch.file("track.nmea", epochs.joined())
    let start = monotonicNow()
    let link = try RecordingPlace(path: file, speed: 10).open(
      OpenRequest(rate: nil, wakeUp: try WakeUp()))
    #expect(!link.isConnecting && !link.hasRate)
    #expect(try Self.readToEnd(link) == Array(epochs.joined().utf8))
    // Two seconds at ten times the speed.
    #expect(monotonicNow() - start >= .milliseconds(200))
  }

  private static func readToEnd(_ link: any Connection) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 256)
    let deadline = monotonicNow() + .seconds(20)
    while true {
      var ready = [pollfd(fd: link.descriptor, events: Int16(POLLIN), revents: 0)]
      try #require(wait(for: &ready, until: deadline))
      switch try buffer.withUnsafeMutableBytes({ try link.read(into: $0) }) {
      case .bytes(let count): bytes += buffer.prefix(count)
      case .nothing: break
      case .hungUp: return bytes
      }
    }
  }
}

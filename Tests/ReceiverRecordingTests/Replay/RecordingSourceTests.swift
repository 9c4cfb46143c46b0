// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import Glibc
import LinuxSystem
import NMEA0183
import TestSupport
import Testing

@testable import ReceiverRecording

/// How a recording is named, and what it delivers once it is opened.
struct RecordingSourceTests {
  @Test(
    arguments: [
      ("as fast as it was", "replay:/tmp/a.nmea", RecordingSource(path: "/tmp/a.nmea")),
      ("faster", "replay:a.nmea?speed=10", RecordingSource(path: "a.nmea", speed: 10)),
      ("slower", "replay:a.nmea?speed=0.5", RecordingSource(path: "a.nmea", speed: 0.5)),
      ("at once", "replay:a.nmea?speed=max", RecordingSource(path: "a.nmea", speed: .infinity)),
    ] as [(why: String, text: String, source: RecordingSource)])
  func isNamed(why: String, text: String, expected: RecordingSource) throws {
    #expect(try RecordingSource(text) == expected)
    guard case .source(let source) = try ReceiverSupervisor.Selection(includingRecordings: text)
    else {
      Issue.record("\(text) is no recording")
      return
    }
    #expect(source.kind.isSame(as: expected))
    #expect(source.traits == [.ends, .isRecorded])
  }

  @Test func aFileIsARecordingAndAnythingElseIsReadAsBefore() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("track.nmea", "")
    #expect(try RecordingSource(file) == RecordingSource(path: file))
    #expect(try RecordingSource("/dev/null") == nil)
    guard case .device = try ReceiverSupervisor.Selection(includingRecordings: "/dev/ttyUSB7"),
      case .automatic = try ReceiverSupervisor.Selection(includingRecordings: "auto")
    else {
      Issue.record("neither is a recording")
      return
    }
  }

  @Test(
    arguments: [
      "replay:", "replay:?speed=2", "replay:a?speed=0", "replay:a?speed=1e-300",
      "replay:a?speed=nan", "replay:a?speed=-1", "replay:a?speed=fast",
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
      _ = try RecordingSource(path: "/nowhere/a.nmea").open(request)
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
    let connection = try RecordingSource(path: file, speed: 10).open(
      OpenRequest(rate: nil, wakeUp: try WakeUp()))
    #expect(!connection.isConnecting && !connection.hasRate)
    #expect(try Self.readToEnd(connection) == Array(epochs.joined().utf8))
    // Two seconds at ten times the speed.
    #expect(monotonicNow() - start >= .milliseconds(200))
  }

  private static func readToEnd(_ connection: any Connection) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 256)
    let deadline = monotonicNow() + .seconds(20)
    while true {
      var ready = [pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0)]
      try #require(wait(for: &ready, until: deadline))
      switch try buffer.withUnsafeMutableBytes({ try connection.read(into: $0) }) {
      case .bytes(let count): bytes += buffer.prefix(count)
      case .nothing: break
      case .hungUp: return bytes
      }
    }
  }
}

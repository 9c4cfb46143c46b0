// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import ReceiverRecording
import Testing

@testable import GNSS
@testable import GNSSReceiver
@testable import gps

@Suite struct MonitorStateTests {
  @Test func keepsALostFixAsTheLastKnown() throws {
    var state = try SampleScene.withFix().state
    #expect(state.view.position != nil && state.view.lastPosition == nil)
    let last = state.view.position
    state.received(.report(.fixLost(nil)), at: .seconds(162))
    #expect(state.view.position == nil && state.view.lastPosition == last)
    let lost = ReceiverState.lost(satellitesInView: 3, since: .seconds(162))
    state.received(SampleScene.status(lost), at: .seconds(162))
    #expect(state.view.waited(at: .seconds(170)) == .seconds(8))
    state.received(.report(.fix(try SampleScene.fix())), at: .seconds(171))
    state.received(SampleScene.status(.fix), at: .seconds(171))
    #expect(state.view.position?.arrival == .seconds(171) && state.view.lastPosition == nil)
    #expect(state.view.waited(at: .seconds(175)) == nil)
  }

  @Test func ignoresThePositionKnownBefore() throws {
    var state = MonitorState(since: .zero)
    let last = ReceiverEvent(.lastFix(try SampleScene.fix()), at: .seconds(-60))
    state.received(last, at: .seconds(1))
    #expect(state.view.position == nil && state.view.lastPosition?.arrival == .seconds(-60))
  }

  @Test func anUnpluggedReceiverSeesNoSatellites() throws {
    var state = try SampleScene.withFix().state
    #expect(state.satellites.count == 8)
    state.received(SampleScene.status(.unplugged), at: .seconds(163))
    #expect(state.satellites.count == 0 && state.view.position == nil)
  }

  @Test func anotherReceiverStartsAnew() throws {
    var state = try SampleScene.withFix().state
    let other = Source(identity: "other", kind: SerialSource("/dev/ttyUSB1"))
    // The other receiver is a candidate so far.
    state.received(SampleScene.status(.opening, other), at: .seconds(163))
    #expect(state.scatter.points.count == 30)
    state.received(SampleScene.status(.fix, other), at: .seconds(164))
    #expect(state.scatter.points.count == 0)
  }

  @Test func continuesWithTheSameReceiver() throws {
    var state = try SampleScene.withFix().state
    state.received(SampleScene.status(.unplugged), at: .seconds(163))
    state.received(SampleScene.status(.fix), at: .seconds(164))
    #expect(state.scatter.points.count == 30)
  }

  /// Ten seconds that are replayed at once are still ten seconds.
  @Test func theLastFiveMinutesOfARecordingAreThoseInIt() throws {
    var state = MonitorState(since: .zero)
    let recording = Source(identity: "recording", kind: RecordingSource(path: "drive.nmea"))
    state.received(SampleScene.status(.fix, recording, rate: nil), at: .zero)
    for second in 0...10 {
      state.received(.report(.fix(try SampleScene.fix(second))), at: .milliseconds(second))
    }
    func known(at now: Duration) -> Int {
      state.history.recent(at: state.historyTime(at: now)).count { $0 != nil }
    }
    #expect(known(at: .milliseconds(10)) == 11)
    // After the end of the recording, the picture stays.
    #expect(known(at: .seconds(1000)) == 11)
    // A recording that starts again has another past.
    state.received(.report(.fix(try SampleScene.fix(0))), at: .seconds(1000))
    #expect(known(at: .seconds(1000)) == 1)
  }

  @Test func measuresTheRateByTheTimesOfFixes() throws {
    let state = try SampleScene.withFix().state
    #expect(state.rate == 1)
  }

  @Test func clearsWhatWas() throws {
    var state = try SampleScene.withFix().state
    state.received(
      .bytes(ReceivedBytes(bytes: Array("$GPTXT,01,01,02,hi*4C\r\n".utf8), time: 0)),
      at: .seconds(160))
    state.clearHistory()
    #expect(state.scatter.points.count == 0 && state.sentences.count == 0)
    #expect(state.history.recent(at: .seconds(161)).allSatisfy { $0 == nil })
    #expect(state.view.position != nil && state.satellites.count == 8)
  }

  @Test func countsNoSentencesOfAProgramThatHasTheReceiver() throws {
    var state = MonitorState(since: .zero)
    let gpsd = Source(
      identity: "gpsd", kind: GpsdSource(host: "localhost", port: 2947, device: nil))
    state.received(SampleScene.status(.fix, gpsd, rate: nil), at: .zero)
    state.received(.bytes(ReceivedBytes(bytes: Array("{}\r\n".utf8), time: 0)), at: .zero)
    #expect(!state.readsReceiver)
    #expect(state.sentences.defects.isEmpty && state.sentences.count == 0)
  }
}

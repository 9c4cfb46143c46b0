// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationProtocols
import SerialLine
import Testing

@testable import GNSSReceiver
@testable import LinuxLocation

/// When clients are notified that no position is available.
@Suite struct AvailabilityTests {
  private func state(_ code: StateReport.Code, _ text: String? = nil) -> ReceiverEvent.Content {
    .state(code, text)
  }

  @Test func aReceiverWithoutAFirstFixIsReportedOnceAfterFifteenSeconds() {
    var story = EngineStory()
    let (manager, stream) = (story.manager(), story.state.addClient())
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    story.state.startLiveUpdates(stream, .other, at: story.now, into: &story.effects)
    story.receive(state(.waitingForFix, "no fix yet; 3 satellites in view"))
    story.wait(.seconds(10))
    story.receive(state(.waitingForFix, "no fix yet; 7 satellites in view"))
    #expect(story.state.deadline == story.now + .seconds(5))
    story.wait(.milliseconds(4999))
    #expect(story.performed().deliveries.isEmpty)
    story.wait(.milliseconds(1))
    let outputs = story.performed()
    #expect(outputs.notices == ["no fix yet; 7 satellites in view"])
    #expect(outputs.deliveries.map(\.client) == [stream, manager])
    guard case .update(let update)? = outputs.deliveries.first?.callback else {
      Issue.record("the stream is not notified")
      return
    }
    #expect(update.locationUnavailable)
    // Not again until there is a position, even if the satellites in view change.
    story.receive(state(.waitingForFix, "no fix yet; 8 satellites in view"))
    #expect(story.state.deadline == nil)
    story.wait(.seconds(600))
    let later = story.performed()
    #expect(later.deliveries.isEmpty && later.notices.isEmpty)
    // But again once there has been a position.
    story.receive(TestLocations.location(after: 1))
    story.receive(.report(.fixLost(nil)))
    #expect(story.delivered(to: manager) == ["at 1", "failed locationUnknown"])
  }

  @Test(
    arguments: [
      ("no receiver: a port may just be opening", .noReceiver, 1999, []),
      ("no receiver for two seconds", .noReceiver, 2000, ["failed locationUnknown"]),
      ("a receiver that starts", .starting, 60_000, []),
      ("something to be done", .trouble, 0, ["failed locationUnknown"]),
      ("the end of a recording", .ended, 0, ["failed locationUnknown"]),
    ] as [(String, StateReport.Code, Int, [String])])
  func states(why: String, code: StateReport.Code, milliseconds: Int, told: [String]) {
    var story = EngineStory()
    let manager = story.manager()
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    story.receive(state(code, "why"))
    story.wait(.milliseconds(milliseconds))
    #expect(story.delivered(to: manager) == told, "\(why)")
  }

  @Test func aReceiverThatAppearsInTimeIsNoFailure() {
    var story = EngineStory()
    let manager = story.manager()
    story.state.startUpdates(manager, at: story.now, into: &story.effects)
    story.receive(state(.noReceiver, "no receiver found"))
    story.wait(.seconds(1))
    story.receive(state(.starting))
    story.wait(.seconds(10))
    #expect(story.state.deadline == nil)
    #expect(story.delivered(to: manager) == [])
  }

  @Test func whoStartsLaterIsNotifiedAtOnce() {
    var story = EngineStory()
    let (first, second) = (story.manager(), story.manager())
    story.state.startUpdates(first, at: story.now, into: &story.effects)
    story.receive(state(.waitingForFix))
    story.wait(.seconds(15))
    #expect(story.delivered(to: first) == ["failed locationUnknown"])
    story.state.startUpdates(second, at: story.now, into: &story.effects)
    #expect(story.delivered(to: second) == ["failed locationUnknown"])
  }

  // MARK: Meaning of a receiver's states

  @Test(
    arguments: [
      (.opening, .starting), (.silent(since: .zero), .trouble),
      (.detectingRate(.b9600), .starting),
      (.waitingForFix(satellitesInView: 5, since: .zero), .waitingForFix), (.fix, .fix),
      (.lost(satellitesInView: nil, since: .zero), .waitingForFix), (.unplugged, .trouble),
      (.notAReceiver(.noPosition), .trouble), (.standby, .starting), (.unused, .starting),
      (.ended, .ended),
    ] as [(ReceiverState, StateReport.Code)])
  func translates(state: ReceiverState, code: StateReport.Code) {
    var status = ReceiverStatus()
    let candidate = Source(identity: "a", kind: SerialSource("/dev/ttyUSB0"))
    status.current = SourceStatus(source: candidate, state: state, rate: nil)
    #expect(status.report.code == code)
  }

  @Test func namesTheSatellitesInView() {
    var status = ReceiverStatus()
    let candidate = Source(identity: "a", kind: SerialSource("/dev/ttyUSB0"))
    status.current = SourceStatus(
      source: candidate, state: .waitingForFix(satellitesInView: 5, since: .zero), rate: nil)
    #expect(
      status.report.explanation == "/dev/ttyUSB0 has no fix yet; 5 satellites in view")
    #expect(ReceiverStatus().report.code == .noReceiver)
  }
}

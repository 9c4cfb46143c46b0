// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON
import LocationProtocols
import Testing

@testable import GNSSReceiver
@testable import LocationPage

/// Several receivers, as the page is told of them, and what is wrong with them.
@Suite struct KnownReceiversTests {
  /// A preferred receiver, a standby, and a port at which nothing is known to be.
  private static func status(
    _ states: [ReceiverState], active: Int = 0, areNamed: Bool = true
  ) -> ReceiverEvent.Content {
    let names = ["/dev/ttyUSB0", "/dev/ttyUSB1", "/dev/ttyS0"]
    var status = ReceiverStatus()
    status.sources = zip(names, states).enumerated().map { index, one in
      var source = Source(
        identity: "\(index)", kind: SerialSource(one.0), model: index == 0 ? "u-blox 9" : nil,
        likelihood: index == 2 ? .possible : .certain)
      if areNamed { source.preference = index }
      return SourceStatus(source: source, state: one.1)
    }.reversed()
    status.current = status.sources.first { $0.source.identity == "\(active)" }
    return .status(status)
  }

  private func fix(_ north: Double, warnings: FixWarnings = []) -> ReceiverEvent.Content {
    var fix = Fix(time: nil, latitude: 47 + north / 111_170, longitude: 9)
    (fix.horizontalAccuracy, fix.satellitesUsed, fix.warnings) = (2.5, 9, warnings)
    return .report(.fix(fix))
  }

  private func names(_ value: JSONValue?, _ member: String) -> [String] {
    value?.array?.compactMap { $0[member]?.string } ?? []
  }

  @Test func namesTheReceiversInTheOrderInWhichTheyArePreferred() {
    var story = PageStory()
    story.receive(Self.status([.fix, .standby, .unused]))
    #expect(names(story.location?["receivers"], "device") == ["/dev/ttyUSB0", "/dev/ttyUSB1"])
    #expect(names(story.location?["receivers"], "role") == ["active", "standby"])
    #expect(names(story.location?["receivers"], "state") == ["fix", "spare"])
    #expect(names(story.location?["receivers"], "name") == ["u-blox 9", "/dev/ttyUSB1"])
  }

  @Test func saysOfEachHowItIsDoingAndHowFarAStandbyIsFromTheActiveOne() {
    var story = PageStory()
    story.receive(Self.status([.fix, .standby]))
    story.receive(fix(0))
    story.receive(
      fix(20, warnings: FixWarnings(.positionJump)), of: "/dev/ttyUSB1", isOfStandby: true)
    story.wait(.seconds(2))
    let receivers = story.location?["receivers"]?.array
    #expect(receivers?[0]["used"]?.integer == 9 && receivers?[0]["accuracy"]?.number == 2.5)
    #expect(receivers?[0]["age"]?.number == 2 && receivers?[0]["distance"] == nil)
    #expect(abs((receivers?[1]["distance"]?.number ?? 0) - 20) < 0.2)
    #expect(receivers?[1]["warnings"] == .array([.string("positionJump")]))
    // A standby's position is not that of the page.
    #expect(story.location?["fix"]?["latitude"]?.number == 47)
    #expect(names(story.location?["alerts"], "name") == [])
  }

  @Test func aStandbyThatServesIsACautionUntilThePreferredOneIsBack() {
    var story = PageStory()
    story.receive(Self.status([.fix, .standby]))
    story.receive(fix(0))
    story.receive(Self.status([.silent(since: .zero), .fix], active: 1))
    story.receive(.notice(.replaced("/dev/ttyUSB0", isGone: false, by: "/dev/ttyUSB1")))
    story.receive(fix(0), of: "/dev/ttyUSB1")
    #expect(names(story.location?["alerts"], "name") == ["standby"])
    #expect(
      names(story.location?["alerts"], "text")
        == ["/dev/ttyUSB0 has no position; /dev/ttyUSB1 is used in its place"])
    #expect(story.location?["receivers"]?.array?.first?["left"]?.integer == 1)
    story.receive(Self.status([.fix, .standby]))
    story.receive(.notice(.returned("/dev/ttyUSB0")))
    story.receive(fix(0))
    #expect(names(story.location?["alerts"], "name") == [])
    #expect(
      names(story.location?["events"], "text") == [
        "Fix", "/dev/ttyUSB0 has lost its fix; using /dev/ttyUSB1 until it is back",
        "Using /dev/ttyUSB0 again",
      ])
  }

  @Test func aPreferredOneThatHasNeverServedIsMissedOnceItHadTimeToStart() {
    var story = PageStory()
    story.receive(Self.status([.unplugged, .fix], active: 1))
    story.receive(fix(0), of: "/dev/ttyUSB1")
    story.wait(.seconds(4))
    story.receive(fix(0), of: "/dev/ttyUSB1")
    #expect(names(story.location?["alerts"], "name") == [])
    story.wait(.seconds(1))
    story.receive(fix(0), of: "/dev/ttyUSB1")
    #expect(
      names(story.location?["alerts"], "text")
        == ["/dev/ttyUSB0 has no position; /dev/ttyUSB1 is used in its place"])
    // Nobody has left it.
    #expect(story.location?["receivers"]?.array?.first?["left"]?.integer == 0)
    story.receive(Self.status([.fix, .standby]))
    story.receive(fix(0))
    #expect(names(story.location?["alerts"], "name") == [])
  }

  @Test func aPreferredOneThatIsAboutToServeIsNotMissed() {
    var story = PageStory()
    for state in [ReceiverState.fix, .standby] {
      story.receive(Self.status([state, .fix], active: 1))
      for _ in 0..<3 {
        story.wait(.seconds(5))
        story.receive(fix(0), of: "/dev/ttyUSB1")
      }
      #expect(names(story.location?["alerts"], "name") == [])
    }
  }

  @Test func noneOfThoseThatWereFoundIsMissed() {
    var story = PageStory()
    story.receive(
      Self.status(
        [.waitingForFix(satellitesInView: 5, since: .zero), .fix], active: 1, areNamed: false))
    for _ in 0..<3 {
      story.wait(.seconds(5))
      story.receive(fix(0), of: "/dev/ttyUSB1")
    }
    #expect(names(story.location?["alerts"], "name") == [])
  }

  @Test func aReceiverThatIsSilentHearsNoSatellites() {
    var story = PageStory()
    story.receive(Self.status([.fix, .standby]))
    story.receive(.report(.satellites(PageStory.sky)))
    #expect(story.location?["receivers"]?.array?.first?["heard"]?.integer == 1)
    story.receive(Self.status([.silent(since: .zero), .fix], active: 1))
    #expect(story.location?["receivers"]?.array?.first?["heard"] == nil)
  }

  /// What the location service says of its receivers; it is the page's only source.
  private static func service(_ summaries: [ReceiverSummary], _ story: inout PageStory) {
    var report = StateReport(state: "fix", code: .fix)
    report.device = "/dev/ttyUSB1"
    var status = ReceiverStatus()
    status.current = SourceStatus(
      source: Source(
        identity: "service", kind: ServiceSource(["/run/a.sock"], ClientIntroduction(name: nil))),
      state: .relayed(report))
    story.receive(.status(status))
    story.receive(.receivers(summaries))
  }

  @Test func ofAServiceItSaysWhatTheServiceKnows() {
    var story = PageStory()
    var (first, second) = (
      ReceiverSummary(device: "/dev/ttyUSB0", role: .standby, state: "silent"),
      ReceiverSummary(device: "/dev/ttyUSB1", role: .active, state: "fix")
    )
    (first.replacement, first.timesLeft) = ("/dev/ttyUSB1", 3)
    first.explanation = "/dev/ttyUSB0 is silent; check its cable"
    (second.accuracy, second.age) = (2.5, 0.5)
    Self.service([first, second], &story)
    story.wait(.seconds(2))
    let receivers = story.location?["receivers"]
    #expect(names(receivers, "role") == ["standby", "active"])
    #expect(names(receivers, "explanation") == ["/dev/ttyUSB0 is silent; check its cable"])
    #expect(receivers?.array?[0]["left"]?.integer == 3)
    // Half a second old when it was said, two seconds ago.
    #expect(receivers?.array?[1]["age"]?.number == 2.5)
    let text = "/dev/ttyUSB0 has no position; /dev/ttyUSB1 is used in its place"
    #expect(names(story.location?["alerts"], "text") == [text])
    // When that happened, nobody knows.
    #expect(names(story.location?["events"], "text") == [])
    (first.replacement, first.role, second.role) = (nil, .active, .standby)
    Self.service([first, second], &story)
    #expect(names(story.location?["alerts"], "name") == [])
  }

  @Test func whatAServiceNoticesHasHappenedHereToo() {
    var story = PageStory()
    var first = ReceiverSummary(device: "/dev/ttyUSB0", role: .active, state: "fix")
    let second = ReceiverSummary(device: "/dev/ttyUSB1", role: .standby, state: "standby")
    Self.service([first, second], &story)
    (first.replacement, first.timesLeft) = ("/dev/ttyUSB1", 1)
    story.receive(.receivers([first, second]))
    story.receive(.notice(.replaced("/dev/ttyUSB0", isGone: true, by: "/dev/ttyUSB1")))
    story.receive(.notice(.jump(to: "/dev/ttyUSB1", meters: 300)))
    #expect(
      names(story.location?["events"], "text") == [
        "/dev/ttyUSB0 was disconnected; using /dev/ttyUSB1 until it is back",
        "The position jumps by 300 m, more than the accuracies allow, because /dev/ttyUSB1 is used now",
      ])
    // The service has counted it.
    #expect(story.location?["receivers"]?.array?.first?["left"]?.integer == 1)
    first.replacement = nil
    story.receive(.receivers([first, second]))
    #expect(names(story.location?["alerts"], "name") == [])
  }

  @Test func whatAServiceSaidIsForgottenWithIt() {
    var story = PageStory()
    Self.service([ReceiverSummary(device: "/dev/a", role: .active, state: "fix")], &story)
    story.become(.unplugged)
    #expect(names(story.location?["receivers"], "device") == ["/dev/ttyUSB0"])
  }

  @Test func warningsAndALostFixAreCautionsWhileTheyLast() {
    var story = PageStory()
    story.become(.fix)
    story.fix(north: 0, warnings: FixWarnings(.receiverReportsJamming))
    #expect(
      names(story.location?["alerts"], "text")
        == ["Do not trust this position: the receiver reports that it is being jammed"])
    story.fix(north: 0)
    #expect(names(story.location?["alerts"], "name") == [])
    story.become(.silent(since: .zero))
    #expect(names(story.location?["alerts"], "text") == ["Receiver silent"])
    #expect(names(story.location?["alerts"], "level") == ["caution"])
    story.become(.fix)
    story.fix(north: 0)
    #expect(names(story.location?["alerts"], "name") == [])
    #expect(
      names(story.location?["events"], "text") == [
        "Fix", "Warning: the receiver reports that it is being jammed", "No warning any more",
        "Receiver silent", "Fix again",
      ])
  }

  @Test func aReceiverThatHasNeverHadAFixHasNotLostIt() {
    var story = PageStory()
    story.become(.waitingForFix(satellitesInView: nil, since: .zero))
    #expect(names(story.location?["alerts"], "name") == [])
  }

  @Test func keepsTheLastFiftyThingsThatHappened() {
    var story = PageStory()
    story.become(.fix)
    for _ in 0..<40 {
      story.fix(north: 0, warnings: FixWarnings(.frozen))
      story.fix(north: 0)
    }
    #expect(story.location?["events"]?.array?.count == 50)
    #expect(names(story.location?["events"], "text").last == "No warning any more")
  }
}

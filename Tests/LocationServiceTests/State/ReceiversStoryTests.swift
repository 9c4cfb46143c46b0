// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationAuthorization
import LocationProtocols
import Testing

@testable import GNSSReceiver
@testable import LocationService

/// Who is told how each receiver is doing.
@Suite struct ReceiversStoryTests {
  private static func connect(
    _ story: inout ServiceStory, as user: UInt32, _ members: String = #","receivers":true"#
  ) -> ClientID {
    let client = story.connect(.location, as: user)
    story.send(#"{"class":"client","watch":true\#(members)}"# + "\n", from: client)
    return client
  }

  /// Returns the lists that a client has been sent since the last call.
  private static func lists(_ client: ClientID, _ story: inout ServiceStory) -> [[ReceiverSummary]]
  {
    story.lines(of: client).compactMap { ServiceMessage(line: $0.utf8) }.compactMap(list)
  }

  private static func list(_ message: ServiceMessage) -> [ReceiverSummary]? {
    if case .receivers(let list) = message { list } else { nil }
  }

  /// Lets both receivers report a fix, the standby 11 m north of the active one, with a warning.
  private static func report(_ story: inout ServiceStory) {
    story.serve(by: ServiceStory.port)
    var (fix, other) = (story.nextFix(), story.nextFix())
    (fix.satellitesUsed, other.horizontalAccuracy) = (9, 4)
    // A ten-thousandth of a degree of latitude is 11.1 m.
    other.latitude += 0.0001
    other.warnings = FixWarnings(.receiverReportsJamming)
    story.report(fix, of: ServiceStory.port, isOfStandby: false)
    story.report(other, of: ServiceStory.otherPort, isOfStandby: true)
    story.wait(.seconds(2))
    story.report(story.nextFix(), of: ServiceStory.port, isOfStandby: false)
  }

  @Test func aClientThatMayReadAllOfThemLearnsHowEachIsDoing() throws {
    var story = ServiceStory()
    let owner = Self.connect(&story, as: ServiceStory.owner)
    Self.report(&story)
    let list = try #require(Self.lists(owner, &story).last)
    #expect(list.map(\.device) == [ServiceStory.port, ServiceStory.otherPort])
    #expect(list.map(\.role) == [.active, .standby])
    #expect(list[0].age == 0 && list[0].distance == nil)
    #expect(list[1].accuracy == 4 && list[1].age == 2)
    #expect(abs((list[1].distance ?? 0) - 11.1) < 0.1)
    #expect(list[1].warnings == FixWarnings(.receiverReportsJamming))
  }

  @Test func aClientThatHasNotAskedIsNotTold() {
    var story = ServiceStory()
    let owner = Self.connect(&story, as: ServiceStory.owner, "")
    Self.report(&story)
    #expect(Self.lists(owner, &story).isEmpty)
  }

  @Test func aClientThatMayNotReadOneOfThemLearnsNothingOfIt() {
    var story = ServiceStory()
    let friend = Self.connect(&story, as: ServiceStory.friend)
    let stranger = Self.connect(&story, as: ServiceStory.stranger)
    Self.report(&story)
    let lines = story.lines(of: friend)
    #expect(!lines.joined().contains(ServiceStory.otherPort))
    // Of its own one it learns as much as if there were no other.
    let lists = lines.compactMap { ServiceMessage(line: $0.utf8) }.compactMap(Self.list)
    #expect(lists.last?.map(\.device) == [ServiceStory.port])
    #expect(!lists.dropFirst().contains([]))
    #expect(!story.text(of: stranger).contains("\"receivers\""))
    // Nor that something has happened there.
    story.receive(.notice(.replaced(ServiceStory.otherPort, isGone: true, by: ServiceStory.port)))
    #expect(story.text(of: friend).isEmpty)
  }

  @Test func aClientWithReducedAccuracyLearnsNothing() {
    var policy = AccessRules.Policy()
    policy.users[ServiceStory.owner] = AdministratorPolicy.Rule(
      .authorizedAlways, accuracy: .reduced)
    var story = ServiceStory(policy: policy)
    let owner = Self.connect(&story, as: ServiceStory.owner)
    Self.report(&story)
    #expect(!story.text(of: owner).contains("\"receivers\""))
  }

  @Test func aClientThatMayNoLongerKnowIsToldToForgetThem() {
    var story = ServiceStory()
    let owner = Self.connect(&story, as: ServiceStory.owner)
    Self.report(&story)
    #expect(!Self.lists(owner, &story).isEmpty)
    var policy = AccessRules.Policy()
    policy.users[ServiceStory.owner] = AdministratorPolicy.Rule(
      .authorizedAlways, accuracy: .reduced)
    story.change(policy)
    #expect(Self.lists(owner, &story) == [[]])
    story.wait(.seconds(2))
    Self.report(&story)
    #expect(Self.lists(owner, &story).isEmpty)
  }

  @Test func figuresAreReportedAboutOnceASecond() {
    var story = ServiceStory()
    let owner = Self.connect(&story, as: ServiceStory.owner)
    story.serve(by: ServiceStory.port)
    _ = story.text(of: owner)
    // Five seconds at 10 Hz.
    for number in 0..<50 {
      story.wait(.milliseconds(100))
      var fix = story.nextFix()
      fix.horizontalAccuracy = Double(number)
      story.report(fix, of: ServiceStory.port, isOfStandby: false)
    }
    #expect((4...6).contains(Self.lists(owner, &story).count))
  }

  @Test func aPreferredReceiverThatWasLeftSaysWhichOneServes() throws {
    var story = ServiceStory()
    let owner = Self.connect(&story, as: ServiceStory.owner)
    story.serve(by: ServiceStory.otherPort)
    story.receive(.notice(.replaced(ServiceStory.port, isGone: false, by: ServiceStory.otherPort)))
    let list = try #require(Self.lists(owner, &story).last)
    #expect(list.map(\.replacement) == [ServiceStory.otherPort, nil])
    #expect(list.map(\.timesLeft) == [1, 0])
  }

  private static let replaced = ReceiverNotice.replaced(
    ServiceStory.port, isGone: false, by: ServiceStory.otherPort)

  private static func notices(_ client: ClientID, _ story: inout ServiceStory) -> [ReceiverNotice] {
    story.lines(of: client).compactMap { ServiceMessage(line: $0.utf8) }.compactMap {
      if case .notice(let notice) = $0 { notice } else { nil }
    }
  }

  /// The owner has asked for nothing besides positions.
  @Test func aNoticeIsForThoseWhoMayReadEachReceiverOfWhichItIs() {
    var story = ServiceStory()
    let owner = Self.connect(&story, as: ServiceStory.owner, "")
    let friend = Self.connect(&story, as: ServiceStory.friend, "")
    let stranger = Self.connect(&story, as: ServiceStory.stranger, "")
    story.serve(by: ServiceStory.otherPort)
    story.receive(.notice(Self.replaced))
    #expect(Self.notices(owner, &story) == [Self.replaced])
    #expect(Self.notices(friend, &story).isEmpty)
    #expect(Self.notices(stranger, &story).isEmpty)
  }

  @Test func aNoticeOfAReceiverThatHasGoneIsForThoseWhoMightReadIt() {
    var story = ServiceStory()
    let owner = Self.connect(&story, as: ServiceStory.owner)
    let friend = Self.connect(&story, as: ServiceStory.friend)
    story.serve(by: ServiceStory.otherPort)
    story.report(story.nextFix(), of: ServiceStory.otherPort, isOfStandby: false)
    var status = ReceiverStatus()
    let port = SourceStatus(
      source: Source(identity: "a", kind: SerialSource(ServiceStory.port)), state: .fix)
    (status.sources, status.current) = ([port], port)
    story.receive(.status(status))
    let gone = ReceiverNotice.replaced(
      ServiceStory.otherPort, isGone: true, by: ServiceStory.port)
    story.receive(.notice(gone))
    #expect(Self.notices(owner, &story) == [gone])
    #expect(Self.notices(friend, &story).isEmpty)
  }

  @Test func aNoticeOfWhatIsNoPortIsForTheUserOfTheServiceAlone() {
    var story = ServiceStory()
    let owner = Self.connect(&story, as: ServiceStory.owner)
    let friend = Self.connect(&story, as: ServiceStory.friend)
    let elsewhere = ReceiverNotice.outlier("tcp://boat:10110", meters: 2100)
    story.receive(.notice(elsewhere))
    #expect(Self.notices(owner, &story) == [elsewhere])
    #expect(Self.notices(friend, &story).isEmpty)
    // What the service asks without a receiver is its own affair.
    story.receive(.notice(.fallbackFailed("no GeoClue")))
    #expect(Self.notices(owner, &story).isEmpty)
  }

  @Test func aNoticeIsNotForAClientWithReducedAccuracy() {
    var policy = AccessRules.Policy()
    policy.users[ServiceStory.owner] = AdministratorPolicy.Rule(
      .authorizedAlways, accuracy: .reduced)
    var story = ServiceStory(policy: policy)
    let owner = Self.connect(&story, as: ServiceStory.owner)
    story.serve(by: ServiceStory.otherPort)
    story.receive(.notice(Self.replaced))
    #expect(Self.notices(owner, &story).isEmpty)
  }

  @Test func othersThanPortsAreNotNamedToThoseWhoMayReadAPort() {
    var story = ServiceStory()
    let owner = Self.connect(&story, as: ServiceStory.owner)
    var status = ReceiverStatus()
    let port = SourceStatus(
      source: Source(identity: "a", kind: SerialSource(ServiceStory.port)), state: .fix)
    let recording = SourceStatus(
      source: Source(
        identity: "b", kind: UnixSocketSource("/home/me/private.sock"), likelihood: .certain),
      state: .standby)
    status.sources = [port, recording]
    status.current = port
    story.receive(.status(status))
    #expect(Self.lists(owner, &story).last?.map(\.device) == [ServiceStory.port])
  }
}

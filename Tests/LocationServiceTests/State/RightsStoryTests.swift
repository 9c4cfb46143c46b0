// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationAuthorization
import ReceiverRecording
import SerialLine
import Testing

@testable import GNSSReceiver
@testable import LocationService

/// What each user receives, on every socket.
@Suite struct RightsStoryTests {
  private static func policy(
    _ user: UInt32, _ status: AuthorizationStatus, _ accuracy: AuthorizedAccuracy? = nil
  ) -> AccessRules.Policy {
    var policy = AccessRules.Policy()
    policy.users[user] = AdministratorPolicy.Rule(status, accuracy: accuracy)
    return policy
  }

  /// Connects a client of each protocol.
  private static func connectAll(_ story: inout ServiceStory, as user: UInt32) -> [ClientID] {
    let json = story.connect(.gpsd, as: user)
    story.send("?WATCH={\"enable\":true,\"json\":true};", from: json)
    let raw = story.connect(.gpsd, as: user)
    story.send("?WATCH={\"enable\":true,\"nmea\":true,\"raw\":2};", from: raw)
    let own = story.connect(.location, as: user)
    story.send(
      "{\"class\":\"client\",\"watch\":true,\"satellites\":true,\"headings\":true}\n", from: own)
    return [
      json, raw, own, story.connect(.nmea, as: user), story.connect(.geoclue, as: user),
    ]
  }

  private static let sentence = "$GPGLL,4717.1,N,00833.9,E,120000,A*2C\r\n"

  /// Reports an epoch with everything that could reveal the position.
  private static func epoch(_ story: inout ServiceStory) {
    story.receive(.bytes(ReceivedBytes(bytes: Array(sentence.utf8), time: 0)))
    story.receive(.report(.satellites(ServiceStory.sky)))
    story.fix()
    story.wait(.seconds(1))
  }

  private static func tellsThePlace(_ text: String) -> Bool {
    ["47.2", "4717", "8.5", "833.9", "\"lat", "\"satellites\"", "\"PRN\""].contains {
      text.contains($0)
    }
  }

  @Test func saysInItsStatusThatADamagedPolicyAllowsNobody() {
    var rules = AccessRules(ownUser: 0)
    rules.policy.fault = "it is damaged"
    let state = ServiceState(options: ServiceOptions(), gate: .unknown, rules: rules)
    #expect(state.summary == "nobody is allowed the location: it is damaged")
  }

  @Test func tellsAStrangerNothingOnAnySocket() {
    var story = ServiceStory()
    let friends = Self.connectAll(&story, as: ServiceStory.friend)
    let strangers = Self.connectAll(&story, as: ServiceStory.stranger)
    story.become(.fix)
    for _ in 0..<20 {
      Self.epoch(&story)
      for stranger in strangers { story.send("?POLL;\n?DEVICES;\n", from: stranger) }
    }
    for friend in friends { #expect(Self.tellsThePlace(story.text(of: friend))) }
    let texts = strangers.map { story.text(of: $0) }
    #expect(!texts.contains(where: Self.tellsThePlace))
    #expect(texts[0].contains("usermod -aG 20"))
    #expect(texts[0].contains("\"mode\":0"))
  }

  @Test func tellsTheRevokedNothingFromThenOn() {
    var story = ServiceStory()
    let clients = Self.connectAll(&story, as: ServiceStory.friend)
    story.become(.fix)
    Self.epoch(&story)
    // Even pending output is held back.
    story.stalled = [clients[0]]
    Self.epoch(&story)
    Self.epoch(&story)
    for client in clients { _ = story.text(of: client) }
    story.change(Self.policy(ServiceStory.friend, .restricted))
    story.resume(clients[0])
    for _ in 0..<5 { Self.epoch(&story) }
    let texts = clients.map { story.text(of: $0) }
    #expect(!texts.contains(where: Self.tellsThePlace))
    #expect(texts[0].contains("policy.json denies it"))
    // The client's screen is cleared, too.
    #expect(texts[0].contains("\"mode\":0"))
    story.change(AccessRules.Policy())
    Self.epoch(&story)
    #expect(Self.tellsThePlace(story.text(of: clients[0])))
  }

  @Test func tellsThePlaceLessExactlyWhereThePolicyReducesIt() {
    var story = ServiceStory(
      policy: Self.policy(ServiceStory.friend, .authorizedAlways, .reduced))
    let clients = Self.connectAll(&story, as: ServiceStory.friend)
    story.become(.fix)
    for _ in 0..<5 { Self.epoch(&story) }
    let place = ReducedAccuracy.snap(latitude: 47.285, longitude: 8.565)
    let texts = clients.map { story.text(of: $0) }
    #expect(texts[0].contains("\"lat\":\(place.latitude)"))
    #expect(!texts[0].contains("47.285"))
    #expect(!texts.contains { $0.contains("satellites\":[") || $0.contains("4717.1") })
    // A new position every quarter of an hour, not every second.
    #expect(texts[0].split(separator: "\"TPV\"").count == 2)
  }

  /// The policy of a user who is sent the center of a cell.
  private static let reduced = policy(ServiceStory.friend, .authorizedAlways, .reduced)

  @Test func reducedClientsAreSentNothingBetweenTwoCells() {
    var story = ServiceStory(policy: Self.reduced)
    let clients = Self.connectAll(&story, as: ServiceStory.friend)
    story.become(.fix)
    story.fix()
    for client in clients { _ = story.text(of: client) }
    for count in 4..<9 {
      story.receive(.report(.heading(Heading(.trueNorth, at: nil))))
      story.become(.lost(satellitesInView: count, since: story.now))
      story.receive(.report(.fixLost(nil)))
      story.wait(.seconds(3))
      story.become(.fix)
      story.fix()
    }
    #expect(clients.map { story.text(of: $0) } == ["", "", "", "", ""])
  }

  @Test func reducedClientsLearnNoNumberOfSatellites() {
    var story = ServiceStory(policy: Self.reduced)
    let clients = Self.connectAll(&story, as: ServiceStory.friend)
    story.become(.waitingForFix(satellitesInView: 7, since: .zero))
    story.become(.lost(satellitesInView: 8, since: .zero))
    let texts = clients.map { story.text(of: $0) }
    #expect(texts[2].contains("\"code\":\"waitingForFix\""))
    #expect(!texts.contains { $0.contains("satellites") || $0.contains("lost") })
  }

  @Test func theLogSaysOnceWhoIsRefusedAndWhatToDo() {
    var story = ServiceStory()
    story.become(.fix)
    for _ in 0..<50 { story.disconnect(story.watch(as: ServiceStory.stranger)) }
    _ = story.watch()
    #expect(story.complaints.count == 1)
    let line = story.complaints.first ?? ""
    #expect(
      line.hasPrefix(
        "cannot report the location to cgps, of user 1234: user 1234 may not read /dev/ttyUSB0; run"
      ), "\(line)")
    for user in 2000..<2200 as Range<UInt32> { story.disconnect(story.watch(as: user)) }
    #expect(story.complaints.count == 65, "64 users, and that there are more")
  }

  @Test func refusedClientsAreNotListedAsListening() {
    var story = ServiceStory()
    story.become(.fix)
    _ = story.watch(as: ServiceStory.stranger)
    let owner = story.connect(.location, as: ServiceStory.owner)
    story.send("{\"class\":\"clients\"}\n", from: owner)
    let text = story.text(of: owner)
    #expect(!text.contains("1234"), "\(text)")
  }

  @Test func deniedClientsLearnNeitherTheRecordingNorItsState() {
    let name = "/home/alice/sailing.nmea"
    var story = ServiceStory(.own(name: name))
    let owner = story.connect(.location, as: ServiceStory.owner)
    story.send("{\"class\":\"client\",\"watch\":true}\n", from: owner)
    let clients = Self.connectAll(&story, as: ServiceStory.stranger)
    for client in clients { story.send("?DEVICES;\n?POLL;\n", from: client) }
    var status = ReceiverStatus()
    for state in [ReceiverState.fix, .lost(satellitesInView: 3, since: .zero), .ended] {
      status.current = SourceStatus(
        source: Source(identity: name, kind: RecordingSource(path: name)), state: state)
      story.receive(.status(status))
      story.wait(.seconds(2))
    }
    for client in clients { story.send("?DEVICES;\n?POLL;\n", from: client) }
    let texts = clients.map { story.text(of: $0) }
    #expect(!texts.contains { $0.contains("sailing") || $0.contains("\"state\"") })
    #expect(texts[2].contains("is read by user 990 alone"))
    // Those who are allowed do.
    let told = story.lines(of: owner)
    #expect(told.contains { $0.contains("\"class\":\"service\"") && $0.contains(name) })
    #expect(told.contains { $0.contains("\"state\":\"lost\"") })
  }

  @Test func deniedClientsDoNotLearnWhoHoldsAPort() {
    var story = ServiceStory()
    _ = story.watch()
    let clients = Self.connectAll(&story, as: ServiceStory.stranger)
    let holder = PortHolder(process: 4711, name: "opencpn")
    story.become(.failed(.port(SerialPortError(.busy([holder]), ServiceStory.port))))
    #expect(!clients.contains { story.text(of: $0).contains("opencpn") })
  }

  @Test func decidesByTheReceiversPortOnceOneIsFound() {
    var story = ServiceStory(.unknown)
    let (friend, stranger) = (story.watch(), story.watch(as: ServiceStory.stranger))
    // Only the receiver's port can show whether they may receive the position.
    #expect(story.state.receiverNeed == .events)
    story.become(.fix)
    story.fix()
    #expect(Self.tellsThePlace(story.text(of: friend)))
    let text = story.text(of: stranger)
    #expect(text.contains("\"ERROR\"") && !Self.tellsThePlace(text))
  }

  @Test func tellsRecordingsToTheirOwnUserAndRoot() {
    var story = ServiceStory(.own(name: "walk.nmea"))
    let (root, own) = (story.watch(as: 0), story.watch(as: ServiceStory.owner))
    let friend = story.connect(.gpsd)
    #expect(story.text(of: friend).contains("read by user 990 alone"))
    #expect(story.state.receiverNeed == .events)
    #expect(story.text(of: root).isEmpty && story.text(of: own).isEmpty)
  }

  @Test func tellsNothingBeforeItIsKnownWhoItIs() {
    var story = ServiceStory()
    let friend = story.watch()
    let unknown = ClientID(1000)
    story.connectUnknown(unknown, .nmea)
    story.become(.fix)
    Self.epoch(&story)
    #expect(story.text(of: unknown).isEmpty)
    _ = friend
  }

  // MARK: Standbys

  /// Connects a client of either protocol that has positions, and returns them.
  private static func connectWatching(
    _ story: inout ServiceStory, as user: UInt32
  ) -> [ClientID] {
    let gpsd = story.connect(.gpsd, as: user)
    story.send("?WATCH={\"enable\":true,\"json\":true};", from: gpsd)
    let own = story.connect(.location, as: user)
    story.send("{\"class\":\"client\",\"watch\":true}\n", from: own)
    return [gpsd, own]
  }

  @Test func receiversThatAreNamedAreListedBeforeTheyAreOpened() {
    var story = ServiceStory(.unknown, standbys: [.node(Self.ports[0]), .node(Self.ports[1])])
    let owner = story.connect(.gpsd, as: ServiceStory.owner)
    _ = story.text(of: owner)
    story.send("?WATCH={\"enable\":true,\"json\":true};", from: owner)
    let devices = Self.ports.map { #"{"class":"DEVICE","path":"\#($0)","readonly":true}"# }
    #expect(
      story.lines(of: owner).first
        == #"{"class":"DEVICES","devices":[\#(devices.joined(separator: ","))]}"#)
    // A friend may read one of them, and does not learn that there is another.
    let friend = story.connect(.gpsd, as: ServiceStory.friend)
    _ = story.text(of: friend)
    story.send("?DEVICES;", from: friend)
    #expect(story.text(of: friend) == "{\"class\":\"DEVICES\",\"devices\":[]}\r\n")
    story.serve(by: ServiceStory.port)
    _ = story.text(of: owner)
    story.send("?DEVICES;", from: owner)
    let listed = story.text(of: owner)
    #expect(listed.ranges(of: "\"path\":").count == 2)
  }

  @Test func receiversAreListedAnewToWhomTheyAreDisclosed() {
    var story = ServiceStory()
    let devices = #"{"class":"DEVICES","devices":["#
    let watching = story.watch()
    let asking = story.connect(.gpsd)
    story.serve(by: ServiceStory.port)
    for client in [watching, asking] {
      #expect(!story.text(of: client).contains(ServiceStory.otherPort))
    }
    var policy = AccessRules.Policy()
    policy.users[ServiceStory.friend] = AdministratorPolicy.Rule(.authorizedAlways, accuracy: .full)
    story.change(policy)
    let lines = story.lines(of: watching)
    #expect(lines.count == 1 && lines[0].hasPrefix(devices))
    #expect(Self.ports.allSatisfy { lines[0].contains($0) })
    // A client that has not asked for reports is sent none.
    #expect(story.text(of: asking).isEmpty)
    story.change(AccessRules.Policy())
    #expect(story.text(of: watching).isEmpty)
  }

  @Test func receiversThatAreNamedStayListedWhileTheyAreOpened() {
    var story = ServiceStory(.unknown, standbys: Self.ports.map { .node($0) })
    let owner = story.watch(as: ServiceStory.owner)
    for state in [ReceiverState.opening, .detectingRate(BaudRate(rawValue: 9600))] {
      var status = ReceiverStatus()
      status.sources = Self.ports.map {
        SourceStatus(
          source: Source(identity: $0, kind: SerialSource($0), likelihood: .certain), state: state)
      }
      status.current = status.sources[0]
      story.receive(.status(status))
      story.send("?DEVICES;", from: owner)
      let listed = story.text(of: owner)
      #expect(Self.ports.allSatisfy { listed.contains($0) }, "\(listed)")
    }
  }

  private static let ports = [ServiceStory.port, ServiceStory.otherPort]

  @Test func whoMayReadOnlyTheStandbyGetsItsFixes() {
    var story = ServiceStory()
    let friends = Self.connectWatching(&story, as: ServiceStory.friend)
    let strangers = Self.connectWatching(&story, as: ServiceStory.stranger)
    story.serve(by: ServiceStory.port)
    for client in friends + strangers { _ = story.text(of: client) }
    story.send("?DEVICES;", from: strangers[0])
    let devices = story.text(of: strangers[0])
    #expect(devices.contains(ServiceStory.otherPort) && !devices.contains(ServiceStory.port + "\""))
    var (fix, other) = (story.nextFix(), story.nextFix())
    (fix.latitude, other.latitude) = (11, 22)
    story.report(fix, of: ServiceStory.port, isOfStandby: false)
    story.report(other, of: ServiceStory.otherPort, isOfStandby: true)
    for client in friends {
      let text = story.text(of: client)
      #expect(text.contains("11") && !text.contains("22.0") && !text.contains(":22,"), "\(text)")
    }
    for client in strangers {
      let text = story.text(of: client)
      #expect(text.contains("22") && !text.contains(":11"), "\(text)")
      #expect(text.contains(ServiceStory.otherPort))
    }
  }

  @Test func whenTheStandbyTakesOverNobodyIsToldTwiceOrTooMuch() {
    var story = ServiceStory()
    let friends = Self.connectWatching(&story, as: ServiceStory.friend)
    let strangers = Self.connectWatching(&story, as: ServiceStory.stranger)
    story.serve(by: ServiceStory.port)
    let fix = story.nextFix()
    story.report(fix, of: ServiceStory.otherPort, isOfStandby: true)
    for client in friends + strangers { _ = story.text(of: client) }
    // It passes on its last fix, which is news to those who followed the other one.
    story.serve(by: ServiceStory.otherPort)
    story.report(fix, of: ServiceStory.otherPort, isOfStandby: false)
    for client in strangers { #expect(!story.text(of: client).contains("47.28")) }
    story.report(story.nextFix(), of: ServiceStory.otherPort, isOfStandby: false)
    for client in strangers { #expect(story.text(of: client).contains("47.28")) }
    for client in friends { #expect(!story.text(of: client).contains("47.28")) }
    story.report(story.nextFix(), of: ServiceStory.port, isOfStandby: true)
    for client in friends { #expect(story.text(of: client).contains("47.28")) }
  }

  @Test func aPolicyCountsForStandbysToo() {
    var story = ServiceStory(policy: Self.policy(ServiceStory.stranger, .restricted))
    _ = Self.connectWatching(&story, as: ServiceStory.friend)
    let strangers = Self.connectWatching(&story, as: ServiceStory.stranger)
    story.serve(by: ServiceStory.port)
    story.report(story.nextFix(), of: ServiceStory.otherPort, isOfStandby: true)
    for client in strangers { #expect(!Self.tellsThePlace(story.text(of: client))) }
    // From then on they may follow it; and no longer once it has gone.
    story.change(AccessRules.Policy())
    story.report(story.nextFix(), of: ServiceStory.otherPort, isOfStandby: true)
    for client in strangers { #expect(story.text(of: client).contains("47.28")) }
    story.become(.fix)
    story.fix()
    for client in strangers { #expect(!Self.tellsThePlace(story.text(of: client))) }
  }

  @Test func aStandbyThatSomebodyFollowsKeepsTheReceiversOpen() {
    var story = ServiceStory(.unknown)
    _ = Self.connectWatching(&story, as: ServiceStory.stranger)
    #expect(story.state.receiverNeed == .events)
    story.serve(by: ServiceStory.port)
    story.wait(.seconds(120))
    #expect(story.state.receiverNeed == .events)
  }
}

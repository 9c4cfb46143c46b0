// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationAuthorization
import NMEA0183
import Testing

@testable import GNSSReceiver
@testable import LocationService

/// What chart plotters that read sentences, and GeoClue, experience.
@Suite struct SentenceStoryTests {
  private static let void = [
    "$GNRMC,,V,,,,,,,,,,N", "$GNGGA,,,,,,0,,,,M,,M,,", "$GNGSA,A,1,,,,,,,,,,,,,,,",
  ]

  /// Returns the sentences that a client has been sent, without their checksums.
  private static func bodies(_ story: inout ServiceStory, _ client: ClientID) -> [String] {
    story.lines(of: client).map { String($0.prefix { $0 != "*" }) }
  }

  private static func bytes(_ bodies: String...) -> ReceiverEvent.Content {
    let text = bodies.map { SentenceEncoder.sentence(body: $0) }.joined()
    return .bytes(ReceivedBytes(bytes: Array(text.utf8), time: 0))
  }

  /// Connects a plotter to a receiver of frames, and reports a fix.
  private static func plotter(_ story: inout ServiceStory) -> ClientID {
    let client = story.connect(.nmea)
    story.become(.fix)
    story.fix()
    #expect(story.text(of: client).contains("RMC"))
    return client
  }

  @Test(
    arguments: [
      ("unplugged", .unplugged), ("silent", .silent(since: .zero)),
      ("without a fix", .lost(satellitesInView: 3, since: .zero)),
    ] as [(String, ReceiverState)])
  func areToldEverySecondThatThereIsNoFix(why: String, _ state: ReceiverState) {
    var story = ServiceStory()
    let client = Self.plotter(&story)
    let geoclue = story.connect(.geoclue)
    story.receive(.report(.fixLost(nil)))
    story.become(state)
    for _ in 0..<3 {
      story.wait(.seconds(1))
      #expect(Self.bodies(&story, client) == Self.void, "\(why)")
    }
    #expect(story.text(of: geoclue).isEmpty, "\(why)")
    story.become(.fix)
    story.fix()
    _ = story.text(of: client)
    story.wait(.seconds(3))
    #expect(story.text(of: client).isEmpty, "\(why)")
  }

  @Test func includesTheReceiversTimeAsLongAsItReportsOne() {
    var story = ServiceStory()
    let client = Self.plotter(&story)
    story.receive(.report(.fixLost(story.nextFix().time)))
    story.become(.lost(satellitesInView: nil, since: .zero))
    // 1,750,000,002 seconds after 1970.
    story.wait(.seconds(1))
    #expect(Self.bodies(&story, client).first == "$GNRMC,150642.00,V,,,,,,,150625,,,N")
    if let time = story.nextFix().time { story.receive(.timeWithoutFix(time)) }
    story.wait(.seconds(1))
    #expect(
      Self.bodies(&story, client).prefix(2)
        == ["$GNRMC,150643.00,V,,,,,,,150625,,,N", "$GNGGA,150643.00,,,,,0,,,,M,,M,,"])
    story.wait(.seconds(1))
    #expect(Self.bodies(&story, client) == Self.void)
  }

  @Test func doesNotRepeatWhatTheReceiverSaysItself() {
    var story = ServiceStory()
    let client = story.connect(.nmea)
    story.become(.fix)
    story.receive(Self.bytes("GPRMC,120000,A,4717.1,N,00833.9,E,,,150625,,,A"))
    story.fix()
    story.receive(.report(.fixLost(nil)))
    story.become(.lost(satellitesInView: nil, since: .zero))
    for _ in 0..<4 {
      story.receive(Self.bytes("GPRMC,,V,,,,,,,,,,N", "GPGSV,1,1,00"))
      story.wait(.seconds(1))
    }
    let lines = story.lines(of: client)
    #expect(lines.count == 9 && lines.allSatisfy { $0.hasPrefix("$GP") }, "\(lines)")
    // It says nothing about its position any more.
    for _ in 0..<2 {
      story.receive(Self.bytes("GPGSV,1,1,00"))
      story.wait(.seconds(1))
    }
    #expect(Self.bodies(&story, client).filter { $0.hasPrefix("$GN") } == Self.void + Self.void)
  }

  /// Some receivers of frames send TXT at the start, or list satellites in GSV.
  @Test func writesFixesWhereTheReceiversOwnSentencesHaveNone() {
    var story = ServiceStory()
    let client = story.connect(.nmea)
    story.become(.fix)
    story.receive(Self.bytes("GNTXT,01,01,02,HELLO"))
    story.fix()
    #expect(story.text(of: client).contains("GGA"))
    story.receive(Self.bytes("GPRMC,120001,A,4717.1,N,00833.9,E,,,150625,,,A"))
    story.fix()
    #expect(!story.text(of: client).contains("GGA"))
    // A receiver of frames takes over.
    story.become(.fix, at: "/dev/ttyUSB7")
    story.fix()
    #expect(story.text(of: client).contains("GGA"))
  }

  /// GPS 5 on two signals and 33 (SBAS 120), GLONASS 3; the first and the last are used.
  ///
  /// Two more have no number in sentences.
  private static let sky: SatellitesInView = {
    func signal(_ system: SatelliteSystem, _ number: UInt16, _ strength: Float?)
      -> SatelliteInView
    {
      var element = SatelliteInView(SatelliteID(system: system, number: number))
      (element.elevation, element.azimuth) = (7, 45)
      element.carrierToNoise = strength
      return element
    }
    var used = SatelliteSet()
    used.insert(SatelliteID(system: .gps, number: 5))
    used.insert(SatelliteID(system: .glonass, number: 3))
    return SatellitesInView(
      [
        signal(.gps, 5, 41.6), signal(.gps, 5, 44.25), signal(.sbas, 33, nil),
        signal(.glonass, 3, 30), signal(.glonass, 65_500, 30), signal(.unknown, 9, 30),
      ], used: used)
  }()

  @Test func sayEverythingThatIsKnownOfAReceiverOfFrames() {
    var story = ServiceStory()
    let client = story.connect(.nmea)
    story.become(.fix)
    story.receive(.report(.satellites(Self.sky)))
    #expect(
      Self.bodies(&story, client) == [
        "$GPGSV,1,1,02,05,07,045,44,33,07,045,", "$GLGSV,1,1,01,67,07,045,30",
      ])
    var fix = story.nextFix()
    fix.mode = .threeDimensional
    (fix.dilutionOfPrecision.position, fix.dilutionOfPrecision.horizontal) = (1.5, 0.9)
    fix.dilutionOfPrecision.vertical = 1.2
    // One deviation of each axis is the radius of 68 % divided by 1.5152.
    (fix.horizontalAccuracy, fix.verticalAccuracy) = (3.0303, 4.5)
    story.receive(.report(.fix(fix)))
    #expect(
      Self.bodies(&story, client).dropFirst(2) == [
        "$GNGSA,A,3,05,,,,,,,,,,,,1.5,0.9,1.2,1", "$GNGSA,A,3,67,,,,,,,,,,,,1.5,0.9,1.2,2",
        "$GNGST,150641.00,,,,,2,2,4.5", "$GNZDA,150641.00,15,06,2025,00,00",
      ])
  }

  @Test func sayNoMoreOfAReducedFixThanWhereItIs() {
    var policy = AccessRules.Policy()
    policy.users[ServiceStory.friend] = AdministratorPolicy.Rule(
      .authorizedAlways, accuracy: .reduced)
    var story = ServiceStory(policy: policy)
    let client = story.connect(.nmea)
    story.become(.fix)
    story.receive(.report(.satellites(Self.sky)))
    story.fix()
    let text = story.text(of: client)
    #expect(text.contains("GNGGA") && !text.contains("GSV") && !text.contains(",05,"), "\(text)")
  }

  @Test func sayNothingThatTheReceiverSaysItself() {
    var story = ServiceStory()
    let client = story.connect(.nmea)
    story.become(.fix)
    story.receive(Self.bytes("GPGSV,1,1,00", "GPGSA,A,3,,,,,,,,,,,,,,,"))
    story.receive(.report(.satellites(Self.sky)))
    story.fix()
    let bodies = Self.bodies(&story, client)
    #expect(bodies.filter { $0.contains("GSV") || $0.contains("GSA") }.count == 2, "\(bodies)")
    #expect(bodies.contains { $0.contains("GGA") } && bodies.contains { $0.contains("ZDA") })
  }

  @Test func aPositionFromGeoClueIsNoneForThem() {
    var story = ServiceStory(.own(name: "receiver"))
    let client = story.connect(.nmea, as: 0)
    story.become(.fix)
    var fix = story.nextFix()
    fix.source = .geoClue
    story.receive(.report(.fix(fix)))
    story.wait(.seconds(1))
    #expect(Self.bodies(&story, client) == Self.void)
  }

  /// Of whoever may not see the receiver, not even the presence of a fix is known; one that no longer may is told so once.
  @Test func areSentNothingWithoutAccess() {
    var story = ServiceStory()
    let friend = Self.plotter(&story)
    let stranger = story.connect(.nmea, as: ServiceStory.stranger)
    let other = story.connect(.gpsd)
    story.send("?WATCH={\"enable\":true,\"nmea\":true};\n", from: other)
    _ = story.text(of: other)
    var policy = AccessRules.Policy()
    policy.users[ServiceStory.friend] = AdministratorPolicy.Rule(.restricted)
    story.change(policy)
    #expect(Self.bodies(&story, friend) == Self.void)
    #expect(Self.bodies(&story, other).suffix(3) == Self.void[...])
    story.receive(.report(.fixLost(nil)))
    story.become(.unplugged)
    story.wait(.seconds(5))
    for client in [friend, stranger, other] { #expect(story.text(of: client).isEmpty) }
  }

  /// A loss between two cells is not known; that the receiver was unplugged is.
  @Test func reducedAccuracyHidesLosses() {
    var policy = AccessRules.Policy()
    policy.users[ServiceStory.friend] = AdministratorPolicy.Rule(
      .authorizedAlways, accuracy: .reduced)
    var story = ServiceStory(policy: policy)
    let client = Self.plotter(&story)
    story.receive(Self.bytes("GPRMC,,V,,,,,,,,,,N"), .report(.fixLost(nil)))
    story.become(.lost(satellitesInView: nil, since: .zero))
    if let time = story.nextFix().time { story.receive(.timeWithoutFix(time)) }
    story.wait(.seconds(3))
    #expect(story.text(of: client).isEmpty)
    story.become(.unplugged)
    story.wait(.seconds(1))
    #expect(Self.bodies(&story, client) == Self.void)
  }

  /// Like a client that has both, which gpsd has as well.
  @Test func aClientOfGpsdGetsReportsAndSentences() {
    var story = ServiceStory()
    let client = story.connect(.gpsd)
    story.send("?WATCH={\"enable\":true,\"json\":true,\"nmea\":true};\n", from: client)
    story.become(.fix)
    _ = story.text(of: client)
    story.fix()
    let text = story.text(of: client)
    #expect(text.contains("\"TPV\"") && text.contains("$GNRMC"))
    story.become(.unplugged)
    _ = story.text(of: client)
    story.wait(.seconds(1))
    let lost = story.text(of: client)
    #expect(lost.contains("\"TPV\"") && lost.contains("$GNRMC,,V"))
  }

  // MARK: GeoClue

  /// The radius that GeoClue 2.6 makes of a dilution, as tried.
  private static func radius(_ dilution: Double) -> Double {
    switch dilution {
    case ...1: 0
    case ...2: 1
    case ...5: 3
    case ...10: 50
    case ...20: 100
    default: 300
    }
  }

  @Test(
    arguments: [
      ("real-time kinematic", 0.02, 1), ("exactly", 1, 1), ("usual", 1.01, 3), ("exactly", 3, 3),
      ("little more", 3.2, 50), ("two dimensions", 16, 50), ("exactly", 50, 50),
      ("few satellites", 51, 100), ("poor", 101, 300), ("exactly", 300, 300),
      ("unknown", nil, 300),
    ] as [(String, Double?, Double)])
  func theRadiusIsNoSmallerThanTheAccuracy(why: String, accuracy: Double?, radius: Double) throws {
    let dilution = try #require(GeoClueTranslator.dilution(for: accuracy))
    #expect(Self.radius(dilution) == radius, "\(why)")
    var story = ServiceStory()
    let client = story.connect(.geoclue)
    story.become(.fix)
    var fix = story.nextFix()
    (fix.horizontalAccuracy, fix.dilutionOfPrecision.horizontal) = (accuracy, 2.6)
    story.receive(.report(.fix(fix)))
    let gga = try #require(story.lines(of: client).last).split(
      separator: ",", omittingEmptySubsequences: false)
    #expect(Double(gga[8]) == dilution, "\(why)")
  }

  @Test(arguments: [300.1, 2500])
  func isSentNoPositionForWhichEveryRadiusIsTooSmall(_ accuracy: Double) {
    var story = ServiceStory()
    let client = story.connect(.geoclue)
    story.become(.fix)
    var fix = story.nextFix()
    fix.horizontalAccuracy = accuracy
    story.receive(.report(.fix(fix)))
    #expect(story.text(of: client).isEmpty)
  }
}

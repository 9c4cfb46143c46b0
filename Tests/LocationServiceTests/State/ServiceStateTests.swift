// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import NMEA0183
import Testing

@testable import LocationService

/// Many clients, slow clients, and when the receiver is open.
@Suite struct ServiceStateTests {
  @Test func tellsTwentyClientsTheSame() {
    var story = ServiceStory()
    let clients = (0..<20).map { _ in story.watch() }
    story.become(.fix)
    for client in clients { _ = story.text(of: client) }
    story.fix()
    let texts = Set(clients.map { story.text(of: $0) })
    #expect(texts.count == 1)
    #expect(texts.first?.contains("\"lat\":47.285") == true)
  }

  @Test func opensTheReceiverForTheFirstClientAndClosesItAMinuteAfterTheLast() {
    var story = ServiceStory()
    #expect(story.state.receiverNeed == .nothing)
    let first = story.watch()
    let second = story.watch()
    #expect(story.state.receiverNeed == .events)
    story.disconnect(first)
    story.wait(.seconds(100))
    #expect(story.state.receiverNeed == .events)
    story.disconnect(second)
    story.wait(.seconds(59))
    #expect(story.state.receiverNeed == .events)
    story.wait(.seconds(2))
    #expect(story.state.receiverNeed == .nothing)
  }

  @Test func keepsTheReceiverOpenIfItIsTold() {
    var options = ServiceOptions()
    options.keepsOpen = true
    var story = ServiceStory(options: options)
    #expect(story.state.receiverNeed == .events)
    story.disconnect(story.watch())
    story.wait(.seconds(100))
    #expect(story.state.receiverNeed == .events)
  }

  @Test func opensNoReceiverForAClientThatMayNotRead() {
    var story = ServiceStory()
    _ = story.watch(as: ServiceStory.stranger)
    #expect(story.state.receiverNeed == .nothing)
  }

  @Test func dropsWholeEpochsOfAClientThatDoesNotReadAndDisturbsNobody() {
    var story = ServiceStory()
    let (slow, quick) = (story.watch(), story.watch())
    story.become(.fix)
    _ = story.text(of: quick)
    story.stalled = [slow]
    story.fix()
    _ = story.text(of: slow)
    for _ in 0..<30 {
      story.fix()
      story.wait(.seconds(1))
    }
    #expect(story.classes(of: quick).filter { $0 == "TPV" }.count == 31)
    #expect(story.text(of: slow).isEmpty)
    story.resume(slow)
    // Complete lines from the last two seconds.
    let lines = story.lines(of: slow)
    #expect((1...3).contains(lines.count))
    #expect(lines.allSatisfy { $0.hasPrefix("{\"class\":\"TPV\"") && $0.hasSuffix("}") })
    #expect(lines.last?.contains("15:07:11") == true)
  }

  @Test func tellsAClientTooManyWhy() {
    var options = ServiceOptions()
    (options.slots.most, options.slots.reservedForRoot) = (2, 0)
    var story = ServiceStory(options: options)
    let clients = [story.watch(), story.watch()]
    let third = story.connect(.gpsd)
    #expect(story.classes(of: third).last == "ERROR")
    #expect(story.closed == [third])
    story.disconnect(clients[0])
    let fourth = story.connect(.gpsd)
    #expect(!story.closed.contains(fourth))
  }

  @Test func strangersCannotTakeEveryPlace() {
    var options = ServiceOptions()
    options.slots.mostWithoutAccess = 3
    var story = ServiceStory(options: options)
    for _ in 0..<10 { _ = story.connect(.gpsd, as: ServiceStory.stranger) }
    #expect(story.state.clientCount == 3)
  }

  @Test func givesUpAClientThatAsksAndNeverReads() {
    var story = ServiceStory()
    let client = story.connect(.gpsd)
    story.stalled = [client]
    story.send("?VERSION;\n", from: client)
    for _ in 0..<1000 { story.send("?VERSION;\n", from: client) }
    #expect(story.closed == [client])
  }

  @Test func goesOnWithAClientAfterARestart() {
    var before = ServiceStory()
    let client = before.watch()
    let subscription = before.state.subscription(of: client)
    var after = ServiceStory()
    after.restore(client, .gpsd, subscription)
    after.become(.fix)
    _ = after.text(of: client)
    after.fix()
    #expect(after.classes(of: client) == ["TPV"])
  }

  @Test(arguments: [("the same", ServiceStory.port, ["TPV"]), ("another", "/dev/ttyACM0", [])])
  func aClientOfOneDeviceIsSentNoOthersAfterARestart(
    why: String, path: String, classes: [String]
  ) {
    var before = ServiceStory()
    before.become(.fix)
    let client = before.watch()
    before.send(
      "?WATCH={\"enable\":true,\"json\":true,\"device\":\"\(ServiceStory.port)\"};\n", from: client)
    let subscription = before.state.subscription(of: client)
    #expect(subscription?.text == "ej0@/dev/ttyUSB0")
    var after = ServiceStory()
    after.restore(client, .gpsd, subscription)
    after.become(.fix, at: path)
    _ = after.text(of: client)
    after.fix()
    #expect(after.classes(of: client) == classes)
  }

  @Test(
    arguments: [
      ("is told something every second", .gpsd, "?WATCH={\"enable\":true,\"json\":true};", true),
      (
        "waits for sentences, maybe for ever", .gpsd, "?WATCH={\"enable\":true,\"nmea\":true};",
        false
      ),
      ("asked once", .gpsd, "?VERSION;", false),
      (
        "a unix socket tells when it has gone", .location,
        "{\"class\":\"client\",\"watch\":true}\n", true
      ),
      ("waits for nothing", .location, "", false),
      ("waits for sentences", .nmea, "", false),
      ("waits for a fix", .geoclue, "", false),
    ] as [(name: String, clientProtocol: ClientProtocol, request: String, isServed: Bool)])
  func servesOnWhoAsksForNothingMoreOnlyIfItsEndWillBeNoticed(
    row: (name: String, clientProtocol: ClientProtocol, request: String, isServed: Bool)
  ) {
    var story = ServiceStory()
    story.become(.silent(since: .zero))
    let client = story.connect(row.clientProtocol)
    story.send(row.request, from: client)
    story.endInput(of: client)
    #expect(story.closed.contains(client) != row.isServed, "\(row.name)")
    if row.clientProtocol == .gpsd, row.isServed {
      _ = story.text(of: client)
      story.wait(.seconds(1))
      #expect(story.classes(of: client) == ["SKY"])
    }
  }

  /// As of a receiver that sends frames.
  @Test func sentencesOfFixesHaveTheLengthOfTheStandardAndADilution() {
    var story = ServiceStory(.own(name: "receiver"))
    let clients = [ClientProtocol.nmea, .geoclue].map { story.connect($0, as: 0) }
    var fix = story.nextFix()
    (fix.latitude, fix.longitude) = (-47.285_123_456_7, -178.565_123_456_7)
    (fix.speed, fix.course) = (5.047, 0.209_98)
    (fix.altitude, fix.geoidSeparation) = (1234.567, -47.123)
    fix.dilutionOfPrecision.horizontal = 0.49
    fix.satellitesUsed = 30
    (fix.quality, fix.differentialAge, fix.differentialStation) = (.rtkFixed, 12.3, 1023)
    story.receive(.report(.fix(fix)))
    let texts = clients.map { story.text(of: $0) }
    for (text, count) in zip(texts, [5, 2]) {
      let lines = text.split(separator: "\r\n")
      #expect(lines.count == count && lines.allSatisfy { $0.utf8.count <= 80 }, "\(text)")
      #expect(text.contains(",W,9.811,0.21,"), "\(text)")
      #expect(text.contains(",W,4,30,") && text.contains(",R*"), "\(text)")
    }
    #expect(texts[0].contains(",30,0.49,") && texts[1].contains(",30,3.5,"))
  }

  /// GeoClue would get its own position back, as a receiver's.
  @Test func whatComesFromGeoClueIsWrittenInNoSentence() {
    var story = ServiceStory(.own(name: "geoclue:"))
    let clients = [ClientProtocol.nmea, .geoclue, .location].map { story.connect($0, as: 0) }
    story.send("{\"class\":\"client\",\"watch\":true}\n", from: clients[2])
    var fix = story.nextFix()
    fix.source = .geoClue
    story.receive(.report(.fix(fix)))
    #expect(story.text(of: clients[0]) == "" && story.text(of: clients[1]) == "")
    #expect(story.text(of: clients[2]).contains(#""source":"geoclue""#))
    story.fix()
    for client in clients[..<2] { #expect(story.text(of: client).contains("RMC")) }
  }
}

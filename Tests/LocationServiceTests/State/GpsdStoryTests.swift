// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationProtocols
import Testing

@testable import GNSSReceiver
@testable import LocationService

/// What clients of gpsd's protocol experience.
@Suite struct GpsdStoryTests {
  @Test func greetsAtOnceAndAnswersAWatchWithoutWaitingForTheReceiver() {
    var story = ServiceStory()
    let client = story.connect(.gpsd)
    #expect(story.classes(of: client) == ["VERSION"])
    story.send("?WATCH={\"enable\":true,\"json\":true};\n", from: client)
    #expect(story.classes(of: client) == ["DEVICES", "WATCH"])
    #expect(story.state.receiverNeed == .events)
  }

  /// What it may know depends on who it is: programs such as gpsprof take the first list of devices as the last.
  @Test func answersOnceItKnowsWhoAsks() {
    var story = ServiceStory()
    _ = story.watch()
    story.become(.fix)
    let client = ClientID(77)
    story.connectUnknown(client, .gpsd)
    #expect(story.classes(of: client) == ["VERSION"])
    story.send("?WATCH={\"enable\":true,\"json\":true};\n", from: client)
    #expect(story.text(of: client).isEmpty)
    story.identify(client, as: ServiceStory.friend)
    let answer = story.text(of: client)
    #expect(answer.contains(#""driver":"NMEA0183""#))
    #expect(answer.contains(#""class":"WATCH""#))
  }

  /// gpsd also tells its clients when it finds that a receiver speaks another protocol.
  @Test func namesTheProtocolOfAReceiverThatSendsFrames() {
    var story = ServiceStory()
    let client = story.watch()
    story.become(.fix)
    #expect(story.text(of: client).contains(#""driver":"NMEA0183""#))
    for classes in [["DEVICE", "TPV"], ["TPV"]] {
      var fix = story.nextFix()
      fix.horizontalAccuracySource = .ubloxFrame
      story.receive(.report(.fix(fix)))
      #expect(story.classes(of: client) == classes)
    }
    story.become(.lost(satellitesInView: nil, since: .zero))
    _ = story.text(of: client)
    story.send("?DEVICES;\n", from: client)
    let devices = story.text(of: client)
    #expect(devices.contains(#""driver":"u-blox""#) && devices.contains(#""native":1"#))
  }

  @Test func closesAClientThatSendsTooMuchBeforeItIsKnown() {
    var story = ServiceStory()
    let client = ClientID(77)
    story.connectUnknown(client, .gpsd)
    story.send([UInt8](repeating: UInt8(ascii: "?"), count: 65_537), from: client)
    #expect(story.closed.contains(client))
  }

  @Test func tellsAnEpochInOneWriteWithTheFixFirst() {
    var story = ServiceStory()
    let client = story.watch()
    story.become(.fix)
    _ = story.text(of: client)
    story.receive(
      .report(.satellites(ServiceStory.sky)), .report(.heading(Heading(.trueNorth, at: nil))))
    #expect(story.text(of: client).isEmpty)
    story.fix()
    #expect(story.classes(of: client) == ["TPV", "ATT", "SKY"])
    story.fix()
    #expect(story.text(of: client).hasSuffix("}\r\n"))
  }

  @Test func passesOnGSTWithTheFixThatItIsOf() throws {
    var story = ServiceStory()
    let client = story.watch()
    story.become(.fix)
    _ = story.text(of: client)
    story.fix()
    #expect(story.classes(of: client) == ["TPV"])
    let fix = story.nextFix()
    var statistics = ErrorStatistics(at: try #require(fix.time))
    statistics.latitudeDeviation = 1.5
    story.receive(
      .report(.errorStatistics(statistics)), .report(.heading(Heading(.trueNorth, at: nil))))
    #expect(story.text(of: client).isEmpty)
    story.receive(.report(.fix(fix)))
    #expect(story.classes(of: client) == ["TPV", "GST", "ATT"])
    story.send("?POLL;\n", from: client)
    #expect(story.text(of: client).contains("\"gst\":[{\"class\":\"GST\",\"device\":"))
    story.fix()
    #expect(story.classes(of: client) == ["TPV"])
  }

  @Test func knowsWhatWasReportedBeforeAnybodySpokeItsProtocol() {
    var options = ServiceOptions()
    options.keepsOpen = true
    var story = ServiceStory(options: options)
    story.become(.fix)
    story.fix()
    story.receive(.report(.satellites(ServiceStory.sky)))
    let client = story.watch()
    story.fix()
    #expect(story.classes(of: client) == ["TPV", "SKY"])
    let curious = story.connect(.gpsd)
    story.send("?WATCH={\"enable\":true};?POLL;\n", from: curious)
    #expect(story.text(of: curious).contains("\"lat\":47.285000000"))
  }

  @Test func sendsTheFirstSatellitesWithoutWaitingForTheSecondFix() {
    var story = ServiceStory()
    let client = story.watch()
    story.become(.fix)
    _ = story.text(of: client)
    story.fix()
    #expect(story.classes(of: client) == ["TPV"])
    story.receive(.report(.satellites(ServiceStory.sky)))
    #expect(story.classes(of: client) == ["SKY"])
    story.receive(.report(.satellites(ServiceStory.sky)))
    #expect(story.text(of: client).isEmpty)
    story.fix()
    #expect(story.classes(of: client) == ["TPV", "SKY"])
  }

  @Test func derivesTheVerticalSpeedFromAltitudesAsGpsdDoes() {
    var story = ServiceStory()
    let client = story.watch()
    story.become(.fix)
    story.fix()
    #expect(!story.text(of: client).contains("climb"))
    var fix = story.nextFix()
    fix.altitude = 502.5
    story.receive(.report(.fix(fix)))
    #expect(story.text(of: client).contains("\"climb\":2.500"))
    fix = story.nextFix()
    (fix.altitude, fix.verticalSpeed) = (510, 0.25)
    story.receive(.report(.fix(fix)))
    #expect(story.text(of: client).contains("\"climb\":0.250"))
    _ = story.nextFix()
    fix = story.nextFix()
    fix.altitude = 500
    story.receive(.report(.fix(fix)))
    #expect(story.text(of: client).contains("\"climb\":-5.000"))
    story.receive(.report(.fixLost(nil)))
    story.fix()
    #expect(!story.text(of: client).contains("climb"))
  }

  /// A TPV without a time ends the example of Net::GPSD3.
  @Test func reportsTheLossWithTheReceiversLastTime() throws {
    var story = ServiceStory()
    let client = story.watch()
    story.become(.silent(since: .zero))
    _ = story.text(of: client)
    story.wait(.seconds(2))
    #expect(!story.text(of: client).contains("TPV"))
    story.become(.fix)
    story.fix()
    let loss = story.nextFix().time
    let time = try #require(loss?.iso8601)
    _ = story.text(of: client)
    story.receive(.report(.fixLost(loss)))
    #expect(story.text(of: client).contains("\"mode\":1,\"time\":\"\(time)\""))
    story.become(.unplugged)
    story.wait(.seconds(2))
    let lost = story.lines(of: client).filter { $0.contains("TPV") }
    #expect(lost.count > 1 && lost.allSatisfy { $0.contains("\"mode\":0,\"time\":\"\(time)\"") })
  }

  /// Void sentences go on.
  @Test func itsTimeGoesOnWithoutAFix() throws {
    var story = ServiceStory()
    let client = story.watch()
    story.become(.fix)
    story.fix()
    story.receive(.report(.fixLost(story.nextFix().time)))
    story.become(.lost(satellitesInView: nil, since: .zero))
    _ = story.text(of: client)
    for _ in 0..<3 {
      let time = try #require(story.nextFix().time)
      story.receive(.timeWithoutFix(time))
      #expect(story.text(of: client).isEmpty)
      story.wait(.seconds(1))
      #expect(story.text(of: client).contains("\"mode\":1,\"time\":\"\(time.iso8601 ?? "-")\""))
    }
    // It may be late: a fix is newer.
    let late = try #require(story.nextFix().time)
    story.fix()
    story.receive(.timeWithoutFix(late))
    story.become(.unplugged)
    #expect(!story.text(of: client).contains(late.iso8601 ?? "-"))
  }

  @Test func noSatelliteIsUsedAndNoDilutionKnownWithoutAFix() {
    var story = ServiceStory()
    let client = story.watch()
    story.become(.fix)
    var fix = story.nextFix()
    fix.dilutionOfPrecision.horizontal = 1.26
    story.receive(.report(.satellites(ServiceStory.usedSky)), .report(.fix(fix)))
    #expect(story.text(of: client).contains("\"hdop\":1.26,\"nSat\":1,\"uSat\":1"))
    story.receive(.report(.fixLost(story.nextFix().time)))
    var text = story.text(of: client)
    #expect(text.contains("\"nSat\":1,\"uSat\":0") && !text.contains("dop"), "\(text)")
    story.send("?POLL;\n", from: client)
    text = story.text(of: client)
    #expect(text.contains("\"used\":false") && !text.contains("dop"), "\(text)")
    // The satellites of the next fix follow it at once.
    story.receive(.report(.satellites(ServiceStory.sky)))
    story.fix()
    _ = story.text(of: client)
    story.receive(.report(.satellites(ServiceStory.usedSky)))
    #expect(story.text(of: client).contains("\"uSat\":1"))
  }

  /// When the receiver is unplugged, its last satellites and position are no news.
  @Test func nothingOldPrecedesTheLossOfADevice() {
    var story = ServiceStory()
    let client = story.watch()
    story.become(.fix)
    story.fix()
    story.receive(.report(.satellites(ServiceStory.usedSky)))
    _ = story.text(of: client)
    var status = ReceiverStatus()
    status.current = SourceStatus(
      source: Source(identity: ServiceStory.port, kind: SerialSource(ServiceStory.port)),
      state: .unplugged, rate: nil)
    story.receive(.report(.satellites(ServiceStory.sky)), .report(.fixLost(nil)), .status(status))
    let lines = story.lines(of: client)
    #expect(lines.count == 3 && lines[0].contains("\"activated\":0"), "\(lines)")
    #expect(lines[1].contains("\"mode\":0") && lines[2].contains("\"nSat\":0"), "\(lines)")
  }

  /// Its sentences may have no time, or it sends none about its position any more.
  @Test func reportsALossWithoutATimeOnceTheReceiverIsKnownToBeThere() {
    var story = ServiceStory()
    let client = story.watch()
    story.become(.fix)
    story.fix()
    _ = story.text(of: client)
    story.receive(.report(.fixLost(nil)))
    story.become(.lost(satellitesInView: nil, since: .zero))
    #expect(story.classes(of: client) == ["TPV", "SKY"])
  }

  @Test func tellsOncePerSecondThatThereIsNoFix() {
    var story = ServiceStory()
    let client = story.watch()
    story.become(.waitingForFix(satellitesInView: nil, since: .zero))
    _ = story.text(of: client)
    // The first fix may still come, and there is no time to report yet.
    story.wait(.seconds(2))
    #expect(!story.text(of: client).contains("TPV"))
    story.wait(.seconds(3))
    let reports = story.lines(of: client).filter { $0.contains("\"TPV\"") }
    #expect(reports.count == 3)
    #expect(reports.allSatisfy { $0.contains("\"mode\":1") })
    story.become(.fix)
    story.fix()
    _ = story.text(of: client)
    story.wait(.seconds(3))
    #expect(story.text(of: client).isEmpty)
  }

  @Test func aFixWithoutATimeIsReportedWithoutOne() {
    var story = ServiceStory()
    let client = story.watch()
    story.become(.fix)
    _ = story.text(of: client)
    var fix = story.nextFix()
    fix.time = nil
    story.receive(.report(.fix(fix)))
    let text = story.text(of: client)
    #expect(text.contains(#""mode":3,"lat":"#) || text.contains(#""mode":2,"lat":"#))
    #expect(!text.contains("time") && !text.contains("magvar"))
  }

  /// According to pygeomag, 3.48° here, and 14.49° in the west of North America.
  @Test func reportsTheVariationWhereTheReceiverIs() throws {
    var story = ServiceStory()
    let client = story.watch()
    story.become(.fix)
    _ = story.text(of: client)
    var fix = story.nextFix()
    fix.course = 60
    story.receive(.report(.fix(fix)))
    let near = story.text(of: client)
    let variation = try #require(Self.number("magvar", in: near))
    #expect(variation == 3.5)
    #expect(abs(try #require(Self.number("magtrack", in: near)) - (60 - 3.48)) < 0.01)
    fix = story.nextFix()
    fix.longitude = -120
    story.receive(.report(.fix(fix)))
    #expect(Self.number("magvar", in: story.text(of: client)) == 14.5)
  }

  private static func number(_ name: String, in text: String) -> Double? {
    let rest = text.split(separator: "\"\(name)\":", maxSplits: 1)
    return rest.count == 2 ? Double(rest[1].prefix { "-.0123456789".contains($0) }) : nil
  }

  @Test func clearsScreensWhenTheReceiverIsUnplugged() {
    var story = ServiceStory()
    let client = story.watch()
    story.become(.fix)
    story.fix()
    _ = story.text(of: client)
    story.receive(.report(.fixLost(nil)))
    story.become(.unplugged)
    let lines = story.lines(of: client)
    #expect(lines.contains { $0.contains("\"DEVICE\"") && $0.contains("\"activated\":0") })
    #expect(lines.contains { $0.contains("\"TPV\"") && $0.contains("\"mode\":0") })
    #expect(lines.last?.contains("\"nSat\":0") == true)
    // The stream resumes on the same connection.
    story.become(.fix)
    story.fix()
    #expect(story.text(of: client).contains("\"lat\":47.285"))
  }

  @Test func neverAnswersAPollWithAPositionThatIsLost() {
    var story = ServiceStory()
    let client = story.watch()
    story.send("?POLL;\n", from: client)
    #expect(story.text(of: client).contains("\"mode\":0"))
    story.become(.fix)
    story.fix()
    _ = story.text(of: client)
    story.send("?POLL;\n", from: client)
    let answer = story.text(of: client)
    #expect(answer.contains("\"active\":1") && answer.contains("\"lat\":47.285000000"))
    story.receive(.report(.fixLost(nil)))
    story.become(.silent(since: .zero))
    _ = story.text(of: client)
    story.send("?POLL;\n", from: client)
    let later = story.text(of: client)
    #expect(later.contains("\"mode\":0") && !later.contains("lat"))
  }

  @Test func refusesADeviceThatIsNotThereAndStopsTheStream() {
    var story = ServiceStory()
    let client = story.watch()
    story.become(.fix)
    _ = story.text(of: client)
    story.send("?WATCH={\"enable\":true,\"device\":\"/dev/none\"};\n", from: client)
    #expect(story.text(of: client).contains("No such device as /dev/none"))
    story.fix()
    #expect(story.text(of: client).isEmpty)
  }

  @Test func changesNoReceiver() {
    var story = ServiceStory()
    let client = story.watch()
    story.send("?DEVICE={\"bps\":115200};\n", from: client)
    #expect(story.classes(of: client) == ["ERROR"])
  }

  @Test func streamsNothingToAClientThatAskedForNoFormat() {
    var story = ServiceStory()
    let client = story.connect(.gpsd)
    story.send("?WATCH={\"enable\":true}\n", from: client)
    _ = story.text(of: client)
    story.become(.fix)
    story.fix()
    #expect(story.text(of: client).isEmpty)
    story.send("?POLL;\n", from: client)
    #expect(story.text(of: client).contains("\"lat\""))
  }

  @Test func closesAConnectionThatHasAskedForNothingInAQuarterOfAnHour() {
    var story = ServiceStory()
    let (idle, watching) = (story.connect(.gpsd), story.watch())
    story.wait(.seconds(899))
    #expect(story.closed.isEmpty)
    story.wait(.seconds(2))
    #expect(story.closed == [idle])
    #expect(story.state.clientCount == 1)
    _ = watching
  }

  @Test func sendsTheReceiversOwnSentencesToThoseWhoAskedForThem() {
    var story = ServiceStory()
    let client = story.connect(.gpsd)
    story.send("?WATCH={\"enable\":true,\"nmea\":true};\n", from: client)
    #expect(story.state.receiverNeed == .eventsAndBytes)
    _ = story.text(of: client)
    story.become(.fix)
    let sentence = "$GPHDT,123.4,T*31"
    story.receive(.bytes(ReceivedBytes(bytes: Array("\u{1}noise\r\n$GPH".utf8), time: 0)))
    story.receive(.bytes(ReceivedBytes(bytes: Array("DT,123.4,T*31\r\n$GP".utf8), time: 0)))
    #expect(story.text(of: client) == sentence + "\r\n")
  }
}

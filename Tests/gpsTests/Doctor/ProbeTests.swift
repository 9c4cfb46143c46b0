// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Glibc
import NMEA0183
import SerialLine
import TestSupport
import Testing

@testable import GNSSReceiver
@testable import gps

@Suite struct ProbeTests {
  // MARK: The receiver's port

  private static let path = "/dev/ttyUSB0"

  private static func source(
    _ state: ReceiverState, rate: BaudRate? = .b9600, path: String = path
  ) -> SourceStatus {
    SourceStatus(
      source: Source(identity: path, kind: SerialSource(path)), state: state, rate: rate)
  }

  private func probe(_ sources: SourceStatus...) -> Probe {
    var probe = Probe(start: .zero)
    var status = ReceiverStatus()
    status.sources = sources
    status.current = sources.first
    probe.received(.status(status), at: .zero)
    probe.duration = .seconds(30)
    return probe
  }

  /// A port that is present and may be read.
  private var port: PortFacts {
    var port = PortFacts(path: Self.path)
    port.status = PortFacts.Status(
      owner: 0, group: 20, groupMayRead: true, isReadable: true, number: DeviceNumber(0xBC00))
    return port
  }

  // MARK: No fix

  @Test(
    arguments: [
      (
        "silence", .silent(since: .zero), "silence: not a single byte", "gps list --watch",
        EX_UNAVAILABLE
      ),
      ("unplugged", .unplugged, "it was unplugged", "gps list --watch", EX_UNAVAILABLE),
      (
        "SiRF", .notAReceiver(.binary("SiRF binary")), "it sends SiRF binary, not NMEA 0183 or UBX",
        "gps configure --device /dev/ttyUSB0 --nmea", EX_TEMPFAIL
      ),
      (
        "corrections", .notAReceiver(.binary("RTCM 3")), "it sends RTCM 3, not NMEA 0183 or UBX",
        "gps configure --device /dev/ttyUSB0 --enable GGA,RMC", EX_TEMPFAIL
      ),
      (
        "another instrument", .notAReceiver(.noPosition), "never a position",
        "gps configure --device /dev/ttyUSB0 --enable GGA,RMC", EX_TEMPFAIL
      ),
      (
        "noise", .notAReceiver(.noSentence(nil)), "no sentence at any rate", "gps list --all",
        EX_TEMPFAIL
      ),
      (
        "noise at the only rate", .notAReceiver(.noSentence(.b4800)), "no sentence at 4800 baud",
        "gps doctor --device /dev/ttyUSB0", EX_TEMPFAIL
      ),
      (
        "too short a time", .detectingRate(.b4800), "no sentence arrived in 30 s",
        "gps doctor --device /dev/ttyUSB0 --for 30s", EX_TEMPFAIL
      ),
      (
        "in use by somebody unknown", .failed(.port(SerialPortError(.busy([]), path))),
        "another program uses it", "sudo fuser -v /dev/ttyUSB0", EX_UNAVAILABLE
      ),
    ] as [(String, ReceiverState, String, String, CInt)])
  func saysWhatIsWrong(
    why: String, state: ReceiverState, words: String, command: String, code: CInt
  ) {
    let probe = probe(Self.source(state))
    let findings = probe.findings([port])
    #expect(findings.count == 2 && findings.allSatisfy { $0.severity == .problem })
    #expect(findings.first?.what.contains(words) == true, "\(findings.first?.what ?? "")")
    #expect(findings.first?.commands == [command])
    #expect(findings.last?.check == .fix && findings.last?.commands.isEmpty == false)
    #expect(probe.exitCode == code)
  }

  @Test(
    arguments: [
      ("sees some", 5, "5 satellites are in view"), ("sees one", 1, "One satellite is in view."),
      ("sees none", 0, "No satellite is in view: check the antenna"),
      ("does not tell", nil, "does not report how many"),
    ] as [(String, Int?, String)])
  func distinguishesAColdReceiverFromADeafOne(why: String, satellites: Int?, words: String) {
    let probe = probe(
      Self.source(.waitingForFix(satellitesInView: satellites, since: .zero)))
    let findings = probe.findings([port])
    #expect(findings.count == 1 && findings.first?.what == "no fix in 30 s")
    #expect(findings.first?.why?.contains(words) == true)
    #expect(findings.first?.commands == ["gps watch --device /dev/ttyUSB0 --timeout 900"])
    #expect(probe.exitCode == EX_TEMPFAIL)
  }

  /// The sky is not to blame for positions that come and cannot be read.
  @Test(
    arguments: [
      ("it waits", .waitingForFix(satellitesInView: nil, since: .zero)),
      ("no position was read", .notAReceiver(.noPosition)), ("it has ended", .ended),
    ] as [(String, ReceiverState)])
  func saysThatPositionsAreUnreadable(why: String, state: ReceiverState) {
    let gga = "GNGGA,1234567890.5,4732.6220,N,00940.9980,E,1,12,1.0,396.0,M,47.0,M,,"
    var probe = probe(Self.source(state))
    let bytes = Array(SentenceEncoder.sentence(body: gga).utf8)
    probe.received(.bytes(ReceivedBytes(bytes: bytes + bytes, time: 0)), at: .zero)
    let findings = probe.findings([port])
    #expect(
      findings.contains { $0.why?.contains("2 sentences with a position came, but") == true },
      "\(findings)")
    #expect(!findings.contains { $0.why?.contains("view of the sky") == true })
  }

  /// What the diagnosis has found is not reported again.
  @Test func saysNothingTwice() {
    let denied = SerialPortError(
      .permissionDenied(owner: "root", group: "dialout", joiningHelps: true), Self.path)
    var port = port
    port.status?.isReadable = false
    port.holders = [PortHolder(process: 1, name: "gpsd")]
    for (cause, code) in [
      (denied, EX_NOPERM), (SerialPortError(.busy(port.holders), Self.path), EX_UNAVAILABLE),
    ] {
      let probe = probe(Self.source(.failed(.port(cause))))
      #expect(probe.findings([port]).map(\.check) == [.fix])
      #expect(probe.exitCode == code)
    }
  }

  @Test(
    arguments: [
      (
        "one talks", [.silent(since: .zero), .lost(satellitesInView: nil, since: .zero)],
        EX_TEMPFAIL
      ),
      (
        "one may not be read",
        [
          .silent(since: .zero),
          .failed(
            .port(
              SerialPortError(
                .permissionDenied(owner: "root", group: "dialout", joiningHelps: true), path))),
        ], EX_NOPERM
      ),
      ("both are silent", [.silent(since: .zero), .unplugged], EX_UNAVAILABLE),
      ("there is none", [], EX_UNAVAILABLE),
    ] as [(String, [ReceiverState], CInt)])
  func exitsWithTheMostHopeful(why: String, states: [ReceiverState], code: CInt) {
    var probe = Probe(start: .zero)
    var status = ReceiverStatus()
    status.sources = states.map { Self.source($0) }
    probe.received(.status(status), at: .zero)
    #expect(probe.exitCode == code)
  }

  @Test(
    arguments: [
      ("nobody is there yet", [], false), ("silence", [.silent(since: .zero)], true),
      ("one is still being tried", [.silent(since: .zero), .detectingRate(.b9600)], false),
      ("one waits for a fix", [.waitingForFix(satellitesInView: 3, since: .zero)], false),
      ("a fix, but the line is not judged", [.fix], false),
      ("the end of a recording", [.ended], true),
    ] as [(String, [ReceiverState], Bool)])
  func knowsWhenItIsOver(why: String, states: [ReceiverState], isOver: Bool) {
    var probe = Probe(start: .zero)
    var status = ReceiverStatus()
    status.sources = states.map { Self.source($0) }
    probe.received(.status(status), at: .zero)
    #expect(probe.isConclusive == isOver)
  }

  // MARK: No fix

  @Test(
    arguments: [
      ("frames without a position", FakeReceiver.ubx(1, 0x61, [0, 0, 0, 0]), "had a position"),
      ("another protocol", FakeReceiver.sirf([2, 0]), "SiRF binary, which is not supported"),
      ("anything", [1, 2, 3], "Nothing in it looks like"),
    ] as [(String, [UInt8], String)])
  func saysWhatARecordingContains(name: String, bytes: [UInt8], why: String) {
    var probe = probe(Self.source(.ended, rate: nil, path: "drive.ubx"))
    probe.received(.bytes(ReceivedBytes(bytes: bytes, time: 0)), at: .zero)
    let finding = probe.findings([]).last
    #expect(finding?.what == "no fix to its end")
    #expect(finding?.why?.contains(why) == true, "\(finding?.why ?? "")")
    #expect(finding?.commands == ["gps check drive.ubx"])
  }

  @Test(
    arguments: [
      (
        "failed", .failed(.service("cannot use GeoClue: x; y")), "cannot listen",
        "Cannot use GeoClue: x; y.", []
      ),
      (
        "no position", .waitingForFix(satellitesInView: nil, since: .zero), "no position arrived",
        "GeoClue may take a minute.", ["gps watch --device geoclue:"]
      ),
    ] as [(name: String, ReceiverState, what: String, why: String, commands: [String])])
  func advisesNoPortsForGeoClue(
    name: String, state: ReceiverState, what: String, why: String, commands: [String]
  ) {
    let probe = probe(
      SourceStatus(
        source: Source(identity: "geoclue:", kind: GeoClueSource()), state: state, rate: nil)
    )
    let findings = probe.findings([])
    #expect(findings.first?.what.hasPrefix(what) == true)
    #expect(findings.first?.why?.hasPrefix(why) == true)
    #expect(findings.first?.commands == commands)
    #expect(findings.last?.what == "no fix: no program reported a position")
    #expect(findings.last?.commands == [])
  }

  @Test func doesNotMentionGeoClueUnlessAsked() {
    let probe = probe(
      Self.source(.fix),
      SourceStatus(
        source: Source(identity: "geoclue:", kind: GeoClueSource()), state: .unused,
        rate: nil
      ))
    #expect(probe.findings([port]).allSatisfy { $0.place != "geoclue:" })
  }

  @Test func doesNotSayThatNothingWasSentBesideSomethingElse() {
    let probe = probe(Self.source(.notAReceiver(.binary("SBF (Septentrio)"))))
    let findings = probe.findings([port])
    #expect(findings.first?.commands == ["gps list --all"])
    #expect(findings.last?.what == "no fix: no device sends positions in a supported format")
  }

  // MARK: A fix

  /// Returns what was heard of a receiver at 1 Hz for four seconds.
  private func hearFixes(bytesPerEpoch: Int, defects: Int = 0, path: String = path) throws
    -> Probe
  {
    var probe = probe(Self.source(.fix, path: path))
    var pipeline = FixPipeline()
    for second in 0...4 {
      let body = "GPRMC,12000\(second).00,A,4732.6220,N,00940.9980,E,2.0,60.0,150625,,,A"
      var bytes = Array(SentenceEncoder.sentence(body: body).utf8)
      bytes += Array(repeating: 0x0A, count: bytesPerEpoch - bytes.count)
      let now = Duration.seconds(second)
      probe.received(.bytes(ReceivedBytes(bytes: bytes, time: 0)), at: now)
      var fixes: [Fix] = []
      pipeline.push(bytes.span.bytes) { if case .fix(let fix) = $0 { fixes.append(fix) } }
      if second == 4 { pipeline.finish { if case .fix(let fix) = $0 { fixes.append(fix) } } }
      for fix in fixes { probe.received(.report(.fix(fix)), at: now) }
    }
    var dropped = Defects()
    dropped.checksumMismatches = defects
    probe.received(.report(.defects(dropped)), at: .seconds(4))
    return probe
  }

  @Test(
    arguments: [
      ("half full", 480, 0, path, .good, "9600 baud, 1 Hz, 50 % of the line used", nil),
      (
        "full", 900, 0, path, .warning, "9600 baud is too slow: 1 Hz needs 94 % of the line",
        "gps configure --device /dev/ttyUSB0 --baud 19200"
      ),
      (
        "damage on a line that is more than half full", 500, 2, path, .warning,
        "9600 baud is too slow: 1 Hz needs 52 % of the line",
        "gps configure --device /dev/ttyUSB0 --baud 19200"
      ),
      (
        "damage on a line that has room", 100, 2, path, .warning,
        "2 of 7 sentences arrived damaged or cut off", "sudo fuser -v /dev/ttyUSB0"
      ),
    ] as [(String, Int, Int, String, Finding.Severity, String, String?)])
  func judgesTheLine(
    why: String, bytes: Int, defects: Int, path: String, severity: Finding.Severity, what: String,
    command: String?
  ) throws {
    let probe = try hearFixes(bytesPerEpoch: bytes, defects: defects)
    let findings = probe.findings([port])
    #expect(findings.map(\.check) == [.line, .fix])
    #expect(findings.first?.severity == severity && findings.first?.what == what)
    #expect(findings.first?.commands == (command.map { [$0] } ?? []))
    #expect(findings.last?.what.hasPrefix("a fix after ") == true)
    #expect(probe.exitCode == 0 && probe.isConclusive)
  }

  /// A receiver with its own USB has no baud rate that could be too low.
  @Test func saysThatPositionsCameTooLate() throws {
    var probe = try hearFixes(bytesPerEpoch: 480)
    var defects = Defects()
    defects.lateInstants = 3
    probe.received(.report(.defects(defects)), at: .seconds(4))
    let finding = probe.findings([port])[1]
    #expect(finding.severity == .warning)
    #expect(finding.what == "3 positions came after later ones, and were left out")
  }

  @Test func asksNoRateOfUSB() throws {
    let probe = try hearFixes(bytesPerEpoch: 2000, path: "/dev/ttyACM0")
    #expect(probe.findings([PortFacts(path: "/dev/ttyACM0")]).map(\.check) == [.fix])
  }

  /// People send these findings to strangers when they ask for help.
  @Test func doesNotPrintThePosition() throws {
    for finding in try hearFixes(bytesPerEpoch: 480).findings([port]) {
      #expect(
        !finding.lines().joined().contains("47.5") && !finding.lines().joined().contains("9.68"))
    }
  }
}

extension Probe {
  /// Processes an event as soon as it arrives.
  fileprivate mutating func received(_ content: ReceiverEvent.Content, at now: Duration) {
    received(ReceiverEvent(content, at: now), at: now)
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Testing
import UBX

@Suite struct IntegrityMonitorTests {
  /// The indices of the fixes that have a warning.
  private func indices(_ warning: FixWarning, in fixes: [FixWarnings]) -> [Int] {
    fixes.indices.filter { fixes[$0].contains(warning) }
  }

  private func all(_ fixes: [FixWarnings]) -> FixWarnings {
    fixes.reduce(into: []) { $0.formUnion($1) }
  }

  @Test func saysNothingOfAnHonestDrive() {
    let fixes = SuspiciousDrive.warnings()
    #expect(fixes.count == 60 && all(fixes).isEmpty)
  }

  @Test func saysNothingUnlessAsked() {
    var listener = Listener()
    listener.receive("PQTMJAMMINGSTATUS,1,3", gga(clock(0)), rmc(clock(0)))
    listener.finish()
    #expect(listener.fixes.map(\.warnings) == [[]])
  }

  // MARK: Positions

  @Test func warnsOfAJumpForTenSeconds() {
    // Allowed are 10 m of way, 6 m of acceleration, 30 m of accuracy and 20 m.
    let fixes = SuspiciousDrive.warnings { if $0 >= 20 { $1.north += 80 } }
    #expect(indices(.positionJump, in: fixes) == Array(20...30))
  }

  @Test func acceptsTheWayOverThePole() {
    var listener = Listener(FixPipeline().warning())
    for second in 0..<60 {
      // 10 m/s, across the pole after half a minute; a minute of latitude is 1855.3 m.
      let way = Double(second - 30) * 10 + 5
      let millionths = 60_000_000 - Int((abs(way) / 1855.3248 * 1_000_000).rounded())
      let latitude = "89\(millionths / 1_000_000).\(padded(millionths % 1_000_000, 6)),N"
      let place = "\(latitude),\(way < 0 ? "00007.5000,W" : "17952.5000,E")"
      listener.receive(
        "GPGGA,\(clock(second * 1000)),\(place),1,10,1.0,100,M,47.25,M,,",
        "GPRMC,\(clock(second * 1000)),A,\(place),19.438,0,140625,,,A")
    }
    listener.finish()
    #expect(listener.fixes.count == 60 && all(listener.fixes.map(\.warnings)).isEmpty)
  }

  @Test func acceptsMultipath() {
    let fixes = SuspiciousDrive.warnings { if (20..<25).contains($0) { $1.north += 25 } }
    #expect(all(fixes).isEmpty)
  }

  @Test func warnsOfAnAltitudeThatJumps() {
    let fixes = SuspiciousDrive.warnings { if $0 >= 20 { $1.altitude = 1000 } }
    #expect(indices(.positionJump, in: fixes).first == 20)
  }

  @Test func acceptsAReceiverThatWasCarriedWhileItWasOff() {
    let fixes = SuspiciousDrive.warnings {
      if (20..<30).contains($0) { $1.isSilent = true }
      if $0 >= 30 { $1.north += 3000 }
    }
    #expect(all(fixes).isEmpty)
    // 11 s allow 350 m/s, and a kilometer.
    let impossible = SuspiciousDrive.warnings {
      if (20..<30).contains($0) { $1.isSilent = true }
      if $0 >= 30 { $1.north += 5000 }
    }
    #expect(indices(.positionJump, in: impossible).first == 20)
  }

  @Test func warnsOfPositionsThatMoveFasterThanTheirSpeed() {
    // 9 m/s too fast: after 6 s 54 m, of which 24 m of accuracy and 12 m are allowed.
    let fixes = SuspiciousDrive.warnings { if $0 >= 20 { $1.north += 9 * Double($0 - 20) } }
    #expect(indices(.speedMismatch, in: fixes).first.map { (23...26).contains($0) } == true)
    #expect(!all(fixes).contains(.positionJump))
  }

  @Test func warnsOfAPositionThatIsRepeatedAtSpeed() {
    let fixes = SuspiciousDrive.warnings { if $0 >= 20 { $1.north = 200 } }
    #expect(indices(.frozen, in: fixes).first == 23)
    // At rest.
    #expect(
      all(SuspiciousDrive.warnings { _, second in (second.north, second.speed) = (0, 0.2) }).isEmpty
    )
  }

  private typealias Change = @Sendable (Int, inout SuspiciousDrive.Second) -> Void

  /// What devices do that nobody attacks.
  private static let oddities: [(what: String, change: Change)] = [
    ("a speed that is always 0", { $1.speed = 0 }),
    ("knots in the place of meters per second", { $1.speed = 10 * 1852 / 3600 }),
    ("a speed of half, by a log in the water", { $1.speed = 5 }),
    ("a position every five seconds", { $1.north = Double($0 / 5) * 50 }),
    ("a position every other second", { $1.north = Double($0 / 2) * 20 }),
    (
      "a first position that converges",
      { if $0 < 8 { $1.north += 300 * Double(8 - $0) / 8 } }
    ),
    (
      "a position that converges when the fix is back",
      {
        if (20..<40).contains($0) { $1.isSilent = true }
        if (40..<48).contains($0) { $1.north -= 400 * Double(48 - $0) / 8 }
      }
    ),
    ("a skydiver", { $1.altitude = 4000 - 85 * Double(max(0, $0 - 20)) }),
    (
      "a rocket",
      {
        let time = Double(max(0, $0 - 20))
        $1.altitude = 100 + 5 * time * time
      }
    ),
    (
      "three satellites",
      {
        $1.satellites = (30..<40).contains($0) ? 3 : 10
        if (30..<40).contains($0) { $1.north += 30 * Double($0 - 30) }
      }
    ),
  ]

  @Test(arguments: oddities.indices) func acceptsOddities(index: Int) {
    let (what, change) = Self.oddities[index]
    let warnings = all(SuspiciousDrive.warnings(seconds: 120, change))
    #expect(warnings.isEmpty, "\(what): \(warnings.list)")
  }

  /// A boat at anchor is drawn away.
  @Test func warnsOfADragAtRest() {
    let fixes = SuspiciousDrive.warnings(seconds: 90) {
      $1.speed = 0.1
      $1.north = $0 >= 40 ? 8 * Double($0 - 40) : 0
    }
    #expect(indices(.speedMismatch, in: fixes).first.map { (43...47).contains($0) } == true)
  }

  // MARK: Clocks

  @Test func warnsOfAClockThatIsSetBack() {
    let fixes = SuspiciousDrive.warnings { if $0 >= 20 { $1.clock -= 600_000 } }
    #expect(indices(.clockJump, in: fixes).first.map { (20...21).contains($0) } == true)
  }

  @Test func comparesTheClockWithThatOfTheMachine() {
    let fixes = SuspiciousDrive.warnings {
      $1.tag = $0
      if $0 >= 20 { $1.clock += 600_000 }
    }
    #expect(indices(.clockJump, in: fixes).first == 20)
    #expect(!all(fixes).contains(.positionJump))
  }

  @Test func acceptsAMachineWhoseClockIsSet() {
    let fixes = SuspiciousDrive.warnings { $1.tag = $0 >= 20 ? $0 + 15_552_000 : $0 }
    #expect(all(fixes).isEmpty)
  }

  /// Switched on, it counts from another time until it has heard the true one.
  @Test(
    arguments: [
      ("from the first week of GPS", "060180", 43_260_000),
      ("from an overflow, and the time of day is ahead", "070419", 43_260_000 + 80_000_000),
      ("from the week of its firmware, and the day", "170506", 0),
    ] as [(name: String, date: String, clock: Int)])
  func acceptsAReceiverThatLearnsTheTime(name: String, date: String, start: Int) {
    let pipeline = FixPipeline(
      referenceDate: .build, latestDate: .latestLive(on: CivilDate(daysSince1970: 20_785)))
    for live in [pipeline.warning(by: .arrivals), FixPipeline().warning(by: .arrivals)] {
      var listener = Listener(live)
      for second in 0..<30 {
        let isLearned = second >= 15
        let body = rmc(
          clock((isLearned ? 0 : start) + second * 1000), date: isLearned ? "201126" : date)
        listener.receive(body, at: .seconds(second))
      }
      listener.finish()
      #expect(listener.fixes.count == 30 && all(listener.fixes.map(\.warnings)).isEmpty)
    }
  }

  // MARK: Signals

  @Test func warnsOfEqualSignals() {
    let fixes = SuspiciousDrive.warnings {
      if $0 >= 20 { $1.strengths = [45, 45, 46, 45, 44, 45, 45, 46, 45, 45] }
    }
    #expect(indices(.signalsTooEqual, in: fixes).first.map { (22...23).contains($0) } == true)
  }

  @Test func warnsOfSignalsThatRise() {
    let fixes = SuspiciousDrive.warnings {
      if $0 >= 20 { $1.strengths = $1.strengths.map { $0 + 10 } }
    }
    #expect(indices(.signalsTooStrong, in: fixes).first.map { (22...23).contains($0) } == true)
  }

  @Test func warnsWhenAllSignalsFallTogether() {
    let fixes = SuspiciousDrive.warnings {
      if $0 >= 20 { $1.strengths = $1.strengths.map { $0 - 12 } }
    }
    #expect(indices(.signalLoss, in: fixes).first.map { (24...25).contains($0) } == true)
    // A bridge.
    let bridge = SuspiciousDrive.warnings {
      if (20..<23).contains($0) { $1.strengths = $1.strengths.map { $0 - 12 } }
    }
    #expect(all(bridge).isEmpty)
  }

  // MARK: What receivers say

  @Test func repeatsTheReceiversWarningForAMinute() {
    let fixes = SuspiciousDrive.warnings(seconds: 100) {
      if $0 == 19 { $1.extra = ["PQTMJAMMINGSTATUS,1,2"] }
      // That it sees none any more does not end the warning.
      if $0 == 21 { $1.extra = ["PQTMJAMMINGSTATUS,1,1", "PAIRSPF,1"] }
    }
    let warned = indices(.receiverReportsJamming, in: fixes)
    #expect((19...20).contains(warned.first ?? 0) && (59...61).contains(warned.count))
  }

  /// RMC 13 of version 4.1: safe, caution, unsafe, or not provided.
  @Test(arguments: [("S", false), ("C", false), ("U", true), ("V", false), ("", false)])
  func repeatsThatTheReceiverCallsItsPositionUnsafe(status: String, isWarned: Bool) {
    let body = "GNRMC,\(clock(0)),A,5130.0000,N,00007.5000,W,0.0,,140625,,,A,\(status)"
    let listener = Listener(hearing: [body], with: FixPipeline().warning())
    #expect(listener.fixes.map(\.warnings.list) == [isWarned ? [.receiverReportsUnsafe] : []])
  }

  @Test(
    arguments: [
      ("spoofing", NAVSTATUS.kind, 16, 7, UInt8(2 << 3), [.receiverReportsSpoofing]),
      ("no spoofing", NAVSTATUS.kind, 16, 7, 1 << 3, []),
      ("critical", MONHW.kind, 60, 22, 3 << 2, [.receiverReportsJamming]),
      ("a figure", MONHW.kind, 60, 22, 2 << 2, []),
      ("critical in a band", MONRF.kind, 4 + 24, 5, 3, [.receiverReportsJamming]),
      ("a figure in a band", MONRF.kind, 4 + 24, 5, 2, []),
      ("critical, the newest", SECSIG.kind, 4, 1, 0b000_0_11_1, [.receiverReportsJamming]),
      ("a figure, the newest", SECSIG.kind, 4, 1, 0b000_0_10_1, []),
      ("a figure beside no spoofing", SECSIG.kind, 4, 1, 0b001_1_10_1, []),
      (
        "a figure beside spoofing", SECSIG.kind, 4, 1, 0b010_1_10_1,
        [.receiverReportsSpoofing, .receiverReportsJamming]
      ),
      ("critical, but off", SECSIG.kind, 4, 1, 0b010_0_11_0, []),
    ] as [(String, FrameKind, Int, Int, UInt8, [FixWarning])])
  func readsFrames(
    _ why: String, kind: FrameKind, count: Int, offset: Int, state: UInt8, expected: [FixWarning]
  ) {
    var payload = FramePayload(count).with(state, at: offset)
    if kind == MONRF.kind { payload = payload.with(UInt8(1), at: 1) }
    if kind == SECSIG.kind { payload = payload.with(UInt8(3), at: 0) }
    var listener = Listener(FixPipeline().warning())
    listener.receive(bytes: payload.frame(kind))
    listener.receive(bytes: Solution.pvt().frame(NAVPVT.kind))
    listener.finish()
    #expect(listener.fixes.map(\.warnings.list) == [expected])
  }

  private func jamming(_ state: UInt8) -> [UInt8] {
    FramePayload(60).with(state << 2, at: 22).frame(MONHW.kind)
  }

  @Test func supportsALossOfSignalsWithTheReceiversFigure() throws {
    let quiet = SuspiciousDrive.warnings { $1.frames = jamming(2) }
    #expect(all(quiet).isEmpty)
    let jammed = SuspiciousDrive.warnings {
      $1.frames = jamming(2)
      if $0 >= 20 { $1.strengths = $1.strengths.map { $0 - 12 } }
    }
    let loss = try #require(indices(.signalLoss, in: jammed).first)
    #expect(indices(.receiverReportsJamming, in: jammed).first == loss)
    // It was at 2 long ago, or says that there is no jamming.
    for state in [UInt8(1), 2] {
      let other = SuspiciousDrive.warnings {
        if $0 < 5 || state == 1 { $1.frames = jamming(state) }
        if $0 >= 20 { $1.strengths = $1.strengths.map { $0 - 12 } }
      }
      #expect(all(other) == FixWarnings(.signalLoss))
    }
  }

  @Test func supportsSpoofingWithTheReceiversFigure() {
    let spoofing = FramePayload(16).with(UInt8(2 << 3), at: 7).frame(NAVSTATUS.kind)
    for (when, expected) in [(20, true), (25, true), (45, false)] {
      let fixes = SuspiciousDrive.warnings {
        if $0 == 20 { $1.frames = jamming(2) }
        if $0 == when { $1.frames += spoofing }
      }
      #expect(indices(.receiverReportsJamming, in: fixes).isEmpty != expected, "\(when)")
    }
  }

  // MARK: Changes

  @Test func tellsWhenWarningsBeginAndEnd() {
    var changes = WarningChanges()
    let frozen = FixWarnings(.frozen)
    #expect(changes.received([]) == nil)
    #expect(changes.received(frozen) == .init(began: frozen))
    #expect(changes.received(frozen) == nil)
    #expect(
      changes.received(FixWarnings(.clockJump))
        == .init(began: FixWarnings(.clockJump), ended: frozen))
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import UBX

@Suite struct FrameMessageTests {
  @Test func readsPositionVelocityAndTime() throws {
    let payload = Payload(92)
      .with(UInt32(412_345_000), at: 0).with(UInt16(2025), at: 4)
      .with(UInt8(6), at: 6).with(UInt8(15), at: 7)
      .with(UInt8(18), at: 8).with(UInt8(32), at: 9).with(UInt8(7), at: 10)
      .with(UInt8(0b1111), at: 11).with(Int32(-384), at: 16)
      .with(UInt8(3), at: 20).with(UInt8(0b1010_0011), at: 21).with(UInt8(17), at: 23)
      .with(Int32(-95_123_456), at: 24).with(Int32(474_987_654), at: 28)
      .with(Int32(451_250), at: 32).with(Int32(404_001), at: 36)
      .with(UInt32(1_234), at: 40).with(UInt32(2_345), at: 44)
      .with(Int32(-250), at: 56).with(Int32(1_500), at: 60).with(Int32(27_012_345), at: 64)
      .with(UInt32(120), at: 68).with(UInt32(345_678), at: 72).with(UInt16(142), at: 76)
      .with(Int32(9_000_000), at: 84).with(Int16(-310), at: 88)
    let pvt = try #require(payload.read(as: NAVPVT.self))
    #expect(pvt.timeOfWeek == 412_345_000)
    #expect(pvt.year == 2025 && pvt.month == 6 && pvt.day == 15)
    #expect(pvt.hour == 18 && pvt.minute == 32 && pvt.second == 7 && pvt.nanosecond == -384)
    #expect(pvt.isDateValid && pvt.isTimeValid)
    #expect(pvt.solution == .threeDimensional && pvt.isFixOK && pvt.isDifferential)
    #expect(pvt.carrier == .fixed && pvt.satellitesUsed == 17)
    #expect(pvt.longitude == -9.5123456 && pvt.latitude == 47.4987654)
    #expect(pvt.ellipsoidalHeight == 451.25 && pvt.altitude == 404.001)
    #expect(pvt.horizontalAccuracy == 1.234 && pvt.verticalAccuracy == 2.345)
    #expect(pvt.downwardSpeed == -0.25 && pvt.speed == 1.5 && pvt.course == 270.12345)
    #expect(pvt.speedAccuracy == 0.12 && pvt.courseAccuracy == 3.45678 && pvt.pdop == 1.42)
    #expect(pvt.vehicleHeading == 90 && pvt.magneticDeclination == -3.1)
    #expect(!pvt.isPositionInvalid)
  }

  /// Before protocol 15.
  @Test func readsAShorterSolutionWithoutTheVehiclesHeading() throws {
    let payload = Payload(84).with(UInt8(0b10_0001), at: 21).with(UInt8(1), at: 78)
    let pvt = try #require(payload.read(as: NAVPVT.self))
    #expect(pvt.isFixOK && pvt.isPositionInvalid && pvt.vehicleHeading == nil)
  }

  @Test(
    arguments: [
      ("same sign", Int32(474_123_456), Int8(78), 47.412345678),
      ("other sign", 474_123_456, -22, 47.412345578),
      ("both negative", -474_123_456, -78, -47.412345678),
    ])
  func joinsTheDigitsOfAPosition(_ why: String, _ whole: Int32, _ more: Int8, _ degrees: Double)
    throws
  {
    let payload = Payload(36).with(whole, at: 12).with(more, at: 25)
      .with(Int32(404_001), at: 20).with(Int8(-9), at: 27).with(UInt32(142), at: 28)
    let position = try #require(payload.read(as: NAVHPPOSLLH.self))
    #expect(position.latitude == degrees)
    #expect(position.altitude == 404.0001)
    #expect(position.horizontalAccuracy == 0.0142)
  }

  @Test func readsASolutionInThreeCoordinates() throws {
    let payload = Payload(52)
      .with(UInt32(83_497_999), at: 0).with(Int16(1459), at: 8).with(UInt8(3), at: 10)
      .with(UInt8(0b1101), at: 11).with(Int32(-270_000_001), at: 12)
      .with(Int32(12), at: 28).with(UInt16(9999), at: 44).with(UInt8(5), at: 47)
    let sol = try #require(payload.read(as: NAVSOL.self))
    #expect(sol.week == 1459 && sol.isFixOK && !sol.isDifferential)
    #expect(sol.position.x == -2_700_000.01 && sol.velocity.x == 0.12)
    #expect(sol.pdop == 99.99 && sol.satellitesUsed == 5)
    let undated = payload.with(UInt8(0b0101), at: 11)
    #expect(undated.read(as: NAVSOL.self)?.week == nil)
  }

  /// 91° below the horizon means that the direction is unknown.
  @Test func readsSatellitesWithAndWithoutADirection() throws {
    let payload = Payload(32).with(UInt8(1), at: 4).with(UInt8(2), at: 5)
      .with(UInt8(2), at: 8).with(UInt8(11), at: 9).with(UInt8(38), at: 10)
      .with(Int8(45), at: 11).with(Int16(271), at: 12).with(UInt32(0b1000), at: 16)
      .with(UInt8(6), at: 20).with(UInt8(255), at: 21).with(Int8(-91), at: 23)
    let sat = try #require(payload.read(as: NAVSAT.self))
    #expect(
      sat.satellites == [
        .init(
          system: 2, number: 11, carrierToNoise: 38, elevation: 45, azimuth: 271, isUsed: true),
        .init(
          system: 6, number: 255, carrierToNoise: 0, elevation: nil, azimuth: nil, isUsed: false),
      ])
  }

  /// A count that the payload does not bear out must not be believed.
  @Test func readsNoMoreEntriesThanThereAre() {
    let counted = Payload(8 + 12).with(UInt8(200), at: 4).with(UInt8(200), at: 5)
    #expect(counted.read(as: NAVSAT.self)?.satellites.count == 1)
    #expect(counted.read(as: NAVSVINFO.self)?.satellites.count == 1)
    #expect(counted.read(as: NAVSIG.self)?.signals.isEmpty == true)
  }

  /// Words with their first bit highest, an even part and an odd one: each of 120 bits and eight of padding.
  @Test(
    arguments: [
      ("E1-B", UInt8(2), UInt8(1), UInt8(8), true), ("of an M8", 2, 0, 8, true),
      ("with a word more", 2, 1, 9, true), ("E5b", 2, 5, 8, false), ("GPS", 0, 1, 8, false),
      ("cut short", 2, 1, 7, false),
    ])
  func readsAPageOfGalileo(
    _ why: String, _ system: UInt8, _ signal: UInt8, _ count: UInt8, _ isPage: Bool
  ) throws {
    var payload = Payload(8 + 4 * 9).with(system, at: 0).with(UInt8(14), at: 1)
      .with(signal, at: 2).with(count, at: 4)
    for word in 0..<9 {
      payload = payload.with(UInt32(0x0102_0304 + 0x1010_1010 * word), at: 8 + 4 * word)
    }
    let frame = try #require(payload.read(as: RXMSFRBX.self))
    #expect(frame.system == system && frame.number == 14 && frame.words.count == Int(count))
    let even: [UInt8] = [
      1, 2, 3, 4, 0x11, 0x12, 0x13, 0x14, 0x21, 0x22, 0x23, 0x24, 0x31, 0x32, 0x33,
    ]
    #expect(frame.galileoPage == (isPage ? even + even.map { $0 + 0x40 } : nil))
  }

  /// What makes a receiver warn must not be read out of a frame that has only the right kind.
  @Test func readsTheReceiversOwnWarningsOnlyFromWholeFrames() {
    #expect(Payload(4 + 24).with(UInt8(200), at: 1).read(as: MONRF.self) == nil)
    #expect(Payload(4 + 24).with(UInt8(1), at: 1).read(as: MONRF.self)?.blocks.count == 1)
    #expect(Payload(52).with(UInt8(0x10), at: 7).read(as: NAVSTATUS.self) == nil)
    #expect(Payload(64).with(UInt8(8), at: 22).read(as: MONHW.self) == nil)
    #expect(Payload(30).with(UInt8(1), at: 0).read(as: SECSIG.self) == nil)
    #expect(Payload(9).with(UInt8(2), at: 0).with(UInt8(1), at: 3).read(as: SECSIG.self) == nil)
  }

  @Test(
    arguments: [
      ("all valid", UInt32(0b1_0011_0101), 91.5),
      ("no fix", 0b1_0011_0100, nil),
      ("no relative position", 0b1_0011_0001, nil),
      ("heading not valid", 0b0_0011_0101, nil),
      ("the direction from a fixed base", 0b1_0001_0101, nil),
      ("ambiguities floating", 0b1_0010_1101, nil),
      ("no solution of the carrier phase", 0b1_0010_0101, nil),
      ("a value that means nothing", 0b1_0011_1101, nil),
      ("normalized, and extrapolated", 0b11_1111_0101, 91.5),
    ] as [(String, UInt32, Double?)])
  func reportsAHeadingThatIsValid(_ why: String, _ flags: UInt32, _ heading: Double?) throws {
    let payload = Payload(64).with(UInt8(1), at: 0).with(Int32(9_150_000), at: 24)
      .with(flags, at: 60)
    #expect(try #require(payload.read(as: NAVRELPOSNED.self)).heading == heading)
  }

  @Test func readsAllVersionsOfTheSecurityState() throws {
    let first = Payload(12).with(UInt8(1), at: 0)
      .with(UInt8(0b101), at: 4).with(UInt8(0b110), at: 8)
    let old = try #require(first.read(as: SECSIG.self))
    #expect(old.jamming?.rawValue == 2 && old.spoofing == nil)
    for version in [UInt8(2), 3] {
      let second = Payload(8).with(version, at: 0).with(UInt8(0b011_1_01_1), at: 1)
        .with(UInt8(1), at: 3)
      let new = try #require(second.read(as: SECSIG.self))
      #expect(new.jamming?.rawValue == 1 && new.spoofing == 3)
      #expect(Payload(4).with(version, at: 0).with(UInt8(1), at: 3).read(as: SECSIG.self) == nil)
    }
    #expect(Payload(4).with(UInt8(4), at: 0).read(as: SECSIG.self) == nil)
  }

  @Test func readsWhatReceiversSayAboutSignatures() throws {
    // Two satellites: E05 with IODnav 77, three tags, authentic; E11 not.
    let state = Payload(28).with(UInt8(0b001_01_10_1), at: 1).with(UInt8(1), at: 2)
      .with(UInt32(2), at: 16)
      .with(UInt16(77 | 3 << 10 | 1 << 15), at: 20).with(UInt8(5), at: 22)
      .with(UInt16(78 | 1 << 10), at: 24).with(UInt8(11), at: 26)
    let osnma = try #require(state.read(as: SECOSNMA.self))
    #expect(osnma.isHeaderAuthenticated && osnma.status == 2 && osnma.isEnabled)
    #expect(osnma.count == 2 && osnma.authenticated == [5])
    // It claims more than it has.
    #expect(Payload(24).with(UInt32(63), at: 16).read(as: SECOSNMA.self)?.authenticated == [])
    #expect(Payload(19).read(as: SECOSNMA.self) == nil)

    let pvt = try #require(Payload(92).with(UInt16(1 << 13), at: 78).read(as: NAVPVT.self))
    #expect(pvt.isTimeAuthenticated && !pvt.isFixAuthenticated)
    #expect(
      Payload(92).with(UInt16(1 << 14), at: 78).read(as: NAVPVT.self)?.isFixAuthenticated == true)
    let signals = Payload(8 + 16).with(UInt8(1), at: 5).with(UInt16(1 << 9), at: 18)
    #expect(signals.read(as: NAVSIG.self)?.signals.map(\.isAuthenticated) == [true])

    let trusted = Payload(40).with(UInt8(0b11), at: 2).with(UInt32(5000), at: 4)
      .with(Int32(-2), at: 28).with(Int32(-250), at: 32)
    let time = try #require(trusted.read(as: NAVTIMETRUSTED.self))
    #expect(time.isValid && time.timeOfWeek == 5000 && time.difference == -2250)
    #expect(Payload(40).with(UInt8(1), at: 2).read(as: NAVTIMETRUSTED.self)?.difference == nil)
  }

  @Test func readsTheFirmware() throws {
    var payload = Payload(40 + 30 + 29)
    for (offset, text) in [(0, "ROM CORE 3.01"), (30, "00080000"), (40, "PROTVER=18.00")] {
      for (index, byte) in text.utf8.enumerated() {
        payload = payload.with(byte, at: offset + index)
      }
    }
    let version = try #require(payload.read(as: MONVER.self))
    #expect(version.software == "ROM CORE 3.01" && version.hardware == "00080000")
    // The second one is not whole.
    #expect(version.extensions == ["PROTVER=18.00"])
    #expect(Payload(39).read(as: MONVER.self) == nil)
  }

  /// Where the interference figure is depends on the length.
  @Test func readsTheRadioPartOfOldAndNewReceivers() throws {
    let new = Payload(60).with(UInt8(0b1000), at: 22).with(UInt8(17), at: 45)
    #expect(new.read(as: MONHW.self)?.continuousWave == 17)
    #expect(new.read(as: MONHW.self)?.jamming.rawValue == 2)
    let old = Payload(68).with(UInt8(19), at: 53)
    #expect(old.read(as: MONHW.self)?.continuousWave == 19)
  }

  @Test func readsNothingFromAPayloadThatIsTooShort() {
    for kind in FrameKind.all {
      for count in 0..<4 {
        let payload = Array(repeating: UInt8(1), count: count)
        let message = kind.message(payload.span.bytes)
        #expect(message == nil, "\(kind), \(count) bytes")
      }
    }
  }

  /// Whatever a frame with a valid checksum contains must be read without a trap.
  @Test func readsArbitraryPayloadsOfAnyLength() {
    for kind in FrameKind.all {
      for count in 0..<200 {
        for byte in [UInt8(0), 0x7F, 0x80, 0xFF] {
          let payload = Array(repeating: byte, count: count)
          _ = kind.message(payload.span.bytes)
        }
      }
    }
  }
}

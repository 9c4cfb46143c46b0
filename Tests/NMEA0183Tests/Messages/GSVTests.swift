// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct GSVTests {
  /// Returns a GSV message with its first three fields set.
  private static func group(
    _ count: UInt8, _ number: UInt8, _ inView: UInt16, talker: Talker = .gps
  ) -> GSV {
    with(GSV(talker: talker)) {
      $0.sentenceCount = count
      $0.sentenceNumber = number
      $0.satellitesInView = inView
    }
  }

  static let rows: [Row<GSV>] = [
    Row("four", "GPGSV,3,1,11,03,67,111,42,04,15,270,00,06,01,010,,13,06,292,38", group(3, 1, 11)) {
      $0.satellites = [
        GSV.Satellite(number: 3, elevation: 67, azimuth: 111, carrierToNoise: 42),
        GSV.Satellite(number: 4, elevation: 15, azimuth: 270, carrierToNoise: 0),
        GSV.Satellite(number: 6, elevation: 1, azimuth: 10),
        GSV.Satellite(number: 13, elevation: 6, azimuth: 292, carrierToNoise: 38),
      ]
    },
    Row(
      "four and a signal", "GAGSV,1,1,04,01,1,1,1,02,2,2,2,03,3,3,3,04,4,4,4,7",
      group(1, 1, 4, talker: .galileo)
    ) {
      $0.satellites = ShortList(
        (1...4).map {
          GSV.Satellite(
            number: $0, elevation: Int8($0), azimuth: $0, carrierToNoise: Float($0))
        })
      $0.signal = 7
    },
    Row("one", "GPGSV,3,3,09,32,01,012,", group(3, 3, 9)) {
      $0.satellites = [GSV.Satellite(number: 32, elevation: 1, azimuth: 12)]
    },
    Row("one and a signal", "GBGSV,1,1,01,40,61,066,41,B", group(1, 1, 1, talker: .beiDou)) {
      $0.satellites = [GSV.Satellite(number: 40, elevation: 61, azimuth: 66, carrierToNoise: 41)]
      $0.signal = 11
    },
    Row("one, padded", "GPGSV,1,1,01,05,45,120,38,,,,,,,,,,,,", group(1, 1, 1)) {
      $0.satellites = [GSV.Satellite(number: 5, elevation: 45, azimuth: 120, carrierToNoise: 38)]
    },
    Row("one, padded, and a signal", "GPGSV,1,1,01,05,45,120,38,,,,,,,,,,,,,1", group(1, 1, 1)) {
      $0.satellites = [GSV.Satellite(number: 5, elevation: 45, azimuth: 120, carrierToNoise: 38)]
      $0.signal = 1
    },
    Row("one, the last comma left out", "GPGSV,1,1,01,05,45,120", group(1, 1, 1)) {
      $0.satellites = [GSV.Satellite(number: 5, elevation: 45, azimuth: 120)]
    },
    Row("none", "GPGSV,1,1,00", group(1, 1, 0)),
    Row("none and a signal", "GPGSV,1,1,00,8", group(1, 1, 0)) { $0.signal = 8 },
    Row("none, padded", "GPGSV,1,1,00,,,,,,,,,,,,,,,,", group(1, 1, 0)),
    Row("nothing", "GPGSV,,,", GSV()),
    Row("only a number", "GPGSV,1,1,02,44,,,40,46,,,", group(1, 1, 2)) {
      $0.satellites = [GSV.Satellite(number: 44, carrierToNoise: 40), GSV.Satellite(number: 46)]
    },
    Row(
      "below the horizon, a fraction", "GQGSV,1,1,01,193,-03,359,31.5",
      group(1, 1, 1, talker: .qzss)
    ) {
      $0.satellites = [
        GSV.Satellite(number: 193, elevation: -3, azimuth: 359, carrierToNoise: 31.5)
      ]
    },
    Row(
      "decimals of elevation and azimuth", "GPGSV,1,1,02,03,45.5,111.4,42,04,-0.6,359.7,30",
      group(1, 1, 2)
    ) {
      $0.satellites = [
        GSV.Satellite(number: 3, elevation: 46, azimuth: 111, carrierToNoise: 42),
        GSV.Satellite(number: 4, elevation: -1, azimuth: 0, carrierToNoise: 30),
      ]
    },
    Row(
      "a signal and a system, as Qualcomm's modems send them",
      "PQGSV,1,1,02,07,45,120,38,19,10,020,,1,4", group(1, 1, 2, talker: .qualcommQZSS)
    ) {
      $0.satellites = [
        GSV.Satellite(number: 7, elevation: 45, azimuth: 120, carrierToNoise: 38),
        GSV.Satellite(number: 19, elevation: 10, azimuth: 20),
      ]
      $0.signal = 1
      $0.system = .beiDou
    },
    Row(
      "none, a signal and a system", "PQGSV,1,1,00,1,5", group(1, 1, 0, talker: .qualcommQZSS)
    ) {
      $0.signal = 1
      $0.system = .qzss
    },
    Row(
      "an elevation beyond reason", "GPGSV,1,1,01,05,400.5,120,38", group(1, 1, 1), unreadable: 1
    ) {
      $0.satellites = [GSV.Satellite(number: 5, azimuth: 120, carrierToNoise: 38)]
    },
    Row(
      "north from the other side, with and without a signal",
      "GPGSV,1,1,02,05,45,360,40,07,45,360,", group(1, 1, 2)
    ) {
      $0.satellites = [
        GSV.Satellite(number: 5, elevation: 45, azimuth: 0, carrierToNoise: 40),
        GSV.Satellite(number: 7, elevation: 45, azimuth: 0),
      ]
    },
    Row(
      "the ends of the ranges", "GPGSV,1,1,02,05,90,359,40,07,-90,000,", group(1, 1, 2)
    ) {
      $0.satellites = [
        GSV.Satellite(number: 5, elevation: 90, azimuth: 359, carrierToNoise: 40),
        GSV.Satellite(number: 7, elevation: -90, azimuth: 0),
      ]
    },
    Row(
      "beyond them, in two digits and three, with a sign and without a signal",
      "GPGSV,1,1,04,05,91,361,40,06,99,999,40,07,-91,361,,08,091,1000,40", group(1, 1, 4),
      unreadable: 8
    ) {
      $0.satellites = [
        GSV.Satellite(number: 5, carrierToNoise: 40), GSV.Satellite(number: 6, carrierToNoise: 40),
        GSV.Satellite(number: 7), GSV.Satellite(number: 8, carrierToNoise: 40),
      ]
    },
    Row(
      "an unreadable number", "GPGSV,1,1,02,x1,45,120,38,07,10,020,30", group(1, 1, 2),
      unreadable: 1
    ) {
      $0.satellites = [GSV.Satellite(number: 7, elevation: 10, azimuth: 20, carrierToNoise: 30)]
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<GSV>) { row.check(as: Message.gsv) }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@testable import GNSS

@Suite struct SatelliteIDTests {
  @Test(
    arguments: [
      ("GPS", 1, "GP", nil, .gps, 1), ("the last of GPS", 32, "GP", nil, .gps, 32),
      ("GPS by number", 7, "GN", nil, .gps, 7), ("GPS by system", 7, "GN", 1, .gps, 7),
      ("SBAS, code 120", 33, "GP", nil, .sbas, 33), ("the last of SBAS", 64, "GP", nil, .sbas, 64),
      ("SBAS among GPS", 46, "GN", 1, .sbas, 46),
      ("SBAS by its code, 133 − 87", 133, "GP", nil, .sbas, 46),
      ("SBAS, code 158", 158, "GN", 1, .sbas, 71),
      ("GLONASS, slot 1", 65, "GL", nil, .glonass, 1),
      ("GLONASS, slot 24", 88, "GN", 2, .glonass, 24),
      ("GLONASS by number", 96, "GN", nil, .glonass, 32),
      ("GLONASS that GPS speaks of", 65, "GP", nil, .glonass, 1),
      ("GLONASS counted from 1", 5, "GL", nil, .glonass, 5),
      ("Galileo", 36, "GA", nil, .galileo, 36), ("Galileo by system", 5, "GN", 3, .galileo, 5),
      ("Galileo from 301", 301, "GA", nil, .galileo, 1),
      ("the last of Galileo", 336, "GN", nil, .galileo, 36),
      ("BeiDou", 40, "GB", nil, .beiDou, 40),
      ("BeiDou, another talker", 40, "BD", nil, .beiDou, 40),
      ("BeiDou by system", 12, "GN", 4, .beiDou, 12),
      ("BeiDou from 201", 201, "BD", nil, .beiDou, 1), ("its second", 202, "GB", nil, .beiDou, 2),
      ("from 201 by system", 201, "GN", 4, .beiDou, 1),
      ("the third from 201", 203, "GN", nil, .beiDou, 3), ("the 63rd", 263, "BD", nil, .beiDou, 63),
      ("BeiDou from 401", 401, "GN", nil, .beiDou, 1), ("to 463", 463, "GB", nil, .beiDou, 63),
      ("QZSS", 1, "GQ", nil, .qzss, 1), ("QZSS by system", 3, "GN", 5, .qzss, 3),
      ("QZSS from 193", 193, "GP", nil, .qzss, 1),
      ("QZSS, its own talker", 197, "QZ", nil, .qzss, 5),
      ("the last of QZSS", 202, "GQ", nil, .qzss, 10),
      ("QZSS of a Qualcomm", 193, "PQ", nil, .qzss, 1),
      ("NavIC", 9, "GI", nil, .navIC, 9), ("NavIC by system", 9, "GN", 6, .navIC, 9),
      ("a system nobody knows", 9, "GP", 13, .gps, 9),
      ("a number nobody knows", 500, "GN", nil, .unknown, 500),
    ]
      as [(
        name: String, number: UInt16, talker: Talker, system: UInt8?, SatelliteSystem, UInt16
      )])
  func isOneWhicheverWayItIsCounted(
    name: String, number: UInt16, talker: Talker, system: UInt8?, expected: SatelliteSystem,
    expectedNumber: UInt16
  ) {
    let satellite = SatelliteID(
      number: number,
      named: SatelliteSystem(talker: talker, id: system.map(SystemID.init(rawValue:))))
    #expect(satellite == SatelliteID(system: expected, number: expectedNumber))
  }
}

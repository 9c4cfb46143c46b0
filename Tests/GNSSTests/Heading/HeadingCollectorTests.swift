// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import Testing

@Suite struct HeadingCollectorTests {
  @Test(
    arguments: [
      ("true, and no variation known", ["HEHDT,274.3,T"], 274.3, nil),
      ("magnetic, and no variation known", ["HCHDM,238.0,M"], nil, 238.0),
      ("sensor with deviation and variation", ["HCHDG,98.3,1.5,E,12.6,W"], 87.2, 99.8),
      ("the variation is remembered", ["HCHDG,98.3,,,2.5,E", "HCHDM,100.0,M"], 102.5, 100.0),
      (
        "the variation of an RMC with status D",
        ["GNRMC,120000,D,4807.038,N,01131.000,E,0.4,,230324,2.5,E,R", "HCHDM,100.0,M"], 102.5, 100.0
      ),
      (
        "none of an RMC with status V",
        ["GNRMC,120000,V,4807.038,N,01131.000,E,0.4,,230324,2.5,E,N", "HCHDM,100.0,M"], nil, 100.0
      ),
      ("past north", ["HCHDG,359.0,,,3.0,E"], 2.0, 359.0),
      ("before north", ["HCHDG,1.0,,,3.0,W"], 358.0, 1.0),
      ("true with the variation", ["HCHDG,1.0,,,3.0,W", "HEHDT,10.0,T"], 10.0, 13.0),
      ("360 is north", ["HEHDT,360.0,T"], 0.0, nil),
      ("status autonomous", ["HETHS,77.5,A"], 77.5, nil),
      ("status dead reckoning", ["HETHS,77.5,E"], 77.5, nil),
      ("status not valid", ["HETHS,77.5,V"], nil, nil),
      ("entered by hand", ["HETHS,77.5,M"], nil, nil),
      ("a simulator's", ["HETHS,77.5,S"], nil, nil),
      ("a status that means nothing", ["HETHS,77.5,X"], nil, nil),
      ("no status", ["HETHS,77.5,"], nil, nil),
      ("empty", ["HEHDT,,T"], nil, nil),
      ("no angle", ["HEHDT,1000,T"], nil, nil),
      ("a log, true", ["VWVHW,245.1,T,242.3,M,5.2,N,9.6,K"], 245.1, nil),
      ("a log, magnetic only", ["VWVHW,,T,242.3,M,5.2,N,9.6,K"], nil, 242.3),
      ("a log without a compass", ["VWVHW,,T,,M,5.2,N,9.6,K"], nil, nil),
      ("a log behind a compass", ["HEHDT,10.0,T", "VWVHW,11,T,,M,,N,,K"], 10.0, nil),
      ("an inertial system", ["PASHR,120000.00,271.4,T,0.4,-1.1,0,0.1,0.1,0.2,2,1"], 271.4, nil),
      ("one that is not aligned", ["PASHR,120000.00,271.4,T,0.4,-1.1,0,0.1,0.1,9,1,0"], nil, nil),
      ("Kongsberg", ["PSXN,23,0.42,-1.13,271.4,-0.06"], 271.4, nil),
      ("Kongsberg, reduced", ["PSXN,20,0,0,1,0", "PSXN,23,0.42,-1.13,271.4,-0.06"], 271.4, nil),
      ("Kongsberg, invalid", ["PSXN,20,0,0,2,0", "PSXN,23,0.42,-1.13,271.4,-0.06"], nil, nil),
      (
        "Kongsberg, valid again",
        ["PSXN,20,0,0,2,0", "PSXN,20,2,2,0,2", "PSXN,23,0.42,-1.13,271.4,-0.06"], 271.4, nil
      ),
      ("Furuno", ["PFEC,GPatt,271.4,-1.3,0.5"], 271.4, nil),
      ("where an autopilot steers is none", ["APHSC,40.1,T,39.1,M"], nil, nil),
    ] as [(why: String, bodies: [String], geographic: Double?, magnetic: Double?)])
  func tells(why: String, bodies: [String], geographic: Double?, magnetic: Double?) {
    let events = Listener(hearing: bodies).events
    let heading: Heading? = events.reversed().lazy.compactMap {
      if case .heading(let heading) = $0 { heading } else { nil }
    }.first
    #expect(isNear(heading?.trueHeading, geographic))
    #expect(isNear(heading?.magneticHeading, magnetic))
  }

  private func isNear(_ found: Double?, _ expected: Double?) -> Bool {
    guard let found, let expected else { return found == nil && expected == nil }
    return abs(found - expected) < 1e-9
  }

  @Test func takesTheTimeOfTheEpochBefore() {
    let events = Listener(hearing: [
      "GPRMC,120000,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W",
      "GPRMC,120001,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W",
      "HEHDT,100.0,T",
    ]).events
    let heading: Heading? = events.lazy.compactMap {
      if case .heading(let heading) = $0 { heading } else { nil }
    }.first
    // The variation is the one that the receiver reports: 3.1 degrees west.
    #expect(isNear(heading?.magneticHeading, 103.1))
    #expect(heading?.time?.time.hour == 12)
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct HSCTests {
  @Test(
    arguments: [
      ("both", "APHSC,40.12,T,39.11,M", 40.12, 39.11),
      ("true only", "IIHSC,274.5,T,,M", 274.5, nil),
      ("magnetic only", "APHSC,,T,7.0,M", nil, 7.0), ("cut short", "APHSC,123.4", 123.4, nil),
    ] as [(name: String, body: String, heading: Double?, magnetic: Double?)])
  func readsItsFields(name: String, body: String, heading: Double?, magnetic: Double?) {
    let expected = with(HSC(talker: body.hasPrefix("II") ? "II" : "AP")) {
      $0.heading = heading
      $0.magneticHeading = magnetic
    }
    #expect(DecodedInput(checked(body)).messages == [.hsc(expected)])
  }
}

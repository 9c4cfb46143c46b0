// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import NMEA0183

/// NMEA 0183, so that any track can be replayed.
///
/// A fix is GGA, RMC, and GSA for what only it can express. Between two segments, an RMC reports the loss of the position.
/// A fix without a date is left out, because no sentence could be dated by it.
package struct NMEAWriter: TrackWriter {
  private var encoder = SentenceEncoder()
  private var isFirstPart = true

  package init() { encoder.minimumMinuteDecimals = 5 }

  package func canWrite(_ fix: Fix) -> Bool { fix.time?.date != nil }

  package mutating func beginPart(with fix: Fix, _ text: inout TrackText) {
    if !isFirstPart { encoder.append(.rmc(RMC(nil)), to: &text.lanes[0]) }
    isFirstPart = false
  }

  package func append(_ fix: Fix, _ text: inout TrackText) {
    // A fifth of a millimeter.
    let fix = fix.rounded(minuteDecimals: 7, meterDecimals: 3)
    encoder.append(.gga(GGA(fix)), to: &text.lanes[0])
    encoder.append(.rmc(RMC(fix)), to: &text.lanes[0])
    let dilution = fix.dilutionOfPrecision
    guard fix.mode != nil || dilution.vertical != nil || dilution.position != nil else { return }
    encoder.append(.gsa(GSA(fix)), to: &text.lanes[0])
  }
}

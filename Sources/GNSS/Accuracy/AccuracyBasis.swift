// Core Location for Linux. SPDX-License-Identifier: MIT

package import NMEA0183

/// What the horizontal accuracy of a fix was made of: the row of the table in docs/accuracy.md that it comes from.
package struct AccuracyBasis: Hashable, Sendable {
  package var quality: FixQuality?
  package var isTwoDimensional: Bool
  /// `nil` if the fix has no accuracy.
  package var source: AccuracySource?
  /// The error of a range by which the dilution was multiplied, 1 σ in meters; `nil` if no dilution was used.
  package var rangeError: Double?
  /// Whether GST states less than is believed, so that the least radius took its place.
  package var isLeastRadius = false

  /// By what the source's own figure, or the dilution times ``rangeError``, was multiplied; `nil` if it depends on the figure.
  package var factor: Double? {
    switch source {
    case .dilutionOfPrecision, .ubloxFrame, .ubloxEstimate, .sirfEstimate:
      ErrorEllipse.radiusPerDistance
    case .pseudorangeStatistics where rangeError != nil: ErrorEllipse.radiusPerDistance / 2
    case .garminEstimate: ErrorEllipse.radiusPerMedian
    default: nil
    }
  }
}

extension AccuracyModel {
  /// Returns what this model has made the horizontal accuracy of a fix of.
  ///
  /// - Parameter rangeDeviation: the residuals of the code that GST reported for the fix; `nil` if it reported none.
  package func basis(of fix: Fix, rangeDeviation: Double? = nil) -> AccuracyBasis {
    var basis = AccuracyBasis(
      quality: fix.quality, isTwoDimensional: fix.mode == .twoDimensional,
      source: fix.horizontalAccuracySource)
    switch fix.horizontalAccuracySource {
    case .dilutionOfPrecision:
      basis.rangeError = rangeErrors(for: fix.quality).first {
        radius(of: fix, range: $0) == fix.horizontalAccuracy
      }
    case .pseudorangeStatistics:
      let range = rangeError(for: fix.quality)
      let least = leastRadius(of: fix, range: range, rangeDeviation: rangeDeviation)
      basis.isLeastRadius = least > 0 && least == fix.horizontalAccuracy
      let isHalfOfDilution = fix.quality != .rtkFloat && fix.quality != .rtkFixed
      if basis.isLeastRadius, isHalfOfDilution { basis.rangeError = range }
    default: break
    }
    return basis
  }

  /// The errors that the ranges of a fix of this quality may have; a float of one frequency has those of a differential one.
  private func rangeErrors(for quality: FixQuality?) -> [Double] {
    let qualities: [FixQuality?] = quality == .rtkFloat ? [.rtkFloat, .differential] : [quality]
    return qualities.compactMap(rangeError)
  }
}

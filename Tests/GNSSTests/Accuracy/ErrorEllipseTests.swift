// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import GNSS

@Suite struct ErrorEllipseTests {
  /// Returns the share of a normal distribution with two deviations within a circle around its mean.
  ///
  /// Sums over strips of the circle: the density along the first axis, times the share of the second axis that
  /// lies within the circle there.
  private static func share(within radius: Double, _ first: Double, _ second: Double) -> Double {
    let steps = 4000
    var sum = 0.0
    for step in 0..<steps {
      let angle = (Double(step) + 0.5) / Double(steps) * .pi / 2
      let x = radius * sin(angle)
      let density = exp(-x * x / (2 * first * first)) / (first * (2 * .pi).squareRoot())
      let inside = erf(radius * cos(angle) / (second * 2.0.squareRoot()))
      sum += density * inside * radius * cos(angle) * .pi / 2 / Double(steps)
    }
    return 2 * sum
  }

  @Test func theIntegrationIsRight() {
    // Without a second axis, and with equal axes: both have a closed form.
    #expect(abs(Self.share(within: 1, 1, 0) - 0.682_689_492) < 1e-6)
    #expect(abs(Self.share(within: 2, 1, 1) - (1 - exp(-2))) < 1e-6)
  }

  @Test func holdsTheShareOfOneDeviation() {
    for percent in 0...100 {
      let ratio = Double(percent) / 100
      for major in [0.01, 1, 250] {
        let radius = ErrorEllipse.radius(major: major, minor: ratio * major)
        let least = Self.share(within: radius * 0.998, major, ratio * major)
        let most = Self.share(within: radius * 1.002, major, ratio * major)
        #expect((least...most).contains(0.682_689_492), "ratio \(ratio) of \(major)")
      }
    }
  }

  @Test func theFactorsAreThoseOfTheNormalDistribution() {
    // 68.27 % lie within √(−2 ln 0.3173); DRMS is √2 σ; half lies within √(2 ln 2) in the plane.
    let round = (-2 * log(1 - 0.682_689_492)).squareRoot()
    #expect(abs(ErrorEllipse.roundRadius - round) < 1e-6)
    #expect(abs(ErrorEllipse.radiusPerDistance - round / 2.0.squareRoot()) < 1e-6)
    #expect(abs(ErrorEllipse.radiusPerMedian - round / (2 * log(2.0)).squareRoot()) < 1e-6)
    // Half of the errors along a line lie within 0.6745 σ.
    #expect(abs(erf(1 / ErrorEllipse.deviationPerMedian / 2.0.squareRoot()) - 0.5) < 1e-9)
  }

  @Test(
    arguments: [
      // 4 and 3: 5.3122; 2 and 1: 2.3058, both integrated independently; √5 / √2 = 1.5811.
      ("deviations", 3, 4, nil, nil, 5.3122),
      ("the axes tell the shape", 1.5811, 1.5811, 2, 1, 2.3058),
      ("the axes swapped", 1.5811, 1.5811, 1, 2, 2.3058), ("axes only", nil, nil, 4, 3, 5.3122),
      ("axes that hold 95 %", 1.5811, 1.5811, 4.8955, 2.4477, 2.3058),
      ("axes far off", 1.5811, 1.5811, 32, 16, 2.3058),
      ("deviations of 0 tell no size", 0, 0, 2, 1, 2.3058),
      ("one axis is none", 3, 4, 7, nil, 5.3122), ("a major axis of 0 is none", 3, 4, 0, 0, 5.3122),
      ("a flat ellipse", nil, nil, 2, 0, 2), ("one deviation only", 3, nil, nil, nil, nil),
      ("nothing", nil, nil, nil, nil, nil), ("zeros", 0, 0, 0, 0, nil),
      ("a negative deviation", -1, 4, nil, nil, nil), ("one of two is 0", 0, 4, nil, nil, 4),
    ]
      as [(
        name: String, first: Double?, second: Double?, major: Double?, minor: Double?,
        radius: Double?
      )])
  func takesWhatThereIs(
    name: String, first: Double?, second: Double?, major: Double?, minor: Double?,
    radius expected: Double?
  ) {
    let radius = ErrorEllipse.radius(first, second, axes: (major, minor))
    #expect((radius == nil) == (expected == nil))
    if let radius, let expected { #expect(abs(radius / expected - 1) < 0.002) }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import gps

@Suite struct NiceStepsTests {
  @Test(
    arguments: [
      ("a tenth of a meter", 0.35, 4.0, 0.1), ("twelve", 12, 4, 5),
      ("just as many as may be", 40, 4, 10),
      ("thousands", 7300, 8, 1000), ("nothing", 0, 4, 1),
    ] as [(String, Double, Double, Double)])
  func dividesALength(why: String, length: Double, count: Double, step: Double) {
    #expect(abs(NiceSteps.decimal(length, most: count) - step) < 1e-9, "\(why)")
  }

  @Test(arguments: [(220.0, 200.0), (199, 100), (0.07, 0.05), (1000, 1000)])
  func findsTheLengthOfAScaleBar(length: Double, nice: Double) {
    #expect(abs(NiceSteps.below(length) - nice) < 1e-9)
  }

  @Test(arguments: [(59.0, 10.0), (143, 30), (3600, 600), (100_000, 21_600), (900_000, 172_800)])
  func dividesTimes(length: Double, step: Double) {
    #expect(NiceSteps.time(length, most: 8) == step)
  }

  @Test func findsMarks() {
    #expect(NiceSteps.marks(in: -0.5...2.1, step: 1) == [0, 1, 2])
    #expect(NiceSteps.marks(in: 0.2...0.8, step: 1).isEmpty)
  }

  /// Even at the finest step, degrees are written with no more than hundredths of a second.
  @Test(
    arguments: [
      (-33.858_333_333, 5.0 / 3600, "33°51′30″S"), (151.25, 15.0 / 60, "151°15′E"),
      (20, 5, "20°E"), (0, 1, "0°"), (8.5, 0.1 / 3600, "8°30′00.00″E"),
    ] as [(Double, Double, String)])
  func writesDegrees(degrees: Double, step: Double, text: String) {
    let letters = text.hasSuffix("S") ? ("N", "S") : ("E", "W")
    #expect(Graticule.text(degrees, letters.0, letters.1, step: step) == text)
  }

  @Test(arguments: [
    (0.0, "00:00:00"), (86_399, "23:59:59"), (86_400, "00:00:00"), (-1, "23:59:59"),
  ])
  func writesTimesOfDay(seconds: Double, text: String) {
    #expect(PlotNumber.clock(seconds, withSeconds: true) == text)
  }
}

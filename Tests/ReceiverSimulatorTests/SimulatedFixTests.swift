// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Glibc
import ReceiverSimulator
import Testing

/// The fixes that the pipeline makes from a simulated receiver, compared with the truth.
@Suite struct SimulatedFixTests {
  private func fixes(_ simulation: Simulation) -> [Fix] {
    var fixes: [Fix] = []
    var pipeline = FixPipeline()
    pipeline.push(simulation.bytes.span.bytes) { if case .fix(let fix) = $0 { fixes.append(fix) } }
    pipeline.finish { if case .fix(let fix) = $0 { fixes.append(fix) } }
    return fixes
  }

  @Test(arguments: NMEAVersion.allCases, [1, 10])
  func eachEpochWithAPositionIsAFix(version: NMEAVersion, rate: Int) throws {
    let simulation = Simulation(
      try .walk(90 * rate) {
        $0.version = version
        $0.rate = rate
        $0.noise = NoiseModel(.perAxis(horizontal: 3, vertical: 5), speed: 0.05)
        $0.sentences = [.rmc, .gga, .gsa, .gst, .gsv]
        $0.faults.coldStart = 15
        $0.faults.outages = [40..<55]
      })
    let epochs = simulation.epochs.filter { $0.stage == .fixed }
    let fixes = fixes(simulation)
    #expect(fixes.count == 60 * rate)
    #expect(fixes.map(\.time?.time) == epochs.map(\.instant.time))
    #expect(fixes.map(\.time?.date) == epochs.map(\.instant.date))
    for (fix, epoch) in zip(fixes, epochs) {
      let place = SimulatedPosition(latitude: fix.latitude, longitude: fix.longitude)
      // The fifth decimal of a minute is 18 millimeters.
      #expect(place.chord(to: epoch.measured.position) < 0.014)
      #expect(((fix.speed ?? -1) - epoch.measured.speed).magnitude < 0.0003)
      #expect(((fix.altitude ?? -1) - epoch.measured.position.altitude).magnitude < 0.0501)
      #expect(fix.verticalAccuracy == 5)
    }
  }

  /// 68 of 100 positions are within the accuracy, give or take four standard deviations of that count.
  @Test func accuraciesHoldAsOftenAsTheySay() throws {
    let count = 10_000.0
    let simulation = Simulation(
      try .walk(Int(count)) {
        $0.rate = 10
        $0.noise = NoiseModel(.perRange(4))
        $0.sentences = [.rmc, .gga, .gst]
      }, seed: 3)
    var (inside, level) = (0.0, 0.0)
    for (fix, epoch) in zip(fixes(simulation), simulation.epochs) {
      let place = SimulatedPosition(latitude: fix.latitude, longitude: fix.longitude)
      let truth = epoch.truth.position
      if place.chord(to: truth) <= fix.horizontalAccuracy ?? 0 { inside += 1 }
      if ((fix.altitude ?? 0) - truth.altitude).magnitude <= fix.verticalAccuracy ?? 0 {
        level += 1
      }
    }
    let tolerance = 4 * sqrt(0.6827 * 0.3173 / count)
    #expect((inside / count - 0.6827).magnitude < tolerance)
    #expect((level / count - 0.6827).magnitude < tolerance)
  }
}

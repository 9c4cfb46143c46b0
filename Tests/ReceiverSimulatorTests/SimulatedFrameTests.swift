// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import ReceiverSimulator
import Testing

/// A receiver that sends frames of UBX, compared with the truth.
@Suite struct SimulatedFrameTests {
  private func bytes(_ configuration: SimulatedReceiver.Configuration) -> (
    bytes: [UInt8], epochs: [SimulatedEpoch]
  ) {
    var receiver = SimulatedReceiver(configuration, seed: 1)
    var bytes: [UInt8] = []
    var epochs: [SimulatedEpoch] = []
    while let epoch = receiver.nextEpoch(appendingTo: &bytes) { epochs.append(epoch) }
    return (bytes, epochs)
  }

  private func fixes(_ bytes: [UInt8]) -> [Fix] {
    var fixes: [Fix] = []
    var pipeline = FixPipeline()
    pipeline.push(bytes.span.bytes) { if case .fix(let fix) = $0 { fixes.append(fix) } }
    pipeline.finish { if case .fix(let fix) = $0 { fixes.append(fix) } }
    return fixes
  }

  @Test(arguments: [1, 5])
  func eachEpochWithAPositionIsAFix(rate: Int) throws {
    var configuration = try SimulatedReceiver.Configuration.walk(90 * rate) {
      $0.sentences = nil
      $0.rate = rate
      $0.noise = NoiseModel(.perAxis(horizontal: 3, vertical: 5), speed: 0.05)
      $0.faults.coldStart = 15
      $0.faults.outages = [40..<55]
    }
    configuration.geoidSeparation = 20
    let simulation = bytes(configuration)
    let epochs = simulation.epochs.filter { $0.stage == .fixed }
    let fixes = fixes(simulation.bytes)
    #expect(fixes.count == 60 * rate)
    #expect(fixes.map(\.time?.time) == epochs.map(\.instant.time))
    #expect(fixes.map(\.time?.date) == epochs.map(\.instant.date))
    for (fix, epoch) in zip(fixes, epochs) {
      let position = epoch.measured.position
      #expect((fix.latitude - position.latitude).magnitude <= 0.51e-7)
      #expect((fix.longitude - position.longitude).magnitude <= 0.51e-7)
      #expect(((fix.altitude ?? -1) - position.altitude).magnitude <= 0.00051)
      #expect(((fix.ellipsoidalAltitude ?? -1) - position.altitude - 20).magnitude <= 0.00051)
      #expect(((fix.speed ?? -1) - epoch.measured.speed).magnitude <= 0.00051)
      #expect(fix.horizontalAccuracySource == .ubloxFrame && fix.verticalAccuracy == 5)
      #expect(fix.satellitesUsed == epoch.satellites.count { $0.isUsed })
    }
  }
}

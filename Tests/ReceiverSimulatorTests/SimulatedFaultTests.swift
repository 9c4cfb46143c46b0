// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import ReceiverSimulator
import Testing

@Suite struct SimulatedFaultTests {
  @Test func losesItsFixInAnOutage() throws {
    let simulation = Simulation(
      try .walk(60) {
        $0.faults.outages = [20..<30, 50..<51]
        $0.sentences = SimulatedSentence.allCases
      })
    for (epoch, messages) in simulation.bursts {
      let isLost = (20..<30).contains(epoch.index) || epoch.index == 50
      #expect((epoch.stage < .fixed) == isLost)
      for message in messages {
        switch message {
        case .rmc(let rmc):
          #expect(rmc.status == (isLost ? .invalid : .valid))
          #expect(rmc.mode == (isLost ? .invalid : .autonomous))
          #expect((rmc.latitude == nil) == isLost && (rmc.speedKnots == nil) == isLost)
          #expect(rmc.time != nil && rmc.date != nil, "the clock runs on")
        case .gga(let gga):
          #expect(gga.quality == (isLost ? .invalid : .autonomous))
          #expect((gga.longitude == nil) == isLost && (gga.altitude == nil) == isLost)
          #expect((gga.satellitesUsed == 0) == isLost)
          #expect((gga.hdop == 99.99) == isLost)
        case .gsa(let gsa):
          #expect(gsa.mode == (isLost ? FixMode.none : .threeDimensional))
          #expect(gsa.satellites.isEmpty == isLost)
        case .gll(let gll): #expect(gll.status == (isLost ? .invalid : .valid))
        case .gns(let gns): #expect(gns.modes.allSatisfy { ($0 == .invalid) == isLost })
        case .vtg(let vtg): #expect((vtg.speedKnots == nil) == isLost)
        case .gst(let gst): #expect((gst.latitudeDeviation == nil) == isLost)
        case .gsv(let gsv) where isLost:
          #expect(gsv.satellites.allSatisfy { $0.carrierToNoise == nil && $0.elevation != nil })
        default: break
        }
      }
    }
  }

  @Test func errsAlikeWithAndWithoutAnOutage() throws {
    func measured(_ outages: [Range<Double>]) throws -> [SimulatedMotion] {
      Simulation(
        try .walk(60) {
          $0.noise = NoiseModel(.perAxis(horizontal: 3, vertical: 4), correlationTime: 30)
          $0.faults.outages = outages
        }
      ).epochs.map(\.measured)
    }
    #expect(try measured([20..<30])[30...] == measured([])[30...])
  }

  @Test func findsTimeThenDateThenPosition() throws {
    let simulation = Simulation(
      try .walk(40) {
        $0.faults.coldStart = 30
        $0.sentences = [.rmc, .gsv, .zda]
      })
    for (epoch, messages) in simulation.bursts {
      guard case .rmc(let rmc) = messages.first, case .zda(let zda) = messages.last else {
        throw Unexpected()
      }
      #expect((rmc.time == nil) == (epoch.index < 10))
      #expect((rmc.date == nil) == (epoch.index < 20))
      #expect((zda.year == nil) == (epoch.index < 20))
      #expect((rmc.latitude == nil) == (epoch.index < 30))
      #expect((rmc.status == .valid) == (epoch.index >= 30))
      let satellites = messages.flatMap { message -> [GSV.Satellite] in
        if case .gsv(let gsv) = message { Array(gsv.satellites) } else { [] }
      }
      #expect(satellites.isEmpty == (epoch.index < 10))
      #expect(satellites.allSatisfy { ($0.azimuth == nil) == (epoch.index < 20) })
    }
    let stages = simulation.epochs.map(\.stage)
    #expect(stages == stages.sorted())
  }
}

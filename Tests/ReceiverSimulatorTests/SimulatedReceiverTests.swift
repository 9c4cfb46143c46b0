// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import NMEA0183
import ReceiverSimulator
import Testing

@Suite struct SimulatedReceiverTests {
  @Test func sendsTheSameBytesForTheSameSeed() throws {
    let configuration = try SimulatedReceiver.Configuration.walk(50) {
      $0.noise = NoiseModel(.perRange(4), correlationTime: 60, speed: 0.05)
      $0.sentences = SimulatedSentence.allCases
    }
    let bytes = Simulation(configuration, seed: 5).bytes
    #expect(bytes == Simulation(configuration, seed: 5).bytes)
    #expect(bytes != Simulation(configuration, seed: 6).bytes)
  }

  @Test(arguments: NMEAVersion.allCases, [true, false])
  func everySentenceIsIntact(version: NMEAVersion, isCombined: Bool) throws {
    let simulation = Simulation(
      try .walk(120) {
        $0.version = version
        $0.isCombined = isCombined
        $0.sentences = SimulatedSentence.allCases
        $0.noise = NoiseModel(.perRange(4), speed: 0.05)
        $0.faults.coldStart = 30
        $0.faults.outages = [60..<80]
      })
    #expect(simulation.defects.isEmpty)
    #expect(simulation.messages.count == simulation.sentences.count)
    #expect(simulation.bytes.suffix(2) == [0x0D, 0x0A])
    #expect(simulation.sentences.allSatisfy { $0.utf8.count <= 80 }, "82 with the line end")
    let talkers = Set(simulation.sentences.map { $0.dropFirst().prefix(2) })
    let others: Set<Substring> = version.rawValue.hasPrefix("4.1") ? ["GA", "GB"] : []
    #expect(talkers == (isCombined ? others.union(["GN", "GP", "GL"]) : ["GP"]))
  }

  @Test func sendsInTheOrderAskedFor() throws {
    let order: [SimulatedSentence] = [.zda, .rmc, .gga, .vtg, .gll]
    let simulation = Simulation(try .walk(2) { $0.sentences = order })
    let sent = simulation.sentences.map { String($0.dropFirst(3).prefix(3)) }
    #expect(sent == (order + order).map(\.rawValue))
  }

  @Test(
    arguments: [
      ("2.0", ["RMC": 11, "VTG": 8, "GLL": 6, "GSA": 17, "GNS": 12, "GGA": 14]),
      ("2.3", ["RMC": 12, "VTG": 9, "GLL": 7, "GSA": 17, "GNS": 12, "GGA": 14]),
      ("3.0", ["RMC": 12, "VTG": 9, "GLL": 7, "GSA": 17, "GNS": 12, "GGA": 14]),
      ("4.0", ["RMC": 12, "VTG": 9, "GLL": 7, "GSA": 17, "GNS": 12, "GGA": 14]),
      ("4.10", ["RMC": 13, "VTG": 9, "GLL": 7, "GSA": 18, "GNS": 13, "GGA": 14]),
      ("4.11", ["RMC": 13, "VTG": 9, "GLL": 7, "GSA": 18, "GNS": 13, "GGA": 14]),
    ] as [(String, [String: Int])])
  func hasTheFieldsOfItsVersion(version: String, counts: [String: Int]) throws {
    let version = try #require(NMEAVersion(rawValue: version))
    let simulation = Simulation(
      try .walk(20) {
        $0.version = version
        $0.sentences = SimulatedSentence.allCases
        $0.faults.outages = [10..<15]
      })
    for (formatter, count) in counts {
      let sentences = simulation.fields(of: formatter)
      #expect(!sentences.isEmpty)
      #expect(sentences.allSatisfy { $0.count == count }, "\(formatter)")
    }
    // Three fields, four for each satellite, and since version 4.1 the signal.
    let rest = version.rawValue.hasPrefix("4.1") ? 0 : 3
    #expect(simulation.fields(of: "GSV").allSatisfy { $0.count % 4 == rest })
  }

  @Test func sendsDilutionsThatFitTogether() throws {
    let simulation = Simulation(try .walk(100) { $0.sentences = [.gsa] })
    for case .gsa(let gsa) in simulation.messages {
      let (h, v, p) = (gsa.hdop ?? 0, gsa.vdop ?? 0, gsa.pdop ?? 0)
      #expect(h > 0.3 && v > 0.3)
      #expect((hypot(h, v) - p).magnitude < 0.0125, "rounded to hundredths")
    }
  }

  @Test func usesTheSatellitesItLists() throws {
    let simulation = Simulation(try .walk(1) { $0.sentences = [.gga, .gsa, .gsv] })
    var (used, seen): (Set<String>, Set<String>) = ([], [])
    var count = 0
    let systems: [Talker: SystemID] = [
      .gps: .gps, .glonass: .glonass, .galileo: .galileo, .beiDou: .beiDou,
    ]
    for message in simulation.messages {
      switch message {
      case .gga(let gga): count = Int(gga.satellitesUsed ?? 0)
      case .gsa(let gsa):
        for number in gsa.satellites { used.insert("\(gsa.system?.rawValue ?? 0):\(number)") }
      case .gsv(let gsv):
        #expect(gsv.sentenceNumber ?? 0 <= gsv.sentenceCount ?? 0)
        for satellite in gsv.satellites {
          seen.insert("\(systems[gsv.talker]?.rawValue ?? 0):\(satellite.number)")
        }
      default: break
      }
    }
    #expect(used.count == count)
    #expect(used.isSubset(of: seen))
    #expect(seen.count == simulation.epochs[0].satellites.count)
  }

  @Test func keepsSatellitesForFullSeconds() throws {
    let simulation = Simulation(
      try .walk(50) {
        $0.rate = 10
        $0.satelliteInterval = 2
        $0.sentences = [.gga, .gsv]
      })
    let with = simulation.bursts.filter { $0.messages.count > 1 }.map(\.epoch.instant.elapsed)
    #expect(with == [0, 2, 4])
  }

  @Test func leavesTheCourseEmptyWhenSlow() throws {
    let slow = Simulation(
      try .walk(1) {
        $0.route = .straight(from: .lindau, course: 60, speed: 0.4)
        $0.sentences = [.rmc, .vtg]
      })
    guard case .rmc(let rmc) = slow.messages[0], case .vtg(let vtg) = slow.messages[1] else {
      throw Unexpected()
    }
    #expect(rmc.course == nil && vtg.course == nil)
    // 0.4 m/s are 0.7775 knots.
    #expect(rmc.speedKnots == 0.778 && vtg.speedKilometersPerHour == 1.44)
    let fast = Simulation(try .walk(1) { $0.sentences = [.rmc] })
    guard case .rmc(let rmc) = fast.messages[0] else { throw Unexpected() }
    #expect(rmc.course == 60)
  }

  @Test(
    arguments: [
      ("autonomous", 1, "4.11", "A"), ("differential", 2, "4.11", "D"),
      ("RTK fixed", 4, "4.11", "R"), ("RTK float", 5, "4.11", "F"),
      ("RTK before it had a letter", 4, "2.3", "D"), ("simulated", 8, "4.11", "S"),
    ] as [(String, UInt8, String, String)])
  func tellsTheQuality(name: String, quality: UInt8, version: String, letter: String) throws {
    let version = try #require(NMEAVersion(rawValue: version))
    let simulation = Simulation(
      try .walk(1) {
        $0.quality = FixQuality(rawValue: quality)
        $0.version = version
        $0.sentences = [.gga, .rmc, .gns]
      })
    #expect(simulation.fields(of: "GGA")[0][5] == "\(quality)")
    #expect(simulation.fields(of: "RMC")[0][11] == letter)
    let letters = String(repeating: letter, count: version == .v411 ? 4 : 2)
    #expect(simulation.fields(of: "GNS")[0][5] == letters)
    let isCorrected = [2, 4, 5].contains(quality)
    #expect(simulation.fields(of: "GGA")[0][12].isEmpty != isCorrected)
  }

  @Test(arguments: 4...8)
  func hasTheDecimalsAskedFor(decimals: Int) throws {
    let simulation = Simulation(
      try .walk(20) {
        $0.minuteDecimals = decimals
        $0.noise = NoiseModel(.perRange(4))
        $0.sentences = [.gga]
      })
    for fields in simulation.fields(of: "GGA") {
      #expect(fields[1].utf8.count == 5 + decimals && fields[3].utf8.count == 6 + decimals)
    }
  }
}

/// The error for a message other than the expected one.
struct Unexpected: Error {}

// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool
import ReceiverSimulator

struct SentenceOptions: ParsableArguments {
  @Option(
    name: .customLong("protocol"),
    help: "nmea, or ubx: NAV-PVT, NAV-DOP, NAV-SAT and NAV-EOE, as u-blox receivers send them.")
  var kind = ProtocolArgument.nmea

  @Option(
    help: .value(
      "GGA,RMC,…",
      """
      The sentences of an epoch, in order: GGA RMC GSA GSV VTG GLL GNS GST GBS ZDA. (default: GGA,RMC,GSA,GSV,VTG)
      """))
  var sentences: CommaList<SimulatedSentence>?

  @Option(help: "GP for GPS only, GN for all systems that --nmea has numbers for.")
  var talker = TalkerArgument.combined

  @Option(name: .customLong("nmea"), "version", "The version of NMEA 0183.")
  var version = NMEAVersion.v411

  @Option(
    "4…8", "Decimals in the minutes of coordinates. (default: 5)", in: 4...8,
    of: "a number of decimals")
  var decimals: Int?

  @Option(
    name: .customLong("satellites-every"), "s", "Seconds between groups of GSV.", in: 1...3600,
    of: "whole seconds")
  var satelliteInterval = 1

  @Option(
    "m/s", "Speed below which the course is left empty.", in: 0...100, of: "meters per second")
  var courseFloor = 0.5

  @Option("m", "Height of the geoid above the ellipsoid.", in: -150...150, of: "meters")
  var geoidSeparation = 0.0

  func apply(to configuration: inout SimulatedReceiver.Configuration) throws {
    if kind == .ubx {
      for (option, value) in [("--sentences", sentences != nil), ("--decimals", decimals != nil)]
      where value {
        throw Failure.usage(
          "\(option) with --protocol ubx", "one of them; frames are not sentences")
      }
    }
    configuration.sentences =
      kind == .ubx ? nil : sentences?.elements ?? [.gga, .rmc, .gsa, .gsv, .vtg]
    configuration.isCombined = talker == .combined
    configuration.version = version
    configuration.minuteDecimals = decimals ?? 5
    configuration.satelliteInterval = satelliteInterval
    configuration.courseFloor = courseFloor
    configuration.geoidSeparation = geoidSeparation
  }
}

enum ProtocolArgument: String, ExpressibleByArgument, CaseIterable {
  case nmea
  case ubx
}

enum TalkerArgument: String, ExpressibleByArgument, CaseIterable {
  case gps = "GP"
  case combined = "GN"
}

extension NMEAVersion: ExpressibleByArgument {
  /// Parses a version number; 4.1 means 4.10.
  public init?(argument: String) { self.init(rawValue: argument == "4.1" ? "4.10" : argument) }
}

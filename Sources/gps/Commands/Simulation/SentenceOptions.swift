// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import ReceiverSimulator

/// The sentences of a simulated receiver, and their form.
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

  @Option(name: .customLong("nmea"), help: .value("version", "The version of NMEA 0183."))
  var version = NMEAVersion.v411

  @Option(
    parsing: .unconditional,
    help: .value("4…8", "Decimals in the minutes of coordinates. (default: 5)"))
  var decimals: Int?

  @Option(
    name: .customLong("satellites-every"), parsing: .unconditional,
    help: .value("s", "Seconds between groups of GSV."))
  var satelliteInterval = 1

  @Option(
    parsing: .unconditional, help: .value("m/s", "Speed below which the course is left empty."))
  var courseFloor = 0.5

  @Option(parsing: .unconditional, help: .value("m", "Height of the geoid above the ellipsoid."))
  var geoidSeparation = 0.0

  func apply(to configuration: inout SimulatedReceiver.Configuration) throws {
    try check(decimals.map(Double.init), in: 4...8, "--decimals", "a number of decimals")
    try check(Double(satelliteInterval), in: 1...3600, "--satellites-every", "whole seconds")
    try check(courseFloor, in: 0...100, "--course-floor", "meters per second")
    try check(geoidSeparation, in: -150...150, "--geoid-separation", "meters")
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

/// The protocol of a simulated receiver.
enum ProtocolArgument: String, ExpressibleByArgument, CaseIterable {
  case nmea
  case ubx
}

/// The talker of simulated sentences.
enum TalkerArgument: String, ExpressibleByArgument, CaseIterable {
  case gps = "GP"
  case combined = "GN"
}

extension NMEAVersion: ExpressibleByArgument {
  /// Parses a version number; 4.1 means 4.10.
  public init?(argument: String) { self.init(rawValue: argument == "4.1" ? "4.10" : argument) }
}

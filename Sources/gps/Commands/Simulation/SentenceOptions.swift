// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import ReceiverSimulator

/// The sentences of a simulated receiver, and their form.
struct SentenceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The sentences of an epoch, in order: GGA RMC GSA GSV VTG GLL GNS GST GBS ZDA.",
      valueName: "GGA,RMC,…"))
  var sentences = SentenceList([.gga, .rmc, .gsa, .gsv, .vtg])

  @Option(help: "GP for GPS only, GN for all systems that --nmea has numbers for.")
  var talker = TalkerArgument.combined

  @Option(
    name: .customLong("nmea"),
    help: ArgumentHelp("The version of NMEA 0183.", valueName: "version"))
  var version = NMEAVersion.v411

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Decimals in the minutes of coordinates.", valueName: "4…8"))
  var decimals = 5

  @Option(
    name: .customLong("satellites-every"), parsing: .unconditional,
    help: ArgumentHelp("Seconds between groups of GSV.", valueName: "s"))
  var satelliteInterval = 1

  @Option(
    name: .customLong("course-floor"), parsing: .unconditional,
    help: ArgumentHelp("Speed below which the course is left empty.", valueName: "m/s"))
  var courseFloor = 0.5

  @Option(
    name: .customLong("geoid-separation"), parsing: .unconditional,
    help: ArgumentHelp("Height of the geoid above the ellipsoid.", valueName: "m"))
  var geoidSeparation = 0.0

  func apply(to configuration: inout SimulatedReceiver.Configuration) throws {
    try check(Double(decimals), in: 4...8, "--decimals", "a number of decimals")
    try check(Double(satelliteInterval), in: 1...3600, "--satellites-every", "whole seconds")
    try check(courseFloor, in: 0...100, "--course-floor", "meters per second")
    try check(geoidSeparation, in: -150...150, "--geoid-separation", "meters")
    configuration.sentences = sentences.sentences
    configuration.isCombined = talker == .combined
    configuration.version = version
    configuration.minuteDecimals = decimals
    configuration.satelliteInterval = satelliteInterval
    configuration.courseFloor = courseFloor
    configuration.geoidSeparation = geoidSeparation
  }
}

/// Sentences given as an option, separated by commas.
struct SentenceList: ExpressibleByArgument {
  let sentences: [SimulatedSentence]

  init(_ sentences: [SimulatedSentence]) { self.sentences = sentences }

  init?(argument: String) {
    let names = argument.split(separator: ",", omittingEmptySubsequences: false)
    sentences = names.compactMap { SimulatedSentence(rawValue: $0.uppercased()) }
    guard sentences.count == names.count else { return nil }
  }

  var defaultValueDescription: String { sentences.map(\.rawValue).joined(separator: ",") }
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

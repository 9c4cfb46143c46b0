// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GPSTool
import NMEA0183
import ReceiverSimulator

struct ErrorOptions: ParsableArguments {
  @Option(
    "m", "Horizontal error along each axis, 1 σ. (default: derived from --uere)", in: Self.limits,
    of: "meters")
  var noise: Double?

  @Option(
    "m", "Error of the altitude, 1 σ. (default: 1.5 times --noise)", in: Self.limits, of: "meters")
  var verticalNoise: Double?

  @Option(
    "m", "Error of the distance to a satellite, 1 σ. (default: typical for --quality)",
    in: Self.limits, of: "meters")
  var uere: Double?

  @Option(
    "m/s", "Error of the speed, 1 σ per axis. (default: 0.05, or 0 if the position has none)",
    in: 0...1000, of: "meters per second")
  var speedNoise: Double?

  @Option(
    "s",
    "Time in which a position error decays to 37 %; with 0, each epoch has an independent error.",
    in: 0...1_000_000, of: "seconds")
  var noiseTime = 60.0

  @Option(parsing: .unconditional, "number", "The seed of the random numbers.")
  var seed: UInt64 = 1

  @Option(help: "How the position is determined.")
  var quality = QualityArgument.autonomous

  @Option(
    name: .customLong("outage"), "30+10", "No fix from second 30 on, for 10 seconds; repeatable.")
  var outages: [OutageArgument] = []

  @Option(
    "s", "Time to the first fix: a third of it without a time, another third without a date.",
    in: 0...86_400, of: "seconds")
  var coldStart = 0.0

  @Option(
    name: .customLong("week-rollover"), "times",
    "Report dates that are this many times 1024 weeks too early.", in: 0...10, of: "how many times")
  var weekRollovers = 0

  @Option(
    name: .customLong("attack"),
    help: .value(
      "kind:30+10",
      """
      An attack from second 30 on, for 10 seconds, or to the end without "+10"; repeatable. Kinds: jump, drag, replay \
      (yesterday's signals), equal, strong and jam (strengths), clock, freeze, flags (the receiver's own warnings).
      """))
  var attacks: [SimulatedAttack] = []

  private static let limits = 0.0...100_000.0

  func apply(to configuration: inout SimulatedReceiver.Configuration) throws {
    configuration.quality = quality.quality
    configuration.noise = try noiseModel()
    configuration.faults.outages = outages.map(\.seconds)
    configuration.faults.attacks = attacks
    let end = configuration.epochCount.map { Double($0) / Double(configuration.rate) } ?? .infinity
    for start in (outages.map(\.seconds) + attacks.map(\.seconds)).map(\.lowerBound)
    where start >= end {
      let option = outages.contains { $0.seconds.lowerBound == start } ? "--outage" : "--attack"
      throw Failure.usage(
        "\(option) from second \(plain(start)) on",
        "an earlier one, or a longer --duration: it ends after \(plain(end)) s")
    }
    configuration.faults.coldStart = coldStart
    configuration.faults.weekRollovers = weekRollovers
  }

  private func noiseModel() throws -> NoiseModel {
    if noise != nil, uere != nil { throw Failure.usage("--noise with --uere", "one of them") }
    if verticalNoise != nil, noise == nil {
      throw Failure.usage("--vertical-noise alone", "--noise too")
    }
    let size: NoiseModel.Size
    if let noise {
      size = .perAxis(horizontal: noise, vertical: verticalNoise ?? 1.5 * noise)
    } else {
      let model = AccuracyModel()
      size = .perRange(
        uere ?? model.rangeError(for: quality.quality)
          ?? model.userEquivalentRangeError.autonomous)
    }
    return NoiseModel(
      size, correlationTime: noiseTime > 0 ? noiseTime : nil,
      speed: speedNoise ?? (noise == 0 || uere == 0 ? 0 : 0.05))
  }
}

enum QualityArgument: String, ExpressibleByArgument, CaseIterable {
  case autonomous
  case differential
  case rtkFloat = "rtk-float"
  case rtkFixed = "rtk-fixed"
  case simulated

  var quality: FixQuality {
    switch self {
    case .autonomous: .autonomous
    case .differential: .differential
    case .rtkFloat: .rtkFloat
    case .rtkFixed: .rtkFixed
    case .simulated: .simulated
    }
  }
}

/// A period without a fix: its start and its length in seconds, as in `30+10`.
struct OutageArgument: FormedArgument {
  static let form = "its start and its length in seconds, such as 30+10"

  let seconds: Range<Double>

  init?(text argument: String) {
    let parts = argument.split(separator: "+", omittingEmptySubsequences: false)
    guard parts.count == 2, let start = Double(parts[0]), let length = Double(parts[1]),
      (0...1e8).contains(start), (0...1e8).contains(length)
    else { return nil }
    seconds = start..<(start + length)
  }
}

/// An attack: its kind, its start and its length in seconds, as in `jump:30+10`.
extension SimulatedAttack: FormedArgument {
  static let form = "a kind and when, such as jump:30+10; the kinds are \(kinds)"
  private static let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")

  init?(text argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])) else { return nil }
    let period = String(parts[1])
    guard let seconds = OutageArgument(argument: period.contains("+") ? period : period + "+1e8")
    else { return nil }
    self.init(kind, seconds.seconds)
  }
}

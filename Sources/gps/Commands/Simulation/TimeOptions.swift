// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GPSTool
import ReceiverSimulator
import TrackFiles

struct TimeOptions: ParsableArguments {
  @Option(
    "yyyy-mm-ddThh:mm:ssZ",
    "The first epoch, UTC. (default: the file's first time, else 2025-01-01T00:00:00Z)")
  var start: TimeArgument?

  @Option(
    "s", "Duration. (default: 60; with a file, to its end)", in: 0.04...Self.longest, of: "seconds")
  var duration: Double?

  @Option("1…25", "Epochs per second.", in: 1...25, of: "whole epochs per second")
  var rate = 1

  @Option("yyyy-mm-dd", "A day that ends with a leap second, 23:59:60.")
  var leapSecond: CivilDate?

  @Flag(name: .customLong("realtime"), help: "Send each epoch in real time.")
  var isPaced = false

  static let defaultStart: UTCDateTime = {
    guard let start = UTCDateTime("2025-01-01T00:00:00Z") else { preconditionFailure("a date") }
    return start
  }()

  func apply(
    to configuration: inout SimulatedReceiver.Configuration, pathStart: UTCDateTime?
  ) throws {
    let start = start?.start ?? pathStart ?? Self.defaultStart
    guard (1980...2199).contains(start.date.year) else {
      throw Failure.usage(
        "\(self.start == nil ? "the file's times from" : "--start") \(start.date)",
        "--start with a year from 1980 to 2199")
    }
    configuration.startDate = start.date
    configuration.startTime = start.time
    configuration.leapSecondDay = leapSecond
    configuration.rate = rate
    if let duration {
      configuration.epochCount = max(1, Int((duration * Double(rate)).rounded()))
    } else if case .waypoints(let track) = configuration.route {
      guard track.duration <= Self.longest else {
        throw Failure.usage(
          "this route without --duration", "a duration; the route takes more than a year")
      }
      configuration.epochCount = Int((track.duration * Double(rate)).rounded(.down)) + 1
    } else {
      configuration.epochCount = 60 * rate
    }
  }

  /// The longest duration: a leap year, seconds.
  private static let longest = 31_622_400.0
}

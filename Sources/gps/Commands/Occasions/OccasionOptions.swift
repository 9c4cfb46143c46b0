// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GNSSReceiver
import GPSTool
import LinuxSystem
import LocationGeometry

/// What the commands of `gps on` have in common: where fixes come from, and what is run.
struct OccasionOptions: ParsableArguments {
  @OptionGroup var receiver: ReceiverOptions
  @OptionGroup var waiting: WaitOptions
  @OptionGroup var recording: ReplayOptions

  @Argument(parsing: .postTerminator, help: "The command to run, after \"--\".")
  var command: [String] = []

  func run(on occasions: [any Occasion]) throws {
    let runner = try CommandRunner(command)
    let interruption = try Interruption.awaited().descriptor
    let waits = waiting.wait
    let supervisor = try recording.supervisor(of: receiver, asking: "gps on", waits: waits)
    try OccasionRun(occasions, runner, waits: waits)
      .run(try supervisor.listen(), endingBy: interruption)
  }
}

/// What the commands about a circle have in common.
struct CrossingOptions: ParsableArguments {
  @Argument(help: .value("name,latitude,longitude,m", "The circle."))
  var region: NamedCircle

  @OptionGroup var period: GraceOptions
  @OptionGroup var loss: LossOptions
  @OptionGroup var options: OccasionOptions

  func run(onCrossingTo side: CircleTracker.Side) throws {
    let crossing = CrossingOccasion(region, to: side, grace: period.seconds)
    try options.run(on: try loss.occasions(with: crossing))
  }
}

/// How long something must last before it counts.
struct GraceOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, "time",
    "Run it only once this has lasted that long, such as 90s or 5m. (default: 20s, and 0s for lost)"
  )
  var grace: GracePeriod?

  /// What it is for positions, in seconds.
  var seconds: Double { grace?.seconds ?? 20 }
}

/// What happens if a watch gets no fix: the receiver was unplugged, is silent, or sees no satellites.
struct LossOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, "time",
    "Run it with GPS_EVENT=lost, too, after that long without a fix, or \"never\". (default: 60s)")
  var lost: LossPatience?

  @Flag(help: "Run it with GPS_EVENT=fix, too, when a fix is back after such a loss.")
  var found = false

  /// Returns what the command is run for: the occasion, and the loss of the fixes that it depends on.
  func occasions(with occasion: any Occasion) throws -> [any Occasion] {
    guard let seconds = (lost ?? .usual).seconds else {
      guard !found else {
        throw Failure.usage("--found with \"--lost never\"", "a time with --lost")
      }
      return [occasion]
    }
    let watch = LossOccasion.Watch(
      start: monotonicNow(), worstAccuracy: occasion.worstAccuracy, includesReturn: found)
    return [LossOccasion(grace: seconds, watch: watch), occasion]
  }
}

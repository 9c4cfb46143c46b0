// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GNSSReceiver
import LinuxSystem

/// What the commands of `gps on` have in common: where fixes come from, and what is run.
struct OccasionOptions: ParsableArguments {
  @OptionGroup var receiver: ReceiverOptions
  @OptionGroup var waiting: WaitOptions
  @OptionGroup var recording: ReplayOptions

  @Argument(parsing: .postTerminator, help: "The command to run, after \"--\".")
  var command: [String] = []

  func run(on occasion: any Occasion) throws {
    let runner = try CommandRunner(command)
    let interruption = try Interruption.awaited().descriptor
    let waits = waiting.wait
    let supervisor = try recording.supervisor(of: receiver, asking: "gps on", waits: waits)
    try OccasionRun(occasion, runner, waits: waits)
      .run(try supervisor.listen(), endingBy: interruption)
  }
}

/// What the commands about a circle have in common.
struct CrossingOptions: ParsableArguments {
  @Argument(help: .value("name,latitude,longitude,m", "The circle."))
  var region: NamedCircle

  @OptionGroup var period: GraceOptions
  @OptionGroup var options: OccasionOptions

  func run(onCrossingTo side: CircleTracker.Side) throws {
    try options.run(on: CrossingOccasion(region, to: side, grace: period.seconds))
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

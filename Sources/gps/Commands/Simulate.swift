// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GPSTool
import NMEA0183
import ReceiverSimulator
import TrackFiles

struct Simulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Print what a receiver would send on a route.",
    discussion: """
      You choose the route, errors and attacks. Sentences, or frames of UBX, go to standard output, by default as fast as they can be written. The same options \
      always give the same bytes.

      gps simulate --route circle --speed 5 --duration 30
      gps simulate --route walk.gpx --noise 3 --outage 30+10 | gps replay -
      """)

  @OptionGroup(title: "Route") var route: RouteOptions
  @OptionGroup(title: "Time") var time: TimeOptions
  @OptionGroup(title: "Sentences") var sentences: SentenceOptions
  @OptionGroup(title: "Errors and faults") var errors: ErrorOptions

  func run() throws {
    let (path, pathStart) = try route.path()
    var configuration = SimulatedReceiver.Configuration(
      route: path, startDate: TimeOptions.defaultStart.date,
      startTime: TimeOptions.defaultStart.time)
    try time.apply(to: &configuration, pathStart: pathStart)
    try sentences.apply(to: &configuration)
    try errors.apply(to: &configuration)
    if configuration.sentences == nil, configuration.quality == .simulated {
      throw Failure.usage(
        "--quality simulated with --protocol ubx", "another quality: no frame says so")
    }
    try write(SimulatedReceiver(configuration, seed: errors.seed))
  }

  private func write(_ receiver: SimulatedReceiver) throws {
    var receiver = receiver
    var output = StandardOutput(flushingLines: time.isPaced)
    var pace = Pace(time.isPaced ? .times(1) : .unlimited)
    var burst: [UInt8] = []
    while let epoch = receiver.nextEpoch(appendingTo: &burst) {
      pace.wait(for: FixTime(date: epoch.instant.date, time: epoch.instant.time))
      try output.append { $0.append(contentsOf: burst) }
      burst.removeAll(keepingCapacity: true)
    }
    try output.flush()
  }
}

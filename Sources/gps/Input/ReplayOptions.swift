// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import ReceiverRecording

struct ReplayOptions: ParsableArguments {
  @Option("file", "Read a recording in place of a receiver, at its own pace or at --speed.")
  var replay: String?

  @Option(
    help: "With --replay: how many times faster than the receiver, 0.001 or more, or \"max\".")
  var speed: ReplaySpeed?

  @OptionGroup private var dates: DateOptions

  /// Returns a supervisor for the recording, or for the receiver without one; see ``ReceiverOptions``.
  func supervisor(
    of receiver: ReceiverOptions, at place: PlaceArgument? = nil, asking name: String,
    wantsSatellites: Bool = false, takesSeveral: Bool = false, waits: Bool
  ) throws -> ReceiverSupervisor {
    try self.receiver(receiver, at: place).supervisor(
      at: place, asking: name, wantsSatellites: wantsSatellites, takesSeveral: takesSeveral,
      referenceDate: dates.referenceDate, waits: waits)
  }

  private func receiver(
    _ receiver: ReceiverOptions, at place: PlaceArgument?
  ) throws -> ReceiverOptions {
    guard let replay else {
      if speed != nil { throw Failure.usage("--speed without --replay", "--replay FILE") }
      return receiver
    }
    if let device = try receiver.devices(or: place).first {
      throw Failure.usage("--replay \(replay) with \(device)", "one of them")
    }
    var receiver = receiver
    receiver.device = [replay]
    if replay == "-" { return receiver }
    // Opened here as well, so that an unreadable recording ends the command before anything is shown.
    let check = try RecordingReader(path: replay)
    _ = consume check
    let pace =
      switch speed {
      case nil: "1"
      case .unlimited: "max"
      case .times(let factor): "\(factor)"
      }
    receiver.device = ["replay:\(replay)?speed=\(pace)"]
    return receiver
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import ReceiverRecording

/// Options to replay a recording in place of a receiver.
struct ReplayOptions: ParsableArguments {
  @Option(
    help: .value("file", "Read a recording in place of a receiver, at its own pace or at --speed."))
  var replay: String?

  @Option(
    help: "With --replay: how many times faster than the receiver, 0.001 or more, or \"max\".")
  var speed: ReplaySpeed?

  /// Returns the receiver options with the recording as the device.
  ///
  /// - Throws: ``Failure`` when the recording cannot be read, or a device was given as well.
  func receiver(_ receiver: ReceiverOptions, at place: PlaceArgument?) throws -> ReceiverOptions {
    guard let recording = try recording(besides: try receiver.devices(or: place).first) else {
      return receiver
    }
    var receiver = receiver
    receiver.device = [recording]
    return receiver
  }

  /// Returns ``replay`` and ``speed`` in the form of a device; `nil` without them.
  private func recording(besides device: String?) throws -> String? {
    guard let replay else {
      if speed != nil { throw Failure.usage("--speed without --replay", "--replay FILE") }
      return nil
    }
    if let device { throw Failure.usage("--replay \(replay) with \(device)", "one of them") }
    if replay == "-" { return replay }
    // Opened here as well, so that an unreadable recording ends the command before anything is shown.
    let check = try RecordingReader(path: replay)
    _ = consume check
    switch speed {
    case nil: return "replay:\(replay)?speed=1"
    case .unlimited: return "replay:\(replay)?speed=max"
    case .times(let factor): return "replay:\(replay)?speed=\(factor)"
    }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

package import ArgumentParser
package import GNSS
package import GNSSReceiver
import ReceiverRecording

package struct ReplayOptions: ParsableArguments {
  @Option("file", "Read a recording in place of a receiver, at its own pace or at --speed.")
  package var replay: String?

  @Option(
    help: "With --replay: how many times faster than the receiver, 0.001 or more, or \"max\".")
  package var speed: ReplaySpeed?

  @OptionGroup private var dates: DateOptions

  package init() {}

  /// Returns a supervisor for the recording, or for the receiver without one; see ``ReceiverOptions``.
  package func supervisor(
    of receiver: ReceiverOptions, at argument: DeviceArgument? = nil, asking name: String,
    wantsSatellites: Bool = false, takesSeveral: Bool = false, reportsStandbys: Bool = false,
    waits: Bool, authenticator: SupervisionOptions.AuthenticatorMaker? = nil
  ) throws -> ReceiverSupervisor {
    try self.receiver(receiver, at: argument).supervisor(
      at: argument, asking: name, wantsSatellites: wantsSatellites, takesSeveral: takesSeveral,
      reportsStandbys: reportsStandbys, referenceDate: dates.referenceDate, waits: waits,
      authenticator: authenticator)
  }

  private func receiver(
    _ receiver: ReceiverOptions, at argument: DeviceArgument?
  ) throws -> ReceiverOptions {
    guard let replay else {
      if speed != nil { throw Failure.usage("--speed without --replay", "--replay FILE") }
      return receiver
    }
    if let device = try receiver.devices(or: argument).first {
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

package enum ReplaySpeed: FormedArgument, Equatable {
  package static let form = "max, or a factor such as 1 or 0.5"

  /// As fast as it can be read.
  case unlimited
  /// A multiple of the receiver's own speed.
  case times(Double)

  package init?(text argument: String) {
    if argument == "max" {
      self = .unlimited
    } else if let factor = Double(argument), factor >= 0.001, factor.isFinite {
      // At the slowest, a step of a day is still a time that can be waited for.
      self = .times(factor)
    } else {
      return nil
    }
  }

  package var defaultValueDescription: String { "max" }
}

package struct DateOptions: ParsableArguments {
  @Option(
    "yyyy-mm-dd",
    "A day before the recording was made: earlier dates are moved forward by 1024 weeks.")
  package var referenceDate: CivilDate?

  package init() {}
}

extension CivilDate: FormedArgument {
  package static let form = "a day, such as 2025-06-15"

  package init?(text argument: String) { self.init(description: argument) }
}

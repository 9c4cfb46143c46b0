// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import Glibc
import LinuxSystem
import ReceiverRecording

/// `gps monitor`: the receiver on a terminal, in pictures.
struct Monitor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show a receiver on the whole terminal: position, sky, signals, history.",
    discussion: """
      Stays until q or Ctrl-C; ? shows the keys. Fits any size of terminal. Where standard output is no \
      terminal, or one that cannot draw (TERM=dumb), it prints what "gps watch" prints.

      gps monitor --replay drive.nmea --speed 10
      """)

  @OptionGroup var place: PlaceArgument
  @OptionGroup var receiver: ReceiverOptions
  @OptionGroup var waiting: WaitOptions

  @Option(help: ArgumentHelp("Show a recording, at its own pace or --speed.", valueName: "file"))
  var replay: String?

  @Option(
    help: "With --replay: how many times faster than the receiver, 0.001 or more, or \"max\".")
  var speed: ReplaySpeed?

  @OptionGroup var dates: DateOptions

  func run() throws {
    do {
      try monitor()
    } catch let failure as Failure {
      failure.report()
      throw ExitCode(failure.exitCode)
    } catch let error as SystemError {
      complain(error.description)
      throw ExitCode(Failure(error).exitCode)
    }
  }

  private func monitor() throws {
    let interruption = try Interruption.awaited().descriptor
    let waits = waiting.wait ?? (isatty(STDOUT_FILENO) == 1)
    let supervisor = try receiver(replaying: try recording()).supervisor(
      at: place, asking: "gps monitor", wantsSatellites: true, referenceDate: dates.referenceDate,
      waits: waits)
    guard MonitorTerminal.isThere(ServiceInquiry.variable) else {
      let format: OutputFormat = isatty(STDOUT_FILENO) == 1 ? .text : .json
      return try WatchSession(
        supervisor, WatchOutput(format: format, waits: waits, endingBy: interruption)
      ).run(endingBy: interruption)
    }
    let listener = try supervisor.listen(takesBytes: true, keepsOldBytes: false)
    var session = try MonitorSession(
      listener, waits: waits, endingBy: interruption, ServiceInquiry.variable)
    try session.run()
  }

  /// The options with the recording in place of a device.
  private func receiver(replaying recording: String?) -> ReceiverOptions {
    var receiver = receiver
    if let recording { receiver.device = recording }
    return receiver
  }

  /// What ``replay`` and ``speed`` mean as a device; `nil` without them.
  ///
  /// - Throws: ``Failure`` when the recording cannot be read, or there is a device besides.
  private func recording() throws -> String? {
    guard let replay else {
      if speed != nil { throw Failure.usage("--speed without --replay", "--replay FILE") }
      return nil
    }
    if let device = try receiver.device(or: place) {
      throw Failure.usage("--replay \(replay) with \(device)", "one of them")
    }
    if replay == "-" { return replay }
    do throws(RecordingError) {
      // Opened here, too, so that one that cannot be read ends the command before the picture begins.
      let check = try RecordingReader(path: replay)
      _ = consume check
    } catch {
      throw Failure(error)
    }
    switch speed {
    case nil: return "replay:\(replay)?speed=1"
    case .unlimited: return "replay:\(replay)?speed=max"
    case .times(let factor): return "replay:\(replay)?speed=\(factor)"
    }
  }
}

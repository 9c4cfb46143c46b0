// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import Glibc
import LinuxSystem

/// `gps monitor`: shows the receiver on the whole terminal, in charts.
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
  @OptionGroup var recording: ReplayOptions
  @OptionGroup var dates: DateOptions

  func run() throws {
    let interruption = try Interruption.awaited().descriptor
    let waits = waiting.wait ?? (isatty(STDOUT_FILENO) == 1)
    let supervisor = try recording.receiver(receiver, at: place).supervisor(
      at: place, asking: "gps monitor", wantsSatellites: true, referenceDate: dates.referenceDate,
      waits: waits)
    guard MonitorTerminal.isThere(.current) else {
      let format: OutputFormat = isatty(STDOUT_FILENO) == 1 ? .text : .json
      let printed = WatchOutput(format: format, waits: waits, endingBy: interruption)
      return try WatchRun(supervisor: supervisor, printed: printed).run(endingBy: interruption)
    }
    let listener = try supervisor.listen(takesBytes: true, keepsOldBytes: false)
    let monitor = try MonitorRun(listener, waits: waits, endingBy: interruption, .current)
    try monitor.run()
  }
}

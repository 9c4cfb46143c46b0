// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import GPSTool
import Glibc
import LinuxSystem

struct Monitor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show a receiver in the terminal, full screen: position, sky, signals, history.",
    discussion: """
      Runs until q or Ctrl-C; ? lists the keys. It fits terminals of any size. If standard output is not a \
      terminal, or one that cannot draw (TERM=dumb), it prints what "gps watch" prints.

      gps monitor --replay drive.nmea --speed 10
      """)

  @OptionGroup var place: PlaceArgument
  @OptionGroup var receiver: ReceiverOptions
  @OptionGroup var waiting: TerminalWaitOptions
  @OptionGroup var recording: ReplayOptions

  func run() throws {
    let interruption = try Interruption.awaited().descriptor
    let waits = waiting.waits
    let supervisor = try recording.supervisor(
      of: receiver, at: place, asking: "gps monitor", wantsSatellites: true, takesSeveral: true,
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

// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import Glibc
import LinuxSystem

/// `gps watch`: the position, as the receiver finds it.
struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the fixes of a receiver that is plugged in.",
    discussion: """
      Goes on when the receiver is pulled out and plugged in again, until interrupted. Nothing is \
      written to the receiver. Where the location service runs and no device is named, positions come \
      from that.
      """)

  @OptionGroup var place: PlaceArgument
  @OptionGroup var receiver: ReceiverOptions
  @OptionGroup var waiting: WaitOptions

  @Option(
    help: ArgumentHelp(
      "Give up with exit code 75 if there is no fix within this many seconds.", valueName: "s"))
  var timeout: Double?

  @OptionGroup var output: FormatOptions

  @Flag(
    help: """
      Print the state of the receiver, too: one JSON object a change, between the fixes; standard \
      error then has failures only.
      """)
  var states = false

  @OptionGroup var dates: DateOptions

  func run() throws {
    do {
      try check(timeout, in: 0.1...1e6, "--timeout", "seconds")
      try watch()
    } catch let failure as Failure {
      failure.report()
      throw ExitCode(failure.exitCode)
    } catch let error as SystemError {
      complain(error.description)
      throw ExitCode(Failure(error).exitCode)
    }
  }

  private func watch() throws {
    let format = try outputFormat()
    let interruption = try Interruption.awaited().descriptor
    let waits = waiting.wait ?? (isatty(STDOUT_FILENO) == 1)
    let supervisor = try receiver.supervisor(
      at: place, asking: "gps watch", referenceDate: dates.referenceDate, waits: waits)
    let printed = WatchOutput(
      format: format, printsStates: states, waits: waits, endingBy: interruption)
    defer { printed.clearLine() }
    let listener = try supervisor.listen(directly: printed.printAtOnce)
    let deadline = timeout.map { monotonicNow() + .seconds($0) }
    while true {
      var ready = [
        pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: interruption, events: Int16(POLLIN), revents: 0),
        pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
      ]
      let end = printed.hasPrinted ? nil : deadline
      guard wait(for: &ready, until: [end, printed.due].compactMap(\.self).min()) else {
        let now = monotonicNow()
        printed.showLine(at: now)
        guard let end, now >= end else { continue }
        throw Failure(
          "no fix in \(timeout ?? 0) s: \(printed.standing); give the antenna a view of the sky",
          EX_TEMPFAIL)
      }
      if ready[1].revents != 0 || ready[2].revents != 0 { return }
      if try printed.print(listener.drain(), at: monotonicNow()) { return }
      listener.finished()
    }
  }

  /// - Throws: ``Failure`` for one in which states cannot be printed.
  private func outputFormat() throws -> OutputFormat {
    guard states else { return try output.chosenForFixes() }
    let format = try output.chosen(orElse: .json)
    if format == .text { throw Failure.usage("--states with --format text", "--format json") }
    return format
  }
}

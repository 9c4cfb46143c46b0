// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import GPSTool
import Glibc
import LinuxSystem
import ReceiverCorrections

struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Print the fixes of a connected receiver.",
    discussion: """
      Keeps running if the receiver is unplugged, until interrupted. Nothing but --corrections is written to the receiver. \
      If the location service is running and no device is named, positions come from the service.

      gps watch
      gps watch /dev/ttyUSB0 --units nautical
      gps watch --json | jq .speed
      """)

  @OptionGroup var argument: DeviceArgument
  @OptionGroup var receiver: ReceiverOptions
  @OptionGroup var waiting: TerminalWaitOptions
  @OptionGroup var corrections: CorrectionOptions
  @OptionGroup var signatures: AuthenticationOptions

  @Option(
    "s", "Exit with code 75 if there is no fix within this many seconds.", in: 0.1...1e6,
    of: "seconds")
  var timeout: Double?

  @OptionGroup var output: FixFormatOptions

  @Flag(
    help: """
      Also print the state of the receiver: one JSON object per change, between the fixes. Standard \
      error then has failures only.
      """)
  var states = false

  @OptionGroup var units: UnitOptions

  @OptionGroup var dates: DateOptions

  func run() throws {
    let format = try outputFormat()
    let units = try units.chosen(for: format)
    let interruption = try Interruption.awaited().descriptor
    let waits = waiting.waits
    let address = try corrections.address(endingBy: interruption)
    let outbox = address.map { _ in ReceiverOutbox() }
    let supervisor = try receiver.supervisor(
      at: argument, asking: "gps watch", takesSeveral: true, referenceDate: dates.referenceDate,
      waits: waits, outbox: outbox, authenticator: try signatures.authenticator())
    let printed = WatchOutput(
      format: format, units: units, printsStates: states, waits: waits, endingBy: interruption)
    let reactor = try Reactor(endingBy: interruption)
    let client = try corrections.client(
      address, supervisor, outbox, messages: reactor.inbox)
    defer { client?.stop() }
    try WatchRun(supervisor: supervisor, printed: printed, timeout: timeout).run(on: reactor)
  }

  private func outputFormat() throws -> OutputFormat {
    guard states else { return try output.chosen() }
    let format = try output.chosen(orElse: .json)
    if format == .text { throw Failure.usage("--states with --format text", "--format json") }
    return format
  }
}

/// A run of `gps watch`: prints what a receiver reports until the command is interrupted or its output closed.
struct WatchRun {
  let supervisor: ReceiverSupervisor
  let printed: WatchOutput
  /// Seconds within which there must be a fix; `nil` waits forever.
  var timeout: Double?

  func run(on reactor: Reactor) throws {
    defer { printed.clearLine() }
    let listener = try supervisor.listen(directly: printed.printAtOnce)
    let deadline = timeout.map { monotonicNow() + .seconds($0) }
    var isAtEnd = false
    reactor.endWithReader(of: STDOUT_FILENO)
    reactor.whenReady(listener.descriptor) {
      isAtEnd = try printed.print(listener.drain(), at: monotonicNow())
      listener.finished()
    }
    reactor.whenDue(printed.due) { printed.showLine(at: $0) }
    reactor.whenDue(printed.hasPrinted ? nil : deadline) { _ in
      throw Failure(
        "no fix in \(timeout ?? 0) s: \(printed.noFix)", EX_TEMPFAIL)
    }
    try reactor.run { isAtEnd }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import Glibc
import SerialLine

/// `gps doctor`: why there is no position, and what mends it.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Tell why a receiver gives no position, and what mends that.",
    discussion: """
      Looks at the port and at what else on the machine may use it, then listens. Each finding comes \
      with the command that mends it; nothing is changed, and nothing is written to the receiver. \
      Exit code 0 means that there was a fix.

      gps doctor --device /dev/ttyUSB0
      """)

  @OptionGroup var receiver: ReceiverOptions

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "How long to listen at most, as 30s or 5m; less if nothing more is to be learned.",
      valueName: "time"))
  var limit = ListeningTime.usual

  @Flag(help: "Print one JSON object a line, one for each finding.")
  var json = false

  @OptionGroup(title: "The udev rule") var rule: RuleOptions

  func run() throws {
    do {
      if rule.isWanted { return try rule.run() }
      try diagnose()
    } catch let failure as Failure {
      failure.report()
      throw ExitCode(failure.exitCode)
    } catch let error as SerialPortError {
      complain(error.description)
      throw ExitCode(Failure(error).exitCode)
    }
  }

  private func diagnose() throws {
    var output = StandardOutput(flushingLines: true)
    let supervisor: ReceiverSupervisor
    do {
      supervisor = try receiver.supervisor()
    } catch let failure as Failure where failure.exitCode == EX_UNAVAILABLE {
      // Nothing is there to be listened to; what else is found may say why.
      let examination = Examination(receiver.device, SystemTree(), .current)
      try tell(examination.findings, to: &output)
      throw ExitCode(EX_UNAVAILABLE)
    }
    // Before the port is opened: then this process has it, too.
    let examination = Examination(receiver.device, SystemTree(), .current)
    try tell(examination.findings, to: &output)
    complain("listening for \(limit) at most")
    let hearing = try Listening.run(supervisor, for: limit.duration)
    try tell(hearing.findings(examination.ports), to: &output)
    if hearing.exitCode != 0 { throw ExitCode(hearing.exitCode) }
  }

  private func tell(_ findings: [Finding], to output: inout StandardOutput) throws {
    for finding in findings {
      if json {
        let line = try finding.json()
        try output.line { $0.append(contentsOf: line) }
      } else {
        for text in finding.lines { try output.line { $0.append(contentsOf: text.utf8) } }
      }
    }
  }
}

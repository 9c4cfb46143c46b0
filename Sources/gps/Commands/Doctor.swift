// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import GPSTool
import Glibc
import LinuxSystem

struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Explain why there is no position, and how to fix that.",
    discussion: """
      Looks at the port and at what else on the machine may use it, then listens. Each finding comes \
      with the command that fixes it; nothing is changed, and nothing is written to the receiver. \
      The exit code is 0 if there was a fix.

      gps doctor
      gps doctor --device /dev/ttyUSB0
      """)

  @OptionGroup var argument: DeviceArgument
  @OptionGroup var receiver: ReceiverOptions

  @Option(
    name: .customLong("for"), "time",
    "How long to listen, such as 30s or 5m; stops early once the answer is known.")
  var limit = ListeningTime.usual

  @OptionGroup var output: FormatOptions

  @OptionGroup var signatures: AuthenticationOptions

  @OptionGroup(title: "The udev rule") var rule: RuleOptions

  func run() throws {
    if rule.isWanted { return try rule.run() }
    let format = try self.output.chosen()
    var output = StandardOutput(flushingLines: true)
    let device = try receiver.device(or: argument)
    // Before this process opens the port, and is itself one that has it open.
    let diagnosis = Diagnosis(
      device, SystemTree(), .current, ServiceAnswer(name: "gps doctor", includingState: true))
    var supervisor: ReceiverSupervisor?
    do {
      // What the service knows of its port would be missing to whoever listens beside it.
      var (receiver, argument) = (receiver, argument)
      if diagnosis.isOfService { (receiver.device, argument.device) = (["service"], nil) }
      supervisor = try receiver.supervisor(
        at: argument, asking: "gps doctor", authenticator: try signatures.authenticator())
    } catch let failure as Failure where failure.exitCode == EX_UNAVAILABLE {
      // There is nothing to listen to, but the findings may say why.
    }
    try print(diagnosis.findings, format, to: &output)
    var probe = Probe(start: .zero)
    if let supervisor {
      complain("listening for up to \(limit)")
      probe = try Probe(of: supervisor, for: limit.duration)
    }
    if device == nil {
      let obstacle = GeoClueSource.obstacle(environment: .current)
      try print([probe.chain(obstacle: obstacle)], format, to: &output)
    }
    if supervisor == nil { throw ExitCode(EX_UNAVAILABLE) }
    try print(probe.findings(diagnosis.ports), format, to: &output)
    if probe.exitCode != 0 { throw ExitCode(probe.exitCode) }
  }

  private func print(
    _ findings: [Finding], _ format: OutputFormat, to output: inout StandardOutput
  ) throws {
    for finding in findings {
      guard format == .text else {
        try output.line(json: finding.members)
        continue
      }
      for line in finding.lines(width: StandardOutput.terminalWidth) { try output.line(line) }
    }
  }
}

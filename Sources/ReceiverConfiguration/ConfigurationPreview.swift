// Core Location for Linux. SPDX-License-Identifier: MIT

package import SerialLine

/// The commands that would be sent to a receiver, without sending them.
package struct ConfigurationPreview {
  /// One line for each command, and lines that say when the following ones are sent.
  package private(set) var lines: [String] = []

  /// - Parameters:
  ///   - output: what was heard; empty if the receiver was not listened to.
  ///   - lineRate: the rate of the line; `nil` if it is unknown.
  /// - Throws: ConfigurationFailure if the receiver or its line cannot fulfill the request.
  package init(
    _ request: ConfigurationRequest, maker: ReceiverMaker, output: OutputMeter, lineRate: BaudRate?
  ) throws(ConfigurationFailure) {
    var output = output
    if maker == .sirf, request.sendsSentences, !output.hasHeard {
      // A request for sentences implies that the receiver sends none now.
      _ = output.push(SiRFCommands.frame([2]), at: .zero)
    }
    // The rate is unknown: the usual one is assumed where one is needed.
    let assumed = lineRate ?? request.baudRate.map { _ in .b9600 }
    var profile = ReceiverProfile(.sirf, baudRate: assumed, output: output)
    switch maker {
    case .mediatek, .sirf:
      profile.dialect = maker == .sirf ? .sirf : .mediatek
      try add(request, profile)
    case .ublox:
      lines.append(UBloxCommands.askVersion.line)
      let settings = UBloxPortSettings.factory(lineRate ?? .b9600)
      profile.answers = [.ubx(UBXFrame(.port, settings.payload))]
      profile.dialect = .ubloxMessages
      // Those of protocol 15 and above send NAV-SAT.
      profile.protocolVersion = 15
      lines.append("protocol below 34 (u-blox 9 and older), set as it left the factory:")
      try add(request, profile)
      profile.answers = []
      profile.dialect = .ubloxValues(.uart1)
      lines.append("protocol 34 or above (u-blox 10 and newer):")
      try add(request, profile)
      lines.append("no answer (a port without UBX):")
      profile.dialect = .ubloxSentences
      do throws(ConfigurationFailure) {
        try add(request, profile)
      } catch {
        lines.append("nothing: \(error.reason)")
      }
    }
  }

  private mutating func add(
    _ request: ConfigurationRequest, _ profile: ReceiverProfile
  ) throws(ConfigurationFailure) {
    let plan = try ConfigurationPlan(request, for: profile)
    lines += profile.dialect.questions(
      for: request, protocolVersion: profile.protocolVersion
    ).map(\.line)
    lines += plan.steps.map(\.command.line)
    lines += plan.storing.map(\.command.line)
  }
}

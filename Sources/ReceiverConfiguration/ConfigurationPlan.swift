// Core Location for Linux. SPDX-License-Identifier: MIT

import SerialLine

/// The commands that fulfill a request, in their order, each with the one that undoes it.
package struct ConfigurationPlan: Hashable, Sendable {
  /// A command, and what puts back what it has changed.
  package struct Step: Hashable, Sendable {
    package let command: ReceiverCommand
    /// `nil` if it is not known how it was before.
    package let undo: ReceiverCommand?

    package init(_ command: ReceiverCommand, undo: ReceiverCommand?) {
      self.command = command
      self.undo = undo
    }
  }

  /// A command that keeps what was changed.
  package struct Storing: Hashable, Sendable {
    package let command: ReceiverCommand
    /// Whether it is no failure if the receiver refuses: it may have no such memory.
    package let isOptional: Bool
  }

  package private(set) var steps: [Step] = []
  /// What is sent at the end, once the output has been verified.
  package private(set) var storing: [Storing] = []
  /// What the receiver is to send then.
  package private(set) var expectation = OutputExpectation()

  /// Plans a request for a receiver.
  ///
  /// - Throws: ConfigurationFailure for what the receiver or its line cannot do.
  package init(
    _ request: ConfigurationRequest, for profile: ReceiverProfile
  ) throws(ConfigurationFailure) {
    try Self.checkLine(request, profile)
    var parts = Parts()
    switch profile.dialect {
    case .ubloxMessages: try parts.planUBloxMessages(request, profile)
    case .ubloxValues(let port): try parts.planUBloxValues(request, profile, port)
    case .ubloxSentences: try parts.planUBloxSentences(request, profile)
    case .mediatek: try parts.planMediaTek(request, profile)
    case .sirf: try parts.planSiRF(request, profile)
    }
    steps = parts.ordered(for: request, profile)
    storing = parts.storing
    expectation.epochRate = request.epochRate
    expectation.present = request.enabled
    expectation.absent = request.disabled
  }

  /// Refuses what does not fit on the line, and a receiver that would not be understood.
  private static func checkLine(
    _ request: ConfigurationRequest, _ profile: ReceiverProfile
  ) throws(ConfigurationFailure) {
    let binary = profile.output.binaryOnly
    if !binary.isEmpty, !request.sendsSentences {
      throw ConfigurationFailure(.binaryOnly(binary))
    }
    guard let present = profile.baudRate else {
      if request.baudRate != nil { throw ConfigurationFailure(.noBaudRate) }
      return
    }
    // Turning sentences off, or a lower rate, makes nothing worse.
    guard request.epochRate != nil || request.baudRate != nil || !request.enabled.isEmpty else {
      return
    }
    let budget = BaudBudget(request, profile.output)
    let rate = request.baudRate ?? present
    guard budget.fits(rate) else {
      throw ConfigurationFailure(.lineTooSlow(budget, has: rate))
    }
  }

  /// The steps by what they are about, before they are put in order.
  struct Parts {
    var opening: [Step] = []
    var sentencesOff: [Step] = []
    var sentencesOn: [Step] = []
    var epochRate: Step?
    var baudRate: Step?
    var storing: [Storing] = []

    /// The line is never asked for more than it carries: it gets faster before, and slower after the rest.
    func ordered(for request: ConfigurationRequest, _ profile: ReceiverProfile) -> [Step] {
      let getsFaster = request.baudRate.map { $0 > profile.baudRate ?? $0 } ?? false
      let slowsDown =
        request.epochRate.map { $0 < 1 / (profile.output.period ?? 1) } ?? false
      let (baud, rate) = ([baudRate].compactMap(\.self), [epochRate].compactMap(\.self))
      return opening + sentencesOff + (getsFaster ? baud : []) + (slowsDown ? rate : [])
        + sentencesOn + (slowsDown ? [] : rate) + (getsFaster ? [] : baud)
    }

    /// Adds a step for a sentence.
    mutating func add(_ step: Step, isOn: Bool) {
      if isOn { sentencesOn.append(step) } else { sentencesOff.append(step) }
    }
  }
}

extension ConfigurationRequest {
  /// The sentences that are turned on, in their order; the usual ones too when sentences come back.
  func sentencesOn(beside heard: OutputMeter) -> [SwitchableSentence] {
    let returning = sendsSentences && heard.sentenceCount == 0
    return enabled.union(returning ? SwitchableSentence.usual.subtracting(disabled) : []).sorted()
  }

  /// The switches: a sentence, and whether it is turned on.
  func switches(beside heard: OutputMeter) -> [(sentence: SwitchableSentence, isOn: Bool)] {
    disabled.sorted().map { ($0, false) } + sentencesOn(beside: heard).map { ($0, true) }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
package import SerialLine

/// The commands that fulfill a request, in order, each with the command that undoes it.
package struct ConfigurationPlan: Hashable, Sendable {
  /// A command, and the command that undoes it.
  package struct Step: Hashable, Sendable {
    package let command: ReceiverCommand
    /// The command that undoes it; `nil` if the previous setting is unknown.
    package let undo: ReceiverCommand?

    package init(_ command: ReceiverCommand, undo: ReceiverCommand?) {
      (self.command, self.undo) = (command, undo)
    }
  }

  package struct Storing: Hashable, Sendable {
    package let command: ReceiverCommand
    /// Whether the receiver may refuse it, as it may have no such memory.
    package let isOptional: Bool
  }

  package private(set) var steps: [Step] = []
  /// The commands that are sent at the end, once the output has been verified.
  package private(set) var storing: [Storing] = []
  package private(set) var expectation = OutputExpectation()

  /// - Throws: ConfigurationFailure if the receiver or its line cannot fulfill the request.
  package init(
    _ request: ConfigurationRequest, for profile: ReceiverProfile
  ) throws(ConfigurationFailure) {
    var parts = Parts(request: request, profile: profile)
    try parts.checkLine()
    if request.sendsPages, profile.dialect.maker != .ublox {
      throw parts.unsupported("--galileo-pages")
    }
    switch profile.dialect {
    case .ubloxMessages: try parts.planUBloxMessages()
    case .ubloxValues(let port): try parts.planUBloxValues(port)
    case .ubloxSentences: try parts.planUBloxSentences()
    case .mediatek: try parts.planMediaTek()
    case .sirf: try parts.planSiRF()
    }
    steps = parts.ordered
    storing = parts.storing
    expectation.epochRate = request.epochRate
    expectation.present = request.enabled
    expectation.absent = request.disabled
    let heard = profile.output
    if request.sendsFrames {
      expectation.sendsSentences = false
      let frames = UBloxNavigation.known(in: profile.protocolVersion)
      expectation.presentFrames = Set(frames.map(\.kind))
    } else if parts.isReturning {
      let frames = Set(UBloxNavigation.allCases.map(\.kind))
      expectation.absentFrames = heard.navigation.intersection(frames)
    } else if heard.sentenceCount == 0 {
      expectation.sendsSentences = nil
    }
  }

  /// The steps by subject, before they are put in order.
  struct Parts {
    let request: ConfigurationRequest
    let profile: ReceiverProfile
    var opening: [Step] = []
    var sentencesOff: [Step] = []
    var sentencesOn: [Step] = []
    var epochRate: Step?
    var baudRate: Step?
    var storing: [Storing] = []

    /// Throws if the line cannot carry the new output, or the receiver would not be understood.
    func checkLine() throws(ConfigurationFailure) {
      let binary = profile.output.binaryOnly
      // Of UBX alone, the rate can be verified, and sentences cannot be switched on beside it.
      let isReadable =
        binary == [ReceiverProtocols.ubx] && profile.output.period != nil
        && request.enabled.isEmpty
      if !binary.isEmpty, !request.sendsSentences, !request.sendsFrames, !isReadable {
        throw ConfigurationFailure(.binaryOnly(binary))
      }
      guard let present = profile.baudRate else {
        if request.baudRate != nil { throw ConfigurationFailure(.noBaudRate) }
        return
      }
      // Turning sentences off cannot overload the line.
      guard
        request.epochRate != nil || request.baudRate != nil || !request.enabled.isEmpty
          || request.sendsFrames || request.sendsPages
      else { return }
      let budget = BaudBudget(request, profile.output)
      let rate = request.baudRate ?? present
      guard budget.fits(rate) else { throw ConfigurationFailure(.lineTooSlow(budget, has: rate)) }
    }

    /// The steps in an order that never overloads the line: it gets faster before the other changes, slower after them.
    var ordered: [Step] {
      let getsFaster = request.baudRate.map { $0 > profile.baudRate ?? $0 } ?? false
      let slowsDown = request.epochRate.map { $0 < 1 / (profile.output.period ?? 1) } ?? false
      let (baud, rate) = ([baudRate].compactMap(\.self), [epochRate].compactMap(\.self))
      return opening + sentencesOff + (getsFaster ? baud : []) + (slowsDown ? rate : [])
        + sentencesOn + (slowsDown ? [] : rate) + (getsFaster ? [] : baud)
    }

    /// Whether the receiver is to return from a binary protocol to sentences.
    var isReturning: Bool { request.sendsSentences && profile.output.sentenceCount == 0 }

    /// The sentences that are turned on, in order, with the usual ones if the receiver returns to sentences.
    var sentencesToTurnOn: [SwitchableSentence] {
      let usual = isReturning ? SwitchableSentence.usual.subtracting(request.disabled) : []
      return request.enabled.union(usual).sorted()
    }

    var switches: [(sentence: SwitchableSentence, isOn: Bool)] {
      request.disabled.sorted().map { ($0, false) } + sentencesToTurnOn.map { ($0, true) }
    }

    /// Returns the failure of a receiver that has no command for this, or none that is known for certain.
    func unsupported(_ what: String) -> ConfigurationFailure {
      ConfigurationFailure(.unsupported(what, profile.dialect.maker))
    }

    mutating func add(_ step: Step, isOn: Bool) {
      if isOn { sentencesOn.append(step) } else { sentencesOff.append(step) }
    }
  }
}

/// The changes that a user requests; all other settings of the receiver stay.
package struct ConfigurationRequest: Hashable, Sendable {
  /// Epochs per second; `nil` if the rate stays.
  package var epochRate: Double?
  /// Bits per second of the receiver, and then of the port; `nil` if the rate stays.
  package var baudRate: BaudRate?
  package var enabled: Set<SwitchableSentence> = []
  package var disabled: Set<SwitchableSentence> = []
  /// Whether a receiver that sends only a binary protocol is to send sentences.
  package var sendsSentences = false
  /// Whether a u-blox receiver is to send frames of UBX in place of sentences.
  package var sendsFrames = false
  /// Whether a u-blox receiver is to pass on the satellites' messages, in addition to what it sends.
  package var sendsPages = false
  /// Whether the receiver is to keep the settings without power.
  package var isStored = false

  package init() {}

  /// Whether the request changes no setting.
  package var isEmpty: Bool {
    epochRate == nil && baudRate == nil && enabled.isEmpty && disabled.isEmpty && !sendsSentences
      && !sendsFrames && !sendsPages
  }

  /// Milliseconds between epochs; `nil` if the rate stays.
  package var period: Int? { epochRate.map { Int((1000 / $0).rounded()) } }
}

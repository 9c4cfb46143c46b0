// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The questions before any change: the receiver's maker, and its settings.

import SerialLine
import UBX

extension ConfigurationDialogue {
  /// Determines the maker from what was heard, or asks the receiver.
  mutating func identify() {
    guard meter.hasHeard else { return finish(ConfigurationFailure(.silent)) }
    actions.append(.show("heard: \(meter.summary(at: lineRate))"))
    profile = ReceiverProfile(.ubloxSentences, baudRate: lineRate, output: meter)
    if maker == nil, meter.makers.isEmpty, !meter.unwrittenProtocols.isEmpty {
      return finish(
        ConfigurationFailure(.unwrittenProtocols(meter.unwrittenProtocols.sorted())))
    }
    switch maker ?? (meter.makers.count == 1 ? meter.makers.first : nil) {
    case .mediatek: ask(in: .mediatek)
    case .sirf: ask(in: .sirf)
    case .ublox, nil: begin(.identifying, UBloxCommands.askVersion)
    }
  }

  /// Handles the answer to the question for the version of a u-blox receiver.
  mutating func identified(_ result: CommandExchange.Result) {
    if case .taken(.ubx(let frame)?) = result, let version = MONVER(frame.payload.span.bytes) {
      profile?.protocolVersion = version.protocolVersion
      let number = version.protocolVersion.map { ", protocol \(decimal($0))" } ?? ""
      actions.append(.show("receiver: u-blox, \(version.software)\(number)"))
      ask(in: version.takesValues ? .ubloxValues(prefersUSB ? .usb : .uart1) : .ubloxMessages)
    } else if maker == .ublox || meter.makers.contains(.ublox) {
      actions.append(.show("receiver: u-blox, which accepts no UBX through this port"))
      ask(in: .ubloxSentences)
    } else {
      finish(ConfigurationFailure(.unknownMaker))
    }
  }

  private mutating func ask(in dialect: ReceiverDialect) {
    profile?.dialect = dialect
    profile?.answers = []
    questions = dialect.questions(for: request, protocolVersion: profile?.protocolVersion)
    askNext()
  }

  private mutating func askNext() {
    guard let question = questions.first else { return change() }
    begin(.asking, question)
  }

  /// Handles the answer to a question about the settings.
  mutating func asked(_ result: CommandExchange.Result) {
    let question = questions.removeFirst()
    switch (result, profile?.dialect) {
    case (.taken(let answer), _):
      if let answer { keep(answer) }
      askNext()
    case (.refused, .ubloxValues(.usb)):
      // The receiver has no USB: the computer is connected to a bridge in front of its UART.
      ask(in: .ubloxValues(.uart1))
    case (.refused, .ubloxMessages), (.refused, .ubloxValues):
      finish(ConfigurationFailure(.refused(question.meaning)))
    case (_, .ubloxMessages), (_, .ubloxValues):
      finish(ConfigurationFailure(.unanswered(question.meaning)))
    default:
      // What was heard must suffice.
      askNext()
    }
  }

  private mutating func keep(_ answer: ReceiverAnswer) {
    profile?.answers.append(answer)
    // The receiver's own USB port has no rate, whatever the computer calls it.
    if case .ubx(let frame) = answer, frame.kind == .port,
      UBloxPortSettings(frame.payload)?.isUSB == true
    {
      profile?.baudRate = nil
    }
    if case .ubloxValues(.usb) = profile?.dialect { profile?.baudRate = nil }
  }
}

extension OutputMeter {
  func summary(at rate: BaudRate?) -> String {
    let parts = [
      rate.map { "\($0)" }, period.map { "\(decimal(1 / $0)) Hz" },
      sentences.isEmpty ? nil : Array(sentences.keys).names,
      binaryOnly.isEmpty ? nil : binaryOnly.joined(separator: " and "),
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}

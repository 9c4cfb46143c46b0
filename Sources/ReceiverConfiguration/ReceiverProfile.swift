// Core Location for Linux. SPDX-License-Identifier: MIT

package import SerialLine
import UBX

package struct ReceiverProfile: Sendable {
  package var dialect: ReceiverDialect
  /// Bits per second; `nil` for a port that has no rate.
  package var baudRate: BaudRate?
  package var output: OutputMeter
  package var answers: [ReceiverAnswer] = []
  /// The version of u-blox's protocol; `nil` if it is unknown.
  package var protocolVersion: Double?

  package init(
    _ dialect: ReceiverDialect, baudRate: BaudRate?, output: OutputMeter,
    answers: [ReceiverAnswer] = []
  ) {
    (self.dialect, self.baudRate, self.output, self.answers) = (dialect, baudRate, output, answers)
  }

  var frames: [UBXFrame] {
    answers.compactMap { if case .ubx(let frame) = $0 { frame } else { nil } }
  }

  /// The periods in an answer to PMTK414; `nil` if there is none that is valid.
  var sentencePeriods: [Int]? {
    for case .sentence(let text) in answers where text.hasPrefix("$PMTK514,") {
      let fields = text.prefix { $0 != "*" }.split(separator: ",", omittingEmptySubsequences: false)
      let periods = fields.dropFirst().compactMap { Int($0) }
      if periods.count == fields.count - 1, periods.count >= PMTKCommands.sentenceFieldCount {
        return periods
      }
    }
    return nil
  }
}

package enum ReceiverMaker: String, Hashable, Sendable, CaseIterable {
  case ublox
  case mediatek
  case sirf

  /// The maker's name as the maker spells it.
  package var name: String {
    switch self {
    case .ublox: "u-blox"
    case .mediatek: "MediaTek"
    case .sirf: "SiRF"
    }
  }
}

/// The commands that a receiver understands on the port in use.
package enum ReceiverDialect: Hashable, Sendable {
  /// u-blox up to the ninth generation: one message for each setting.
  case ubloxMessages
  /// u-blox from the tenth generation on: values by keys, some of them specific to a port.
  case ubloxValues(UBloxKey.Port)
  /// u-blox at a port that accepts only sentences.
  case ubloxSentences
  case mediatek
  case sirf

  var maker: ReceiverMaker {
    switch self {
    case .ubloxMessages, .ubloxValues, .ubloxSentences: .ublox
    case .mediatek: .mediatek
    case .sirf: .sirf
    }
  }

  /// Returns the questions to ask before a request can be planned, and undone if it fails.
  ///
  /// - Parameter protocolVersion: that of a u-blox receiver; `nil` if it is unknown.
  package func questions(
    for request: ConfigurationRequest, protocolVersion: Double?
  ) -> [ReceiverCommand] {
    let sentences = request.switchedSentences.sorted()
    switch self {
    case .ubloxMessages:
      return [UBloxCommands.askPort] + (request.epochRate == nil ? [] : [UBloxCommands.askRate])
        + sentences.map { UBloxCommands.askRate(of: UBloxCommands.kind(of: $0), $0.rawValue) }
        + (request.sendsFrames ? UBloxNavigation.known(in: protocolVersion) : [])
        .map { UBloxCommands.askRate(of: $0.kind, "\($0.kind)") }
        + (request.sendsPages
          ? [UBloxCommands.askRate(of: RXMSFRBX.kind, "\(RXMSFRBX.kind)")] : [])
    case .ubloxValues(let port):
      return [UBloxValueCommands.ask(request.keys(on: port))]
    case .mediatek:
      return sentences.isEmpty ? [] : [PMTKCommands.askSentences]
    case .ubloxSentences, .sirf: return []
    }
  }
}

extension ConfigurationRequest {
  /// All sentences that are turned on or off, with the usual ones if the receiver returns to sentences.
  var switchedSentences: Set<SwitchableSentence> {
    enabled.union(disabled).union(sendsSentences ? SwitchableSentence.usual : [])
  }

  /// Returns the settings of newer u-blox receivers that the request changes.
  func keys(on port: UBloxKey.Port) -> [UBloxKey] {
    var keys = switchedSentences.sorted().map { UBloxKey.output(of: $0, on: port) }
    if sendsSentences || sendsFrames {
      keys.append(.sendsSentences(on: port))
      keys += UBloxNavigation.withKeys.compactMap { UBloxKey.output(of: $0, on: port) }
    }
    if sendsFrames || sendsPages { keys.append(.sendsFrames(on: port)) }
    if sendsPages { keys.append(.sendsPages(on: port)) }
    if epochRate != nil { keys.append(.measurementPeriod) }
    if baudRate != nil, port == .uart1 { keys.append(.baudRate) }
    return keys
  }
}

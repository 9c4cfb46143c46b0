// Core Location for Linux. SPDX-License-Identifier: MIT

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
    if sendsFrames { keys.append(.sendsFrames(on: port)) }
    if epochRate != nil { keys.append(.measurementPeriod) }
    if baudRate != nil, port == .uart1 { keys.append(.baudRate) }
    return keys
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import SerialLine

extension ConfigurationPlan.Parts {
  /// Plans the commands for SiRF: none is acknowledged, and none for the epoch rate is known to all its receivers.
  mutating func planSiRF(
    _ request: ConfigurationRequest, _ profile: ReceiverProfile
  ) throws(ConfigurationFailure) {
    if request.epochRate != nil { throw ConfigurationFailure(.unsupported("--rate", .sirf)) }
    if request.sendsFrames { throw ConfigurationFailure(.unsupported("--ubx", .sirf)) }
    if request.isStored { throw ConfigurationFailure(.unsupported("--save", .sirf)) }
    if let rate = request.baudRate, !SiRFCommands.baudRates.contains(rate) {
      throw ConfigurationFailure(.unsupported("\(rate)", .sirf))
    }
    if !profile.output.binaryOnly.isEmpty { return try planReturnToSentences(request, profile) }
    for (sentence, isOn) in request.switches(beside: profile.output) {
      let wasOn = profile.output.sentences[sentence] != nil
      guard let command = SiRFCommands.send(sentence, isOn),
        let undo = SiRFCommands.send(sentence, wasOn)
      else {
        if !isOn { continue }
        throw ConfigurationFailure(.unsupported(sentence.rawValue, .sirf))
      }
      add(ConfigurationPlan.Step(command, undo: undo), isOn: isOn)
    }
    guard let rate = request.baudRate else { return }
    baudRate = ConfigurationPlan.Step(
      SiRFCommands.setPort(sentences: true, rate),
      undo: profile.baudRate.map { SiRFCommands.setPort(sentences: true, $0) })
  }

  /// Plans the return from the binary protocol, with the sentences and the rate in one message.
  private mutating func planReturnToSentences(
    _ request: ConfigurationRequest, _ profile: ReceiverProfile
  ) throws(ConfigurationFailure) {
    let sentences = Set(request.sentencesOn(beside: profile.output))
    if let unknown = sentences.sorted().first(where: { $0.facts.sirf == nil }) {
      throw ConfigurationFailure(.unsupported(unknown.rawValue, .sirf))
    }
    let rate = request.baudRate ?? min(profile.baudRate ?? .b57600, .b57600)
    guard rate <= .b57600 else {
      throw ConfigurationFailure(.unsupported("--nmea at more than 57600 baud", .sirf))
    }
    opening = [
      ConfigurationPlan.Step(
        SiRFCommands.switchToSentences(sentences, at: rate),
        undo: SiRFCommands.setPort(sentences: false, profile.baudRate ?? rate))
    ]
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import SerialLine

extension ConfigurationPlan.Parts {
  /// Plans the commands for SiRF: none is acknowledged, and none for the epoch rate is known to all its receivers.
  mutating func planSiRF() throws(ConfigurationFailure) {
    if request.epochRate != nil { throw unsupported("--rate") }
    if request.sendsFrames { throw unsupported("--ubx") }
    if request.isStored { throw unsupported("--save") }
    if let rate = request.baudRate, !SiRFCommands.baudRates.contains(rate) {
      throw unsupported("\(rate)")
    }
    if !profile.output.binaryOnly.isEmpty { return try planReturnToSentences() }
    for (sentence, isOn) in switches {
      let wasOn = profile.output.sentences[sentence] != nil
      guard let command = SiRFCommands.send(sentence, isOn),
        let undo = SiRFCommands.send(sentence, wasOn)
      else {
        if !isOn { continue }
        throw unsupported(sentence.rawValue)
      }
      add(ConfigurationPlan.Step(command, undo: undo), isOn: isOn)
    }
    guard let rate = request.baudRate else { return }
    baudRate = ConfigurationPlan.Step(
      SiRFCommands.setPort(sentences: true, rate),
      undo: profile.baudRate.map { SiRFCommands.setPort(sentences: true, $0) })
  }

  /// Plans the return from the binary protocol, with the sentences and the rate in one message.
  private mutating func planReturnToSentences() throws(ConfigurationFailure) {
    let sentences = Set(sentencesToTurnOn)
    if let unknown = sentences.sorted().first(where: { $0.facts.sirf == nil }) {
      throw unsupported(unknown.rawValue)
    }
    let rate = request.baudRate ?? min(profile.baudRate ?? .b57600, .b57600)
    guard rate <= .b57600 else { throw unsupported("--nmea at more than 57600 baud") }
    opening = [
      ConfigurationPlan.Step(
        SiRFCommands.switchToSentences(sentences, at: rate),
        undo: SiRFCommands.setPort(sentences: false, profile.baudRate ?? rate))
    ]
  }
}

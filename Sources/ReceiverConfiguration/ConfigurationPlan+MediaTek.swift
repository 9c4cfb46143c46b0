// Core Location for Linux. SPDX-License-Identifier: MIT

extension ConfigurationPlan.Parts {
  /// Plans the commands for MediaTek: one for all sentences, one for the epoch rate, one for the baud rate.
  mutating func planMediaTek() throws(ConfigurationFailure) {
    if request.sendsFrames { throw unsupported("--ubx") }
    if request.isStored { throw unsupported("--save") }
    if request.sendsSentences, !profile.output.binaryOnly.isEmpty { throw unsupported("--nmea") }
    try planMediaTekSentences()
    if let period = request.period {
      guard PMTKCommands.periods.contains(period) else {
        throw unsupported("an epoch rate beyond 0.1 to 10 Hz")
      }
      epochRate = ConfigurationPlan.Step(
        PMTKCommands.setPeriod(milliseconds: period),
        undo: profile.output.period.map {
          PMTKCommands.setPeriod(milliseconds: Int(($0 * 1000).rounded()))
        })
    }
    if let rate = request.baudRate {
      guard PMTKCommands.baudRates.contains(rate) else { throw unsupported("\(rate)") }
      baudRate = ConfigurationPlan.Step(
        PMTKCommands.setBaudRate(rate), undo: profile.baudRate.map(PMTKCommands.setBaudRate))
    }
  }

  private mutating func planMediaTekSentences() throws(ConfigurationFailure) {
    guard !switches.isEmpty else { return }
    let before = profile.sentencePeriods ?? Self.periods(heard: profile.output)
    var after = before
    for (sentence, isOn) in switches {
      guard let field = sentence.facts.mediatek else {
        if !isOn { continue }
        throw unsupported(sentence.rawValue)
      }
      after[field] = isOn ? 1 : 0
    }
    let meaning = switches.map { "\($0.sentence.rawValue) \($0.isOn ? "on" : "off")" }
    let step = ConfigurationPlan.Step(
      PMTKCommands.setSentences(after, meaning.joined(separator: ", ")),
      undo: PMTKCommands.setSentences(before, "sentences as before"))
    add(step, isOn: !request.enabled.isEmpty)
  }

  private static func periods(heard output: OutputMeter) -> [Int] {
    var periods = [Int](repeating: 0, count: PMTKCommands.sentenceFieldCount)
    for (sentence, tally) in output.sentences {
      guard let field = sentence.facts.mediatek else { continue }
      // 5 is the longest period that all MediaTek receivers know.
      periods[field] = min(5, max(1, output.epochCount / tally.count))
    }
    return periods
  }
}

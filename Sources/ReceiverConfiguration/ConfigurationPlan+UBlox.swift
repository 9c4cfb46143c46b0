// Core Location for Linux. SPDX-License-Identifier: MIT

import SerialLine
import UBX

extension ConfigurationPlan.Parts {
  private typealias Step = ConfigurationPlan.Step
  private typealias Storing = ConfigurationPlan.Storing

  /// Plans the commands for u-blox up to the ninth generation.
  ///
  /// To undo them, the receiver's earlier answers are written back byte by byte.
  mutating func planUBloxMessages() throws(ConfigurationFailure) {
    try planPort()
    for (sentence, isOn) in switches {
      let kind = UBloxCommands.kind(of: sentence)
      let wasOn = profile.output.sentences[sentence] != nil
      add(step(kind, sentence.rawValue, isOn, was: wasOn), isOn: isOn)
    }
    if request.sendsPages {
      let kind = RXMSFRBX.kind
      add(step(kind, "\(kind)", true, was: profile.output.sendsPages), isOn: true)
    }
    if let period = request.period {
      guard (25...65_535).contains(period) else { throw unsupported("such an epoch rate") }
      let answer = profile.frames.first { $0.kind == .rate && $0.payload.count == 6 }
      let reference = answer.map { UInt16(littleEndianBytes: $0.payload[4...5]) } ?? 1
      epochRate = Step(
        UBloxCommands.setRate(milliseconds: period, reference: reference),
        undo: answer.map { UBloxCommands.putBack($0, "epoch rate") }
          ?? profile.output.period.map {
            UBloxCommands.setRate(milliseconds: Int(($0 * 1000).rounded()))
          })
    }
    if request.isStored { storing = [Storing(command: UBloxCommands.store, isOptional: false)] }
  }

  /// Returns the step that sends a message in every epoch or never.
  private func step(_ kind: FrameKind, _ name: String, _ isOn: Bool, was wasOn: Bool) -> Step {
    let asked = [kind.messageClass, kind.identifier]
    let answer = profile.frames.first {
      $0.kind == .messageRate && Array($0.payload.prefix(2)) == asked && $0.payload.count == 8
    }
    return Step(
      UBloxCommands.send(kind, name, isOn),
      undo: answer.map { UBloxCommands.putBack($0, name) } ?? UBloxCommands.send(kind, name, wasOn))
  }

  /// Plans the settings of the port: its rate, and whether it sends sentences or frames.
  private mutating func planPort() throws(ConfigurationFailure) {
    let answer = profile.frames.first { $0.kind == .port }
    let undo = answer.map { UBloxCommands.putBack($0, "output protocols") }
    var settings = answer.flatMap { UBloxPortSettings($0.payload) }
    let needsSettings =
      request.baudRate != nil || request.sendsSentences || request.sendsFrames || request.sendsPages
    if needsSettings, settings == nil {
      throw ConfigurationFailure(.unanswered(UBloxCommands.askPort.meaning))
    }
    if request.sendsSentences, let before = settings, !before.sendsSentences {
      let command = UBloxCommands.setPort(before, baudRate: nil, sendingSentences: true)
      opening.append(Step(command, undo: undo))
      settings?.sendsSentences = true
    }
    if isReturning {
      for kind in profile.output.navigation.sorted(by: { $0.identifier < $1.identifier }) {
        opening.append(step(kind, "\(kind)", false, was: true))
      }
    }
    if request.sendsFrames, let before = settings {
      opening.append(Step(UBloxCommands.sendFrames(before), undo: undo))
      settings?.sendsFrames = true
      settings?.sendsSentences = false
      for frame in UBloxNavigation.known(in: profile.protocolVersion) {
        let wasOn = profile.output.navigation.contains(frame.kind)
        opening.append(step(frame.kind, "\(frame.kind)", true, was: wasOn))
      }
    }
    if request.sendsPages, let before = settings, !before.sendsFrames {
      opening.append(Step(UBloxCommands.addFrames(before), undo: undo))
      settings?.sendsFrames = true
    }
    guard let rate = request.baudRate, let settings else { return }
    if settings.isUSB { throw ConfigurationFailure(.noBaudRate) }
    baudRate = Step(
      UBloxCommands.setPort(settings, baudRate: rate, sendingSentences: false),
      undo: UBloxCommands.setPort(
        settings, baudRate: profile.baudRate ?? settings.baudRate, sendingSentences: false))
  }

  /// Plans the commands for u-blox from the tenth generation on.
  mutating func planUBloxValues(_ port: UBloxKey.Port) throws(ConfigurationFailure) {
    if request.baudRate != nil, port == .usb { throw ConfigurationFailure(.noBaudRate) }
    let answer = profile.frames.first { $0.kind == .getValues }
    let old = answer.map(UBloxValueCommands.values) ?? [:]
    let outputs = UBloxNavigation.withKeys.compactMap { frame in
      UBloxKey.output(of: frame, on: port).map { ($0, frame.kind) }
    }
    var values: UBloxValueCommands.Values = []
    func step(_ key: UBloxKey, _ value: UInt32, _ meaning: String) -> Step {
      values.append((key, value))
      let before = meaning.prefix { $0 != " " } + " as before"
      return Step(
        UBloxValueCommands.set([(key, value)], meaning),
        undo: old[key].map { UBloxValueCommands.set([(key, $0)], String(before)) })
    }
    if request.sendsSentences {
      opening.append(step(.sendsSentences(on: port), 1, "sentences as output"))
      for (key, kind) in outputs where isReturning && profile.output.navigation.contains(kind) {
        opening.append(step(key, 0, "\(kind) off"))
      }
    }
    if request.sendsFrames {
      opening.append(step(.sendsFrames(on: port), 1, "UBX as output"))
      opening.append(step(.sendsSentences(on: port), 0, "no sentences"))
      opening += outputs.map { step($0, 1, "\($1) on") }
    }
    for (sentence, isOn) in switches {
      let key = UBloxKey.output(of: sentence, on: port)
      add(step(key, isOn ? 1 : 0, "\(sentence.rawValue) \(isOn ? "on" : "off")"), isOn: isOn)
    }
    if request.sendsPages {
      if !request.sendsFrames { opening.append(step(.sendsFrames(on: port), 1, "UBX as output")) }
      add(step(.sendsPages(on: port), 1, "\(RXMSFRBX.kind) on"), isOn: true)
    }
    if let period = request.period {
      guard (25...65_535).contains(period) else { throw unsupported("such an epoch rate") }
      epochRate = step(.measurementPeriod, UInt32(period), "one epoch every \(period) ms")
    }
    if let rate = request.baudRate {
      values.append((.baudRate, rate.rawValue))
      baudRate = Step(
        UBloxValueCommands.set([(.baudRate, rate.rawValue)], "\(rate)", newRate: rate),
        undo: profile.baudRate.map {
          UBloxValueCommands.set([(.baudRate, $0.rawValue)], "\($0)", newRate: $0)
        })
    }
    guard request.isStored else { return }
    // Battery-backed memory always exists, flash memory on some boards only.
    let memories: [(name: String, layers: UBloxValueCommands.Layers)] = [
      ("battery-backed", .batteryBacked), ("flash", .flash),
    ]
    storing = memories.map { name, layers in
      Storing(
        command: UBloxValueCommands.set(values, "store in \(name) memory", layers: layers),
        isOptional: layers == .flash)
    }
  }

  /// Plans the commands for u-blox at a port that accepts only sentences.
  mutating func planUBloxSentences() throws(ConfigurationFailure) {
    let lacking =
      request.sendsFrames
      ? "--ubx through a port without UBX"
      : request.sendsPages
        ? "--galileo-pages through a port without UBX"
        : request.epochRate != nil
          ? "an epoch rate through a port without UBX"
          : request.isStored ? "--save without UBX" : nil
    if let lacking { throw unsupported(lacking) }
    for (sentence, isOn) in switches {
      let wasOn = profile.output.sentences[sentence] != nil
      let undo = PUBXCommands.send(sentence, wasOn)
      add(Step(PUBXCommands.send(sentence, isOn), undo: undo), isOn: isOn)
    }
    guard let rate = request.baudRate else { return }
    baudRate = Step(
      PUBXCommands.setBaudRate(rate), undo: profile.baudRate.map(PUBXCommands.setBaudRate))
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import LocationProtocols

extension ClientProtocol {
  /// The project's own protocol, one JSON object per line.
  package static let location = ClientProtocol(
    name: "location", title: "programs with Core Location",
    translator: { _, _ in LocationTranslator() }, dialogue: { LocationDialogue() })
}

/// Translates events into messages of the project's own protocol, each as soon as it arrives.
struct LocationTranslator: EventTranslator {
  private var state: StateReport?
  private var last: (fix: Fix, device: String?, arrival: Duration)?
  private var sky: SatellitesInView?

  mutating func translate(
    _ event: ReceiverEvent, isHeard: Bool, at now: Moment
  ) -> TranslatedEvent {
    let shown = state?.withoutStandbys
    guard let message = message(for: event, at: now), isHeard else { return TranslatedEvent() }
    var translated = TranslatedEvent(bytes: [message].bytes, topic: event.topic)
    if case .state(let state) = message {
      // That a standby's state has changed is not said either.
      let narrow = state.withoutStandbys
      translated.withoutStandbys = narrow == shown ? [] : [.state(narrow)].bytes
    }
    return translated
  }

  private mutating func message(for event: ReceiverEvent, at now: Moment) -> ServiceMessage? {
    switch event.content {
    case .status(let status):
      if !(status.current?.state.isTalking ?? false) { sky = nil }
      guard status.report != state else { return nil }
      state = status.report
      return .state(status.report)
    case .report(.fix(let fix)):
      last = (fix, event.receiver, now.monotonic)
      return .report(.fix(fix), device: event.receiver)
    case .report(let report):
      if case .satellites(let sky) = report { self.sky = sky }
      if case .fixLost = report { sky?.used = SatelliteSet() }
      return .report(report)
    case .receivers, .lastFix, .timeWithoutFix, .notice, .bytes: return nil
    }
  }

  /// Returns what is sent to a client when it starts watching.
  ///
  /// These are the receiver's state, the last fix with its age, and the satellites, if it has requested them and the
  /// receiver still reports.
  func present(at now: Moment, withSky: Bool, withStandbys: Bool) -> [ServiceMessage] {
    var messages = [state.map { ServiceMessage.state(withStandbys ? $0 : $0.withoutStandbys) }]
      .compactMap(\.self)
    if let last {
      let age = (now.monotonic - last.arrival) / .seconds(1)
      messages.append(.lastFix(last.fix, device: last.device, age: age))
    }
    if withSky, let sky { messages.append(.report(.satellites(sky))) }
    return messages
  }

  /// The state with the standbys; `nil` if there are none.
  var standbys: ServiceMessage? {
    state.flatMap { $0.standbys.isEmpty ? nil : .state($0) }
  }

  mutating func hasNewFollowers() { state = nil }

  /// The last fix is kept, with its age.
  mutating func receiverClosed() { (state, sky) = (nil, nil) }
}

extension StateReport {
  /// The state of the receiver alone.
  fileprivate var withoutStandbys: StateReport {
    var report = self
    report.standbys = []
    return report
  }
}

extension [ServiceMessage] {
  /// The messages as they are sent.
  var bytes: [UInt8] { reduce(into: []) { $1.append(to: &$0) } }
}

extension ReceiverEvent {
  fileprivate var topic: TranslatedEvent.Topic {
    switch content {
    case .report(.satellites): .satellites
    case .report(.heading): .headings
    default: .always
    }
  }
}

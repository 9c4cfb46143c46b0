// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import LocationAuthorization
import LocationFormats

extension ServiceFace {
  /// The project's own protocol, one JSON object per line.
  package static let location = ServiceFace(
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
    guard let message = message(for: event, at: now), isHeard else { return TranslatedEvent() }
    return TranslatedEvent(bytes: [message].bytes, topic: event.topic)
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
      return .report(report)
    case .lastFix, .notice, .bytes: return nil
    }
  }

  /// Returns what is sent to a client when it starts watching.
  ///
  /// These are the receiver's state, the last fix with its age, and the satellites, if it has requested them and the
  /// receiver still reports.
  func present(at now: Moment, withSky: Bool) -> [ServiceMessage] {
    var messages = [state.map(ServiceMessage.state)].compactMap(\.self)
    if let last {
      let age = (now.monotonic - last.arrival) / .seconds(1)
      messages.append(.lastFix(last.fix, device: last.device, age: age))
    }
    if withSky, let sky { messages.append(.report(.satellites(sky))) }
    return messages
  }

  /// The last fix is kept, with its age.
  mutating func receiverClosed() { (state, sky) = (nil, nil) }
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

// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import ServiceProtocol

/// Translates events into messages of the project's own protocol, each as soon as it arrives.
struct LocationTranslator {
  /// What a client has to request to get a message.
  enum Kind {
    case always, satellites, headings
  }

  private var device: String?
  private var state: StateReport?
  private var last: (fix: Fix, device: String?, arrival: Duration)?
  private var sky: SatellitesInView?

  /// Returns the message for an event, `nil` if there is none, and its kind, which decides who gets it.
  mutating func translate(
    _ event: ServiceEvent, at now: Moment
  ) -> (message: ServiceMessage?, kind: Kind) {
    switch event {
    case .receiver(let status):
      let report = StateReport(status)
      device = report.device
      if !(status?.state.isTalking ?? false) { sky = nil }
      guard report != state else { return (nil, .always) }
      state = report
      return (.state(report), .always)
    case .fix(let fix):
      last = (fix, device, now.monotonic)
      return (.fix(fix, device: device, age: nil), .always)
    case .fixLost(let time): return (.fixLost(time), .always)
    case .satellites(let sky):
      self.sky = sky
      return (.satellites(sky), .satellites)
    case .heading(let heading): return (.heading(heading), .headings)
    case .secondWithoutFix, .errorStatistics, .sentences: return (nil, .always)
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
      messages.append(.fix(last.fix, device: last.device, age: age))
    }
    if withSky, let sky { messages.append(.satellites(sky)) }
    return messages
  }

  /// Forgets the receiver's state and satellites; the last fix is kept, with its age.
  mutating func receiverClosed() { (state, sky) = (nil, nil) }

  static func bytes(_ messages: [ServiceMessage]) -> [UInt8] {
    var bytes: [UInt8] = []
    for message in messages { message.append(to: &bytes) }
    return bytes
  }
}

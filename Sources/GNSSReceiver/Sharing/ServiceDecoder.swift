// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON
import ServiceProtocol

/// Decodes the location service's protocol.
struct ServiceDecoder: ReportDecoder {
  let protocolName = "the location service's protocol"
  let reportsStates = true
  private var lines = LineFramer(longest: ServiceLine.longest)
  private var hasGreeted = false

  mutating func push(_ bytes: RawSpan, _ report: (Report) -> Void) {
    lines.push(bytes)
    while let line = lines.next() {
      guard let message = ServiceMessage(line: line) else { continue }
      if case .service = message {
        hasGreeted = true
        report(.understood)
      } else if hasGreeted {
        Self.received(message, report)
      } else if case .error(let reason) = message {
        // The service has too many clients.
        report(.state(Self.refusal(reason)))
      }
    }
  }

  private static func received(_ message: ServiceMessage, _ report: (Report) -> Void) {
    switch message {
    case .fix(let fix, _, nil): report(.event(.fix(fix)))
    case .fix(let fix, _, let age?): report(.lastFix(fix, age: .seconds(min(age, longestAge))))
    case .fixLost(let time): report(.event(.fixLost(time)))
    case .satellites(let view): report(.event(.satellites(view)))
    case .heading(let heading): report(.event(.heading(heading)))
    case .state(let state): report(.state(state))
    case .authorization(var authorization):
      authorization.text = authorization.text?.shortened(toBytes: 1000)
      report(.authorization(authorization))
    case .error(let reason): report(.state(refusal(reason)))
    case .service, .clients, .other: break
    }
  }

  private static func refusal(_ reason: String) -> StateReport {
    var state = StateReport(state: "failed", code: .trouble)
    state.explanation = "the location service refuses: \(reason.shortened(toBytes: 200))"
    return state
  }

  /// In seconds; any age above a month is treated as a month.
  private static let longestAge = 2_592_000.0
}

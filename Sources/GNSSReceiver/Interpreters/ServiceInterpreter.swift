// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON
import LocationProtocols

/// Reads the location service's protocol.
struct ServiceInterpreter: Interpreter {
  let protocolName = "the location service's protocol"
  let reportsStates = true
  private(set) var progress = FixPipeline.Progress()
  private var lines = LineFramer(longest: ServiceLine.longest)
  private var hasGreeted = false
  private var period = FixPeriod()
  /// The service's receiver; `nil` until it is known.
  private var receiver: String?

  mutating func read(_ bytes: RawSpan, at now: Duration, _ consume: Interpretation.Consumer) {
    lines.push(bytes)
    while let line = lines.next() {
      guard let message = ServiceMessage(line: line) else { continue }
      if case .service = message {
        hasGreeted = true
        consume(.understood)
      } else if hasGreeted {
        received(message, consume)
      } else if case .error(let reason) = message {
        // The service has too many clients.
        consume(.state(Self.refusal(reason)))
      }
    }
  }

  private mutating func received(_ message: ServiceMessage, _ consume: Interpretation.Consumer) {
    switch message {
    case .report(let report, let device):
      if case .fix(let fix) = report {
        period.received(fix.time)
        progress.period = period.value
      }
      consume(.event(.report(report), receiver: device ?? receiver))
    case .lastFix(let fix, _, let age):
      consume(.event(.lastFix(fix), age: .seconds(min(age, Self.longestAge))))
    case .receivers(let summaries): consume(.event(.receivers(summaries)))
    case .notice(let notice): consume(.event(.notice(notice)))
    case .state(let state):
      receiver = state.device
      consume(.state(state))
    case .authorization(var authorization):
      authorization.text = authorization.text?.shortened(toBytes: 1000)
      consume(.authorization(authorization))
    case .error(let reason): consume(.state(Self.refusal(reason)))
    case .service, .clients, .exchange, .other: break
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

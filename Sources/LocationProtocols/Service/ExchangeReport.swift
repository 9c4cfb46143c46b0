// Core Location for Linux. SPDX-License-Identifier: MIT

package import LocationJSON

/// What a service does with its receiver besides reporting positions: it takes time from it, and gives it corrections.
package struct ExchangeReport: Hashable, Sendable {
  /// `nil` if no socket for samples of time was named.
  package var time: TimeReport?
  /// `nil` if no source of corrections was named.
  package var corrections: CorrectionReport?

  package init(time: TimeReport? = nil, corrections: CorrectionReport? = nil) {
    (self.time, self.corrections) = (time, corrections)
  }

  package func set(in object: inout JSONObject) {
    object.set("class", "exchange")
    if let time { object.set("time", time.set) }
    if let corrections { object.set("corrections", corrections.set) }
  }

  init(json value: JSONValue) {
    time = TimeReport(json: value["time"])
    corrections = CorrectionReport(json: value["corrections"])
  }
}

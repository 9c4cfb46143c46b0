// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import GPSTool
import LocationJSON
import LocationProtocols

struct StateChanges {
  private var last: StateReport?
  private var waiting: WaitingTime

  init(since start: Duration) { waiting = WaitingTime(since: start) }

  /// Returns the record of a new status; `nil` if nothing in it has changed.
  ///
  /// Opening a device is recorded once: after a loss, every further attempt would count as a change.
  mutating func record(of status: ReceiverStatus, at now: Duration) -> StateReport? {
    let current = status.current
    var record = status.report
    if current?.state == .opening, record.device == last?.device { return nil }
    let waited = waiting.stateChanged(hasFix: current?.state.hasFix == true, at: now)
    guard record != last else { return nil }
    last = record
    record.secondsWaited = waited.map { (($0 / .seconds(1)) * 10).rounded() / 10 }
    return record
  }
}

/// The output of `gps watch --states`.
extension StateReport {
  var members: JSONMembers {
    [
      "state": state, "device": device, "model": model, "rate": rate,
      "satellitesInView": satellitesInView, "owner": owner, "group": group,
      "holders": holders, "protocol": binaryProtocol, "explanation": explanation,
      "secondsWaited": secondsWaited, "spares": spares.isEmpty ? nil : spares,
    ]
  }
}

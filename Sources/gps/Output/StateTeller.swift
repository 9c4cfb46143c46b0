// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver

/// Tells programs how it stands with the receiver, whenever that changes.
struct StateTeller {
  private var last: StateRecord?
  private var waiting: WaitingTime

  /// - Parameter start: when the wait for a fix began, on the monotonic clock.
  init(since start: Duration) { waiting = WaitingTime(since: start) }

  /// What is to be told of a status; `nil` if that is no news.
  ///
  /// That a device is opened is news once: after it was lost, every further try would be.
  mutating func news(_ status: ReceiverStatus, at now: Duration) -> StateRecord? {
    let current = status.current
    var record = StateRecord(current)
    if current?.state == .opening, record.device == last?.device { return nil }
    let waited = waiting.note(current?.state, at: now)
    guard record != last else { return nil }
    last = record
    record.secondsWaited = waited.map { (($0 / .seconds(1)) * 10).rounded() / 10 }
    return record
  }
}

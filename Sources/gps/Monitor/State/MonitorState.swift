// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import LocationProtocols

/// What `gps monitor` shows: the receiver as it is, and what was heard of it lately.
struct MonitorState {
  private(set) var view: ReceiverView
  private(set) var history = FixHistory()
  private(set) var scatter = FixScatter()
  private(set) var sentences = SentenceTally()
  private(set) var latency = FixLatency()
  /// The number of other programs that listen to the location service; `nil` if unknown.
  var clients: Int?
  /// What was noticed last about the choice among several receivers, and when.
  private(set) var notice: (text: String, time: Duration)?
  private var period = FixPeriod()
  private var clock = HistoryClock()

  /// - Parameter start: when the wait for a fix began.
  init(since start: Duration) { view = ReceiverView(since: start) }

  mutating func received(_ event: ReceiverEvent, at now: Duration) {
    switch view.received(event, at: now) {
    case .none: break
    case .fixLost: period = FixPeriod()
    case .receiverChanged, .denied: clearHistory()
    }
    if let fix = event.fix {
      period.received(fix.time)
      if clock.received(fix, isRecorded: view.isRecorded) { history = FixHistory() }
      history.received(fix, at: historyTime(at: now))
      scatter.received(fix)
      if readsReceiver { latency.receivedFix(arrival: event.arrival, at: now) }
    }
    switch event.content {
    case .bytes(let received) where readsReceiver:
      sentences.received(received.bytes, at: now)
    case .notice(let notice): self.notice = (notice.description, now)
    default: break
    }
  }

  mutating func bytesArrived(at arrival: Duration) {
    if readsReceiver { latency.receivedBytes(at: arrival) }
  }

  /// Returns the time of the history: of a recording, which may be replayed faster than it was, that of its last fix.
  func historyTime(at now: Duration) -> Duration { clock.time(at: now) }

  mutating func clearHistory() {
    (history, scatter, sentences) = (FixHistory(), FixScatter(), SentenceTally())
    latency.clear()
  }

  var satellites: SatellitesInView {
    view.satellites ?? SatellitesInView([], used: SatelliteSet())
  }

  /// Fixes per second, by their own times; `nil` before the second fix.
  var rate: Double? { period.value.map { .seconds(1) / $0 } }

  /// Whether this program reads the receiver's own sentences; otherwise another program has the receiver.
  var readsReceiver: Bool {
    !(view.status?.source.traits.contains(.isProgram) ?? false)
  }

  var isEnded: Bool { view.status?.state == .ended }
}

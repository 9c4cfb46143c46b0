// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationJSON
import LocationProtocols

extension CorrectionSession {
  /// The state as one line for people.
  func explanation(at now: Duration) -> String {
    switch state {
    case .connecting: "connecting to \(target)"
    case .connected: "connected to \(target)"
    case .waitingForPosition:
      "\(target) waits for a position, and there is no fix yet: give the antenna a view of the sky"
    case .silent:
      "nothing has come from \(target) for 10 s; its base may be down, or this place is outside its service area"
    case .failed(_, let text): text
    case .receiving:
      Words.receiving(
        from: target, meter, distance: meter.distance(from: schedule.fix, orOf: stream), at: now)
    }
  }

  private var stream: SourceTable.Stream? { table.table?.stream(address.mountpoint) }

  /// The state for people and programs.
  ///
  /// - Parameter dropped: how many frames the receiver's line could not take.
  func report(dropped: Int, at now: Duration) -> CorrectionReport {
    var report = CorrectionReport(
      state: state.name, source: address.description, explanation: explanation(at: now))
    report.dropped = dropped
    report.format = meter.format ?? stream?.format
    report.bytesPerSecond = meter.rate(at: now)
    report.station = meter.station
    report.baseDistance = meter.distance(from: schedule.fix, orOf: stream)
    report.age = meter.lastData.map { (now - $0) / .seconds(1) }
    return report
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import LinuxSystem
import LocationProtocols

/// The work of the thread of a ``TimeKeeper``.
struct TimeLoop: ~Copyable {
  private var sampler = TimeSampler()
  private var statistics = OffsetStatistics()
  private var sockets: [TimeSocket] = []
  /// What the user was told about each socket.
  private var told: [TimeSocket.State] = []
  /// The receiver whose bytes the sampler has.
  private var receiver: String?
  private let complain: (String) -> Void
  /// When sockets are tried again that are not there.
  private var retry: Duration = .zero

  /// How often a socket is tried that is not there.
  private static let retryTime: Duration = .seconds(1)

  init(_ paths: [String], _ complain: @escaping (String) -> Void) {
    self.complain = complain
    sockets = paths.compactMap { try? TimeSocket(path: $0) }
    told = sockets.map { _ in .unknown }
  }

  /// - Parameter publish: called with each new report.
  mutating func run(
    _ listener: ReceiverListener, until stop: WakeUp, _ publish: (TimeReport) -> Void
  ) {
    while true {
      let now = monotonicNow()
      if now >= retry {
        for socket in sockets { socket.connect() }
        retry = now + Self.retryTime
      }
      tell()
      publish(report)
      let ready = firstReadable(of: stop.descriptor, listener.descriptor, until: retry)
      if ready == 0 { return }
      if ready == 1 {
        for event in listener.drain() { received(event) }
        listener.finished()
      }
    }
  }

  private mutating func received(_ event: ReceiverEvent) {
    switch event.content {
    case .bytes(let received):
      if event.receiver != receiver { (receiver, sampler) = (event.receiver, TimeSampler()) }
      sampler.received(received.bytes.span.bytes, at: received.time)
    case .report(.fix(let fix)):
      guard event.receiver == receiver, let sample = sampler.received(fix) else { return }
      statistics.add(sample.offset)
      let bytes = sample.bytes
      for socket in sockets { socket.send(bytes) }
    case .report(.fixLost): sampler.fixLost()
    default: break
    }
  }

  private mutating func tell() {
    for (index, socket) in sockets.enumerated() where socket.state != told[index] {
      told[index] = socket.state
      let path = socket.path.escapedForTerminal
      switch socket.state {
      case .unknown: break
      case .connected: complain("sending the time to \(path)")
      case .absent:
        complain("waiting for chronyd or ntpd-rs at \(path): no program listens there yet")
      case .refused(let reason): complain("cannot send the time to \(path): \(reason)")
      }
    }
  }

  private var report: TimeReport {
    var report = TimeReport(
      state: sampler.state.rawValue,
      sockets: sockets.map { socket in
        var reason: String?
        if case .refused(let text) = socket.state { reason = text }
        return TimeReport.Socket(path: socket.path, state: socket.state.name, explanation: reason)
      })
    report.samples = statistics.count
    (report.offset, report.spread) = (statistics.median, statistics.spread)
    return report
  }
}

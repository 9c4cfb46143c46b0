// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
package import GNSSReceiver
package import LinuxSystem
package import LocationProtocols

/// Sends a receiver's time to programs that set the machine's clock, until it is stopped.
///
/// The receiver is open whether or not anybody else listens. Everything happens on its reactor.
package final class TimeKeeper: Sendable {
  private let reactor: ReactorThread
  private let address: Reactor.Address<TimeResident>
  private let observation: Mutex<ReceiverObservation?>
  private let latest: Mutex<TimeResident.Result>

  /// - Parameters:
  ///   - sockets: the paths to send samples to.
  ///   - complain: called on the receivers' reactor when a socket's state has changed; it must not wait.
  /// - Throws: ``SystemError`` for a path that is too long, and when the process has no descriptors or threads left.
  package init(
    _ supervisor: ReceiverSupervisor, sockets: [String],
    complain: @escaping @Sendable (TimeSocket.News) -> Void
  ) throws(SystemError) {
    for path in sockets { _ = try TimeSocket(path: path) }
    let latest = Mutex(TimeResident.Result())
    let resident = try supervisor.reactor.add { _ in
      TimeResident(
        sockets.compactMap { try? TimeSocket(path: $0) }, complain: complain,
        publish: { result in latest.withLock { $0 = result } })
    }
    do throws(SystemError) {
      observation = Mutex(
        try supervisor.observe(takesBytes: true, keepsOldBytes: false) { events in
          resident.post { $0.received(events) }
        })
    } catch {
      supervisor.reactor.remove(resident)
      throw error
    }
    (reactor, address, self.latest) = (supervisor.reactor, resident, latest)
  }

  package var report: TimeReport { latest.withLock { $0 }.report }

  package func stop() {
    // Released here, outside the lock.
    _ = observation.withLock { $0.take() }
    reactor.remove(address)
  }
}

/// Passes what the receiver reports to a ``TimeSampler``, and its samples to the sockets.
final class TimeResident: Resident {
  /// What is known of the samples and of the programs that receive them.
  struct Result {
    var state: TimeSampler.State?
    var sockets: [TimeSocket.News] = []
    var offsets = OffsetStatistics()
  }

  private var sampler = TimeSampler()
  private var offsets = OffsetStatistics()
  private let sockets: [TimeSocket]
  /// What the user knows about each socket.
  private var reported: [TimeSocket.State]
  /// The receiver whose bytes the sampler has.
  private var receiver: String?
  private let complain: (TimeSocket.News) -> Void
  private let publish: (Result) -> Void
  /// When sockets are tried again that are not there.
  private var retry: Duration = .zero

  private static let retryTime: Duration = .seconds(1)

  /// - Parameter publish: called with each new result.
  init(
    _ sockets: [TimeSocket], complain: @escaping (TimeSocket.News) -> Void,
    publish: @escaping (Result) -> Void
  ) {
    (self.sockets, self.complain, self.publish) = (sockets, complain, publish)
    reported = sockets.map { _ in .unknown }
  }

  var deadline: Duration? { retry }

  func serve(_ ready: Reactor.Ready) {
    for socket in sockets { socket.connect() }
    retry = ready.now + Self.retryTime
    report()
  }

  func received(_ events: [ReceiverEvent]) {
    for event in events {
      switch event.content {
      case .bytes(let received):
        if event.receiver != receiver { (receiver, sampler) = (event.receiver, TimeSampler()) }
        sampler.received(received.bytes.span.bytes, at: received.time)
      case .report(.fix(let fix)):
        guard event.receiver == receiver, let sample = sampler.received(fix) else { continue }
        offsets.add(sample.offset)
        for socket in sockets { socket.send(sample.bytes) }
      case .report(.fixLost): sampler.fixLost()
      default: break
      }
    }
    report()
  }

  private func report() {
    for (index, socket) in sockets.enumerated() where socket.state != reported[index] {
      reported[index] = socket.state
      if socket.state != .unknown { complain(socket.news) }
    }
    publish(Result(state: sampler.state, sockets: sockets.map(\.news), offsets: offsets))
  }
}

extension TimeResident.Result {
  fileprivate var report: TimeReport {
    var report = TimeReport(
      state: state?.rawValue ?? "",
      sockets: sockets.map { socket in
        let refusal =
          if case .refused(let refusal) = socket.state { refusal } else {
            nil as TimeSocket.Refusal?
          }
        return TimeReport.Socket(
          path: socket.path, state: socket.state.name, explanation: refusal?.description)
      })
    report.samples = offsets.count
    (report.offset, report.spread) = (offsets.median, offsets.spread)
    return report
  }
}

/// The last offsets, and what can be said about them.
struct OffsetStatistics {
  private var offsets: [Double] = []
  private(set) var count = 0

  /// About a minute of them.
  private static let mostKept = 64

  mutating func add(_ offset: Double) {
    count += 1
    offsets.append(offset)
    if offsets.count > Self.mostKept { offsets.removeFirst() }
  }

  /// The median, seconds; `nil` before the first.
  var median: Double? {
    guard !offsets.isEmpty else { return nil }
    let sorted = offsets.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// The standard deviation, seconds; `nil` before the second.
  var spread: Double? {
    guard offsets.count > 1 else { return nil }
    let mean = offsets.reduce(0, +) / Double(offsets.count)
    let squares = offsets.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(offsets.count - 1)).squareRoot()
  }
}

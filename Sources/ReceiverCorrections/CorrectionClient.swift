// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
package import GNSSReceiver
package import LinuxSystem
package import LocationProtocols
import ServerAccess

/// Gets corrections and passes them on to the receiver in use, until it is stopped.
///
/// Everything happens on the receivers' reactor, between the receiver's bytes.
package final class CorrectionClient: Sendable {
  private let reactor: ReactorThread
  private let address: Reactor.Address<CorrectionResident>
  private let observation: Mutex<ReceiverObservation?>
  private let latest: Mutex<CorrectionReport>

  /// - Parameters:
  ///   - place: where the receiver is, or was, as far as that is known before there is a fix.
  ///   - outbox: that of the supervisor's options.
  ///   - complain: called on the receivers' reactor with one line for the user, when the state has changed; it must not wait.
  /// - Throws: `SystemError` when the process has no descriptors or threads left.
  package init(
    _ address: CorrectionAddress, near place: Fix?, _ access: CasterAccess,
    _ supervisor: ReceiverSupervisor, _ outbox: ReceiverOutbox,
    complain: @escaping @Sendable (String) -> Void
  ) throws(SystemError) {
    let session = CorrectionSession(address, near: place)
    let latest = Mutex(session.report(dropped: 0, at: monotonicNow()))
    let resident = try supervisor.reactor.add { own in
      CorrectionResident(
        session, outbox,
        open: { address in
          // Any work ends the wait.
          CasterConnection(CasterOpening(address, access) { own.post { _ in } })
        }, complain: complain, publish: { report in latest.withLock { $0 = report } })
    }
    do throws(SystemError) {
      observation = Mutex(
        try supervisor.observe { events in resident.post { $0.received(events) } })
    } catch {
      supervisor.reactor.remove(resident)
      throw error
    }
    (reactor, self.address, self.latest) = (supervisor.reactor, resident, latest)
  }

  package var report: CorrectionReport { latest.withLock { $0 } }

  package func stop() {
    // Released here, outside the lock.
    _ = observation.withLock { $0.take() }
    reactor.remove(address)
  }
}

/// Performs what a ``CorrectionSession`` decides.
final class CorrectionResident: Resident {
  private var session: CorrectionSession
  private let outbox: ReceiverOutbox
  private let open: (CorrectionAddress) -> CasterConnection
  private let complain: (String) -> Void
  private let publish: (CorrectionReport) -> Void
  private var connection: CasterConnection?
  private var table: TableRequest?
  /// The baud rate of the line of the receiver in use; `nil` if it has none.
  private var line: UInt32?
  /// How many dropped frames were reported to the user, and when.
  private var reported = (dropped: 0, time: Duration.zero)
  /// When to renew the report although nothing happens.
  private var nextReport: Duration = .zero

  /// How often dropped frames are reported.
  private static let droppedInterval: Duration = .seconds(60)
  private static let reportInterval: Duration = .seconds(1)

  /// - Parameters:
  ///   - open: begins a connection.
  ///   - publish: called with each new report.
  init(
    _ session: CorrectionSession, _ outbox: ReceiverOutbox,
    open: @escaping (CorrectionAddress) -> CasterConnection,
    complain: @escaping (String) -> Void, publish: @escaping (CorrectionReport) -> Void
  ) {
    (self.session, self.outbox, self.open) = (session, outbox, open)
    (self.complain, self.publish) = (complain, publish)
    change(at: monotonicNow()) { $0.connect(at: $1, into: &$2) }
  }

  var deadline: Duration? {
    earlier(
      earlier(session.deadline, nextReport), earlier(connection?.due, table?.deadline))
  }

  func watch(_ watched: inout Reactor.Watched) {
    connection?.watch(&watched)
    table?.connection.watch(&watched)
  }

  func serve(_ ready: Reactor.Ready) {
    serveConnection(at: ready.now)
    serveTable(at: ready.now)
    change(at: ready.now) { $0.elapse(to: $1, into: &$2) }
    reportDropped(at: ready.now)
    publish(session.report(dropped: outbox.dropped, at: ready.now))
    nextReport = ready.now + Self.reportInterval
  }

  func received(_ events: [ReceiverEvent]) {
    for event in events {
      switch event.content {
      case .report(.fix(let fix)):
        change(at: event.arrival) { $0.received(fix, at: $1, into: &$2) }
      case .report(.fixLost): session.fixLost()
      case .status(let status): line = status.report.rate
      default: break
      }
    }
  }

  // MARK: Effects

  /// Changes the session, and performs the effects and those that follow from them.
  private func change(
    at now: Duration,
    _ body: (inout CorrectionSession, Duration, inout CorrectionSession.Effects) -> Void
  ) {
    var effects: CorrectionSession.Effects = []
    body(&session, now, &effects)
    var next = 0
    while next < effects.count {
      perform(effects[next], at: now, into: &effects)
      next += 1
    }
  }

  private func perform(
    _ effect: CorrectionSession.Effect, at now: Duration,
    into effects: inout CorrectionSession.Effects
  ) {
    switch effect {
    case .connect(let address): connection = open(address)
    case .request(let position): connection?.request(position: position)
    case .close: connection = nil
    case .send(let bytes): connection?.send(bytes)
    case .deliver(let bytes): outbox.put(bytes, at: now)
    case .fetchTable(let address): table = TableRequest(open(address), at: now)
    case .say(let text): complain("corrections: \(text)")
    }
  }

  private func serveConnection(at now: Duration) {
    guard let served = connection else { return }
    if session.isGranted { served.pace(for: line, at: now) }
    for event in served.serve(at: now) {
      change(at: now) { session, now, effects in
        switch event {
        case .opened: session.connected(at: now, into: &effects)
        case .bytes(let bytes): session.received(bytes, at: now, into: &effects)
        case .closed: session.closed(at: now, into: &effects)
        case .failed(let reason): session.failed(reason, at: now, into: &effects)
        }
      }
      // The rest belongs to a connection that has been given up.
      guard connection === served else { return }
    }
  }

  private func serveTable(at now: Duration) {
    let outcome: CasterVerdict?
    do throws(StreamError) { outcome = try table?.serve(at: now) } catch { outcome = .nothing }
    guard let outcome else { return }
    table = nil
    let found: SourceTable? = if case .table(let table) = outcome { table } else { nil }
    change(at: now) { $0.received(found, at: $1, into: &$2) }
  }

  private func reportDropped(at now: Duration) {
    let dropped = outbox.dropped
    guard dropped > reported.dropped,
      reported.dropped == 0 || now >= reported.time + Self.droppedInterval
    else { return }
    reported = (dropped, now)
    complain(
      "corrections: the receiver's line is too slow for them: \(dropped) frames were dropped so far; "
        + "raise its baud rate, or choose a stream with fewer messages")
  }
}

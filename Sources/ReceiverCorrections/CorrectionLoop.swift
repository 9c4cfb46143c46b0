// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import Glibc
import LinuxSystem
import LocationProtocols
import ServerAccess

/// The work of the thread of a ``CorrectionClient``: performs what its ``CorrectionSession`` decides.
struct CorrectionLoop {
  private var session: CorrectionSession
  private let access: CasterAccess
  private let outbox: ReceiverOutbox
  private let wakeUp: WakeUp
  private let complain: (String) -> Void
  private var connection: CasterConnection?
  private var table: TableRequest?
  /// The baud rate of the line of the receiver in use; `nil` if it has none.
  private var line: UInt32?
  /// How many dropped frames the user was told of, and when.
  private var told = (dropped: 0, time: Duration.zero)

  /// How often a line that is too slow is told of.
  private static let droppedInterval: Duration = .seconds(60)
  /// How often the report is renewed although nothing happens.
  private static let reportInterval: Duration = .seconds(1)

  init(
    _ session: CorrectionSession, _ access: CasterAccess, _ outbox: ReceiverOutbox,
    _ wakeUp: WakeUp, _ complain: @escaping (String) -> Void
  ) {
    (self.session, self.access, self.outbox) = (session, access, outbox)
    (self.wakeUp, self.complain) = (wakeUp, complain)
  }

  /// - Parameter publish: called with each new report.
  mutating func run(
    _ listener: ReceiverListener, until stop: WakeUp, _ publish: (CorrectionReport) -> Void
  ) {
    var effects: CorrectionSession.Effects = []
    session.connect(at: monotonicNow(), into: &effects)
    while true {
      perform(&effects)
      let now = monotonicNow()
      tellDropped(at: now)
      publish(session.report(dropped: outbox.dropped, at: now))
      var ready = [stop.descriptor, wakeUp.descriptor, listener.descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      ready += (connection?.waiting ?? []) + (table?.connection.waiting ?? [])
      var end = earlier(session.deadline, now + Self.reportInterval)
      end = earlier(end, earlier(connection?.due, table?.deadline))
      _ = wait(for: &ready, until: end)
      if ready[0].revents != 0 { return }
      if ready[1].revents != 0 { wakeUp.clear() }
      if ready[2].revents != 0 { received(listener, into: &effects) }
      serveConnection(&effects)
      serveTable(into: &effects)
      session.elapse(to: monotonicNow(), into: &effects)
    }
  }

  private mutating func received(
    _ listener: ReceiverListener, into effects: inout CorrectionSession.Effects
  ) {
    for event in listener.drain() {
      switch event.content {
      case .report(.fix(let fix)): session.received(fix, at: event.arrival, into: &effects)
      case .report(.fixLost): session.fixLost()
      case .status(let status): line = status.report.rate
      default: break
      }
    }
    listener.finished()
  }

  // MARK: Effects

  /// Performs the effects, and those that follow from them.
  private mutating func perform(_ effects: inout CorrectionSession.Effects) {
    var next = 0
    while next < effects.count {
      perform(effects[next], into: &effects)
      next += 1
    }
    effects = []
  }

  private mutating func perform(
    _ effect: CorrectionSession.Effect, into effects: inout CorrectionSession.Effects
  ) {
    let now = monotonicNow()
    switch effect {
    case .connect(let address, let position):
      do throws(StreamError) {
        connection = try access.open(address, position: position, waking: wakeUp)
      } catch {
        session.failed(error.reason, at: now, into: &effects)
      }
    case .close: connection = nil
    case .send(let bytes): connection?.send(bytes)
    case .deliver(let bytes): outbox.put(bytes, at: now)
    case .fetchTable(let address):
      do throws(StreamError) {
        table = TableRequest(try access.open(address, waking: wakeUp), at: now)
      } catch {
        session.received(nil, at: now, into: &effects)
      }
    case .say(let text): complain("corrections: \(text)")
    }
  }

  private mutating func serveConnection(_ effects: inout CorrectionSession.Effects) {
    guard let served = connection else { return }
    if session.isGranted { served.pace(for: line, at: monotonicNow()) }
    for event in served.serve(at: monotonicNow()) {
      let now = monotonicNow()
      switch event {
      case .opened: session.connected(at: now, into: &effects)
      case .bytes(let bytes): session.received(bytes, at: now, into: &effects)
      case .closed: session.closed(at: now, into: &effects)
      case .failed(let reason): session.failed(reason, at: now, into: &effects)
      }
      perform(&effects)
      // The rest belongs to a connection that has been given up.
      guard connection === served else { return }
    }
    // The positions to send.
    perform(&effects)
  }

  private mutating func serveTable(into effects: inout CorrectionSession.Effects) {
    let now = monotonicNow()
    let outcome: CasterVerdict?
    do throws(StreamError) { outcome = try table?.serve(at: now) } catch { outcome = .nothing }
    guard let outcome else { return }
    table = nil
    var found: SourceTable?
    if case .table(let table) = outcome { found = table }
    session.received(found, at: now, into: &effects)
  }

  private mutating func tellDropped(at now: Duration) {
    let dropped = outbox.dropped
    guard dropped > told.dropped, told.dropped == 0 || now >= told.time + Self.droppedInterval
    else { return }
    told = (dropped, now)
    complain(
      "corrections: the receiver's line is too slow for them: \(dropped) frames were dropped so far; "
        + "raise its baud rate, or choose a stream with fewer messages")
  }
}

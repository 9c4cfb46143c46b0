// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import LinuxSystem
import LocationJSON
import LocationProtocols
import NIOPosix

/// Opens and closes the receiver on its own thread, since closing waits for the port.
final class ReceiverControl: Sendable {
  private struct Held {
    var observation: ReceiverObservation?
    var generation = 0
    var isClosed = false
  }

  private let supervisor: ReceiverSupervisor
  private let pool: NIOThreadPool
  private let complain: @Sendable (String) -> Void
  private let show: @Sendable (ReceiverStatus) -> Void
  private let deliver: @Sendable ([ReceiverEvent], Int) -> Void
  /// What is logged about fixes that should not be trusted says nothing of the place.
  private let warnings = Mutex(WarningChanges())
  private let held = Mutex(Held())
  /// What could not be started for lack of descriptors or threads; usually `nil`.
  private let missing = Mutex<ReceiverNeed?>(nil)

  /// - Parameters:
  ///   - complain: called on the pool's thread with one line for the user.
  ///   - show: called on the pool's thread with the receiver's status.
  ///   - deliver: called on the receiver's thread with events and the number of their observation.
  init(
    _ supervisor: ReceiverSupervisor, pool: NIOThreadPool,
    complain: @escaping @Sendable (String) -> Void,
    show: @escaping @Sendable (ReceiverStatus) -> Void,
    deliver: @escaping @Sendable ([ReceiverEvent], Int) -> Void
  ) {
    self.supervisor = supervisor
    self.pool = pool
    self.complain = complain
    self.show = show
    self.deliver = deliver
  }

  func need(_ need: ReceiverNeed) {
    pool.submit { _ in self.perform(need) }
  }

  /// Tries again to start what could not be started, without waiting.
  func retry() {
    guard let need = missing.withLock({ $0 }) else { return }
    pool.submit { _ in
      // The need may have changed meanwhile.
      if self.missing.withLock({ $0 }) == need { self.perform(need) }
    }
  }

  /// Replaces one observation with another without closing the port in between.
  private func perform(_ need: ReceiverNeed) {
    guard need != .nothing else {
      hold(nil)
      missing.withLock { $0 = nil }
      return
    }
    let generation = held.withLock { held in
      held.generation += 1
      return held.generation
    }
    let (deliver, show, complain) = (deliver, show, complain)
    let (pool, warnings) = (pool, warnings)
    do throws(SystemError) {
      hold(
        try supervisor.observe(takesBytes: need == .eventsAndBytes, takesStandbys: true) {
          deliver($0, generation)
          // Showing the status may take long.
          for content in $0.lazy.filter({ !$0.isOfStandby }).map(\.content) {
            switch content {
            case .status(let status): pool.submit { _ in show(status) }
            case .notice(let notice): pool.submit { _ in complain(notice.description) }
            case .report(.fix(let fix)):
              let lines = warnings.withLock { $0.received(fix.warnings) }?.lines ?? []
              if !lines.isEmpty { pool.submit { _ in lines.forEach(complain) } }
            case .report, .receivers, .lastFix, .timeWithoutFix, .bytes: break
            }
          }
        })
      missing.withLock { $0 = nil }
    } catch {
      if missing.withLock({ exchange(&$0, with: need) }) == nil { complain(error.description) }
    }
  }

  /// Replaces the observation; the previous one is released outside the lock, since that may wait for the receiver.
  private func hold(_ observation: ReceiverObservation?) {
    _ = held.withLock { $0.isClosed ? observation : exchange(&$0.observation, with: observation) }
  }

  func close() {
    _ = held.withLock { held in
      held.isClosed = true
      return held.observation.take()
    }
  }
}

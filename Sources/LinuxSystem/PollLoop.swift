// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// Waits for descriptors and deadlines on one thread, and calls their handlers, until something ends it.
///
/// In each round, what ends the loop is examined first, then the descriptors, then the deadlines, each in the order in
/// which they were added. A descriptor or a deadline is asked for anew in each round, and may be `nil`.
package struct PollLoop {
  package enum Ending: Hashable {
    /// The descriptor of an interruption was readable, or there is no reader any more.
    case interrupted
    case timeIsUp
    /// A handler has achieved what the loop was run for.
    case done
  }

  private var ends: [pollfd]
  private var watched: [(descriptor: () -> CInt?, events: Int16, handle: () throws -> Void)] = []
  private var timers: [(due: () -> Duration?, handle: (Duration) throws -> Void)] = []

  /// - Parameter interruption: a descriptor that ends the loop when it can be read.
  package init(endingBy interruption: CInt) {
    ends = [pollfd(fd: interruption, events: Int16(POLLIN), revents: 0)]
  }

  package mutating func endWithReader(of descriptor: CInt) {
    // No event is requested: poll always reports that the reader has gone.
    ends.append(pollfd(fd: descriptor, events: 0, revents: 0))
  }

  /// Calls a handler whenever a descriptor is ready, or its other end has gone.
  ///
  /// - Parameter events: `POLLIN` if it is ready when it can be read, `POLLOUT` when it can be written to.
  package mutating func whenReady(
    _ descriptor: @autoclosure @escaping () -> CInt?, for events: CInt = POLLIN,
    _ handle: @escaping () throws -> Void
  ) {
    watched.append((descriptor, Int16(events), handle))
  }

  /// Calls a handler, with the present time, whenever a deadline on ``monotonicNow()``'s clock has passed.
  package mutating func whenDue(
    _ deadline: @autoclosure @escaping () -> Duration?,
    _ handle: @escaping (Duration) throws -> Void
  ) {
    timers.append((deadline, handle))
  }

  /// Waits and calls handlers.
  ///
  /// - Parameters:
  ///   - end: when the time is up; `nil` for never.
  ///   - isDone: whether the loop is to end; asked before it waits, and after each handler.
  /// - Throws: what a handler throws, or ``SystemError`` if the system does not let it wait.
  @discardableResult
  package func run(
    until end: Duration? = nil, isDone: () throws -> Bool = { false }
  ) throws -> Ending {
    while try !isDone() {
      var polled = ends
      for item in watched {
        polled.append(pollfd(fd: item.descriptor() ?? -1, events: item.events, revents: 0))
      }
      let deadline = timers.reduce(end) { earlier($0, $1.due()) }
      if !wait(for: &polled, until: deadline), deadline == nil {
        throw SystemError("wait for", "events", errno: errno)
      }
      if polled.prefix(ends.count).contains(where: { $0.revents != 0 }) { return .interrupted }
      for (item, state) in zip(watched, polled.dropFirst(ends.count)) where state.revents != 0 {
        try item.handle()
        if try isDone() { return .done }
      }
      for timer in timers {
        let now = monotonicNow()
        guard let due = timer.due(), now >= due else { continue }
        try timer.handle(now)
        if try isDone() { return .done }
      }
      if let end, monotonicNow() >= end { return .timeIsUp }
    }
    return .done
  }
}

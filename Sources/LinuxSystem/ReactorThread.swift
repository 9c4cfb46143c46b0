// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// A ``Reactor`` on a thread of its own, which runs while the reactor has residents.
///
/// Residents are created on that thread, and everything that happens to them happens there:
///
/// ```swift
/// let thread = ReactorThread()
/// let greeter = try thread.add { _ in Greeter(socket) }
/// greeter.post { $0.greet("Ada") }
/// thread.remove(greeter)  // The socket is closed.
/// ```
package final class ReactorThread: Sendable {
  private let content = Mutex(Content())

  private struct Content {
    /// The thread that runs; `nil` without residents.
    var run: Run?
    /// Where the residents are.
    var addresses: [any AnyObject & Sendable] = []
    /// Opened when the previous thread has released its last resident.
    var previous: Latch?
  }

  private struct Run {
    let thread: POSIXThread
    let inbox: Reactor.Inbox
    let end: Latch
  }

  package init() {}

  /// Adds a resident; the first one starts the thread, once a previous one has ended.
  ///
  /// - Parameter make: called on the thread, with the resident's address, through which other threads may hand in results.
  /// - Throws: ``SystemError`` when the process has no threads or descriptors left.
  package func add<R: Resident>(
    _ make: @escaping @Sendable (Reactor.Address<R>) -> R
  ) throws(SystemError) -> Reactor.Address<R> where R.Failure == Never {
    try content.withLock { content throws(SystemError) -> Reactor.Address<R> in
      let run = if let run = content.run { run } else { try Self.start(after: content.previous) }
      let address = Reactor.Address<R>(run.inbox)
      content.run = run
      content.addresses.append(address)
      run.inbox.post { $0.add(make(address), at: address) }
      return address
    }
  }

  /// Removes a resident, and waits until it has been released; the last one ends the thread.
  ///
  /// Called on the thread itself, it does not wait.
  package func remove<R>(_ address: Reactor.Address<R>) {
    let removed = Latch()
    let run = content.withLock { content -> Run? in
      guard let run = content.run,
        let index = content.addresses.firstIndex(where: { $0 === address })
      else { return nil }
      content.addresses.remove(at: index)
      let isLast = content.addresses.isEmpty
      if isLast { (content.run, content.previous) = (nil, run.end) }
      run.inbox.post { reactor in
        reactor.remove(address)
        if isLast { reactor.stop() }
        removed.open()
      }
      return run
    }
    if let run, !run.thread.isCurrent { removed.wait() }
  }

  private static func start(after previous: Latch?) throws(SystemError) -> Run {
    let (inbox, end) = (try Reactor.Inbox(), Latch())
    let thread = POSIXThread {
      previous?.wait()
      let reactor = Reactor(inbox)
      // No resident throws. If the system does not let it wait, it may later.
      while (try? reactor.run()) == nil { usleep(100_000) }
      for work in inbox.close() { work(reactor) }
      end.open()
    }
    guard let thread else { throw SystemError("start", "a thread", errno: EAGAIN) }
    thread.detach()
    return Run(thread: thread, inbox: inbox, end: end)
  }
}

extension Reactor {
  /// Where other threads reach a resident.
  package final class Address<R: Resident>: Sendable {
    private let inbox: Inbox

    init(_ inbox: Inbox) { self.inbox = inbox }

    /// Has work performed with the resident on its reactor's thread, unless it is removed before; safe on every thread.
    package func post(_ work: @escaping @Sendable (R) -> Void) {
      inbox.post { reactor in
        if let resident = reactor.resident(self) { work(resident) }
      }
    }
  }

  /// Work from other threads, which the reactor performs between two waits.
  package final class Inbox: Sendable {
    package typealias Work = @Sendable (Reactor) -> Void

    let wakeUp: WakeUp
    /// `nil` once the reactor's thread has ended.
    private let waiting = Mutex<[Work]?>([])

    init() throws(SystemError) { wakeUp = try WakeUp() }

    /// Has work performed on the reactor's thread, in the order in which it was handed in; safe on every thread.
    ///
    /// Once that thread has ended, nothing is performed any more.
    package func post(_ work: @escaping Work) {
      let isFirst = waiting.withLock { waiting in
        waiting?.append(work)
        return waiting?.count == 1
      }
      if isFirst { wakeUp.signal() }
    }

    func drain() -> [Work] {
      wakeUp.clear()
      return waiting.withLock { waiting in
        defer { if waiting != nil { waiting = [] } }
        return waiting ?? []
      }
    }

    /// Accepts no more work, and returns what waits.
    func close() -> [Work] {
      waiting.withLock { waiting in
        defer { waiting = nil }
        return waiting ?? []
      }
    }
  }
}

/// A gate that is opened once, and for which other threads wait.
// Proof of Sendable: the semaphore is made for several threads, and the pointer never changes.
private final class Latch: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func open() { sem_post(semaphore) }

  func wait() {
    while sem_wait(semaphore) != 0 {}
    // For the next one that waits.
    open()
  }
}

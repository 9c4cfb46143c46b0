// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

package struct POSIXThread: Sendable {
  private let handle: pthread_t

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread; `nil` if the system cannot create another one.
  package init?(_ run: @escaping @Sendable () -> Void) {
    var handle = pthread_t()
    let body = Unmanaged.passRetained(Body(run))
    let result = pthread_create(
      &handle, nil,
      { context in
        guard let context else { return nil }
        // The main thread handles all signals; none interrupts this one.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, body.toOpaque())
    guard result == 0 else {
      body.release()
      return nil
    }
    self.handle = handle
  }

  /// Waits until the thread has ended; called on the thread itself, lets it end by itself.
  package func join() {
    if isCurrent { detach() } else { pthread_join(handle, nil) }
  }

  /// Whether the caller runs on the thread.
  package var isCurrent: Bool { pthread_equal(handle, pthread_self()) != 0 }

  /// Lets the thread end by itself, without a join.
  package func detach() { pthread_detach(handle) }

  /// Starts a detached thread; if the system cannot create one, runs the closure on this thread.
  package static func detach(_ run: @escaping @Sendable () -> Void) {
    guard let thread = POSIXThread(run) else { return run() }
    thread.detach()
  }
}

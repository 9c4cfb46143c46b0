// Core Location for Linux. SPDX-License-Identifier: MIT

import CoreFoundation
import Foundation

/// The main queue: served by `RunLoop.main.run()`, by `dispatchMain()` and by an asynchronous `main`.
///
/// With the latter two, its blocks run on a thread that does not identify itself as the main thread, hence the mark. A loop
/// that runs within one of its blocks does not serve it, hence the source of the main run loop.
struct MainCallbackQueue: CallbackQueue {
  static let shared = MainCallbackQueue()
  private static let mark = DispatchSpecificKey<Bool>()

  static var isCurrent: Bool {
    _ = shared
    return DispatchQueue.getSpecific(key: mark) == true
  }

  private let inbox = CallbackInbox()
  private let runLoop: RunLoopSource
  // Proof: it is set once, here, and used later only to merge data, which any thread may do.
  /// Triggers draining the inbox; signaling it allocates nothing, unlike a block for each callback.
  nonisolated(unsafe) private let source: any DispatchSourceUserDataOr

  private init() {
    DispatchQueue.main.setSpecific(key: Self.mark, value: true)
    runLoop = RunLoopSource(inbox, of: CFRunLoopGetMain())
    source = DispatchSource.makeUserDataOrSource(queue: .main)
    source.setEventHandler { [inbox, runLoop] in
      if inbox.drain(runLoop.signal) { Self.shared.wake() }
    }
    source.resume()
  }

  func add(_ callback: QueuedCall) -> Bool { inbox.add(callback) }

  func wake() {
    source.or(data: 1)
    runLoop.wake()
  }
}

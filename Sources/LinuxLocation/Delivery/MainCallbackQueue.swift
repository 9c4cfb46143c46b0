// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation

/// The main queue: served by `RunLoop.main.run()`, by `dispatchMain()` and by an asynchronous `main`.
///
/// With the latter two, its blocks run on a thread that does not identify itself as the main thread, hence the mark.
struct MainCallbackQueue: CallbackQueue {
  static let shared = MainCallbackQueue()
  private static let mark = DispatchSpecificKey<Bool>()

  /// Whether the caller is on the main queue.
  static var isCurrent: Bool {
    _ = shared
    return DispatchQueue.getSpecific(key: mark) == true
  }

  private let inbox = CallbackInbox()
  // Proof: it is set once, here, and used later only to merge data, which any thread may do.
  /// Triggers draining the inbox; signaling it allocates nothing, unlike a block for each callback.
  nonisolated(unsafe) private let source: any DispatchSourceUserDataOr

  private init() {
    DispatchQueue.main.setSpecific(key: Self.mark, value: true)
    source = DispatchSource.makeUserDataOrSource(queue: .main)
    source.setEventHandler { [inbox] in
      if inbox.drain() { Self.shared.wake() }
    }
    source.resume()
  }

  func add(_ callback: QueuedCall) -> Bool { inbox.add(callback) }

  func wake() { source.or(data: 1) }
}

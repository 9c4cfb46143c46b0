// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation

/// The main queue: served by `RunLoop.main.run()`, by `dispatchMain()` and by an asynchronous `main`.
///
/// Under the latter two its blocks run on a thread that does not call itself the main one, hence the mark.
struct MainCallbackQueue: CallbackQueue {
  static let shared = MainCallbackQueue()
  private static let mark = DispatchSpecificKey<Bool>()

  /// Whether the caller is on the main queue.
  static var isCurrent: Bool {
    _ = shared
    return DispatchQueue.getSpecific(key: mark) == true
  }

  private let inbox: CallbackInbox
  // Proof: set once, here, and all that is done with it later is to merge data, which any thread may do.
  /// Has the inbox emptied; to signal it allocates nothing, and a block for each callback would.
  nonisolated(unsafe) private let source: any DispatchSourceUserDataOr

  private init() {
    let inbox = CallbackInbox()
    DispatchQueue.main.setSpecific(key: Self.mark, value: true)
    source = DispatchSource.makeUserDataOrSource(queue: .main)
    source.setEventHandler { inbox.drain() }
    source.resume()
    self.inbox = inbox
  }

  func post(_ callback: QueuedCall) {
    if inbox.add(callback) { source.or(data: 1) }
  }
}

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

  private let inbox = CallbackInbox()

  private init() { DispatchQueue.main.setSpecific(key: Self.mark, value: true) }

  func post(_ callback: @escaping @Sendable () -> Void) {
    guard inbox.add(callback) else { return }
    DispatchQueue.main.async { [inbox] in inbox.drain() }
  }
}

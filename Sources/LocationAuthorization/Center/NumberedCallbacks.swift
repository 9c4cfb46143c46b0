// Core Location for Linux. SPDX-License-Identifier: MIT

/// Callbacks that wait, each under a number.
struct NumberedCallbacks<Argument>: Sendable {
  typealias Callback = @Sendable (Argument) -> Void

  private var lastNumber = 0
  private var callbacks: [Int: Callback] = [:]

  mutating func add(_ callback: @escaping Callback) -> Int {
    lastNumber += 1
    callbacks[lastNumber] = callback
    return lastNumber
  }

  /// Returns the callback, which is released outside the lock, since objects that it holds may be released with it.
  mutating func remove(_ number: Int) -> Callback? { callbacks.removeValue(forKey: number) }
}

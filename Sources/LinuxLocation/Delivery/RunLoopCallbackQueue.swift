// Core Location for Linux. SPDX-License-Identifier: MIT

import CoreFoundation
import Foundation
import Synchronization

/// The run loop of a thread while it runs, or else the main queue.
///
/// A thread that creates a manager and runs its loop afterwards has time to do so: only after the loop has
/// not run for ``patience`` do callbacks go to the main queue, until the loop is found running.
final class RunLoopCallbackQueue: CallbackQueue {
  /// How long a loop may take to start before it counts as not running.
  static let patience = DispatchTimeInterval.milliseconds(100)

  private let inbox = CallbackInbox()
  private let loop: RunLoopSource
  private let isAbandoned = Atomic(false)

  init() { loop = RunLoopSource(inbox, of: CFRunLoopGetCurrent()) }

  deinit { loop.invalidate() }

  func add(_ callback: QueuedCall) -> Bool { inbox.add(callback) }

  func wake() {
    loop.wake()
    if loop.isRunning { return isAbandoned.store(false, ordering: .relaxed) }
    if isAbandoned.load(ordering: .relaxed) {
      MainCallbackQueue.shared.post(QueuedCall { [inbox, loop] in Self.drain(inbox, loop) })
    } else {
      DispatchQueue.main.asyncAfter(deadline: .now() + Self.patience) { [weak self] in
        self?.takeOver()
      }
    }
  }

  /// Calls the callbacks that the loop has not called.
  private func takeOver() {
    guard !inbox.isEmpty, !loop.isRunning else { return }
    isAbandoned.store(true, ordering: .relaxed)
    Self.drain(inbox, loop)
  }

  /// Calls callbacks on the main queue, on which the next turn is the loop's if that runs again.
  private static func drain(_ inbox: CallbackInbox, _ loop: RunLoopSource) {
    let next = QueuedCall { drain(inbox, loop) }
    if inbox.drain({ MainCallbackQueue.shared.post(next) }) { MainCallbackQueue.shared.post(next) }
  }
}

/// A source of a run loop that drains an inbox.
// Proof of Sendable: its properties are constant; CFRunLoopSourceSignal, CFRunLoopSourceInvalidate, CFRunLoopWakeUp and
// CFRunLoopCopyCurrentMode lock what they touch and may be called from any thread.
final class RunLoopSource: @unchecked Sendable {
  private let loop: CFRunLoop
  private let source: CFRunLoopSource

  private final class Context {
    let inbox: CallbackInbox
    // Proof: the source owns this context and outlives it; nobody else uses it.
    unowned(unsafe) var source: CFRunLoopSource?

    init(_ inbox: CallbackInbox) { self.inbox = inbox }

    func perform() {
      guard let source else { return }
      // The loop that calls this, or one within a callback, looks for signaled sources before it waits.
      let signal = { CFRunLoopSourceSignal(source) }
      if inbox.drain(signal) { signal() }
    }
  }

  /// Adds a source to a loop, in the common modes; it keeps the loop from ending.
  init(_ inbox: CallbackInbox, of loop: CFRunLoop) {
    let known = Context(inbox)
    var context = CFRunLoopSourceContext(
      version: 0, info: Unmanaged.passUnretained(known).toOpaque(),
      retain: { info in
        info.map { UnsafeRawPointer(Unmanaged<Context>.fromOpaque($0).retain().toOpaque()) }
      },
      release: { info in info.map { Unmanaged<Context>.fromOpaque($0).release() } },
      copyDescription: nil, equal: nil, hash: nil, schedule: nil, cancel: nil,
      perform: { info in
        info.map { Unmanaged<Context>.fromOpaque($0).takeUnretainedValue().perform() }
      })
    source = CFRunLoopSourceCreate(kCFAllocatorDefault, 0, &context)
    known.source = source
    self.loop = loop
    CFRunLoopAddSource(loop, source, kCFRunLoopCommonModes)
  }

  var isRunning: Bool { CFRunLoopCopyCurrentMode(loop) != nil }

  /// Makes the loop drain the inbox when it next looks at its sources.
  func signal() { CFRunLoopSourceSignal(source) }

  /// Makes the loop drain the inbox now.
  func wake() {
    signal()
    CFRunLoopWakeUp(loop)
  }

  func invalidate() { CFRunLoopSourceInvalidate(source) }
}

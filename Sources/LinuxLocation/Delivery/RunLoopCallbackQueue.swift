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

  private let loop: RunLoopSource
  private let inbox: CallbackInbox
  private let isAbandoned = Atomic(false)

  init(_ loop: RunLoopSource) {
    self.loop = loop
    inbox = loop.inbox
  }

  deinit { loop.invalidate() }

  func add(_ callback: QueuedCall) -> Bool { inbox.add(callback) }

  func wake() {
    loop.signal()
    if loop.isRunning { return isAbandoned.store(false, ordering: .relaxed) }
    if isAbandoned.load(ordering: .relaxed) {
      MainCallbackQueue.shared.post(QueuedCall { [inbox] in Self.drainOnMainQueue(inbox) })
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
    Self.drainOnMainQueue(inbox)
  }

  private static func drainOnMainQueue(_ inbox: CallbackInbox) {
    guard inbox.drain() else { return }
    MainCallbackQueue.shared.post(QueuedCall { drainOnMainQueue(inbox) })
  }
}

/// A source of a thread's run loop that drains an inbox.
// Proof of Sendable: its properties are constant; CFRunLoopSourceSignal, CFRunLoopSourceInvalidate, CFRunLoopWakeUp and
// CFRunLoopCopyCurrentMode lock what they touch and may be called from any thread.
final class RunLoopSource: @unchecked Sendable {
  private let loop: CFRunLoop
  private let source: CFRunLoopSource
  let inbox: CallbackInbox

  /// What the source knows when the loop calls it.
  private final class Context {
    let inbox = CallbackInbox()
    let loop: CFRunLoop = CFRunLoopGetCurrent()
    // Proof: the source owns this context and outlives it; nobody else uses it.
    unowned(unsafe) var source: CFRunLoopSource?

    func perform() {
      guard inbox.drain(), let source else { return }
      CFRunLoopSourceSignal(source)
      CFRunLoopWakeUp(loop)
    }
  }

  private init(_ loop: CFRunLoop, _ source: CFRunLoopSource, _ inbox: CallbackInbox) {
    self.loop = loop
    self.source = source
    self.inbox = inbox
  }

  /// Adds a source to the calling thread's loop, in the common modes; it keeps the loop from ending.
  static func ofCurrentThread() -> RunLoopSource {
    let known = Context()
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
    let source: CFRunLoopSource = CFRunLoopSourceCreate(kCFAllocatorDefault, 0, &context)
    known.source = source
    CFRunLoopAddSource(known.loop, source, kCFRunLoopCommonModes)
    return RunLoopSource(known.loop, source, known.inbox)
  }

  var isRunning: Bool { CFRunLoopCopyCurrentMode(loop) != nil }

  func signal() {
    CFRunLoopSourceSignal(source)
    CFRunLoopWakeUp(loop)
  }

  func invalidate() { CFRunLoopSourceInvalidate(source) }
}

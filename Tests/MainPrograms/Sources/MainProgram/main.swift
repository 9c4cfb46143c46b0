// Core Location for Linux. SPDX-License-Identifier: MIT
//
// A program that waits for three locations in the way that its argument names: run-loop, block, dispatch-main or thread.

import CoreLocation
import Listening

/// The listener, which lives as long as the program.
let listener: Listener?

MainQueue.mark()
switch CommandLine.arguments.dropFirst().first {
case "run-loop":
  listener = Listener(
    isHere: { Thread.isMainThread && MainQueue.isCurrent }, finished: { exit(0) })
  RunLoop.main.run()
case "block":
  listener = nil
  DispatchQueue.main.async {
    let listener = Listener(
      isHere: { Thread.isMainThread && MainQueue.isCurrent }, finished: { exit(0) })
    // The main queue is blocked meanwhile.
    withExtendedLifetime(listener) {
      while RunLoop.main.run(mode: .default, before: .distantFuture) {}
    }
  }
  RunLoop.main.run()
case "dispatch-main":
  listener = Listener(isHere: { MainQueue.isCurrent }, finished: { exit(0) })
  dispatchMain()
case "thread":
  listener = nil
  Thread.detachNewThread {
    let thread = Thread.current
    let listener = Listener(isHere: { Thread.current === thread }, finished: { exit(0) })
    withExtendedLifetime(listener) { RunLoop.current.run() }
  }
  // The main thread serves neither its loop nor its queue.
  DispatchSemaphore(value: 0).wait()
default:
  print("give run-loop, block, dispatch-main or thread")
  exit(64)
}

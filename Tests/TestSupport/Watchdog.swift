// Core Location for Linux. SPDX-License-Identifier: MIT

import Dispatch
import Foundation

import struct Synchronization.Atomic

/// Ends the process with one line if some work makes no progress for a minute.
///
/// Threads that wait for each other would stop all tests for ever, without a word about which.
package final class Watchdog: Sendable {
  private let steps = Atomic(0)
  private let hasEnded = DispatchSemaphore(value: 0)

  /// - Parameter work: what is done, for the line, as in "cancelling loops".
  package init(_ work: String) {
    // A thread of its own: those of tasks may be among the ones that wait.
    Thread { [self] in
      var before = -1
      while hasEnded.wait(timeout: .now() + .seconds(60)) == .timedOut {
        let now = steps.load(ordering: .relaxed)
        guard now == before else {
          before = now
          continue
        }
        let line = "\(work): nothing has moved for a minute after \(now) steps\n"
        FileHandle.standardError.write(Data(line.utf8))
        abort()
      }
    }.start()
  }

  /// Reports progress.
  package func step() { steps.add(1, ordering: .relaxed) }

  /// Ends the watch, because the work has ended.
  package func end() { hasEnded.signal() }
}

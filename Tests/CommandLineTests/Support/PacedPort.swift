// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem
import TestSupport

/// A port at which bytes come as fast as its line carries them, over and over, until it is stopped.
final class PacedPort: Sendable {
  private let terminal: PseudoTerminal
  private let isOver = Mutex(false)

  var path: String { terminal.path }

  /// - Parameter rate: bytes a second.
  init(_ bytes: [UInt8], rate: Int) throws {
    terminal = try PseudoTerminal()
    Thread.detachNewThread { [self] in
      var (last, sent) = (ContinuousClock.now, 0.0)
      while !isOver.withLock({ $0 }) {
        // A fiftieth of a second's worth at once, as drivers hand it over; more if this thread was held up, but not more
        // than is taken at once.
        let now = ContinuousClock.now
        let due = sent + min(last.duration(to: now) / .seconds(1), 1) * Double(rate)
        terminal.send((Int(sent)..<Int(due)).map { bytes[$0 % bytes.count] })
        (last, sent) = (now, due)
        Thread.sleep(forTimeInterval: 0.02)
      }
    }
  }

  func stop() { isOver.withLock { $0 = true } }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem
import TestSupport

/// A port that delivers bytes at the speed of its line, over and over, until it is stopped.
final class PacedPort: Sendable {
  private let terminal: PseudoTerminal
  private let isOver = Mutex(false)

  var path: String { terminal.path }

  /// - Parameter rate: bytes per second.
  init(_ bytes: [UInt8], rate: Int) throws {
    terminal = try PseudoTerminal()
    Thread.detachNewThread { [self] in
      var (last, sent) = (ContinuousClock.now, 0.0)
      while !isOver.withLock({ $0 }) {
        // The bytes of a fiftieth of a second at once, as drivers deliver them; more if this thread was held up, but at most
        // those of a second.
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

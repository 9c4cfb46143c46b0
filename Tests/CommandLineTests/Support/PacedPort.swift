// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import TestSupport

/// A port at which bytes come as fast as its line carries them, over and over, until it is stopped.
final class PacedPort: Sendable {
  private let terminal: PseudoTerminal
  private let isOver = Mutex(false)

  var path: String { terminal.path }

  /// - Parameter rate: bytes a second.
  init(_ bytes: [UInt8], rate: Int) throws {
    terminal = try PseudoTerminal()
    // A fiftieth of a second's worth at once, as drivers hand it over.
    let size = max(1, rate / 50)
    let pieces = stride(from: 0, to: bytes.count, by: size).map {
      Array(bytes[$0..<min($0 + size, bytes.count)])
    }
    Thread.detachNewThread { [self] in
      var index = 0
      while !isOver.withLock({ $0 }) {
        terminal.send(pieces[index % pieces.count])
        index += 1
        Thread.sleep(forTimeInterval: 0.02)
      }
    }
  }

  func stop() { isOver.withLock { $0 = true } }
}

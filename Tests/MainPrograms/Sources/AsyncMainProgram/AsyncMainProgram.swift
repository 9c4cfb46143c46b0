// Core Location for Linux. SPDX-License-Identifier: MIT

import CoreLocation
import Listening

/// A program that waits for three locations in an asynchronous main function.
@main
struct AsyncMainProgram {
  static func main() async {
    MainQueue.mark()
    var listener: Listener?
    await withCheckedContinuation { continuation in
      listener = Listener(isHere: { MainQueue.isCurrent }, finished: { continuation.resume() })
    }
    withExtendedLifetime(listener) {}
  }
}

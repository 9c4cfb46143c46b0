// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import Logging

/// A value that a process makes when it is first needed, and the problems with it.
///
/// Whoever needs the value waits while it is made. The application's log may need it too, so that problems are logged
/// afterwards.
final class MadeOnce<Value: Sendable>: Sendable {
  private let value: Value
  private let problems: Mutex<[String]>

  /// - Parameter make: makes the value, and reports each problem in one line.
  init(_ make: (_ report: (String) -> Void) -> Value) {
    var problems: [String] = []
    value = make { problems.append($0) }
    self.problems = Mutex(problems)
  }

  func logged(by logger: () -> Logger = { Logger(label: "CoreLocation") }) -> Value {
    let news = problems.withLock { exchange(&$0, with: []) }
    if !news.isEmpty {
      let logger = logger()
      for problem in news { logger.error("\(problem)") }
    }
    return value
  }
}

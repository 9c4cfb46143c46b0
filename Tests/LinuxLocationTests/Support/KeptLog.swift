// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import Logging

/// A log handler that keeps every line for a test to read.
struct KeptLog: LogHandler {
  struct Line: Sendable {
    var level: Logger.Level
    var text: String
  }

  let lines: Mutex<[Line]>
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let line = Line(level: event.level, text: event.message.description)
    lines.withLock { $0.append(line) }
  }

  /// Returns a logger that appends to `lines`.
  static func logger(_ lines: Mutex<[Line]>) -> Logger {
    Logger(label: "test") { _ in KeptLog(lines: lines) }
  }
}

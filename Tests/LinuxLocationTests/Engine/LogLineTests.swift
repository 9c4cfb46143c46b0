// Core Location for Linux. SPDX-License-Identifier: MIT

import Logging
import SerialLine
import Testing

@testable import LinuxLocation

/// What devices and files call themselves is in the log, and nothing there acts on a terminal.
@Suite struct LogLineTests {
  private struct Journal: LogHandler {
    let lines: Guarded<[String]>
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }
    func log(event: LogEvent) { lines.withLock { $0.append(event.message.description) } }
  }

  @Test func aDevicesNameIsOneHarmlessLine() {
    let lines = Guarded<[String]>([])
    let engine = LocationEngine(
      source: QuietSource(), authorizer: TestAuthorizer(), directory: nil,
      logger: Logger(label: "test") { _ in Journal(lines: lines) })
    engine.change { $0.notice("/dev/ttyUSB0 (a\n\u{1b}[2J) is silent") }
    engine.log("a monitor named \"b\r\" exists")
    #expect(
      lines.withLock { $0 } == [
        #"/dev/ttyUSB0 (a\u{a}\u{1b}[2J) is silent"#, #"a monitor named "b\u{d}" exists"#,
      ])
  }
}

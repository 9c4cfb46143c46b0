// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport

/// `mosquitto_sub`, which shows what a broker has received: a line `RETAINED QOS TOPIC PAYLOAD` for each message.
final class Subscriber: Sendable {
  private let process: ServerProcess

  /// Starts the program, and waits until it has subscribed.
  init(_ broker: Mosquitto, _ topics: String...) throws {
    let log = "\(broker.folder.path)/sub-\(UInt32.random(in: 0 ... .max))"
    process = try ServerProcess(
      [
        "/usr/bin/stdbuf", "-oL", "/usr/bin/mosquitto_sub", "-h", "127.0.0.1", "-p",
        String(broker.plain), "-q", "1", "-d", "-F", "> %r %q %t %p",
      ] + topics.flatMap { ["-t", $0] }, log: log)
    guard eventually({ process.printed.contains("Subscribed") }) else {
      throw ServerProcess.Failure(description: process.printed)
    }
  }

  deinit { process.end() }

  /// The messages so far, in order.
  var messages: [String] {
    process.printed.split(separator: "\n").filter { $0.hasPrefix("> ") }.map {
      String($0.dropFirst(2))
    }
  }

  /// Waits for `count` messages; returns all messages so far.
  func messages(_ count: Int) -> [String] {
    _ = eventually { messages.count >= count }
    return messages
  }
}

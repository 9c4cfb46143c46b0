// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import NMEA0183
import TestSupport
import Testing

@testable import GNSSReceiver

/// A receiver that is unplugged and plugged in again: a pseudo-terminal behind a connection that is replaced.
struct ReplugTests {
  @Test func twoHundredReplugsLeaveNothingBehind() throws {
    let scratch = try ScratchFolder()
    let link = scratch.path + "/port"
    var options = SupervisionOptions()
    options.retries.port.first = .milliseconds(1)
    options.retries.port.longest = .milliseconds(1)
    let threads = Self.count("/proc/self/task")
    let descriptors = Self.descriptors
    do {
      let supervisor = try ReceiverSupervisor(
        .source(Source(identity: "tty:/dev/pts/test", kind: SerialSource(link))),
        options: options, rates: nil)
      let listener = try supervisor.listen()
      for cycle in 0..<200 { try replug(link, listener, second: cycle) }
    }
    // Other tests open and close files meanwhile; a leak in every cycle would add hundreds.
    #expect(Self.count("/proc/self/task") < threads + 100)
    #expect(Self.descriptors < descriptors + 100)
  }

  /// Plugs a receiver in, waits for its fix, and unplugs it.
  private func replug(_ link: String, _ listener: ReceiverListener, second: Int) throws {
    let terminal = try PseudoTerminal()
    unlink(link)
    try #require(symlink(terminal.path, link) == 0)
    let deadline = monotonicNow() + .seconds(20)
    var sent = second
    while try !hears(listener) {
      try #require(monotonicNow() < deadline, "no fix after replug \(second)")
      // Bytes that are sent before the port is open are lost, as with a real port.
      terminal.send(Self.epoch(sent) + Self.epoch(sent + 1))
      sent += 2
    }
  }

  /// Waits for 3 ms, and returns whether a fix was received.
  private func hears(_ listener: ReceiverListener) throws -> Bool {
    var ready = [pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)]
    guard wait(for: &ready, until: monotonicNow() + .milliseconds(3)) else { return false }
    return listener.drain().contains { $0.fix != nil }
  }

  private static func epoch(_ second: Int) -> String {
    let digits = String(1_000_000 + (second / 60 % 60) * 100 + second % 60).dropFirst()
    return SentenceEncoder.sentence(
      body: "GPRMC,\(digits).00,A,4732.6220,N,00940.9980,E,2.0,60.0,150625,,,A")
  }

  /// The number of open descriptors other than sockets.
  ///
  /// The sockets are umockdev's, for what other tests open (see `Tests/CUmockdev/shim.h`).
  private static var descriptors: Int {
    (0..<4096).count { number in
      var buffer = [CChar](repeating: 0, count: 256)
      let count = readlink("/proc/self/fd/\(number)", &buffer, buffer.count)
      guard count > 0 else { return false }
      let name = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
      return !name.hasPrefix("socket:")
    }
  }

  /// Returns the number of entries in a folder.
  private static func count(_ folder: String) -> Int {
    guard let stream = opendir(folder) else { return -1 }
    defer { closedir(stream) }
    var count = 0
    while readdir(stream) != nil { count += 1 }
    return count
  }
}

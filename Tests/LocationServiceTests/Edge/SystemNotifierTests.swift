// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import LocationService

@Suite struct SystemNotifierTests {
  /// The process that started the service may be busy; the service's clients must not be affected.
  @Test func doesNotWaitForAListenerThatDoesNotRead() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/notify"
    let listener = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
    defer { close(listener) }
    try #require(UnixAddress(path).withAddress { bind(listener, $0, $1) } == 0)
    let notifier = SystemNotifier(path)
    // The kernel queues about ten; further ones would have to wait.
    let taken = (0..<1000).prefix { _ in notifier.offer("WATCHDOG=1") }.count
    #expect((1..<1000).contains(taken))
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = recv(listener, &buffer, buffer.count, 0)
    #expect(String(decoding: buffer.prefix(max(0, count)), as: UTF8.self) == "WATCHDOG=1")
    #expect(notifier.offer("STATUS=fix"))
  }

  @Test func saysNothingWhereNobodyListens() {
    #expect(SystemNotifier(nil).offer("READY=1") && SystemNotifier("").offer("READY=1"))
  }
}

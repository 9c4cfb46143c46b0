// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import ServerAccess
import Testing

@testable import ReceiverCorrections

/// How much is read of a caster that sends as fast as it can.
@Suite struct ReadAllowanceTests {
  /// Returns how many bytes are read in a time if more is always there.
  private func flood(_ seconds: Double, _ line: UInt32?) -> Int {
    var allowance = ReadAllowance(for: line, at: .zero)
    var (now, count) = (Duration.zero, 0)
    while now < .seconds(seconds) {
      let most = allowance.bytes(at: now)
      allowance.read(most)
      count += most
      guard let due = allowance.due else { continue }
      now = due
    }
    return count
  }

  @Test(
    arguments: [
      // 128 KiB, and 32 KiB in each second, but no less than a wake-up is worth.
      ("a network", nil, 131_072 + 8 * 32_768), ("a slow line", 9600, 131_072 + 8 * 32_768),
      // 92,160 bytes a second, twice.
      ("a fast line", 921_600, 131_072 + 8 * 184_320),
    ] as [(name: String, line: UInt32?, bytes: Int)])
  func limitsAFlood(_ row: (name: String, line: UInt32?, bytes: Int)) {
    let count = flood(8, row.line)
    #expect((row.bytes - 4096...row.bytes).contains(count), "\(row.name): \(count)")
  }

  /// A base with every constellation ten times a second, over a line that is too slow for it.
  @Test func neverHoldsUpAStream() {
    var allowance = ReadAllowance(for: 9600, at: .zero)
    for second in 0..<600 {
      for piece in 0..<10 {
        #expect(allowance.bytes(at: .seconds(second) + .milliseconds(100 * piece)) >= 3000)
        allowance.read(3000)
      }
    }
  }

  @Test func anotherReceiverMayHaveAFasterLine() {
    var allowance = ReadAllowance(for: nil, at: .zero)
    allowance.read(131_072)
    #expect(allowance.due == .milliseconds(125))
    allowance.lineChanged(to: 921_600, at: .milliseconds(100))
    // 3276.8 bytes at the first rate, and the rest of 4096 at the second.
    #expect(allowance.bytes(at: .milliseconds(104)) == 0)
    #expect(allowance.bytes(at: .milliseconds(105)) == 4198)
  }

  /// A connection to a caster that always has more.
  private final class Flood: ServerStream {
    let isConnecting = false
    var due: Duration?
    var hasUnreadBytes = true
    var count = 0

    func watch(_ watched: inout Reactor.Watched, for events: CInt) { watched.add(7, for: events) }
    func connect(at now: Duration) {}
    func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome {
      count += buffer.count
      return .bytes(buffer.count)
    }
    func write(_ bytes: ArraySlice<UInt8>) -> Int { bytes.count }
  }

  @Test func aConnectionIsPolledAndReadOnlyWhileItMayBe() {
    let stream = Flood()
    let connection = CasterConnection(stream, nil)
    _ = connection.serve(at: .zero)
    // Heads and tables have limits of their own.
    for _ in 0..<100 { _ = connection.serve(at: .zero) }
    #expect(stream.count == 100 * 4 * 8192)
    #expect(connection.due == .zero)
    stream.count = 0
    connection.pace(for: nil, at: .zero)
    for _ in 0..<100 { _ = connection.serve(at: .zero) }
    #expect(stream.count == 131_072)
    #expect(watched(connection).map(\.events) == [0])
    #expect(connection.due == .milliseconds(125))
    _ = connection.serve(at: .milliseconds(124))
    #expect(stream.count == 131_072)
    _ = connection.serve(at: .milliseconds(125))
    #expect(stream.count == 131_072 + 4096)
    // What it sends while it waits for a position is written all the same.
    connection.send([1])
    #expect(watched(connection).map(\.events) == [Int16(POLLOUT)])
  }

  private func watched(_ connection: CasterConnection) -> [pollfd] {
    var watched = Reactor.Watched()
    connection.watch(&watched)
    return watched.descriptors
  }
}

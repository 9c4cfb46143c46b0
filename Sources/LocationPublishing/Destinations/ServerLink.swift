// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
package import LinuxSystem
package import ServerAccess

/// What the links to servers have in common: how they log in, what ends their waits, and when a connection is given up.
package class ServerLink<Address: ServerDestination, Connection> {
  let address: Address
  let credentials: Credentials
  let stop: WakeUp
  /// The longest time in which the other side may acknowledge something.
  let patience: Duration
  /// `nil` while the link is closed.
  var connection: Connection?
  /// Why the last delivery ended early; the next one throws it.
  private var failure: DeliveryError?

  /// The longest time to connect.
  static var connecting: Duration { .seconds(20) }

  /// - Parameter stop: ends every wait once it is signaled.
  package init(
    _ address: Address, credentials: Credentials, stop: WakeUp, patience: Duration = .seconds(30)
  ) {
    (self.address, self.credentials) = (address, credentials)
    (self.stop, self.patience) = (stop, patience)
  }

  package func close() { connection = nil }

  func opened(_ connection: Connection) { (self.connection, failure) = (connection, nil) }

  /// Sends reports, and returns how many the other side has acknowledged, as ``DeliveryLink/deliver(_:)`` does.
  ///
  /// - Parameter send: records what it sends, and what is acknowledged.
  func delivering(
    _ send: (Connection, inout InFlight) throws(DeliveryError) -> Void
  ) throws(DeliveryError) -> Int {
    guard let connection else { throw lost }
    var flight = InFlight()
    do throws(DeliveryError) { try send(connection, &flight) } catch {
      // After a stop request, the connection remains, to be ended in an orderly way.
      if error != .stopped { (self.connection, failure) = (nil, error) }
      guard flight.acknowledgedCount > 0 else { throw error }
    }
    return flight.acknowledgedCount
  }

  /// Keeps the connection alive, and gives it up if that fails.
  func idling(_ keep: (Connection) throws(DeliveryError) -> Void) throws(DeliveryError) {
    guard let connection else { throw lost }
    do throws(DeliveryError) { try keep(connection) } catch {
      self.connection = nil
      throw error
    }
  }

  private var lost: DeliveryError { failure ?? .later("the connection to \(address) was lost") }
}

/// The input that a library has read from a socket without making anything of it, which it keeps in memory.
///
/// Neither libpq nor libmosquitto has a limit. What waits in the socket is counted before they read it; they
/// read more as data arrives meanwhile.
struct UnreadInput {
  private var bytes = 0
  private let most: Int

  /// The most bytes of an answer: those of brokers and databases have some kilobytes, even of a table with 1600 columns.
  static let limit = 1 << 20

  init(most: Int = Self.limit) { self.most = most }

  /// Counts what waits in a socket and is about to be read; returns whether it is too much.
  mutating func exceedsLimit(_ socket: CInt) -> Bool {
    var count: CInt = 0
    if ioctl(socket, UInt(FIONREAD), &count) == 0 { bytes += Int(count) }
    return bytes > most
  }

  /// Records that an answer is complete.
  mutating func reset() { bytes = 0 }
}

/// The reports of a batch that have been acknowledged, where each is sent as one or several messages.
///
/// Messages may be acknowledged in any order; only reports before the first unacknowledged one count.
package struct InFlight: Hashable, Sendable {
  /// The report of each message that has not been acknowledged.
  private var reports: [Int32: Int] = [:]
  /// For each report that was sent, the number of its messages that have not been acknowledged.
  private var missing: [Int] = []
  /// How many reports have been acknowledged, counted from the first without a gap.
  package private(set) var acknowledgedCount = 0

  package init() {}

  package var isEmpty: Bool { reports.isEmpty }

  /// Records that the next report was sent, as these messages; none, if no message could carry it.
  package mutating func sent(_ messages: [Int32]) {
    for message in messages { reports[message] = missing.count }
    missing.append(messages.count)
    advance()
  }

  /// Records an acknowledgement; that of an unknown message, or a repeated one, changes nothing.
  package mutating func acknowledged(_ message: Int32) {
    guard let report = reports.removeValue(forKey: message) else { return }
    missing[report] -= 1
    advance()
  }

  private mutating func advance() {
    while acknowledgedCount < missing.count, missing[acknowledgedCount] == 0 {
      acknowledgedCount += 1
    }
  }
}

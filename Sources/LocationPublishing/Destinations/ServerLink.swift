// Core Location for Linux. SPDX-License-Identifier: MIT

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

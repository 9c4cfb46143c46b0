// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import LinuxSystem

/// What is known about the service's health: recorded by its event loop, read by a server of metrics.
///
/// It knows no position: a store of metrics keeps figures for years, and shows them to everybody who may read any.
package final class ServiceHealth: Sendable {
  private struct Known: Sendable {
    var receiver: ReceiverMetrics
    var clientCount = 0
    var clients: [String: Int] = [:]
  }

  private let known: Mutex<Known>
  private let version: String

  /// - Parameter device: the port that the user has named; `nil` if it has to be found.
  package init(device: String?, version: String) {
    known = Mutex(Known(receiver: ReceiverMetrics(device: device)))
    self.version = version
  }

  func received(_ events: [ReceiverEvent]) {
    known.withLock { known in
      for event in events where !event.isOfStandby { known.receiver.received(event) }
    }
  }

  func receiverClosed() { known.withLock { $0.receiver.closed() } }

  /// Records how many programs are connected.
  func clientsChanged(to count: Int, _ byProtocol: () -> [String: Int]) {
    guard known.withLock({ $0.clientCount }) != count else { return }
    let clients = byProtocol()
    known.withLock { ($0.clientCount, $0.clients) = (count, clients) }
  }

  package var metrics: [UInt8] {
    let known = known.withLock { $0 }
    var text = MetricsText(version: version)
    known.receiver.write(to: &text)
    text.gauge(
      "gps_clients", "Connected programs, by protocol.",
      each: ["gpsd", "nmea", "service"].map {
        .init(known.clients[$0] ?? 0, [("protocol", $0)])
      })
    return text.bytes
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

package import LinuxSystem

extension DestinationAddress {
  /// Returns a link to this destination, not open yet.
  ///
  /// - Parameters:
  ///   - device: the device to whose topic a broker's last will goes.
  ///   - stop: ends every wait of the link once it is signaled.
  package func link(
    device: String, credentials: Credentials = .current, stop: WakeUp
  ) -> any DeliveryLink {
    switch service {
    case .mqtt: MQTTLink(self, device: device, credentials: credentials, stop: stop)
    case .http: HTTPLink(self, credentials: credentials, stop: stop)
    case .postgresql: PostgreSQLLink(self, credentials: credentials, stop: stop)
    }
  }
}

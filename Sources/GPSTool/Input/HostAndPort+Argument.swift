// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

extension HostAndPort {
  /// Reads the numeric address of an option that tells where to listen; `localhost` is that of IPv4.
  package init(argument text: String, of option: String, usualPort: UInt16) throws {
    guard let address = HostAndPort(text) else {
      throw Failure.usage("\(option) \(text)", "an address and a port, 127.0.0.1:\(usualPort)")
    }
    self.init(address.host == "localhost" ? "127.0.0.1" : address.host, address.port)
  }
}

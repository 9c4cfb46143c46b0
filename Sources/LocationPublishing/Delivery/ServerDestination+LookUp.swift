// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import ServerAccess

extension ServerDestination {
  /// Returns the addresses of the host, the best first.
  ///
  /// - Throws: ``DeliveryError/later(_:after:)``, also after a stop request.
  func lookUp(stop: WakeUp) throws(DeliveryError) -> [InternetAddress] {
    let isDone: WakeUp
    do { isDone = try WakeUp() } catch { throw .later("\(error)") }
    let lookUp = HostLookUp(HostAndPort(server.host, server.port), waking: isDone)
    _ = firstReadable(of: isDone.descriptor, stop.descriptor)
    switch lookUp.result {
    case .success(let addresses)?: return addresses
    case .failure(let error)?:
      throw .later("cannot reach \(self): \(error.reason); check the host's name and the network")
    case nil: throw .stopped
    }
  }
}

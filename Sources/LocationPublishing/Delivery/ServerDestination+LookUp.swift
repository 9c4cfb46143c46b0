// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import ServerAccess

extension ServerDestination {
  /// Returns the addresses of the host, the best first; of several hosts, those of the first that is known.
  ///
  /// - Throws: ``DeliveryError/later(_:after:)``, also after a stop request.
  func lookUp(stop: WakeUp) throws(DeliveryError) -> [InternetAddress] {
    for host in server.hosts.dropLast() {
      do throws(DeliveryError) { return try lookUp(host, stop: stop) } catch {
        if error == .stopped { throw error }
      }
    }
    return try lookUp(server.hosts[server.hosts.count - 1], stop: stop)
  }

  private func lookUp(_ host: HostAndPort, stop: WakeUp) throws(DeliveryError) -> [InternetAddress]
  {
    let isDone: WakeUp
    do { isDone = try WakeUp() } catch { throw .later("\(error)") }
    let lookUp = HostLookUp(host, waking: isDone)
    _ = firstReadable(of: isDone.descriptor, stop.descriptor)
    switch lookUp.result {
    case .success(let addresses)?: return addresses
    case .failure(let error)?:
      throw .later("cannot reach \(self): \(error.reason); check the host's name and the network")
    case nil: throw .stopped
    }
  }
}

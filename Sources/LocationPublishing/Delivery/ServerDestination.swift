// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
package import ServerAccess

/// A destination on a server, which a client may have to log in to.
package protocol ServerDestination: Destination {
  var server: ServerAddress { get }
  /// Whether the server may ask for a password although the address names no user.
  static var asksEverybody: Bool { get }
}

extension ServerDestination {
  package static var asksEverybody: Bool { false }
  package var publicName: String { server.publicText }
}

extension Credentials {
  package func password(for address: some ServerDestination) throws(DeliveryError) -> String? {
    do throws(AccessError) {
      return try password(
        for: address.server, named: "\(address)", asksEverybody: type(of: address).asksEverybody)
    } catch { throw DeliveryError(error) }
  }
}

extension TrustedCertificates {
  /// - Throws: ``DeliveryError/refused(_:exitCode:)``.
  init(_ address: some ServerDestination) throws(DeliveryError) {
    do throws(AccessError) { try self.init(for: address.server, named: "\(address)") } catch {
      throw DeliveryError(error)
    }
  }
}

extension DeliveryError {
  init(_ error: AccessError) { self = .refused(error.description, exitCode: error.exitCode) }
}

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

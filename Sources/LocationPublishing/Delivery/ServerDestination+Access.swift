// Core Location for Linux. SPDX-License-Identifier: MIT

package import ServerAccess

extension Credentials {
  /// Returns the password for a destination.
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

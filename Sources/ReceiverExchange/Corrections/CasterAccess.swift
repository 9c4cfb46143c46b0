// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
package import ServerAccess

/// How casters are reached: this program's version, the user's passwords, and what encrypts connections.
package struct CasterAccess: Sendable {
  /// Opens an encrypted connection; `nil` in a program that contains no encryption.
  package typealias Encryption =
    @Sendable (ServerAddress, _ name: String, TrustedCertificates) throws(StreamError) ->
    any ServerStream

  package var version: String
  package var credentials: Credentials
  package var encryption: Encryption?

  package init(version: String, credentials: Credentials = .current, encryption: Encryption?) {
    (self.version, self.credentials, self.encryption) = (version, credentials, encryption)
  }

  /// Checks what can be checked before a connection is made.
  ///
  /// - Throws: `AccessError` if the password or the certificates cannot be used.
  package func check(_ address: CorrectionAddress) throws(AccessError) {
    _ = try credentials.password(for: address.server, named: address.description)
    guard address.server.isEncrypted else { return }
    _ = try TrustedCertificates(for: address.server, named: address.description)
    guard encryption == nil else { return }
    throw AccessError(
      "cannot reach \(address): this gps was built without encryption; build it with the trait Publishing",
      exitCode: 69)
  }

  /// - Parameters:
  ///   - position: the present position as a sentence; `nil` for none.
  ///   - wakeUp: signaled when the host's addresses have been looked up.
  /// - Throws: `StreamError`.
  func open(
    _ address: CorrectionAddress, position: String? = nil, waking wakeUp: WakeUp
  ) throws(StreamError) -> CasterConnection {
    do throws(AccessError) {
      try check(address)
      let request =
        address.isCaster
        ? CasterRequest(
          address: address,
          // Read each time, so that a new password applies to the next connection.
          password: try credentials.password(for: address.server, named: address.description),
          version: version, position: position
        ).bytes : []
      guard address.server.isEncrypted, let encryption else {
        return CasterConnection(SocketStream(to: address, waking: wakeUp), request: request)
      }
      let certificates = try TrustedCertificates(for: address.server, named: address.description)
      return CasterConnection(
        try encrypted(address, certificates, encryption), request: request)
    } catch {
      throw StreamError(error.description, isLasting: true)
    }
  }

  private func encrypted(
    _ address: CorrectionAddress, _ certificates: TrustedCertificates, _ encryption: Encryption
  ) throws(AccessError) -> any ServerStream {
    do throws(StreamError) {
      return try encryption(address.server, address.description, certificates)
    } catch { throw AccessError(error.reason, exitCode: 69) }
  }
}

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
    _ = try secrets(for: address)
  }

  /// Reads the password and, for an encrypted connection, the certificates: each time, so that new ones apply to the next
  /// connection.
  private func secrets(
    for address: CorrectionAddress
  ) throws(AccessError) -> (password: String?, certificates: TrustedCertificates?) {
    let (server, name) = (address.server, address.description)
    let password = try credentials.password(for: server, named: name)
    guard server.isEncrypted else { return (password, nil) }
    let certificates = try TrustedCertificates(for: server, named: name)
    guard encryption == nil else { return (password, certificates) }
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
    let secrets: (password: String?, certificates: TrustedCertificates?)
    do throws(AccessError) { secrets = try self.secrets(for: address) } catch {
      throw StreamError(error.description)
    }
    let request = CasterRequest(
      address: address, password: secrets.password, version: version, position: position)
    let stream: any ServerStream =
      if let certificates = secrets.certificates, let encryption {
        try encryption(address.server, address.description, certificates)
      } else {
        SocketStream(to: address, waking: wakeUp)
      }
    return CasterConnection(stream, request: address.isCaster ? request.bytes : [])
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
package import ServerAccess

/// How casters are reached: this program's version, and the user's passwords.
package struct CasterAccess: Sendable {
  package var version: String
  package var credentials: Credentials

  package init(version: String, credentials: Credentials = .current) {
    (self.version, self.credentials) = (version, credentials)
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
    return (password, try TrustedCertificates(for: server, named: name))
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
    var stream: any ServerStream = SocketStream(to: address, waking: wakeUp)
    if let certificates = secrets.certificates {
      stream = try TLSStream(
        over: stream, to: address.server, named: address.description, certificates)
    }
    return CasterConnection(stream, request: address.isCaster ? request.bytes : [])
  }
}

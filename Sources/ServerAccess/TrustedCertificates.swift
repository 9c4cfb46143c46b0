// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// The certificate files that a connection uses, checked to be readable before they are passed to a library.
package struct TrustedCertificates {
  /// The file with the trusted authorities.
  package let authorities: String
  /// The client's own certificate, and its key.
  package let own: (certificate: String, key: String)?

  /// The files in which distributions keep the authorities that they trust: Debian, Fedora, Alpine.
  private static let usual = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
  ]

  /// - Parameter name: the server's address in messages, without secrets.
  package init(for server: ServerAddress, named name: String) throws(AccessError) {
    if let file = server.caFile {
      authorities = try Self.readable(file, name)
    } else if let file = Self.usual.first(where: { access($0, R_OK) == 0 }) {
      authorities = file
    } else {
      throw AccessError(
        "cannot connect to \(name): no trusted certificates are installed; "
          + "install ca-certificates or add ca-file=FILE", exitCode: EX_CONFIG)
    }
    if let certificate = server.certificate, let key = server.key {
      own = (try Self.readable(certificate, name), try Self.readable(key, name))
    } else {
      own = nil
    }
  }

  private static func readable(
    _ path: String, _ name: String
  ) throws(AccessError) -> String {
    guard access(path, R_OK) == 0 else {
      throw AccessError(
        "cannot connect to \(name): \(path.escapedForTerminal): \(describe(errno: errno))",
        exitCode: errno == EACCES ? EX_NOPERM : EX_NOINPUT)
    }
    return path
  }
}

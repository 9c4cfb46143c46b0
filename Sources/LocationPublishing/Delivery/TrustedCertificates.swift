// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// The certificate files that a connection uses, checked to be readable before they are passed to a library.
struct TrustedCertificates {
  /// The file with the trusted authorities.
  let authorities: String
  /// The client's own certificate, and its key.
  let own: (certificate: String, key: String)?

  /// The files in which distributions keep the authorities that they trust: Debian, Fedora, Alpine.
  private static let usual = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
  ]

  /// - Throws: ``DeliveryError/refused(_:exitCode:)``.
  init(_ address: some ServerDestination) throws(DeliveryError) {
    if let file = address.server.caFile {
      authorities = try Self.readable(file, address)
    } else if let file = Self.usual.first(where: { access($0, R_OK) == 0 }) {
      authorities = file
    } else {
      throw .refused(
        "cannot connect to \(address): no trusted certificates are installed; "
          + "install ca-certificates or add ca-file=FILE", exitCode: EX_CONFIG)
    }
    if let certificate = address.server.certificate, let key = address.server.key {
      own = (try Self.readable(certificate, address), try Self.readable(key, address))
    } else {
      own = nil
    }
  }

  private static func readable(
    _ path: String, _ address: some ServerDestination
  ) throws(DeliveryError) -> String {
    guard access(path, R_OK) == 0 else {
      throw .refused(
        "cannot connect to \(address): \(path.escapedForTerminal): \(describe(errno: errno))",
        exitCode: errno == EACCES ? EX_NOPERM : EX_NOINPUT)
    }
    return path
  }
}

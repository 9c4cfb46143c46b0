// Core Location for Linux. SPDX-License-Identifier: MIT
#if Publishing
  import Glibc
  import LinuxSystem
  import LocationPublishing

  /// The files with certificates that a connection uses, known to be readable before a library is given them.
  struct TrustedCertificates {
    /// The authorities that are trusted.
    let authorities: String
    /// Our own certificate, and its key.
    let own: (certificate: String, key: String)?

    /// Where distributions keep the authorities that they trust: Debian, Fedora, Alpine.
    private static let usual = [
      "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
    ]

    /// - Throws: ``DeliveryError/refused(_:exitCode:)``.
    init(_ address: DestinationAddress) throws(DeliveryError) {
      if let file = address.caFile {
        authorities = try Self.readable(file, address)
      } else if let file = Self.usual.first(where: { access($0, R_OK) == 0 }) {
        authorities = file
      } else {
        throw .refused(
          "cannot connect to \(address): no trusted certificates are installed; "
            + "install ca-certificates or add ca-file=FILE", exitCode: EX_CONFIG)
      }
      if let certificate = address.certificate, let key = address.key {
        own = (try Self.readable(certificate, address), try Self.readable(key, address))
      } else {
        own = nil
      }
    }

    private static func readable(
      _ path: String, _ address: DestinationAddress
    ) throws(DeliveryError) -> String {
      guard access(path, R_OK) == 0 else {
        throw .refused(
          "cannot connect to \(address): \(path.escapedForTerminal): \(describe(errno: errno))",
          exitCode: errno == EACCES ? EX_NOPERM : EX_NOINPUT)
      }
      return path
    }
  }
#endif

// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// The reason why the other side has not accepted what was sent, as one line of text.
package enum DeliveryError: Error, Hashable {
  /// It may accept it later: it could not be reached, closed the connection, or is overloaded.
  ///
  /// - Parameter after: the least time that the other side asks the client to wait; `nil` if it does not.
  case later(String, after: Duration? = nil)
  /// It will not accept it until something is changed; with an exit code of sysexits.h.
  case refused(String, exitCode: Int32)

  /// The error that a wait throws when a stop request ends it.
  package static let stopped = DeliveryError.later("stopped")

  package var reason: String {
    switch self {
    case .later(let reason, _), .refused(let reason, _): reason
    }
  }
}

/// What may be wrong with certificates, whatever library has found it.
extension DeliveryError {
  /// Returns what is wrong with a certificate according to the words of OpenSSL or a library, in lowercase; `nil` if nothing
  /// is.
  static func certificate(_ words: String, of address: some ServerDestination) -> DeliveryError? {
    if words.contains("host name verification") { return certificateOfAnotherHost(at: address) }
    if words.contains("certificate verify failed") { return untrustedCertificate(of: address) }
    if words.contains("alert"), words.contains("certificate") {
      return clientCertificateRefused(by: address)
    }
    return words.contains("unable to load") ? unusableCertificate(for: address) : nil
  }

  static func untrustedCertificate(of address: some ServerDestination) -> DeliveryError {
    .refused(
      "the certificate of \(address) is not trusted; check ca-file= and this machine's clock",
      exitCode: EX_PROTOCOL)
  }

  static func certificateOfAnotherHost(at address: some ServerDestination) -> DeliveryError {
    .refused(
      "the certificate of \(address) is for another host; use the name that is in it",
      exitCode: EX_PROTOCOL)
  }

  /// The server asks for a certificate of the client, or does not accept the one that it got.
  static func clientCertificateRefused(by address: some ServerDestination) -> DeliveryError {
    .refused(
      "\(address) requires another certificate; give certificate= and key=",
      exitCode: EX_NOPERM)
  }

  static func unusableCertificate(for address: some ServerDestination) -> DeliveryError {
    .refused(
      "cannot connect to \(address): a certificate or its key cannot be used; "
        + "check that they are PEM files, belong together and are not encrypted",
      exitCode: EX_CONFIG)
  }
}

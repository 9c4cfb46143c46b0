// Core Location for Linux. SPDX-License-Identifier: MIT

import COpenSSL
import Glibc
package import LinuxSystem

/// The client's half of an encrypted connection, between the bytes of a socket and those of the protocol within.
///
/// It has no socket and never waits. It is not `Sendable`: one thread creates, calls and releases it.
// Proof of memory safety:
// - `session` is created in init, used by the methods only, and freed once, in deinit, with both buffers, which it owns.
// - OpenSSL copies names, paths and the bytes that it is given, and reads and writes bytes only during a call.
package final class TLSSession {
  private let session: OpaquePointer
  /// The server's encrypted bytes that have not been read, and those that wait to be sent to it.
  private let (incoming, outgoing): (OpaquePointer, OpaquePointer)
  /// The server in messages, without secrets.
  private let name: String
  /// Whether the server has proved its identity, so that bytes can be exchanged.
  package private(set) var isEstablished = false

  /// How many encrypted bytes may wait before ``write(_:)`` accepts nothing: a server that reads nothing costs no more.
  private static let mostOutput = 65_536

  /// - Throws: `StreamError` if a certificate file cannot be used.
  package init(
    to server: ServerAddress, named name: String, _ certificates: TrustedCertificates
  ) throws(StreamError) {
    self.name = name
    ERR_clear_error()
    let context = SSL_CTX_new(TLS_client_method())
    defer { SSL_CTX_free(context) }
    guard let context, core_location_ssl_set_oldest_version(context, TLS1_2_VERSION) == 1 else {
      throw Self.withoutMemory(name)
    }
    try Self.configure(context, certificates, name)
    guard let session = SSL_new(context) else { throw Self.withoutMemory(name) }
    guard let incoming = BIO_new(BIO_s_mem()), let outgoing = BIO_new(BIO_s_mem()) else {
      SSL_free(session)
      throw Self.withoutMemory(name)
    }
    SSL_set_bio(session, incoming, outgoing)
    SSL_set_connect_state(session)
    (self.session, self.incoming, self.outgoing) = (session, incoming, outgoing)
    guard Self.expect(server.host, session) else { throw Self.withoutMemory(name) }
  }

  deinit { SSL_free(session) }

  /// Trusts the authorities and presents the client's own certificate if the server asks.
  private static func configure(
    _ context: OpaquePointer, _ certificates: TrustedCertificates, _ name: String
  ) throws(StreamError) {
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
    SSL_CTX_set_options(context, core_location_ssl_options)
    func use(_ file: String, _ isUsable: (String) -> CInt) throws(StreamError) {
      guard isUsable(file) != 1 else { return }
      throw StreamError(
        "cannot connect to \(name): \(file.escapedForTerminal): \(latestError ?? "it cannot be used")"
      )
    }
    try use(certificates.authorities) { SSL_CTX_load_verify_file(context, $0) }
    guard let own = certificates.own else { return }
    // Without this, OpenSSL would ask for a passphrase at the terminal: encrypted keys are not supported.
    SSL_CTX_set_default_passwd_cb(context) { _, _, _, _ in 0 }
    try use(own.certificate) { SSL_CTX_use_certificate_chain_file(context, $0) }
    try use(own.key) { SSL_CTX_use_PrivateKey_file(context, $0, SSL_FILETYPE_PEM) }
  }

  /// Requires that the certificate is for a host: a name, which is sent to the server too, or a numeric address.
  private static func expect(_ host: String, _ session: OpaquePointer) -> Bool {
    if X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(session), host) == 1 { return true }
    ERR_clear_error()
    SSL_set_hostflags(session, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
    let host = host.hasSuffix(".") ? String(host.dropLast()) : host
    return SSL_set1_host(session, host) == 1
      && core_location_ssl_set_server_name(session, host) == 1
  }

  // MARK: The socket's side

  /// Receives encrypted bytes from the socket.
  package func received(_ bytes: UnsafeRawBufferPointer) {
    // A buffer in memory accepts everything; without memory, the record is incomplete and the connection fails.
    BIO_write(incoming, bytes.baseAddress, CInt(bytes.count))
  }

  /// How many encrypted bytes wait to be sent.
  package var outputCount: Int { BIO_ctrl_pending(outgoing) }

  /// Removes and returns the encrypted bytes that wait to be sent, 16 KiB at most.
  package func takeOutput() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: min(outputCount, 16_384)) { buffer, count in
      count =
        buffer.isEmpty ? 0 : max(0, Int(BIO_read(outgoing, buffer.baseAddress, CInt(buffer.count))))
    }
  }

  // MARK: The protocol's side

  /// Continues the handshake as far as the received bytes allow.
  ///
  /// - Throws: `StreamError` if the server's certificate is not trusted, or it does not speak TLS.
  package func establish() throws(StreamError) {
    if isEstablished { return }
    ERR_clear_error()
    let result = SSL_do_handshake(session)
    if result == 1 { isEstablished = true } else { _ = try need(after: result) }
  }

  /// Reads what the server has sent.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(StreamError) -> ReadOutcome {
    ERR_clear_error()
    let count = SSL_read(session, buffer.baseAddress, CInt(clamping: buffer.count))
    if count > 0 { return .bytes(Int(count)) }
    return try need(after: count)
  }

  /// Whether decrypted or undecrypted bytes of the server wait to be read.
  package var hasUnreadBytes: Bool {
    isEstablished && (SSL_pending(session) > 0 || BIO_ctrl_pending(incoming) > 0)
  }

  /// Encrypts bytes for the server; returns how many were accepted.
  package func write(_ bytes: ArraySlice<UInt8>) throws(StreamError) -> Int {
    guard !bytes.isEmpty, outputCount < Self.mostOutput else { return 0 }
    ERR_clear_error()
    let count = bytes.withUnsafeBytes {
      SSL_write(session, $0.baseAddress, CInt(clamping: $0.count))
    }
    if count > 0 { return Int(count) }
    if try need(after: count) == .hungUp { throw StreamError("lost the connection to \(name)") }
    return 0
  }

  /// Returns what a call lacks that did not succeed: bytes, or a connection.
  private func need(after result: CInt) throws(StreamError) -> ReadOutcome {
    switch SSL_get_error(session, result) {
    case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .nothing
    case SSL_ERROR_ZERO_RETURN: return .hungUp
    default: throw failure
    }
  }

  // MARK: Failures

  private var failure: StreamError {
    let result = SSL_get_verify_result(session)
    switch CInt(result) {
    case X509_V_OK: return refusal
    case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH:
      return StreamError(
        "cannot reach \(name): its certificate is for another host; use the name that is in it")
    case X509_V_ERR_CERT_HAS_EXPIRED, X509_V_ERR_CERT_NOT_YET_VALID:
      return StreamError(
        "cannot reach \(name): \(Self.text(of: result)); check this machine's clock")
    default:
      return StreamError(
        "cannot reach \(name): its certificate is not trusted (\(Self.text(of: result))); "
          + "to trust another one, add ca-file=FILE")
    }
  }

  /// What fails although the server's certificate, if it has sent one, is trusted.
  private var refusal: StreamError {
    let wantsCertificate =
      ERR_GET_REASON(ERR_peek_last_error()) == SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED
    let reason = Self.latestError ?? "the encrypted connection failed"
    if wantsCertificate {
      return StreamError(
        "cannot reach \(name): it requires a client certificate; add certificate=FILE and key=FILE")
    }
    if isEstablished { return StreamError("lost the connection to \(name): \(reason)") }
    return StreamError("cannot reach \(name): \(reason); check that it speaks TLS")
  }

  private static func text(of result: Int) -> String {
    String(cString: X509_verify_cert_error_string(result)).escapedForTerminal
  }

  /// The reason of the latest error of this thread, and forgets it.
  private static var latestError: String? {
    defer { ERR_clear_error() }
    let code = ERR_peek_last_error()
    guard code != 0, let reason = ERR_reason_error_string(code) else { return nil }
    return String(cString: reason).escapedForTerminal
  }

  private static func withoutMemory(_ name: String) -> StreamError {
    StreamError("cannot reach \(name): out of memory")
  }
}

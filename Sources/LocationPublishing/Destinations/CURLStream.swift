// Core Location for Linux. SPDX-License-Identifier: MIT

import CPublishing
import Glibc
package import LinuxSystem
package import ServerAccess

/// An encrypted connection to a server that speaks another protocol than HTTP within, made by libcurl.
///
/// It is not `Sendable`: one thread creates, calls and releases it.
// Proof of memory safety: libcurl reads and writes bytes only within curl_easy_recv and curl_easy_send.
package final class CURLStream: ServerStream {
  private let handle: CURLHandle
  private let name: String
  private var socket: CInt = -1
  private var nextStep: Duration = .zero

  package private(set) var isConnecting = true
  package var descriptors: [CInt] { isConnecting ? [] : [socket] }
  package var due: Duration? { isConnecting ? nextStep : nil }

  /// How often libcurl is asked whether the connection has been made.
  private static let step: Duration = .milliseconds(20)

  /// - Parameter name: the server's address in messages, without secrets.
  package init(
    _ server: ServerAddress, _ name: String, _ certificates: TrustedCertificates
  ) throws(StreamError) {
    let url = "https://\(HostAndPort(server.host, server.port))/"
    guard let handle = CURLHandle(url, protocols: "https", connecting: 30) else {
      throw StreamError("cannot reach \(name): there is no memory")
    }
    (self.handle, self.name) = (handle, name)
    handle.set(CURLOPT_CONNECT_ONLY, 1)
    // What follows is not HTTP 2.
    handle.set(CURLOPT_SSL_ENABLE_ALPN, 0)
    handle.encrypt(certificates)
    handle.begin()
  }

  package func connect(at now: Duration) throws(StreamError) {
    guard isConnecting else { return }
    nextStep = now + Self.step
    guard let code = handle.advance() else { return }
    guard code == CURLE_OK else { throw failure(code) }
    guard core_location_curl_get_socket(handle.easy, &socket) == CURLE_OK, socket >= 0 else {
      throw StreamError("cannot reach \(name): the connection has no socket")
    }
    isConnecting = false
  }

  private func failure(_ code: CURLcode) -> StreamError {
    let details = handle.details
    let reason = (details.isEmpty ? String(cString: curl_easy_strerror(code)) : details)
      .escapedForTerminal
    switch code {
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR:
      return StreamError(
        "cannot reach \(name): its certificate is not trusted (\(reason)); to trust another one, add ca-file=FILE"
      )
    default: return StreamError("cannot reach \(name): \(reason)")
    }
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> ReadOutcome {
    var count = 0
    let code = curl_easy_recv(handle.easy, buffer.baseAddress, buffer.count, &count)
    switch code {
    case CURLE_OK: return count > 0 ? .bytes(count) : .hungUp
    case CURLE_AGAIN: return .nothing
    case CURLE_RECV_ERROR: return .hungUp
    default: throw failure(code)
    }
  }

  package func write(_ bytes: ArraySlice<UInt8>) throws(StreamError) -> Int {
    var count = 0
    let code = bytes.withUnsafeBytes {
      curl_easy_send(handle.easy, $0.baseAddress, $0.count, &count)
    }
    switch code {
    case CURLE_OK: return count
    case CURLE_AGAIN: return 0
    default: throw failure(code)
    }
  }
}

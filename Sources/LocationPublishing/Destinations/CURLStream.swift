// Core Location for Linux. SPDX-License-Identifier: MIT

import CPublishing
import Glibc
package import LinuxSystem
package import ServerAccess

/// An encrypted connection to a server that speaks another protocol than HTTP within, made by libcurl.
///
/// It is not `Sendable`: one thread creates, calls and releases it.
// Proof of memory safety:
// - `easy` and `multi` are created in init, checked there, used by methods only, and freed once, in deinit, the former after it
//   was removed from the latter.
// - libcurl writes the reason of a failure to `message` while `easy` exists; `message` is freed after `easy`.
// - libcurl copies texts when they are set. It reads and writes bytes only within curl_easy_recv and curl_easy_send.
package final class CURLStream: ServerStream {
  private let easy: UnsafeMutableRawPointer
  private let multi: UnsafeMutableRawPointer
  private let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private let name: String
  private var socket: CInt = -1
  private var nextStep: Duration = .zero

  package private(set) var isConnecting = true
  package var descriptors: [CInt] { isConnecting ? [] : [socket] }
  package var due: Duration? { isConnecting ? nextStep : nil }

  /// How often libcurl is asked whether the connection has been made.
  private static let step: Duration = .milliseconds(20)
  private static let isInitialized = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

  /// Starts connecting.
  ///
  /// - Parameter name: the server's address in messages, without secrets.
  package init(
    _ server: ServerAddress, _ name: String, _ certificates: TrustedCertificates
  ) throws(StreamError) {
    guard Self.isInitialized, let easy = curl_easy_init() else {
      message.deallocate()
      throw StreamError("cannot reach \(name): there is no memory")
    }
    guard let multi = curl_multi_init() else {
      curl_easy_cleanup(easy)
      message.deallocate()
      throw StreamError("cannot reach \(name): there is no memory")
    }
    (self.easy, self.multi, self.name) = (easy, multi, name)
    message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    core_location_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, message)
    let host = server.host.contains(":") ? "[\(server.host)]" : server.host
    set(CURLOPT_URL, "https://\(host):\(server.port)/")
    set(CURLOPT_PROTOCOLS_STR, "https")
    set(CURLOPT_CONNECT_ONLY, 1)
    // What follows is not HTTP 2.
    set(CURLOPT_SSL_ENABLE_ALPN, 0)
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_CONNECTTIMEOUT, 30)
    set(CURLOPT_TCP_KEEPALIVE, 1)
    set(CURLOPT_QUICK_EXIT, 1)
    set(CURLOPT_SSL_VERIFYPEER, 1)
    set(CURLOPT_SSL_VERIFYHOST, 2)
    set(CURLOPT_CAINFO, certificates.authorities)
    if let own = certificates.own {
      set(CURLOPT_SSLCERT, own.certificate)
      set(CURLOPT_SSLKEY, own.key)
      set(CURLOPT_KEYPASSWD, "")
    }
    curl_multi_add_handle(multi, easy)
  }

  deinit {
    curl_multi_remove_handle(multi, easy)
    curl_multi_cleanup(multi)
    curl_easy_cleanup(easy)
    message.deallocate()
  }

  private func set(_ option: CURLoption, _ value: Int) {
    core_location_curl_set_number(easy, option, value)
  }

  private func set(_ option: CURLoption, _ value: String) {
    core_location_curl_set_pointer(easy, option, value)
  }

  package func connect(at now: Duration) throws(StreamError) {
    guard isConnecting else { return }
    nextStep = now + Self.step
    var running: CInt = 0
    guard curl_multi_perform(multi, &running) == CURLM_OK else {
      throw StreamError("cannot reach \(name): there is no memory")
    }
    var count: CInt = 0
    while let news = curl_multi_info_read(multi, &count) {
      guard news.pointee.msg == CURLMSG_DONE else { continue }
      let code = news.pointee.data.result
      guard code == CURLE_OK else { throw failure(code) }
      guard core_location_curl_get_socket(easy, &socket) == CURLE_OK, socket >= 0 else {
        throw StreamError("cannot reach \(name): the connection has no socket")
      }
      isConnecting = false
    }
  }

  private func failure(_ code: CURLcode) -> StreamError {
    let details = String(cString: message)
    let reason = (details.isEmpty ? String(cString: curl_easy_strerror(code)) : details)
      .escapedForTerminal
    switch code {
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR:
      return StreamError(
        "cannot reach \(name): its certificate is not trusted (\(reason)); to trust another one, add ca-file=FILE",
        isLasting: true)
    default: return StreamError("cannot reach \(name): \(reason)")
    }
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> ReadOutcome {
    var count = 0
    let code = curl_easy_recv(easy, buffer.baseAddress, buffer.count, &count)
    switch code {
    case CURLE_OK: return count > 0 ? .bytes(count) : .hungUp
    case CURLE_AGAIN: return .nothing
    case CURLE_RECV_ERROR: return .hungUp
    default: throw failure(code)
    }
  }

  package func write(_ bytes: ArraySlice<UInt8>) throws(StreamError) -> Int {
    var count = 0
    let code = bytes.withUnsafeBytes { curl_easy_send(easy, $0.baseAddress, $0.count, &count) }
    switch code {
    case CURLE_OK: return count
    case CURLE_AGAIN: return 0
    default: throw failure(code)
    }
  }
}

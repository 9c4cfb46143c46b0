// Core Location for Linux. SPDX-License-Identifier: MIT

import CPublishing
import ServerAccess

/// A transfer of libcurl by itself, which is continued without waiting.
///
/// It is not `Sendable`: one thread creates, calls and releases it.
// Proof of memory safety:
// - `easy` and `multi` are created in init, checked there, used by their owner's methods only, and freed once, in deinit, the
//   former after it was removed from the latter.
// - libcurl writes the reason of a failure to `message` while `easy` exists; `message` is freed after `easy`.
// - libcurl copies texts when they are set.
final class CURLHandle {
  let easy: UnsafeMutableRawPointer
  let multi: UnsafeMutableRawPointer
  private let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  /// Initializes the library once per process; it is a constant because initialization is not thread-safe.
  private static let isInitialized = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

  /// - Parameter connecting: how long it may take to connect, seconds.
  /// - Returns: `nil` if there is no memory.
  init?(_ url: String, protocols: String, connecting: Int) {
    guard Self.isInitialized, let easy = curl_easy_init() else {
      message.deallocate()
      return nil
    }
    guard let multi = curl_multi_init() else {
      curl_easy_cleanup(easy)
      message.deallocate()
      return nil
    }
    (self.easy, self.multi) = (easy, multi)
    message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    set(CURLOPT_ERRORBUFFER, pointer: message)
    set(CURLOPT_URL, url)
    set(CURLOPT_PROTOCOLS_STR, protocols)
    // The main thread handles signals.
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_CONNECTTIMEOUT, connecting)
    set(CURLOPT_TCP_KEEPALIVE, 1)
    // A thread that looks a name up must not delay a stop.
    set(CURLOPT_QUICK_EXIT, 1)
  }

  deinit {
    curl_multi_remove_handle(multi, easy)
    curl_multi_cleanup(multi)
    curl_easy_cleanup(easy)
    message.deallocate()
  }

  func set(_ option: CURLoption, _ value: Int) {
    core_location_curl_set_number(easy, option, value)
  }

  func set(_ option: CURLoption, _ value: String) {
    core_location_curl_set_pointer(easy, option, value)
  }

  func set(_ option: CURLoption, pointer: UnsafeRawPointer?) {
    core_location_curl_set_pointer(easy, option, pointer)
  }

  /// Requires the server to prove its host name, as libcurl does by default, and presents the client's certificate if it
  /// asks.
  func encrypt(_ certificates: TrustedCertificates) {
    set(CURLOPT_SSL_VERIFYPEER, 1)
    set(CURLOPT_SSL_VERIFYHOST, 2)
    set(CURLOPT_CAINFO, certificates.authorities)
    guard let own = certificates.own else { return }
    set(CURLOPT_SSLCERT, own.certificate)
    set(CURLOPT_SSLKEY, own.key)
    // Encrypted keys are not supported; without this, OpenSSL would ask for a passphrase at the terminal.
    set(CURLOPT_KEYPASSWD, "")
  }

  func begin() {
    message[0] = 0
    curl_multi_add_handle(multi, easy)
  }

  /// Continues the transfer; returns its result, or `nil` while it has none.
  func advance() -> CURLcode? {
    var running: CInt = 0
    guard curl_multi_perform(multi, &running) == CURLM_OK else { return CURLE_OUT_OF_MEMORY }
    var count: CInt = 0
    while let news = curl_multi_info_read(multi, &count) {
      if news.pointee.msg == CURLMSG_DONE { return news.pointee.data.result }
    }
    return nil
  }

  /// What libcurl says about the last failure, beyond its code.
  var details: String { String(cString: message) }
}

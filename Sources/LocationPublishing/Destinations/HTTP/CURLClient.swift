// Core Location for Linux. SPDX-License-Identifier: MIT

import CPublishing
import Glibc
import LinuxSystem
import ServerAccess

/// A client of one server, with the connection that libcurl keeps from one request to the next.
///
/// It is not `Sendable`: one thread creates, calls and releases it.
// Proof of memory safety:
// - `easy` and `multi` are created in init, checked there, used by methods only, and freed once, in deinit.
// - libcurl writes the reason of a failure to `message` while `easy` exists; `message` is freed after `easy`.
// - libcurl calls the reader within curl_multi_perform only, which is called while `self` is alive, with an unretained
//   pointer to `self`. No method is in the middle of an access to `body` then.
// - libcurl copies texts when they are set, and so the body of a request (CURLOPT_COPYPOSTFIELDS). It does not copy the
//   list of headers, which is freed after the transfer has been removed.
final class CURLClient {
  /// An error that occurred before an answer was received.
  struct Failure: Error {
    let code: CURLcode
    /// The reason, in words that are the same for each attempt, without times.
    let reason: String
    /// The full message of libcurl.
    let details: String
  }

  private let easy: UnsafeMutableRawPointer
  private let multi: UnsafeMutableRawPointer
  private let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private var body: [UInt8] = []
  /// How many bytes the body of the answer has so far.
  private var bodyLength = 0

  /// How much of an answer's body is kept, in bytes.
  private static let longestBody = 1024
  /// How much of an answer's body is read before the connection is closed, in bytes: its status has come before.
  private static let mostRead = 1 << 16
  /// Initializes the library once per process; it is a constant because initialization is not thread-safe.
  private static let isInitialized = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

  /// - Returns: `nil` if there is no memory.
  init?() {
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
    core_location_curl_set_reader(
      easy,
      { bytes, size, count, context in
        guard let bytes, let context else { return 0 }
        let client = Unmanaged<CURLClient>.fromOpaque(context).takeUnretainedValue()
        let room = max(0, CURLClient.longestBody - client.body.count)
        let start = UnsafeRawPointer(bytes).assumingMemoryBound(to: UInt8.self)
        client.body += UnsafeBufferPointer(start: start, count: min(size * count, room))
        client.bodyLength += size * count
        // Fewer than were passed end the transfer.
        return client.bodyLength <= CURLClient.mostRead ? size * count : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
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

  private func set(_ option: CURLoption, pointer: UnsafeRawPointer?) {
    core_location_curl_set_pointer(easy, option, pointer)
  }

  /// Sets the URL of requests, and how long each may take, seconds.
  func prepare(_ url: String, connecting: Int, answering: Int) {
    set(CURLOPT_URL, url)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_USERAGENT, "gps")
    // The main thread handles signals.
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_CONNECTTIMEOUT, connecting)
    set(CURLOPT_TIMEOUT, answering)
    set(CURLOPT_TCP_KEEPALIVE, 1)
    // A thread that looks a name up must not delay a stop.
    set(CURLOPT_QUICK_EXIT, 1)
  }

  func logIn(user: String, password: String?) {
    set(CURLOPT_HTTPAUTH, core_location_curl_basic)
    set(CURLOPT_USERNAME, user)
    set(CURLOPT_PASSWORD, password ?? "")
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

  /// Posts a request, and waits for the answer.
  ///
  /// - Parameter stop: a descriptor that ends the wait when it is readable.
  /// - Returns: `nil` after a stop request.
  func post(
    _ request: HTTPRequest, headers: [String], until stop: CInt
  ) throws(Failure) -> HTTPAnswer? {
    body.removeAll(keepingCapacity: true)
    bodyLength = 0
    message[0] = 0
    set(CURLOPT_POSTFIELDSIZE, request.body.count)
    request.body.withUnsafeBytes { set(CURLOPT_COPYPOSTFIELDS, pointer: $0.baseAddress) }
    var list: UnsafeMutablePointer<curl_slist>?
    // "Expect:" keeps libcurl from waiting for permission to send so little.
    for header in headers + ["Content-Type: \(request.contentType)", "Expect:"] {
      list = curl_slist_append(list, header) ?? list
    }
    set(CURLOPT_HTTPHEADER, pointer: list)
    curl_multi_add_handle(multi, easy)
    defer {
      curl_multi_remove_handle(multi, easy)
      set(CURLOPT_HTTPHEADER, pointer: nil)
      curl_slist_free_all(list)
    }
    guard let code = transfer(until: stop) else { return nil }
    let isTooLong = code == CURLE_WRITE_ERROR && bodyLength > Self.mostRead
    guard code == CURLE_OK || isTooLong else { throw failure(code) }
    return answer
  }

  /// Runs the transfer, and returns its result; `nil` after a stop request.
  private func transfer(until stop: CInt) -> CURLcode? {
    while true {
      var running: CInt = 0
      guard curl_multi_perform(multi, &running) == CURLM_OK else { return CURLE_OUT_OF_MEMORY }
      var count: CInt = 0
      while let message = curl_multi_info_read(multi, &count) {
        if message.pointee.msg == CURLMSG_DONE { return message.pointee.data.result }
      }
      var stop = curl_waitfd(fd: stop, events: Int16(CURL_WAIT_POLLIN), revents: 0)
      curl_multi_poll(multi, &stop, 1, 1000, nil)
      if stop.revents != 0 { return nil }
    }
  }

  private func failure(_ code: CURLcode) -> Failure {
    var number = 0
    core_location_curl_get_number(easy, CURLINFO_OS_ERRNO, &number)
    let reason =
      code == CURLE_COULDNT_CONNECT && number != 0
      ? describe(errno: CInt(number)) : String(cString: curl_easy_strerror(code))
    return Failure(code: code, reason: reason.lowercased(), details: String(cString: message))
  }

  private var answer: HTTPAnswer {
    var status = 0
    core_location_curl_get_number(easy, CURLINFO_RESPONSE_CODE, &status)
    var seconds: curl_off_t = 0
    core_location_curl_get_offset(easy, CURLINFO_RETRY_AFTER, &seconds)
    var location: UnsafePointer<CChar>?
    core_location_curl_get_text(easy, CURLINFO_REDIRECT_URL, &location)
    return HTTPAnswer(
      status: status, retryAfter: seconds > 0 ? Int(seconds) : nil,
      location: location.map { String(cString: $0) }, body: body)
  }
}

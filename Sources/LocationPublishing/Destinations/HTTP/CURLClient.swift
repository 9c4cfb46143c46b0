// Core Location for Linux. SPDX-License-Identifier: MIT

import CPublishing
import Glibc
import LinuxSystem
import ServerAccess

/// A client of one server, with the connection that libcurl keeps from one request to the next.
///
/// It is not `Sendable`: one thread creates, calls and releases it.
// Proof of memory safety:
// - libcurl calls the reader within `handle.advance()` only, which is called while `self` is alive, with an unretained
//   pointer to `self`. No method is in the middle of an access to `body` then.
// - libcurl copies the body of a request (CURLOPT_COPYPOSTFIELDS). It does not copy the list of headers, which is freed after
//   the transfer has been removed.
package final class CURLClient {
  /// An error that occurred before an answer was received.
  struct Failure: Error {
    let code: CURLcode
    /// The reason, in words that are the same for each attempt, without times.
    let reason: String
    /// The full message of libcurl.
    let details: String
  }

  private let handle: CURLHandle
  private var body: [UInt8] = []
  /// How many bytes the body of the answer has so far.
  private var bodyLength = 0

  /// How much of an answer's body is kept, in bytes.
  private static let longestBody = 1024
  /// How much of an answer's body is read before the connection is closed, in bytes.
  ///
  /// OwnTracks answers with the cards of friends, each of which may have a picture.
  private static let mostRead = 1 << 18

  /// - Parameters:
  ///   - url: the URL of requests.
  ///   - answering: how long each may take, seconds.
  /// - Returns: `nil` if there is no memory.
  init?(_ url: String, connecting: Int, answering: Int) {
    guard let handle = CURLHandle(url, protocols: "http,https", connecting: connecting) else {
      return nil
    }
    self.handle = handle
    handle.set(CURLOPT_USERAGENT, "gps")
    handle.set(CURLOPT_TIMEOUT, answering)
    // Proof: the library reads only within ``post``, so this object exists.
    core_location_curl_set_reader(
      handle.easy,
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

  func logIn(user: String, password: String?) {
    handle.set(CURLOPT_HTTPAUTH, core_location_curl_basic)
    handle.set(CURLOPT_USERNAME, user)
    handle.set(CURLOPT_PASSWORD, password ?? "")
  }

  func encrypt(_ certificates: TrustedCertificates) { handle.encrypt(certificates) }

  /// Posts a request, and waits for the answer.
  ///
  /// - Parameter stop: a descriptor that ends the wait when it is readable.
  /// - Returns: `nil` after a stop request.
  func post(
    _ request: HTTPRequest, headers: [String], until stop: CInt
  ) throws(Failure) -> HTTPAnswer? {
    body.removeAll(keepingCapacity: true)
    bodyLength = 0
    handle.set(CURLOPT_POSTFIELDSIZE, request.body.count)
    request.body.withUnsafeBytes { handle.set(CURLOPT_COPYPOSTFIELDS, pointer: $0.baseAddress) }
    var list: UnsafeMutablePointer<curl_slist>?
    // "Expect:" keeps libcurl from waiting for permission to send so little.
    for header in headers + ["Content-Type: \(request.contentType)", "Expect:"] {
      list = curl_slist_append(list, header) ?? list
    }
    handle.set(CURLOPT_HTTPHEADER, pointer: list)
    handle.begin()
    defer {
      curl_multi_remove_handle(handle.multi, handle.easy)
      handle.set(CURLOPT_HTTPHEADER, pointer: nil)
      curl_slist_free_all(list)
    }
    guard let code = transfer(until: stop) else { return nil }
    let isTooLong = code == CURLE_WRITE_ERROR && bodyLength > Self.mostRead
    guard code == CURLE_OK || isTooLong else { throw failure(code) }
    let answer = answer
    // A status that refuses the position counts, however long the answer is. What accepts positions does not talk so long.
    if isTooLong, 200..<300 ~= answer.status {
      throw Failure(code: code, reason: "its answer is too long", details: handle.details)
    }
    return answer
  }

  /// Runs the transfer, and returns its result; `nil` after a stop request.
  private func transfer(until stop: CInt) -> CURLcode? {
    while true {
      if let result = handle.advance() { return result }
      var stop = curl_waitfd(fd: stop, events: Int16(CURL_WAIT_POLLIN), revents: 0)
      curl_multi_poll(handle.multi, &stop, 1, 1000, nil)
      if stop.revents != 0 { return nil }
    }
  }

  private func failure(_ code: CURLcode) -> Failure {
    var number = 0
    core_location_curl_get_number(handle.easy, CURLINFO_OS_ERRNO, &number)
    let reason =
      code == CURLE_COULDNT_CONNECT && number != 0
      ? describe(errno: CInt(number)) : String(cString: curl_easy_strerror(code))
    return Failure(code: code, reason: reason.lowercased(), details: handle.details)
  }

  private var answer: HTTPAnswer {
    var status = 0
    core_location_curl_get_number(handle.easy, CURLINFO_RESPONSE_CODE, &status)
    var seconds: curl_off_t = 0
    core_location_curl_get_offset(handle.easy, CURLINFO_RETRY_AFTER, &seconds)
    var location: UnsafePointer<CChar>?
    core_location_curl_get_text(handle.easy, CURLINFO_REDIRECT_URL, &location)
    return HTTPAnswer(
      status: status, retryAfter: seconds > 0 ? Int(seconds) : nil,
      location: location.map { String(cString: $0) }, body: body)
  }
}

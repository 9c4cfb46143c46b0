// Core Location for Linux. SPDX-License-Identifier: MIT

/// The answer to a request.
package struct SiteResponse: Hashable, Sendable {
  package var status: Int
  package var contentType = "text/plain; charset=utf-8"
  package var headers: [SiteRequest.Header] = []
  package var body: [UInt8] = []

  /// Creates an answer of one line.
  package init(_ status: Int, _ text: String, _ headers: [SiteRequest.Header] = []) {
    self.status = status
    self.headers = headers
    body = Array("\(text)\n".utf8)
  }

  package init(_ body: [UInt8], type: String) {
    status = 200
    contentType = type
    self.body = body
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

/// What is answered to a request.
struct PageResponse: Hashable, Sendable {
  var status: Int
  var contentType = "text/plain; charset=utf-8"
  /// Besides those that every answer has.
  var headers: [PageRequest.Header] = []
  var body: [UInt8] = []

  /// An answer of one line.
  init(_ status: Int, _ text: String, _ headers: [PageRequest.Header] = []) {
    self.status = status
    self.headers = headers
    body = Array("\(text)\n".utf8)
  }

  init(_ body: [UInt8], type: String) {
    status = 200
    contentType = type
    self.body = body
  }

  /// What every answer tells the browser: to run nothing but what is served here, to keep nothing, and to show it to no
  /// page of others.
  static let protection = [
    PageRequest.Header(
      name: "Content-Security-Policy",
      value: "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; "
        + "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"),
    PageRequest.Header(name: "X-Content-Type-Options", value: "nosniff"),
    PageRequest.Header(name: "X-Frame-Options", value: "DENY"),
    PageRequest.Header(name: "Cross-Origin-Resource-Policy", value: "same-origin"),
    PageRequest.Header(name: "Referrer-Policy", value: "no-referrer"),
    PageRequest.Header(name: "Cache-Control", value: "no-store"),
  ]
}

// Core Location for Linux. SPDX-License-Identifier: MIT

/// The answer to a request.
struct PageResponse: Hashable, Sendable {
  var status: Int
  var contentType = "text/plain; charset=utf-8"
  var headers: [PageRequest.Header] = []
  var body: [UInt8] = []

  /// Creates an answer of one line.
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

  /// Returns the headers of every answer: they tell the browser to run only what is served here, to store nothing, and not
  /// to show it in pages of others.
  ///
  /// - Parameter tiles: the server from which it may load pictures as well. Tile servers refuse browsers that do not name
  ///   the page for which they load, so they are told its address without a path.
  static func protection(_ tiles: MapTiles?) -> [PageRequest.Header] {
    let pictures = tiles.map { " img-src 'self' \($0.origin);" } ?? ""
    return [
      .init(
        name: "Content-Security-Policy",
        value: "default-src 'self';\(pictures) object-src 'none'; base-uri 'none'; "
          + "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
          + "trusted-types 'none'"),
      .init(name: "X-Content-Type-Options", value: "nosniff"),
      .init(name: "X-Frame-Options", value: "DENY"),
      .init(name: "Cross-Origin-Resource-Policy", value: "same-origin"),
      .init(name: "Referrer-Policy", value: tiles?.areOwn == false ? "origin" : "no-referrer"),
      .init(name: "Cache-Control", value: "no-store"),
    ]
  }
}

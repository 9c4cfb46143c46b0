// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationJSON

/// A request, as a browser or a script sent it.
package struct SiteRequest: Hashable, Sendable {
  package struct Header: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(name: String, value: String) { (self.name, self.value) = (name, value) }
  }

  package var method: String
  /// The path, followed by a question mark and the query if there is one.
  package var target: String
  package var headers: [Header] = []
  /// What follows the head: no more of it than a site takes.
  package var body: [UInt8] = []
  package var hasBody = false
  /// Whether the connection belongs to the user who runs the page, according to the kernel.
  package var isFromOwnUser = false

  package init(method: String, target: String) {
    (self.method, self.target) = (method, target)
  }

  package func values(_ name: String) -> [String] {
    headers.filter { $0.name.lowercased() == name }.map(\.value)
  }

  /// Returns the value of a header that may occur once; `nil` if it is missing or occurs several times.
  package func value(_ name: String) -> String? {
    let all = values(name)
    return all.count == 1 ? all[0] : nil
  }

  package var path: String { String(target.prefix { $0 != "?" }) }

  /// Returns the refusal of a request that is not answered whatever it asks for; without hosts, any name is accepted.
  package func refusal(_ hosts: HostNames?, _ advice: String) -> SiteResponse? {
    guard ["GET", "HEAD"].contains(method) else {
      return SiteResponse(
        405, "only GET and HEAD are answered", [.init(name: "Allow", value: "GET, HEAD")])
    }
    guard let host = value("host") else { return SiteResponse(400, "one Host is needed") }
    guard hosts?.contains(host) != false else { return SiteResponse(421, advice) }
    return hasBody ? SiteResponse(400, "a request has no body here") : nil
  }
}

/// The answer to a request.
package struct SiteResponse: Hashable, Sendable {
  package var status: Int
  package var contentType = "text/plain; charset=utf-8"
  package var headers: [SiteRequest.Header] = []
  package var body: [UInt8] = []

  /// Creates an answer for programs that cannot be given what they asked for, with one line for people as its member `error`.
  package init(_ status: Int, error: String) {
    var object = JSONObject()
    object.set("error", error)
    self.init(object.closed + [0x0A], type: "application/json")
    self.status = status
  }

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

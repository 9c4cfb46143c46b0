// Core Location for Linux. SPDX-License-Identifier: MIT

/// The head of a request, as a browser or a script sent it.
struct PageRequest: Hashable, Sendable {
  struct Header: Hashable, Sendable {
    var name: String
    var value: String
  }

  var method: String
  /// The path, followed by a question mark and the query if there is one.
  var target: String
  var headers: [Header] = []
  var hasBody = false
  /// Whether the connection belongs to the user who runs the page, according to the kernel.
  var isFromOwnUser = false

  func values(_ name: String) -> [String] {
    headers.filter { $0.name.lowercased() == name }.map(\.value)
  }

  /// Returns the value of a header that may occur once; `nil` if it is missing or occurs several times.
  func value(_ name: String) -> String? {
    let all = values(name)
    return all.count == 1 ? all[0] : nil
  }

  var path: String { String(target.prefix { $0 != "?" }) }

  /// Returns the refusal of a request that is not answered whatever it asks for; without hosts, any name is accepted.
  func refusal(_ hosts: HostNames?, _ advice: String) -> PageResponse? {
    guard ["GET", "HEAD"].contains(method) else {
      return PageResponse(
        405, "only GET and HEAD are answered", [.init(name: "Allow", value: "GET, HEAD")])
    }
    guard let host = value("host") else { return PageResponse(400, "one Host is needed") }
    guard hosts?.contains(host) != false else { return PageResponse(421, advice) }
    return hasBody ? PageResponse(400, "a request has no body here") : nil
  }
}

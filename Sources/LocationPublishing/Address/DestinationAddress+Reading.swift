// Core Location for Linux. SPDX-License-Identifier: MIT

extension DestinationAddress {
  /// Reads an address as a user has written it.
  ///
  /// - Throws: ``AddressError``, which reveals no password.
  package init(_ text: String) throws(AddressError) {
    func wrong(_ reason: String) -> AddressError { AddressError(text, reason) }
    guard text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else {
      throw wrong("it contains a space or a control character; write a space as %20")
    }
    guard !text.contains("#") else { throw wrong("it contains \"#\"; write it as %23") }
    guard let colon = text.firstRange(of: "://") else {
      throw wrong("it is not a URL; write mqtt://HOST, https://HOST or postgres://HOST/DATABASE")
    }
    guard let scheme = Self.schemes[text[..<colon.lowerBound].lowercased()] else {
      throw wrong("the scheme is unknown; use mqtt, mqtts, http, https or postgres")
    }
    let rest = text[colon.upperBound...]
    let question = rest.firstIndex(of: "?")
    let hierarchy = rest[..<(question ?? rest.endIndex)]
    let query = question.map { rest[rest.index(after: $0)...] }
    let slash = hierarchy.firstIndex(of: "/") ?? hierarchy.endIndex

    (service, isEncrypted) = scheme
    (host, port, user, path, target, table) = ("", 0, nil, "", "", Self.usualTable)
    do {
      try readAuthority(hierarchy[..<slash])
      try readPath(hierarchy[slash...])
      try readQuery(query)
      try check()
    } catch { throw wrong(error.reason) }
  }

  /// A fault in a part of the address, found without knowing the whole.
  private struct Fault: Error { let reason: String }

  private static let schemes: [String: (Service, Bool)] = [
    "mqtt": (.mqtt, false), "mqtts": (.mqtt, true), "http": (.http, false),
    "https": (.http, true), "postgres": (.postgresql, true), "postgresql": (.postgresql, true),
  ]

  private mutating func readAuthority(_ text: Substring) throws(Fault) {
    var rest = text
    if let at = text.lastIndex(of: "@") {
      let name = text[..<at]
      guard !name.contains(":") else {
        throw Fault(
          reason: "a password in the address can be read by every user of this machine; "
            + "write it to a file and add ?password-file=FILE")
      }
      user = try Self.decode(name, "the user")
      guard user?.isEmpty == false else {
        throw Fault(reason: "the user is missing before \"@\"; name one, or leave out \"@\"")
      }
      rest = text[text.index(after: at)...]
    }
    port = usualPort
    // The colons of an IPv6 address are within brackets.
    if let colon = rest.lastIndex(of: ":"), !rest[colon...].contains("]") {
      guard let number = UInt16(rest[rest.index(after: colon)...]), number > 0 else {
        throw Fault(reason: "the port is not a number from 1 to 65535")
      }
      port = number
      rest = rest[..<colon]
    }
    if rest.hasPrefix("["), rest.hasSuffix("]") {
      host = String(rest.dropFirst().dropLast())
    } else {
      guard !rest.contains(":") else {
        throw Fault(reason: "the host contains a colon; write an IPv6 address in brackets, [::1]")
      }
      host = try Self.decode(rest, "the host")
    }
    // Host names are case-insensitive; directories are not.
    if !host.hasPrefix("/") { host = host.lowercased() }
    guard !host.isEmpty || service == .postgresql else { throw Fault(reason: "it names no host") }
    let isSocket = service == .postgresql && host.hasPrefix("/")
    guard isSocket ? !host.contains(",") : host.unicodeScalars.allSatisfy(Self.isOfHost) else {
      throw Fault(reason: "the host contains a character that no host's name has")
    }
    if service == .postgresql { isEncrypted = !isLocal }
  }

  /// Returns whether a host name may contain a character: letters of every language, as names may be international.
  private static func isOfHost(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      || "-._:".unicodeScalars.contains(scalar)
  }

  private mutating func readPath(_ text: Substring) throws(Fault) {
    switch service {
    case .http: target = text.isEmpty ? "/" : PercentEncoding.encode(String(text), allowing: legal)
    case .mqtt: path = try Self.decode(text.dropFirst(), "the topic")
    case .postgresql:
      path = try Self.decode(text.dropFirst(), "the database")
      guard !path.isEmpty else {
        throw Fault(reason: "it names no database; write postgres://HOST/DATABASE")
      }
    }
  }

  /// The characters that may appear unescaped in a path and a query (RFC 3986 §3.3 and 3.4).
  private var legal: String { "%!$&'()*+,;=:@/?" }

  private static func decode(_ text: Substring, _ what: String) throws(Fault) -> String {
    guard let decoded = PercentEncoding.decode(text) else {
      throw Fault(
        reason: "\(what) has a \"%\" that no two hexadecimal digits follow, or is not UTF-8; "
          + "write a percent sign as %25")
    }
    return decoded
  }

  private mutating func readQuery(_ text: Substring?) throws(Fault) {
    var seen: Set<String> = []
    var others: [String] = []
    for item in text?.split(separator: "&") ?? [] {
      let name = String(item.prefix { $0 != "=" })
      guard Self.items[name]?.contains(service) == true else {
        // An HTTP server receives unknown items as part of the target; no other service would read them.
        guard service == .http, Self.items[name] == nil else {
          throw Fault(reason: "\"\(name)\" means nothing in its query")
        }
        others.append(PercentEncoding.encode(String(item), allowing: legal))
        continue
      }
      let value = try Self.decode(item.dropFirst(name.count + 1), "\"\(name)\"")
      guard !value.isEmpty else { throw Fault(reason: "\"\(name)\" is empty") }
      guard seen.insert(name).inserted else {
        throw Fault(reason: "\"\(name)\" is there more than once")
      }
      try set(name, value)
    }
    if !others.isEmpty { target += "?" + others.joined(separator: "&") }
    if format == nil { format = usualFormat }
  }

  private static let items: [String: Set<Service>] = [
    "format": [.mqtt, .http], "password-file": [.mqtt, .http, .postgresql],
    "ca-file": [.mqtt, .http, .postgresql], "certificate": [.mqtt, .http, .postgresql],
    "key": [.mqtt, .http, .postgresql], "table": [.postgresql], "client-id": [.mqtt],
  ]

  private mutating func set(_ name: String, _ value: String) throws(Fault) {
    switch name {
    case "format": format = try Self.format(value, for: service)
    case "password-file": passwordFile = value
    case "ca-file": caFile = value
    case "certificate": certificate = value
    case "key": key = value
    case "table": table = value
    default: clientID = value
    }
  }

  private static func format(
    _ name: String, for service: Service
  ) throws(Fault) -> PublishedFormat {
    let possible: [PublishedFormat] =
      service == .mqtt ? [.owntracks, .json, .homeassistant] : [.owntracks, .json, .osmand]
    guard let format = PublishedFormat(rawValue: name), possible.contains(format) else {
      let names = possible.map(\.rawValue).joined(separator: ", ")
      throw Fault(reason: "there is no format \"\(name)\" for it; use one of \(names)")
    }
    return format
  }

  /// Checks conditions that involve several parts.
  private func check() throws(Fault) {
    guard (certificate == nil) == (key == nil) else {
      throw Fault(reason: "a certificate needs its key; give both certificate= and key=")
    }
    guard isEncrypted || caFile == nil && certificate == nil else {
      let secure = service == .mqtt ? "mqtts" : service == .http ? "https" : "another machine"
      throw Fault(
        reason: "certificates are for encrypted connections; use \(secure), or leave them out")
    }
    guard user != nil || passwordFile == nil || service == .postgresql else {
      throw Fault(reason: "a password needs a user; write USER@ in front of the host")
    }
    if service == .mqtt { try checkTopic() }
    if service == .postgresql { try checkTable() }
  }

  private func checkTopic() throws(Fault) {
    guard !path.contains("+"), !path.contains("#") else {
      throw Fault(reason: "a topic to publish to contains neither \"+\" nor \"#\"")
    }
    guard !path.hasPrefix("$") else {
      throw Fault(reason: "topics that begin with \"$\" are the broker's own")
    }
    // MQTT's limit is 65,535 bytes; the rest is for the device and what formats append.
    guard path.utf8.count <= 32_000, (clientID?.utf8.count ?? 0) <= 1024 else {
      throw Fault(reason: "its topic or its client-id is too long")
    }
  }

  private func checkTable() throws(Fault) {
    let parts = table.split(separator: ".", omittingEmptySubsequences: false)
    let isName = { (name: Substring) in
      (1...63).contains(name.utf8.count) && !name.contains("\"")
        && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }
    guard (1...2).contains(parts.count), parts.allSatisfy(isName) else {
      throw Fault(reason: "the table is not called NAME or SCHEMA.NAME")
    }
  }
}

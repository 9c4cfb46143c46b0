// Core Location for Linux. SPDX-License-Identifier: MIT

import HTTPSites
import Testing

@testable import LocationPage

@Suite struct RequestRulesTests {
  private static let token: AccessToken = {
    var generator = SystemRandomNumberGenerator()
    return AccessToken(using: &generator)
  }()

  private static func rules(trustsOwnUser: Bool = true) -> RequestRules {
    RequestRules(
      hosts: HostNames(listening: ["127.0.0.1", "::1"], names: ["boat"]), token: token,
      trustsOwnUser: trustsOwnUser)
  }

  private static func request(
    _ target: String = "/location.json", method: String = "GET", own: Bool = true,
    headers: [(String, String)] = [("Host", "localhost:8947")]
  ) -> SiteRequest {
    var request = SiteRequest(method: method, target: target)
    request.headers = headers.map { .init(name: $0.0, value: $0.1) }
    request.isFromOwnUser = own
    return request
  }

  /// Returns the status of the answer; 200 if the path may be served.
  private static func status(_ request: SiteRequest, trustsOwnUser: Bool = true) -> Int {
    switch rules(trustsOwnUser: trustsOwnUser).verdict(on: request) {
    case .granted, .ordered: 200
    case .answered(let response): response.status
    }
  }

  @Test(
    arguments: [
      ("a script", [("Host", "localhost:8947")], 200),
      ("the page itself", [("Host", "localhost"), ("Sec-Fetch-Site", "same-origin")], 200),
      ("an address that was typed", [("Host", "localhost"), ("Sec-Fetch-Site", "none")], 200),
      ("a page of a stranger", [("Host", "localhost"), ("Sec-Fetch-Site", "cross-site")], 403),
      ("another port of ours", [("Host", "localhost"), ("Sec-Fetch-Site", "same-site")], 403),
      ("an old browser", [("Host", "localhost"), ("Origin", "https://evil.example")], 403),
      ("a page without an origin", [("Host", "localhost"), ("Origin", "null")], 403),
      ("an old browser for us", [("Host", "localhost:1"), ("Origin", "http://localhost:1")], 200),
      ("a name that was pointed here", [("Host", "evil.example:8947")], 421),
      ("no name", [], 400),
      ("two names", [("Host", "localhost"), ("host", "evil.example")], 400),
    ] as [(String, [(String, String)], Int)])
  func answersOnlyWhoAsksByOurNameAndFromOurPage(
    name: String, headers: [(String, String)], status: Int
  ) {
    #expect(Self.status(Self.request(headers: headers)) == status, "\(name)")
  }

  @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "PATCH", "TRACE", "get"])
  func answersNoOtherMethods(_ method: String) {
    #expect(Self.status(Self.request(method: method)) == 405)
  }

  @Test func takesNoBodyAndNoOtherKindOfTarget() {
    var request = Self.request()
    request.hasBody = true
    #expect(Self.status(request) == 400)
    #expect(Self.status(Self.request("http://localhost/")) == 400)
    #expect(Self.status(Self.request("*")) == 400)
    #expect(Self.status(Self.request("/" + String(repeating: "a", count: 1024))) == 400)
  }

  @Test func asksOthersForTheToken() {
    #expect(Self.status(Self.request(own: false)) == 403)
    #expect(Self.status(Self.request("/track.json", own: false)) == 403)
    #expect(Self.status(Self.request("/map.json", own: false)) == 403)
    #expect(Self.status(Self.request("/events", own: false)) == 403)
  }

  /// Browsers do not say which site asks for `http://boat`, which they do not trust.
  @Test func asksEverybodyForTheTokenUnderANameOfOnesOwn() {
    for target in ["/location.json", "/events", "/history?"] {
      #expect(Self.status(Self.request(target, headers: [("Host", "boat:8947")])) == 403)
    }
    #expect(Self.status(Self.request("/", headers: [("Host", "boat:8947")])) == 200)
    let authorization = ("Authorization", "Bearer \(Self.token)")
    #expect(Self.status(Self.request(headers: [("Host", "boat"), authorization])) == 200)
    for host in ["127.0.0.1:1", "localhost", "[::1]:8947"] {
      #expect(Self.status(Self.request(headers: [("Host", host)])) == 200, "\(host)")
    }
  }

  @Test func removesAWorkerOfWhoeverHadThePortBefore() {
    let headers = [("Host", "localhost"), ("Service-Worker", "script")]
    for target in ["/sw.js", "/location.json", "/"] {
      let verdict = Self.rules().verdict(on: Self.request(target, own: false, headers: headers))
      guard case .answered(let response) = verdict else {
        Issue.record("\(target) is served")
        continue
      }
      #expect(response.status == 200 && response.contentType == "text/javascript")
      #expect(String(decoding: response.body, as: UTF8.self).contains("unregister"))
    }
  }

  @Test func asksEverybodyForTheTokenBeyondThisMachine() {
    #expect(Self.status(Self.request(own: true), trustsOwnUser: false) == 403)
  }

  @Test(
    arguments: [
      ("the page's header", "Authorization", "Bearer TOKEN", 200),
      ("a cookie, which other ports may have set", "Cookie", "gps-web-8947=TOKEN", 403),
      ("a wrong one", "Authorization", "Bearer 0000", 403),
      ("an empty one", "Authorization", "Bearer ", 403),
      ("another scheme", "Authorization", "Basic TOKEN", 403),
      ("a part of it", "Authorization", "Bearer TOK", 403),
    ] as [(name: String, header: String, value: String, status: Int)])
  func takesTheTokenInAHeaderAlone(
    _ row: (name: String, header: String, value: String, status: Int)
  ) {
    let value = row.value.replacing("TOKEN", with: Self.token.description)
    let request = Self.request(
      own: false, headers: [("Host", "localhost"), (row.header, value)])
    #expect(Self.status(request) == row.status, "\(row.name)")
  }

  /// The files of the page are the same everywhere; the page takes the token from its address, which no server sees.
  @Test func servesThePageItselfToAnybody() {
    for path in ["/", "/page.js", "/connection.js", "/page.css", "/land.json"] {
      #expect(Self.status(Self.request(path, own: false)) == 200, "\(path)")
    }
    guard case .granted = Self.rules().verdict(on: Self.request("/", own: false)) else {
      Issue.record("the page is not served")
      return
    }
  }

  @Test func takesNoTokenInATarget() {
    #expect(Self.status(Self.request("/location.json?token=\(Self.token)", own: false)) == 403)
    #expect(Self.status(Self.request("/events?token=\(Self.token)", own: false)) == 403)
  }

  @Test func makesTokensThatNobodyGuesses() {
    let tokens = Set((0..<100).map { _ in AccessToken.random().description })
    #expect(tokens.count == 100)
    #expect(tokens.allSatisfy { $0.utf8.count == 32 && $0.allSatisfy(\.isHexDigit) })
  }

  // MARK: Orders

  private static let origin = [
    ("Host", "localhost:8947"), ("Origin", "http://localhost:8947"),
    ("Content-Type", "application/json"),
  ]

  /// Returns the headers of the page's own requests with some of them replaced, or removed by `nil`.
  private static func headers(_ changes: [(String, String?)]) -> [(String, String)] {
    var headers = origin
    for (name, value) in changes {
      headers.removeAll { $0.0 == name }
      if let value { headers.append((name, value)) }
    }
    return headers
  }

  private static func order(
    _ method: String = "PUT", _ path: String = "/anchor", own: Bool = true,
    headers changes: [(String, String?)] = []
  ) -> SiteRequest {
    var request = request(path, method: method, own: own, headers: headers(changes))
    request.body = Array(#"{"radius":40}"#.utf8)
    return request
  }

  @Test(
    arguments: [
      ("the page", [], 200),
      ("the page in a browser", [("Sec-Fetch-Site", "same-origin")], 200),
      ("with the one encoding of JSON", [("Content-Type", "application/json; charset=UTF-8")], 200),
      ("an attacker's page", [("Origin", "https://evil.example")], 403),
      ("another port of this machine", [("Origin", "http://localhost:80")], 403),
      ("the same host, encrypted", [("Origin", "https://localhost:8947")], 403),
      ("a page without an origin", [("Origin", "null")], 403),
      ("a form, which states no origin", [("Origin", nil)], 403),
      ("two origins", [("origin", "https://evil.example")], 403),
      ("another site by the browser's word", [("Sec-Fetch-Site", "cross-site")], 403),
      ("another port by the browser's word", [("Sec-Fetch-Site", "same-site")], 403),
      ("an address that was typed", [("Sec-Fetch-Site", "none")], 403),
      (
        "a name that was pointed here",
        [("Host", "evil.example:8947"), ("Origin", "http://evil.example:8947")], 403
      ),
      ("no host", [("Host", nil)], 403),
      ("a form", [("Content-Type", "application/x-www-form-urlencoded")], 415),
      ("plain text, which forms can send", [("Content-Type", "text/plain")], 415),
      ("a file of a form", [("Content-Type", "multipart/form-data")], 415),
      ("JSON by a part of its name", [("Content-Type", "text/plain; application/json")], 415),
      ("no type", [("Content-Type", nil)], 415),
      ("two types", [("content-type", "text/plain")], 415),
    ] as [(String, [(String, String?)], Int)])
  func onlyThePageItselfMayChangeAnything(
    name: String, changes: [(String, String?)], status: Int
  ) {
    #expect(Self.status(Self.order(headers: changes)) == status, "\(name)")
  }

  @Test func otherUsersNeedTheTokenToChangeAnything() {
    #expect(Self.status(Self.order(own: false)) == 403)
    let wrong: [(String, String?)] = [
      ("Authorization", "Bearer \(String(repeating: "0", count: 32))")
    ]
    #expect(Self.status(Self.order(own: false, headers: wrong)) == 403)
    let right: [(String, String?)] = [("Authorization", "Bearer \(Self.token)")]
    #expect(Self.status(Self.order(own: false, headers: right)) == 200)
    #expect(Self.status(Self.order(own: true), trustsOwnUser: false) == 403)
  }

  @Test(
    arguments: [
      ("POST", "/anchor", 405), ("PATCH", "/anchor", 405), ("PUT", "/mob", 405),
      ("OPTIONS", "/anchor", 405), ("DELETE", "/alerts/anchor/acknowledge", 405),
      ("PUT", "/location.json", 405), ("POST", "/", 405), ("DELETE", "/anchor/", 405),
      ("PUT", "/anchor?radius=9", 403), ("PUT", "/Anchor", 405),
    ])
  func eachPathIsWrittenInItsOwnWays(method: String, path: String, status: Int) {
    #expect(Self.status(Self.order(method, path)) == status, "\(method) \(path)")
  }

  @Test func anOrderThatIsRefusedSaysWhyInJSON() {
    guard
      case .answered(let response) = Self.rules().verdict(
        on: Self.order(headers: [("Origin", "null")]))
    else {
      Issue.record("not refused")
      return
    }
    #expect(response.contentType == "application/json")
    #expect(
      String(decoding: response.body, as: UTF8.self)
        == "{\"error\":\"only the page itself may change anything\"}\n")
  }
}

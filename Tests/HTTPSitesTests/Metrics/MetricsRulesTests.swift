// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import HTTPSites

/// Which requests for metrics are answered.
@Suite struct MetricsRulesTests {
  private static let local = MetricsRules([SiteAddress("127.0.0.1", 9947)])
  private static let open = MetricsRules([SiteAddress("192.0.2.5", 9947)])

  private func status(
    _ rules: MetricsRules = local, _ method: String = "GET", _ target: String = "/metrics",
    host: String? = "127.0.0.1:9947", headers: (String, String)..., hasBody: Bool = false
  ) -> Int {
    var request = SiteRequest(method: method, target: target)
    request.headers =
      (headers + (host.map { [("Host", $0)] } ?? [])).map { .init(name: $0.0, value: $0.1) }
    request.hasBody = hasBody
    return rules.answer(request) { Array("a 1\n".utf8) }.status
  }

  @Test func answersPrometheus() {
    #expect(status() == 200 && status(Self.local, "HEAD") == 200)
    #expect(status(Self.local, "GET", "/metrics?name[]=gps_fix") == 200)
    #expect(status(host: "localhost:9947") == 200 && status(host: "[::1]:9947") == 200)
    #expect(status(Self.open, host: "boat.local:9947") == 200, "it has names of its own there")
  }

  @Test func answersNothingElse() {
    #expect(status(Self.local, "POST") == 405 && status(Self.local, "GET", "/") == 404)
    #expect(status(Self.local, "GET", "/metrics/" + String(repeating: "a", count: 300)) == 404)
    #expect(status(host: nil) == 400 && status(hasBody: true) == 400)
  }

  @Test func answersNoPageOfAnotherSite() {
    #expect(status(host: "evil.example:9947") == 421)
    #expect(status(headers: ("Sec-Fetch-Site", "cross-site")) == 403)
    #expect(status(headers: ("Origin", "https://evil.example")) == 403)
  }
}

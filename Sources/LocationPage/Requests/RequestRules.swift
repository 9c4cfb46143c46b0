// Core Location for Linux. SPDX-License-Identifier: MIT

/// Which requests are answered; see docs/decisions/0027-a-page-of-our-own.md.
struct RequestRules: Sendable {
  enum Verdict: Hashable, Sendable {
    /// The path may be served.
    case granted(path: String)
    /// This is all that is answered.
    case answered(PageResponse)
  }

  let hosts: HostNames
  let token: AccessToken
  /// Cookies are shared by all ports of a machine: the name has the port in it.
  let cookieName: String
  /// Whether the user who runs the page needs no token: it is served to this machine alone.
  let trustsOwnUser: Bool

  /// Characters of a target; ours have 60.
  static let longestTarget = 1024

  func verdict(on request: PageRequest) -> Verdict {
    if let refusal = refusal(of: request) { return .answered(refusal) }
    if request.path == "/", let offered = request.query("token") {
      return .answered(token.matches(offered) ? signedIn : Self.needsToken)
    }
    guard isAllowed(request) else { return .answered(Self.needsToken) }
    return .granted(path: request.path)
  }

  /// The refusal of what no browser that shows our page sends.
  private func refusal(of request: PageRequest) -> PageResponse? {
    guard ["GET", "HEAD"].contains(request.method) else {
      return PageResponse(
        405, "only GET and HEAD are answered", [.init(name: "Allow", value: "GET, HEAD")])
    }
    guard let host = request.value("host") else { return PageResponse(400, "one Host is needed") }
    guard hosts.contains(host) else {
      return PageResponse(
        421, "this page is not served by that name; start gps web with --name to have it so")
    }
    if request.hasBody { return PageResponse(400, "a request has no body here") }
    guard request.target.utf8.count <= Self.longestTarget, request.target.hasPrefix("/") else {
      return PageResponse(400, "that is no path")
    }
    // What a browser says of who asks; programs without pages say nothing.
    let sites = request.values("sec-fetch-site")
    guard sites.allSatisfy({ ["same-origin", "none"].contains($0) }) else {
      return PageResponse(403, "another site asks for this; type the address to come here")
    }
    guard request.values("origin").allSatisfy({ $0.lowercased() == "http://\(host.lowercased())" })
    else { return PageResponse(403, "another site asks for this") }
    return nil
  }

  private func isAllowed(_ request: PageRequest) -> Bool {
    if trustsOwnUser, request.isFromOwnUser { return true }
    if let offered = request.cookie(cookieName), token.matches(offered) { return true }
    guard let authorization = request.value("authorization") else { return false }
    let scheme = "Bearer "
    return authorization.hasPrefix(scheme)
      && token.matches(String(authorization.dropFirst(scheme.count)))
  }

  /// Keeps the token where no script can read it, and takes it out of the address.
  private var signedIn: PageResponse {
    PageResponse(
      303, "welcome",
      [
        .init(
          name: "Set-Cookie", value: "\(cookieName)=\(token); Path=/; HttpOnly; SameSite=Strict"),
        .init(name: "Location", value: "/"),
      ])
  }

  private static let needsToken = PageResponse(
    403, "open the address with the token that gps web printed when it started")
}

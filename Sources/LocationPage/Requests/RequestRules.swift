// Core Location for Linux. SPDX-License-Identifier: MIT

/// The rules that decide which requests are answered; see docs/decisions/0027-a-page-of-our-own.md.
struct RequestRules: Sendable {
  enum Verdict: Hashable, Sendable {
    case granted(path: String)
    /// The complete answer; nothing is served.
    case answered(PageResponse)
  }

  let hosts: HostNames
  let token: AccessToken
  /// Whether the user who runs the page needs no token, because it is served to this machine alone.
  let trustsOwnUser: Bool

  /// The most bytes in a target; those of the page have 60.
  static let longestTarget = 1024

  func verdict(on request: PageRequest) -> Verdict {
    if let refusal = refusal(of: request) { return .answered(refusal) }
    // The page takes the token from its address, where the server cannot see it.
    let isFile = PageFiles.file(request.path) != nil
    guard isFile || trustsOwnUser && request.isFromOwnUser || hasToken(request) else {
      return .answered(
        PageResponse(
          403, "open the address with the token that gps web printed when it started"))
    }
    return .granted(path: request.path)
  }

  func hasToken(_ request: PageRequest) -> Bool {
    guard let authorization = request.value("authorization") else { return false }
    let scheme = "Bearer "
    return authorization.hasPrefix(scheme)
      && token.matches(String(authorization.dropFirst(scheme.count)))
  }

  /// Returns the refusal of a request that no browser sends that shows the page; `nil` for any other.
  private func refusal(of request: PageRequest) -> PageResponse? {
    let refusal = request.refusal(
      hosts, "this page is not served under that hostname; start gps web with --name to allow it")
    if let refusal { return refusal }
    guard request.target.utf8.count <= Self.longestTarget, request.target.hasPrefix("/") else {
      return PageResponse(400, "invalid path")
    }
    // Browsers name the site that makes the request; programs without pages send no such header.
    let sites = request.values("sec-fetch-site")
    guard sites.allSatisfy({ ["same-origin", "none"].contains($0) }) else {
      return PageResponse(403, "another site asked for this page; type its address instead")
    }
    let own = request.value("host").map { "http://\($0.lowercased())" }
    guard request.values("origin").allSatisfy({ $0.lowercased() == own }) else {
      return PageResponse(403, "another site asks for this")
    }
    return nil
  }
}

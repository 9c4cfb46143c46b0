// Core Location for Linux. SPDX-License-Identifier: MIT

import HTTPSites
import LinuxSystem

/// The rules that decide which requests are answered; see docs/decisions/0027-a-page-of-our-own.md.
struct RequestRules: Sendable {
  enum Verdict: Hashable, Sendable {
    case granted(path: String)
    /// The complete answer; nothing is served.
    case answered(SiteResponse)
  }

  let hosts: HostNames
  let token: AccessToken
  /// Whether the user who runs the page needs no token, because it is served to this machine alone.
  let trustsOwnUser: Bool

  /// The most bytes in a target; those of the page have 60.
  static let longestTarget = 1024

  func verdict(on request: SiteRequest) -> Verdict {
    if let refusal = refusal(of: request) { return .answered(refusal) }
    // The page takes the token from its address, where the server cannot see it.
    let isFile = PageFiles.file(request.path) != nil
    guard isFile || trustsOwnUser && request.isFromOwnUser || hasToken(request) else {
      return .answered(
        SiteResponse(
          403, "open the address with the token that gps web printed when it started"))
    }
    return .granted(path: request.path)
  }

  func hasToken(_ request: SiteRequest) -> Bool {
    guard let authorization = request.value("authorization") else { return false }
    let scheme = "Bearer "
    return authorization.hasPrefix(scheme)
      && token.matches(String(authorization.dropFirst(scheme.count)))
  }

  /// Returns the refusal of a request that no browser sends that shows the page; `nil` for any other.
  private func refusal(of request: SiteRequest) -> SiteResponse? {
    let refusal = request.refusal(
      hosts, "this page is not served under that hostname; start gps web with --name to allow it")
    if let refusal { return refusal }
    guard request.target.utf8.count <= Self.longestTarget, request.target.hasPrefix("/") else {
      return SiteResponse(400, "invalid path")
    }
    // Browsers name the site that makes the request; programs without pages send no such header.
    let sites = request.values("sec-fetch-site")
    guard sites.allSatisfy({ ["same-origin", "none"].contains($0) }) else {
      return SiteResponse(403, "another site asked for this page; type its address instead")
    }
    let own = request.value("host").map { "http://\($0.lowercased())" }
    guard request.values("origin").allSatisfy({ $0.lowercased() == own }) else {
      return SiteResponse(403, "another site asks for this")
    }
    return nil
  }
}

extension SiteResponse {
  /// Returns the headers of every answer: they tell the browser to run only what is served here, to store nothing, and not
  /// to show it in pages of others.
  ///
  /// - Parameter tiles: the server from which it may load pictures as well. Tile servers refuse browsers that do not name
  ///   the page for which they load, so they are told its address without a path.
  static func protection(_ tiles: MapTiles?) -> [SiteRequest.Header] {
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

/// A secret of 128 bits that only those who may see the page know.
package struct AccessToken: Hashable, Sendable, CustomStringConvertible {
  /// 32 hexadecimal digits.
  package let description: String

  /// - Parameter generator: must be fit for secrets, as the system's is.
  init(using generator: inout some RandomNumberGenerator) {
    let halves = (0..<2).map { _ in
      hexadecimal(UInt64.random(in: .min ... .max, using: &generator), digits: 16)
    }
    description = halves.joined()
  }

  static func random() -> AccessToken {
    var generator = SystemRandomNumberGenerator()
    return AccessToken(using: &generator)
  }

  /// Returns whether a text is the token, in a time that does not depend on where it differs.
  func matches(_ text: String) -> Bool {
    let (own, other) = (Array(description.utf8), Array(text.utf8))
    guard own.count == other.count else { return false }
    return zip(own, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import HTTPSites

/// The rules that decide which requests are answered; see docs/decisions/0027-a-page-of-our-own.md.
struct RequestRules: Sendable {
  enum Verdict: Hashable, Sendable {
    case granted(path: String)
    /// What a person orders on the page.
    case ordered(WatchOrder)
    /// The complete answer; nothing is served.
    case answered(SiteResponse)
  }

  let hosts: HostNames
  let token: AccessToken
  /// Whether the user who runs the page needs no token, because it is served to this machine alone, and asked for by a name
  /// that is this machine's everywhere.
  let trustsOwnUser: Bool
  var command = PageCommand.web

  /// The most bytes in a target; those of the page have 60.
  static let longestTarget = 1024

  func verdict(on request: SiteRequest) -> Verdict {
    if isOrder(request) { return verdict(onOrder: request) }
    if request.values("service-worker") == ["script"] { return .answered(.noWorker) }
    if let refusal = refusal(of: request) { return .answered(refusal) }
    // The page takes the token from its address, where the server cannot see it.
    let isFile = PageFiles.file(request.path) != nil
    guard isFile || isOwner(request) || hasToken(request) else {
      return .answered(SiteResponse(403, adviceToStrangers(request)))
    }
    return .granted(path: request.path)
  }

  // MARK: Orders

  /// Whether a request is to change something, rightly or not.
  func isOrder(_ request: SiteRequest) -> Bool {
    !["GET", "HEAD"].contains(request.method) && WatchOrder.methods(of: request.path) != nil
  }

  /// The most bytes of an order, and how long they may take, seconds.
  static let orderLimits: (bytes: Int, seconds: Int64) = (4096, 5)

  private func verdict(onOrder request: SiteRequest) -> Verdict {
    if let refusal = refusal(ofOrder: request) { return .answered(refusal) }
    do throws(WatchRefusal) {
      return .ordered(try WatchOrder(request.method, request.path, request.body))
    } catch {
      return .answered(SiteResponse(error.status, error: error.reason))
    }
  }

  /// Returns the refusal of an order that did not come from this page, as shown to somebody who may see it; `nil` for any other.
  ///
  /// A page of another site can make a browser send requests here, but cannot choose their origin; and without being asked for
  /// permission, which is never given, no other type of content than those of forms. A program can choose both, but not whose
  /// connection it is.
  private func refusal(ofOrder request: SiteRequest) -> SiteResponse? {
    let methods = WatchOrder.methods(of: request.path) ?? []
    guard methods.contains(request.method) else {
      let allowed = (["GET"] + methods).joined(separator: ", ")
      var response = SiteResponse(
        405, error: "only \(methods.joined(separator: " and ")) change this")
      response.headers = [.init(name: "Allow", value: allowed)]
      return response
    }
    guard request.target == request.path, let host = request.value("host"), hosts.contains(host)
    else {
      return SiteResponse(403, error: "this page is not served under that name")
    }
    guard request.value("origin")?.lowercased() == "http://\(host.lowercased())",
      request.values("sec-fetch-site").allSatisfy({ $0 == "same-origin" })
    else { return SiteResponse(403, error: "only the page itself may change anything") }
    guard isOwner(request) || hasToken(request) else {
      return SiteResponse(403, error: adviceToStrangers(request))
    }
    guard let type = request.value("content-type"), Self.isJSON(type) else {
      return SiteResponse(415, error: "the content must be application/json")
    }
    return nil
  }

  /// Whether a media type is that of JSON, with or without the one encoding that JSON has.
  private static func isJSON(_ type: String) -> Bool {
    let parts = type.lowercased().split(separator: ";", omittingEmptySubsequences: false)
      .map { $0.filter { $0 != " " } }
    return parts == ["application/json"] || parts == ["application/json", "charset=utf-8"]
  }

  // MARK: Who asks

  /// Browsers name the site that makes a request only to addresses that they trust, such as those of this machine: under another
  /// name, they would let any site ask with the rights of the user who runs them.
  private func isOwner(_ request: SiteRequest) -> Bool {
    trustsOwnUser && request.isFromOwnUser
      && request.value("host").map(HostNames.namesThisMachineAlone) == true
  }

  /// A phone that has a token from before is told apart from one that has none.
  private func adviceToStrangers(_ request: SiteRequest) -> String {
    request.values("authorization").isEmpty
      ? "open the address with the token that \(command.name) printed when it started"
      : "this token has been replaced; ask for a new code"
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
      hosts,
      "this page is not served under that hostname; start \(command.name) with --name to allow it")
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
  /// The answer to a browser in which whoever had the port before has left a worker that answers in place of this page: it
  /// removes itself, and the page is loaded from here.
  static let noWorker = SiteResponse(
    Array(
      """
      addEventListener("install", () => skipWaiting());
      addEventListener("activate", event => event.waitUntil(registration.unregister().then(() => clients.matchAll()).then(all => Promise.all(all.map(one => one.navigate(one.url))))));

      """.utf8), type: "text/javascript")

  /// Returns the headers of every answer: they tell the browser to run only what is served here, to store nothing, and not
  /// to show it in pages of others.
  ///
  /// - Parameter tiles: the server from which it may load pictures as well. Tile servers refuse browsers that do not name
  ///   the page for which they load, so they are told its address without a path.
  static func protection(_ tiles: MapTiles?) -> [SiteRequest.Header] {
    // Those that scripts make: tiles that they load with the token, and pictures of the map to be saved.
    let blob = MapTiles.ownOrigin
    let others = tiles.map { $0.areOwn ? "" : " \($0.origin)" } ?? ""
    let pictures = " img-src 'self' \(blob)\(others);"
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

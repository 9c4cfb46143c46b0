// Core Location for Linux. SPDX-License-Identifier: MIT

import NavigationAuthentication

/// An authenticator with what it has found.
struct Listener {
  var authenticator: NavigationAuthenticator
  var verdicts: [NavigationVerdict] = []
  var tally = AuthenticationTally()

  init(_ anchors: TrustAnchors = SignedSky.anchors, memory: AuthenticationMemory = .init()) {
    authenticator = NavigationAuthenticator(
      anchors, memory: memory, cryptography: ToyCryptography())
  }

  mutating func hear(_ pages: [NavigationPage]) {
    for page in pages {
      tally.add(page)
      authenticator.consume(page, into: &verdicts)
    }
    count()
  }

  /// Hears so many sub-frames of a sky, to their end.
  mutating func hear(
    _ sky: SignedSky, from start: GalileoTime = SignedSky.start, count: Int,
    _ change: (inout NavigationPage) -> Void = { _ in }
  ) {
    for index in 0..<count {
      var pages = sky.pages(in: start + 30 * index)
      for page in pages.indices { change(&pages[page]) }
      hear(pages)
    }
    authenticator.elapse(to: start + 30 * count + 2, into: &verdicts)
    self.count()
  }

  mutating func finish() {
    authenticator.finish(into: &verdicts)
    count()
  }

  private var counted = 0

  private mutating func count() {
    for verdict in verdicts[counted...] { tally.add(verdict) }
    counted = verdicts.count
  }

  var status: AuthenticationTally.Status { tally.status(authenticator.standing) }

  var tags: Set<NavigationVerdict.Tag> {
    Set(
      verdicts.compactMap {
        if case .tag(let tag, isRight: true) = $0 { tag } else { nil }
      })
  }

  var wrongTags: Set<NavigationVerdict.Tag> {
    Set(
      verdicts.compactMap {
        if case .tag(let tag, isRight: false) = $0 { tag } else { nil }
      })
  }
}

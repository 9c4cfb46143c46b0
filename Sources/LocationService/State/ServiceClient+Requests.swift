// Core Location for Linux. SPDX-License-Identifier: MIT

import GpsdProtocol

/// What a client had asked for, in a few letters, so that it outlives a restart of the service.
package struct RestoredWish: Hashable, Sendable {
  /// Letters, digits and points only.
  package var text: String
  package init(_ text: String) { self.text = text }
}

extension ServiceClient {
  mutating func greet(revision: String, at now: Moment) {
    switch session {
    case .gpsd:
      output.append(GpsdSession.greeting(revision: revision), .answer, at: now.monotonic)
    case .nmea, .geoclue: break
    }
  }

  /// Reads what the client has sent, and answers.
  mutating func received(_ bytes: [UInt8], from feed: Feed, revision: String, at now: Moment) {
    switch session {
    case .gpsd(var gpsd):
      let answer = gpsd.received(bytes, from: feed.gpsd, revision: revision, at: now)
      session = .gpsd(gpsd)
      output.append(answer, .answer, at: now.monotonic)
    // Nothing is expected of them.
    case .nmea, .geoclue: break
    }
  }

  /// Says in one line why the client does not get what it wants, if its protocol has words for that.
  mutating func refuse(_ reason: String, at now: Moment) {
    switch session {
    case .gpsd:
      output.append(GpsdSession.bytes([.error(reason)]), .answer, at: now.monotonic)
    case .nmea, .geoclue: break
    }
  }

  /// What the client may has been decided, perhaps anew.
  ///
  /// - Parameter feed: that of what it may know now.
  mutating func stand(_ standing: Standing, feed: Feed, at now: Moment) {
    guard standing != self.standing else { return }
    let before = self.standing.exposure
    self.standing = standing
    if standing.exposure != before { output.forgetEpochs() }
    guard case .refused(let reason) = standing else { return }
    refuse("location not allowed: \(reason)", at: now)
    // Its screen shows no fix any more.
    if wantsSeconds, before != .nothing {
      output.append(
        GpsdSession.bytes([.tpv(feed.gpsd.tpv), .sky(feed.gpsd.skyReport)]), .answer,
        at: now.monotonic)
    }
  }

  /// When it has asked for nothing for too long; `nil` for a client that watches.
  func idleDeadline(_ idleTime: Duration) -> Duration? {
    isWatching || isClosing ? nil : lastRequest + idleTime
  }

  /// Whether nothing is left to be done for it.
  var isFinished: Bool {
    output.isEmpty && (isClosing || hasInputEnded && !isWatching)
  }

  /// What it has asked for; `nil` for a client that has asked for nothing yet.
  var wish: RestoredWish? {
    guard case .gpsd(let session) = session else { return RestoredWish("") }
    let policy = session.policy
    let letters = [
      policy.enable ? "e" : "", policy.json ? "j" : "", policy.nmea ? "n" : "",
      String(policy.raw),
    ]
    return RestoredWish(letters.joined())
  }

  /// Goes on as before a restart.
  mutating func restore(_ wish: RestoredWish) {
    guard case .gpsd(var gpsd) = session else { return }
    var change = WatchChange()
    change.enable = wish.text.contains("e")
    change.json = wish.text.contains("j")
    change.nmea = wish.text.contains("n")
    change.raw = wish.text.last.flatMap { Int(String($0)) } ?? 0
    gpsd.policy.apply(change)
    session = .gpsd(gpsd)
  }
}

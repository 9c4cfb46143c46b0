// Core Location for Linux. SPDX-License-Identifier: MIT

import GpsdProtocol
import LocationAuthorization
import ServiceProtocol

/// What a client had requested, as a few letters and perhaps a device, so that it outlives a restart of the service.
package struct RestoredWish: Hashable, Sendable {
  /// `ej0`, or `ej0@/dev/ttyUSB0`: limited to what a descriptor's name may contain, ASCII without colons.
  package var text: String
  package init(_ text: String) { self.text = text }

  /// - Parameter device: omitted if a descriptor's name cannot contain it.
  fileprivate init(_ letters: [String], device: String? = nil) {
    text = letters.joined()
    guard let device, device.utf8.count <= 200,
      device.utf8.allSatisfy({ (33..<127).contains($0) && $0 != UInt8(ascii: ":") })
    else { return }
    text += "@" + device
  }

  fileprivate func has(_ letter: Character) -> Bool { letters.contains(letter) }
  fileprivate var letters: Substring { text.prefix { $0 != "@" } }

  /// The only device requested; `nil` for all.
  fileprivate var device: String? {
    text.firstIndex(of: "@").map { String(text[$0...].dropFirst()) }
  }
}

extension ConnectedClient {
  /// Sends the greeting of the client's protocol; the location protocol's includes the receiver, once one is known.
  mutating func greet(version: String, device: String?, at now: Moment) {
    switch dialogue {
    case .location:
      output.append(
        LocationDialogue.greeting(version: version, device: device), .answer, at: now.monotonic)
    case .gpsd:
      output.append(GpsdDialogue.greeting(version: version), .answer, at: now.monotonic)
    case .nmea, .geoclue: break
    }
  }

  /// Reads what the client has sent, and answers.
  ///
  /// - Parameter listing: returns the clients of the service.
  mutating func received(
    _ bytes: [UInt8], from feed: Feed, version: String, listing: () -> [ServiceClient],
    at now: Moment
  ) {
    var answer: [UInt8] = []
    switch dialogue {
    case .location(var location):
      answer = location.received(bytes, from: feed.location, standing, listing: listing, at: now)
      dialogue = .location(location)
    case .gpsd(var gpsd):
      answer = gpsd.received(bytes, from: feed.gpsd, version: version, at: now)
      dialogue = .gpsd(gpsd)
    // These clients send nothing that has a meaning.
    case .nmea, .geoclue: break
    }
    output.append(answer, .answer, at: now.monotonic)
  }

  /// Tells the client on one line why its request is refused, if its protocol can express that.
  mutating func refuse(_ reason: String, at now: Moment) {
    switch dialogue {
    case .location:
      output.append(LocationTranslator.bytes([.error(reason)]), .answer, at: now.monotonic)
    case .gpsd: output.append(GpsdDialogue.bytes([.error(reason)]), .answer, at: now.monotonic)
    case .nmea, .geoclue: break
    }
  }

  /// Applies a decision on what the client is allowed, which may have changed.
  ///
  /// - Parameter feed: the feed for what it may see now.
  mutating func stand(_ standing: Standing, feed: Feed, at now: Moment) {
    guard standing != self.standing else { return }
    let before = self.standing.exposure
    self.standing = standing
    if standing.exposure != before { output.forgetEpochs() }
    if case .location(let dialogue) = dialogue {
      guard isWatching else { return }
      let messages = dialogue.present(standing, feed.location, at: now)
      return output.append(LocationTranslator.bytes(messages), .answer, at: now.monotonic)
    }
    guard case .refused(let reason) = standing else { return }
    refuse("location not allowed: \(reason)", at: now)
    // Clears the fix that the client may be displaying.
    if wantsSeconds, before != .nothing {
      output.append(
        GpsdDialogue.bytes([.tpv(feed.gpsd.tpv), .sky(feed.gpsd.skyReport)]), .answer,
        at: now.monotonic)
    }
  }

  /// When it has made no request for too long; `nil` for a client that watches.
  func idleDeadline(_ idleTime: Duration) -> Duration? {
    guard case .gpsd = dialogue, !isWatching, !isClosing else { return nil }
    return lastRequest + idleTime
  }

  /// Whether there is nothing left to do for it.
  var isFinished: Bool { output.isEmpty && (isClosing || hasInputEnded && !outlivesItsInput) }

  /// Whether it is still served after its input has ended.
  ///
  /// On TCP, a client that has closed its connection looks like one that has only ended its input, until a write fails.
  /// It is therefore only served if something is written every second. A unix socket reports at once that its client
  /// has gone.
  private var outlivesItsInput: Bool {
    switch dialogue {
    case .location: isWatching
    case .gpsd: wantsSeconds
    case .nmea, .geoclue: false
    }
  }

  /// What it has requested.
  var wish: RestoredWish {
    switch dialogue {
    case .nmea, .geoclue: return RestoredWish("")
    case .location(let dialogue):
      let introduction = dialogue.introduction
      return RestoredWish([
        introduction.watch ? "w" : "", introduction.satellites ? "s" : "",
        introduction.headings ? "h" : "",
      ])
    case .gpsd(let dialogue):
      let policy = dialogue.policy
      return RestoredWish(
        [
          policy.enable ? "e" : "", policy.json ? "j" : "", policy.nmea ? "n" : "",
          String(policy.raw),
        ], device: policy.device)
    }
  }

  /// Restores what the client had requested before a restart.
  mutating func restore(_ wish: RestoredWish) {
    switch dialogue {
    case .nmea, .geoclue: break
    case .location(var location):
      location.introduction = ClientIntroduction(
        name: nil, watch: wish.has("w"), satellites: wish.has("s"), headings: wish.has("h"))
      dialogue = .location(location)
    case .gpsd(var gpsd):
      var change = WatchChange()
      (change.enable, change.json, change.nmea) = (wish.has("e"), wish.has("j"), wish.has("n"))
      change.raw = wish.letters.last.flatMap { Int(String($0)) } ?? 0
      change.device = wish.device
      gpsd.policy.apply(change)
      dialogue = .gpsd(gpsd)
    }
  }
}

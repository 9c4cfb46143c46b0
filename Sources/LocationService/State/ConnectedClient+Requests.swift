// Core Location for Linux. SPDX-License-Identifier: MIT

import GpsdProtocol
import LocationAuthorization
import ServiceProtocol

/// What a client had asked for, in a few letters and perhaps a device, so that it outlives a restart of the service.
package struct RestoredWish: Hashable, Sendable {
  /// `ej0`, or `ej0@/dev/ttyUSB0`: what the name of a descriptor may hold, which is ASCII without colons.
  package var text: String
  package init(_ text: String) { self.text = text }

  /// - Parameter device: left out if a descriptor's name cannot hold it.
  fileprivate init(_ letters: [String], device: String? = nil) {
    text = letters.joined()
    guard let device, device.utf8.count <= 200,
      device.utf8.allSatisfy({ (33..<127).contains($0) && $0 != UInt8(ascii: ":") })
    else { return }
    text += "@" + device
  }

  fileprivate func has(_ letter: Character) -> Bool { letters.contains(letter) }
  fileprivate var letters: Substring { text.prefix { $0 != "@" } }

  /// The one device that was asked for; `nil` for all.
  fileprivate var device: String? {
    text.firstIndex(of: "@").map { String(text[$0...].dropFirst()) }
  }
}

extension ConnectedClient {
  /// Tells who serves, and with our own protocol which receiver; `nil` until one is known.
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
  /// - Parameter listing: who listens.
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
    // Nothing is expected of them.
    case .nmea, .geoclue: break
    }
    output.append(answer, .answer, at: now.monotonic)
  }

  /// Says in one line why the client does not get what it wants, if its protocol has words for that.
  mutating func refuse(_ reason: String, at now: Moment) {
    switch dialogue {
    case .location:
      output.append(LocationTranslator.bytes([.error(reason)]), .answer, at: now.monotonic)
    case .gpsd: output.append(GpsdDialogue.bytes([.error(reason)]), .answer, at: now.monotonic)
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
    if case .location(let dialogue) = dialogue {
      guard isWatching else { return }
      let messages = dialogue.present(standing, feed.location, at: now)
      return output.append(LocationTranslator.bytes(messages), .answer, at: now.monotonic)
    }
    guard case .refused(let reason) = standing else { return }
    refuse("location not allowed: \(reason)", at: now)
    // Its screen shows no fix any more.
    if wantsSeconds, before != .nothing {
      output.append(
        GpsdDialogue.bytes([.tpv(feed.gpsd.tpv), .sky(feed.gpsd.skyReport)]), .answer,
        at: now.monotonic)
    }
  }

  /// When it has asked for nothing for too long; `nil` for a client that watches.
  func idleDeadline(_ idleTime: Duration) -> Duration? {
    guard case .gpsd = dialogue, !isWatching, !isClosing else { return nil }
    return lastRequest + idleTime
  }

  /// Whether nothing is left to be done for it.
  var isFinished: Bool { output.isEmpty && (isClosing || hasInputEnded && !outlivesItsInput) }

  /// Whether it is still served when it will ask for nothing more.
  ///
  /// On TCP, a client that has closed its connection looks like one that only asks for nothing more, until something is
  /// written to it: so something has to be, every second. A unix socket says at once that its client has gone.
  private var outlivesItsInput: Bool {
    switch dialogue {
    case .location: isWatching
    case .gpsd: wantsSeconds
    case .nmea, .geoclue: false
    }
  }

  /// What it has asked for.
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

  /// Goes on as before a restart.
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

// Core Location for Linux. SPDX-License-Identifier: MIT

import GpsdProtocol
import ServiceProtocol

/// A number for each connection, never used twice.
package struct ClientID: Hashable, Sendable {
  package let number: UInt64
  package init(_ number: UInt64) { self.number = number }
}

/// One connected client: who it is, what it may and wants, and what waits to be written to it.
struct ConnectedClient {
  /// What it has asked for, in its protocol.
  enum Dialogue {
    case location(LocationDialogue)
    case gpsd(GpsdDialogue)
    case nmea
    case geoclue
  }

  let id: ClientID
  let since: Moment
  var dialogue: Dialogue
  /// Who it is; `nil` before that is known, or if the kernel does not say.
  var peer: PeerCredentials?
  var isIdentified = false
  var standing = Standing.pending
  var output = ClientOutput()
  /// When it last asked for something.
  var lastRequest: Duration
  /// Whether it will ask for nothing more.
  var hasInputEnded = false
  /// Whether it is closed once everything has been written.
  var isClosing = false

  init(_ id: ClientID, _ face: ServiceFace, at now: Moment) {
    self.id = id
    since = now
    lastRequest = now.monotonic
    dialogue =
      switch face {
      case .location: .location(LocationDialogue())
      case .gpsd: .gpsd(GpsdDialogue())
      case .nmea: .nmea
      case .geoclue: .geoclue
      }
  }

  /// Whether it is sent anything unasked.
  var isWatching: Bool {
    switch dialogue {
    case .location(let dialogue): dialogue.introduction.watch
    // Also one that has subscribed to nothing: its POLL is to have an answer.
    case .gpsd(let dialogue): dialogue.policy.enable
    case .nmea, .geoclue: true
    }
  }

  /// Whether it wants the receiver's own sentences.
  var wantsSentences: Bool {
    switch dialogue {
    case .gpsd(let dialogue):
      dialogue.policy.enable && (dialogue.policy.nmea || dialogue.policy.raw > 0)
    case .nmea: true
    case .location, .geoclue: false
    }
  }

  /// The protocols in which it is sent what happens.
  var protocols: ServiceFaces {
    switch dialogue {
    case .location: isWatching ? .location : []
    case .gpsd:
      wantsSeconds ? wantsSentences ? [.gpsd, .nmea] : .gpsd : wantsSentences ? .nmea : []
    case .nmea: .nmea
    case .geoclue: .geoclue
    }
  }

  /// Whether it is told every second that there is no fix.
  var wantsSeconds: Bool {
    guard case .gpsd(let dialogue) = dialogue else { return false }
    return dialogue.policy.enable && dialogue.policy.json
  }

  /// What it is sent for an event.
  func bytes(of event: TranslatedEvent, device: String) -> [UInt8] {
    switch dialogue {
    case .location(let dialogue): dialogue.wants(event.locationKind) ? event.location : []
    case .gpsd(let dialogue):
      if dialogue.policy.wantsReports(of: device), !event.gpsd.isEmpty {
        event.gpsd
      } else {
        dialogue.policy.wantsSentences(of: device) ? event.nmea : []
      }
    case .nmea: event.nmea
    case .geoclue: event.pair
    }
  }

  /// As it is listed for others; `nil` before it is known who it is.
  var listing: ServiceClient? {
    guard let peer else { return nil }
    var (name, title) = (peer.name, "nmea")
    switch dialogue {
    case .location(let dialogue): (name, title) = (dialogue.introduction.name ?? name, "service")
    case .gpsd: title = "gpsd"
    case .nmea, .geoclue: break
    }
    return ServiceClient(
      uid: peer.user, pid: peer.process, name: name, protocolName: title,
      since: GpsdTranslator.time(since))
  }
}

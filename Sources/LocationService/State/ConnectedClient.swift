// Core Location for Linux. SPDX-License-Identifier: MIT

import GpsdProtocol
import ServiceProtocol

/// A number for each connection, which is never reused.
package struct ClientID: Hashable, Sendable {
  package let number: UInt64
  package init(_ number: UInt64) { self.number = number }
}

/// One connected client: who it is, what it is allowed and has requested, and what waits to be written to it.
struct ConnectedClient {
  /// The state of the client's protocol.
  enum Dialogue {
    case location(LocationDialogue)
    case gpsd(GpsdDialogue)
    case nmea
    case geoclue
  }

  let id: ClientID
  let since: Moment
  var dialogue: Dialogue
  /// Who the client is; `nil` before that is known, or if the kernel does not provide it.
  var peer: PeerCredentials?
  var isIdentified = false
  var standing = Standing.pending
  var output = ClientOutput()
  /// When it last made a request.
  var lastRequest: Duration
  /// Whether its input has ended, so that it cannot make any more requests.
  var hasInputEnded = false
  /// Whether to close it once everything has been written.
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

  /// Whether it is sent reports without requesting each of them.
  var isWatching: Bool {
    switch dialogue {
    case .location(let dialogue): dialogue.introduction.watch
    // Including one that has subscribed to nothing, since its POLL needs an answer.
    case .gpsd(let dialogue): dialogue.policy.enable
    case .nmea, .geoclue: true
    }
  }

  /// Whether it has requested the receiver's own sentences.
  var wantsSentences: Bool {
    switch dialogue {
    case .gpsd(let dialogue):
      dialogue.policy.enable && (dialogue.policy.nmea || dialogue.policy.raw > 0)
    case .nmea: true
    case .location, .geoclue: false
    }
  }

  /// The protocols in which reports are sent to it.
  var protocols: ServiceFaces {
    switch dialogue {
    case .location: isWatching ? .location : []
    case .gpsd:
      wantsSeconds ? wantsSentences ? [.gpsd, .nmea] : .gpsd : wantsSentences ? .nmea : []
    case .nmea: .nmea
    case .geoclue: .geoclue
    }
  }

  /// Whether a report is sent to it every second that there is no fix.
  var wantsSeconds: Bool {
    guard case .gpsd(let dialogue) = dialogue else { return false }
    return dialogue.policy.enable && dialogue.policy.json
  }

  /// Returns what is sent to it for an event.
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

  /// Its entry in the list of clients; `nil` before its identity is known.
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

// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationAuthorization

/// The dialogue with a client that only listens: nothing that it sends has a meaning.
struct SentenceDialogue: ClientDialogue {
  let face: ServiceFace

  let isWatching = true
  var wantsSentences: Bool { face == .nmea }
  var faces: Set<ServiceFace> { [face] }
  let endsWhenIdle = false
  let outlivesItsInput = false
  let listing: (protocolName: String, name: String?) = ("nmea", nil)
  let wish = RestoredWish("")

  func greeting(version: String, device: String?) -> [UInt8] { [] }
  func received(_ bytes: [UInt8], _ view: ClientView) -> [UInt8] { [] }
  func refusal(_ reason: String) -> [UInt8] { [] }
  func decided(_ view: ClientView, before: Standing) -> [UInt8] {
    // Clears the position that a chart plotter may be displaying.
    guard wantsSentences, before.exposure != .nothing, view.standing.exposure == .nothing else {
      return []
    }
    return NMEATranslator.sentences(withoutFixAt: nil)
  }
  func bytes(of event: [ServiceFace: TranslatedEvent], device: String) -> [UInt8] {
    event[face]?.bytes ?? []
  }
  func restore(_ wish: RestoredWish) {}
}

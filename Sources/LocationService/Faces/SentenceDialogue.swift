// Core Location for Linux. SPDX-License-Identifier: MIT

/// The dialogue with a client that only listens: nothing that it sends has a meaning.
struct SentenceDialogue: ClientDialogue {
  let face: ServiceFace

  var isWatching: Bool { true }
  var wantsSentences: Bool { face == .nmea }
  var wantsSeconds: Bool { false }
  var faces: Set<ServiceFace> { [face] }
  var endsWhenIdle: Bool { false }
  var outlivesItsInput: Bool { false }
  var listing: (protocolName: String, name: String?) { ("nmea", nil) }
  var wish: RestoredWish { RestoredWish("") }

  func greeting(version: String, device: String?) -> [UInt8] { [] }
  func received(_ bytes: [UInt8], _ view: ClientView) -> [UInt8] { [] }
  func refusal(_ reason: String) -> [UInt8] { [] }
  func decided(_ view: ClientView, before: Standing) -> [UInt8] { [] }
  func bytes(of event: [ServiceFace: TranslatedEvent], device: String) -> [UInt8] {
    event[face]?.bytes ?? []
  }
  func restore(_ wish: RestoredWish) {}
}

// Core Location for Linux. SPDX-License-Identifier: MIT

/// The dialogue with a client that only listens: nothing that it sends has a meaning.
struct SentenceDialogue: ClientDialogue {
  let face: ServiceFace

  let isWatching = true
  var wantsSentences: Bool { face == .nmea }
  let wantsSeconds = false
  var faces: Set<ServiceFace> { [face] }
  let endsWhenIdle = false
  let outlivesItsInput = false
  let listing: (protocolName: String, name: String?) = ("nmea", nil)
  let wish = RestoredWish("")

  func greeting(version: String, device: String?) -> [UInt8] { [] }
  func received(_ bytes: [UInt8], _ view: ClientView) -> [UInt8] { [] }
  func refusal(_ reason: String) -> [UInt8] { [] }
  func decided(_ view: ClientView, before: Standing) -> [UInt8] { [] }
  func bytes(of event: [ServiceFace: TranslatedEvent], device: String) -> [UInt8] {
    event[face]?.bytes ?? []
  }
  func restore(_ wish: RestoredWish) {}
}

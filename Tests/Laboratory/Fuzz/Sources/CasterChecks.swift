// Core Location for Linux. SPDX-License-Identifier: MIT

/// Checks what servers answer: a caster of corrections, and a page of `gps`.
///
/// Of corrections, nothing may be left out or reordered.
func checkCasters(_ input: [UInt8]) -> Bool {
  guard let (whole, cut) = cuttings(input) else { return false }
  var isAccepted = false
  for pieces in [whole, cut] {
    for wantsTable in [false, true] {
      var dialogue = CasterDialogue(wantsTable: wantsTable)
      for outcome in pieces.flatMap({ dialogue.received($0) }) + dialogue.closed() {
        isAccepted = isAccepted || outcome == .accepted
        if case .data(let bytes) = outcome { checkCorrections(bytes) }
      }
    }
    checkCorrections(Array(pieces.joined()))
    var stream = EventStream()
    for piece in pieces { _ = try? stream.received(piece) }
    isAccepted = isAccepted || stream.isStream
  }
  return isAccepted
}

private func checkCorrections(_ bytes: [UInt8]) {
  var framer = RTCMFramer()
  let pieces = framer.push(bytes) + framer.flush()
  precondition(pieces.flatMap(\.bytes) == bytes, "corrections are left out")
}

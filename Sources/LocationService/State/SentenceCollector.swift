// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Assembles a receiver's bytes into complete sentences, so that nothing damaged, and nothing else, reaches a client.
struct SentenceCollector {
  private var framer = SentenceFramer()

  /// Returns the sentences that these bytes complete, each with CR LF.
  mutating func received(_ bytes: [UInt8]) -> [UInt8] {
    var whole: [UInt8] = []
    var first = 0
    repeat {
      first += framer.push(bytes.span.bytes.extracting(droppingFirst: first))
      while let sentence = framer.next() {
        whole += Array(framer.text(of: sentence).utf8)
        whole += [0x0D, 0x0A]
      }
    } while first < bytes.count
    return whole
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183

/// Assembles a receiver's bytes into complete sentences, so that nothing damaged, and nothing else, reaches a client.
struct SentenceCollector {
  private var reader = LineReader()

  /// Returns the sentences that these bytes complete, each with CR LF.
  mutating func received(_ bytes: [UInt8]) -> [UInt8] {
    var whole: [UInt8] = []
    var first = 0
    repeat {
      first += reader.push(bytes.span.bytes.extracting(droppingFirst: first))
      while let part = reader.next() {
        guard case .sentence(let sentence) = part else { continue }
        whole += Array(reader.sentences.text(of: sentence).utf8)
        whole += [0x0D, 0x0A]
      }
    } while first < bytes.count
    return whole
  }
}

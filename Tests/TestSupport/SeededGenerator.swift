// Core Location for Linux. SPDX-License-Identifier: MIT

/// Random numbers and bytes that are the same in every run (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// Returns `true` once in `count` times on average.
  package mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  /// Returns a number of bytes, each from an alphabet, or any bytes if the alphabet is empty.
  package mutating func bytes(_ count: Int, of alphabet: String = "") -> [UInt8] {
    let letters = Array(alphabet.utf8)
    return (0..<count).map { _ in
      letters.randomElement(using: &self) ?? UInt8(truncatingIfNeeded: next())
    }
  }

  /// Returns the bytes with one to four places replaced, removed, inserted, doubled or cut off.
  package mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...Int.random(in: 0..<4, using: &self) {
      let place = Int.random(in: 0...bytes.count, using: &self)
      let end = min(bytes.count, place + Int.random(in: 1...8, using: &self))
      switch Int.random(in: 0..<8, using: &self) {
      case 0, 1, 2: bytes.replaceSubrange(place..<end, with: self.bytes(end - place))
      case 3: bytes.removeSubrange(place..<end)
      case 4: bytes.insert(contentsOf: self.bytes(end - place), at: place)
      case 5:
        bytes.insert(contentsOf: self.bytes(8, of: "[]{}<>\"\\,:!?&;-0123456789eE$*"), at: place)
      case 6: bytes.insert(contentsOf: bytes[place..<end], at: place)
      default: bytes.removeSubrange((bytes.count - min(bytes.count, 40))...)
      }
    }
    return bytes
  }
}

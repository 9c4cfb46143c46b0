// Core Location for Linux. SPDX-License-Identifier: MIT

import NavigationAuthentication

/// Functions that mix bits as well as real ones do, and protect nothing.
///
/// A signature is a code of the message with the public key, so that tests can sign.
struct ToyCryptography: NavigationCryptography {
  func sha256(_ message: [UInt8]) -> [UInt8] { mix(message, 1) }

  func sha3(_ message: [UInt8]) -> [UInt8] { mix(message, 2) }

  func hmac(_ message: [UInt8], key: [UInt8]) -> [UInt8] { mix(key + [0] + message, 3) }

  func cmac(_ message: [UInt8], key: [UInt8]) -> [UInt8]? {
    [16, 24, 32].contains(key.count) ? Array(mix(key + message, 4).prefix(16)) : nil
  }

  func isValid(_ signature: [UInt8], of message: [UInt8], by key: PublicKey) -> Bool {
    signature == self.signature(of: message, by: key)
  }

  func signature(of message: [UInt8], by key: PublicKey) -> [UInt8] {
    var signature: [UInt8] = []
    while signature.count < key.curve.signatureSize {
      signature += mix(signature + key.point + message, 5)
    }
    return Array(signature.prefix(key.curve.signatureSize))
  }

  private func mix(_ bytes: [UInt8], _ salt: UInt64) -> [UInt8] {
    (UInt64(0)..<4).flatMap { lane in
      var state = (salt << 8 | lane) &* 0x9E37_79B9_7F4A_7C15
      for byte in bytes {
        state = (state ^ UInt64(byte)) &* 0x100_0000_01B3
        state ^= state >> 29
      }
      state ^= state >> 32
      state = state &* 0xD6E8_FEB8_6659_FD93
      state ^= state >> 32
      return (0..<8).map { UInt8(truncatingIfNeeded: state >> (8 * $0)) }
    }
  }
}

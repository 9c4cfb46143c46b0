// Core Location for Linux. SPDX-License-Identifier: MIT

import NavigationAuthentication
import Testing

@testable import NavigationTrust

struct OpenSSLCryptographyTests {
  private let cryptography: OpenSSLCryptography

  init() throws { cryptography = try OpenSSLCryptography() }

  @Test(
    arguments: [
      // FIPS 180-4 and FIPS 202, the examples of one block and of an empty message.
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", isSHA3: false),
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", isSHA3: false),
      ("abc", "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532", isSHA3: true),
      ("", "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a", isSHA3: true),
    ] as [(message: String, hash: String, isSHA3: Bool)])
  func hashesAsTheStandardsSay(message: String, hash: String, isSHA3: Bool) {
    let message = Array(message.utf8)
    #expect(
      (isSHA3 ? cryptography.sha3(message) : cryptography.sha256(message)) == bytes(hash))
  }

  @Test(
    arguments: [
      // RFC 4231, test cases 1, 2 and 6: a short key, a text, a key longer than a block.
      (
        String(repeating: "0b", count: 20), "Hi There",
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        "4a656665", "what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        String(repeating: "aa", count: 131),
        "Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
      // Python 3.11: hmac.new(b"", b"", "sha256").
      ("", "", "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
    ] as [(key: String, message: String, code: String)])
  func computesHMACAsRFC4231(key: String, message: String, code: String) {
    #expect(cryptography.hmac(Array(message.utf8), key: bytes(key)) == bytes(code))
  }

  @Test(
    arguments: [
      // RFC 4493, examples 1 to 3; NIST SP 800-38B, D.2 and D.3, example 2.
      ("2b7e151628aed2a6abf7158809cf4f3c", 0, "bb1d6929e95937287fa37d129b756746"),
      ("2b7e151628aed2a6abf7158809cf4f3c", 16, "070a16b46b4d4144f79bdd9dd04a287c"),
      ("2b7e151628aed2a6abf7158809cf4f3c", 40, "dfa66747de9ae63030ca32611497c827"),
      (
        "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b", 16, "9e99a7bf31e710900662f65e617c5184"
      ),
      (
        "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4", 16,
        "28a7023f452e8f82bd4bf28d8c37c35c"
      ),
    ] as [(key: String, size: Int, code: String)])
  func computesCMACAsRFC4493(key: String, size: Int, code: String) {
    let message = bytes(
      "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411"
    ).prefix(size)
    #expect(cryptography.cmac(Array(message), key: bytes(key)) == bytes(code))
  }

  @Test(arguments: [0, 12, 15, 17, 31, 33])
  func hasNoCMACForKeysThatAESDoesNotKnow(size: Int) {
    #expect(cryptography.cmac([], key: [UInt8](repeating: 1, count: size)) == nil)
  }

  /// A key with its signature over "sample".
  struct Signed: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let curve: Curve
    let point: String
    let (r, s): (String, String)
    /// The order of the curve's group.
    let order: String
  }

  /// RFC 6979, A.2.5 and A.2.7, with the hash that belongs to the curve.
  static let signed = [
    Signed(
      testDescription: "P-256", curve: .p256,
      point: "0360fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6",
      r: "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716",
      s: "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8",
      order: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"),
    Signed(
      testDescription: "P-521", curve: .p521,
      point: "0301894550d0785932e00eaa23b694f213f8c3121f86dc97a04e5a7167db4e5bcd37"
        + "1123d46e45db6b5d5370a7f20fb633155d38ffa16d2bd761dcac474b9a2f5023a4",
      r: "00c328fafcbd79dd77850370c46325d987cb525569fb63c5d3bc53950e6d4c5f174e"
        + "25a1ee9017b5d450606add152b534931d7d4e8455cc91f9b15bf05ec36e377fa",
      s: "00617cce7cf5064806c467f678d3b4080d6f1cc50af26ca209417308281b68af2826"
        + "23eaa63e5b5c0723d8b8c37ff0777b1a20f8ccb1dccc43997f1ee0e44da4a67a",
      order: "01ff" + String(repeating: "f", count: 62)
        + "fa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409"),
  ]

  private func key(_ signed: Signed, point: [UInt8]? = nil) throws -> PublicKey {
    try #require(
      PublicKey(identifier: 1, curve: signed.curve, point: point ?? bytes(signed.point)))
  }

  @Test(arguments: signed)
  func acceptsASignatureAndNoneWithAFlippedBit(signed: Signed) throws {
    let (key, message) = (try key(signed), Array("sample".utf8))
    let signature = bytes(signed.r + signed.s)
    #expect(cryptography.isValid(signature, of: message, by: key))
    for bit in signature.count * 8 - 40..<signature.count * 8 {
      #expect(!cryptography.isValid(flipping(bit, in: signature), of: message, by: key))
    }
    for bit in 0..<40 {
      #expect(!cryptography.isValid(flipping(bit, in: signature), of: message, by: key))
    }
    for bit in 0..<message.count * 8 {
      #expect(!cryptography.isValid(signature, of: flipping(bit, in: message), by: key))
    }
    #expect(!cryptography.isValid(signature, of: [], by: key))
  }

  @Test(arguments: signed)
  func refusesSignaturesOfAnotherSize(signed: Signed) throws {
    let (key, signature) = (try key(signed), bytes(signed.r + signed.s))
    for wrong in [[], Array(signature.dropLast()), signature + [0], [0] + signature] {
      #expect(!cryptography.isValid(wrong, of: Array("sample".utf8), by: key))
    }
  }

  /// Zero, the order and more are no parts of a signature, nor is r + n for the same r.
  @Test(arguments: signed)
  func refusesPartsOfASignatureThatAreOutOfRange(signed: Signed) throws {
    let (key, size) = (try key(signed), signed.curve.signatureSize / 2)
    let zero = [UInt8](repeating: 0, count: size)
    let (r, s, order) = (bytes(signed.r), bytes(signed.s), bytes(signed.order))
    #expect(order.count == size)
    let most = [UInt8](repeating: 0xFF, count: size)
    for wrong in [zero + s, r + zero, zero + zero, order + s, r + order, most + s, r + most] {
      #expect(!cryptography.isValid(wrong, of: Array("sample".utf8), by: key))
    }
  }

  /// Half of all x have no point.
  @Test(arguments: signed)
  func refusesPointsThatAreNotOnTheCurve(signed: Signed) throws {
    let signature = bytes(signed.r + signed.s)
    var off = 0
    for last in UInt8(0)..<32 {
      let key = try key(signed, point: bytes(signed.point).dropLast() + [last])
      #expect(!cryptography.isValid(signature, of: Array("sample".utf8), by: key))
      if !cryptography.isOnCurve(key) { off += 1 }
    }
    #expect(8...24 ~= off)
    // An x that is not below the prime.
    let most = [2] + [UInt8](repeating: 0xFF, count: signed.curve.pointSize - 1)
    #expect(!cryptography.isOnCurve(try key(signed, point: most)))
    #expect(cryptography.isOnCurve(try key(signed)))
  }

  @Test func refusesTheOppositePoint() throws {
    for signed in Self.signed {
      var point = bytes(signed.point)
      point[0] ^= 1
      let key = try key(signed, point: point)
      #expect(cryptography.isOnCurve(key))
      #expect(
        !cryptography.isValid(bytes(signed.r + signed.s), of: Array("sample".utf8), by: key))
    }
  }
}

/// Returns the bytes that hexadecimal digits stand for.
func bytes(_ digits: String) -> [UInt8] {
  let values = digits.compactMap(\.hexDigitValue)
  return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] * 16 + values[$0 + 1]) }
}

func flipping(_ bit: Int, in bytes: [UInt8]) -> [UInt8] {
  var bytes = bytes
  bytes[bit / 8] ^= 0x80 >> UInt8(bit % 8)
  return bytes
}

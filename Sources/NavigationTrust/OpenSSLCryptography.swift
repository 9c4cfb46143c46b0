// Core Location for Linux. SPDX-License-Identifier: MIT

import COpenSSL
package import NavigationAuthentication

/// The cryptographic functions of the system's OpenSSL 3.
///
/// They are looked up once: OpenSSL takes longer to find an algorithm by its name than to hash a key.
// Proof of memory safety and of `@unchecked Sendable`:
// - The algorithms are fetched in init, never changed, and freed once, in deinit. OpenSSL lets any number of threads use a
//   fetched algorithm at the same time (OSSL_PROVIDER(3), EVP_MD_fetch(3)).
// - Everything else is created, used and freed within one call, on one thread.
package final class OpenSSLCryptography: NavigationCryptography, @unchecked Sendable {
  private let sha256Algorithm: OpaquePointer
  private let sha3Algorithm: OpaquePointer
  private let hmacAlgorithm: OpaquePointer
  private let cmacAlgorithm: OpaquePointer

  /// An algorithm that the library does not have, as when only those of FIPS 140 are allowed.
  package struct Missing: Error, Hashable, CustomStringConvertible {
    let algorithm: String

    package var description: String {
      "cannot verify signed navigation data: OpenSSL has no \(algorithm); install OpenSSL 3 with its default provider"
    }
  }

  package init() throws(Missing) {
    for curve in [Curve.p256, .p521] {
      guard let group = EC_GROUP_new_by_curve_name(curve.number) else {
        throw Missing(algorithm: curve.name)
      }
      EC_GROUP_free(group)
    }
    for name in Self.ciphers.values {
      guard let cipher = EVP_CIPHER_fetch(nil, name, nil) else { throw Missing(algorithm: name) }
      EVP_CIPHER_free(cipher)
    }
    let (sha256, sha3) = (EVP_MD_fetch(nil, "SHA2-256", nil), EVP_MD_fetch(nil, "SHA3-256", nil))
    let (hmac, cmac) = (EVP_MAC_fetch(nil, "HMAC", nil), EVP_MAC_fetch(nil, "CMAC", nil))
    guard let sha256, let sha3, let hmac, let cmac else {
      // An initializer that throws runs no deinit.
      for hash in [sha256, sha3] { EVP_MD_free(hash) }
      for code in [hmac, cmac] { EVP_MAC_free(code) }
      let isHashMissing = sha256 == nil || sha3 == nil
      throw Missing(algorithm: isHashMissing ? "SHA3-256" : "HMAC or CMAC")
    }
    (sha256Algorithm, sha3Algorithm, hmacAlgorithm, cmacAlgorithm) = (sha256, sha3, hmac, cmac)
  }

  deinit {
    EVP_MD_free(sha256Algorithm)
    EVP_MD_free(sha3Algorithm)
    EVP_MAC_free(hmacAlgorithm)
    EVP_MAC_free(cmacAlgorithm)
  }

  // MARK: Hashes and message authentication codes

  package func sha256(_ message: [UInt8]) -> [UInt8] { hash(message, sha256Algorithm) }

  package func sha3(_ message: [UInt8]) -> [UInt8] { hash(message, sha3Algorithm) }

  private func hash(_ message: [UInt8], _ algorithm: OpaquePointer) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      var size: UInt32 = 0
      let result = EVP_Digest(message, message.count, buffer.baseAddress, &size, algorithm, nil)
      guard result == 1, size == 32 else { fatalError("out of memory") }
      count = 32
    }
  }

  package func hmac(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    code(
      of: message, hmacAlgorithm, key, option: OSSL_MAC_PARAM_DIGEST, value: "SHA2-256", size: 32)
  }

  private static let ciphers = [16: "AES-128-CBC", 24: "AES-192-CBC", 32: "AES-256-CBC"]

  package func cmac(_ message: [UInt8], key: [UInt8]) -> [UInt8]? {
    guard let cipher = Self.ciphers[key.count] else { return nil }
    return code(
      of: message, cmacAlgorithm, key, option: OSSL_MAC_PARAM_CIPHER, value: cipher, size: 16)
  }

  /// - Parameter size: the bytes of the result.
  private func code(
    of message: [UInt8], _ algorithm: OpaquePointer, _ key: [UInt8], option: String, value: String,
    size: Int
  ) -> [UInt8] {
    let context = EVP_MAC_CTX_new(algorithm)
    defer { EVP_MAC_CTX_free(context) }
    // OpenSSL takes a key without an address for one that was set earlier.
    let isInitialized = core_location_mac_init(
      context, key.isEmpty ? [0] : key, key.count, option, value)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      guard context != nil, isInitialized == 1,
        EVP_MAC_update(context, message, message.count) == 1,
        EVP_MAC_final(context, buffer.baseAddress, &count, size) == 1, count == size
      else { fatalError("out of memory") }
    }
  }

  // MARK: Signatures

  package func isValid(_ signature: [UInt8], of message: [UInt8], by key: PublicKey) -> Bool {
    guard signature.count == key.curve.signatureSize, let encoded = Self.encoded(signature),
      let publicKey = Self.publicKey(key)
    else { return false }
    defer {
      EVP_PKEY_free(publicKey)
      // What OpenSSL remembers of a point or a signature that is none is not for the next caller.
      ERR_clear_error()
    }
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    let hash = key.curve == .p256 ? "SHA2-256" : "SHA2-512"
    // Besides 1 and 0 for a wrong signature, there are negative results for one that is malformed.
    return EVP_DigestVerifyInit_ex(context, nil, hash, nil, nil, publicKey, nil) == 1
      && EVP_DigestVerify(context, encoded, encoded.count, message, message.count) == 1
  }

  /// Returns a point as OpenSSL has it, which the caller has to free; `nil` if it is not on its curve.
  private static func publicKey(_ key: PublicKey) -> OpaquePointer? {
    defer { ERR_clear_error() }
    return core_location_ec_public_key(key.curve.name, key.point, key.point.count)
  }

  /// Whether the point of a key is on its curve.
  package func isOnCurve(_ key: PublicKey) -> Bool {
    guard let publicKey = Self.publicKey(key) else { return false }
    EVP_PKEY_free(publicKey)
    return true
  }

  /// Returns r and s in the form of X.509: two integers of ASN.1.
  private static func encoded(_ signature: [UInt8]) -> [UInt8]? {
    let pair = ECDSA_SIG_new()
    defer { ECDSA_SIG_free(pair) }
    let half = signature.count / 2
    let r = signature.withUnsafeBytes { BN_bin2bn($0.baseAddress, CInt(half), nil) }
    let s = signature.withUnsafeBytes {
      BN_bin2bn($0.baseAddress?.advanced(by: half), CInt(half), nil)
    }
    guard pair != nil, r != nil, s != nil, ECDSA_SIG_set0(pair, r, s) == 1 else {
      BN_free(r)
      BN_free(s)
      return nil
    }
    let size = i2d_ECDSA_SIG(pair, nil)
    guard size > 0 else { return nil }
    return [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
      var place = buffer.baseAddress
      count = max(0, Int(i2d_ECDSA_SIG(pair, &place)))
    }
  }
}

extension Curve {
  /// OpenSSL's name of the curve.
  fileprivate var name: String { self == .p256 ? "P-256" : "P-521" }
  /// OpenSSL's number of the curve.
  fileprivate var number: CInt { self == .p256 ? NID_X9_62_prime256v1 : NID_secp521r1 }
}

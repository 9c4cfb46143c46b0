// Core Location for Linux. SPDX-License-Identifier: MIT

import NavigationAuthentication

/// The form in which what has been verified is kept: a line for each fact, and `end`.
///
///     Galileo's signatures, version 1
///     root 832E15ED…
///     key 2 P-256 02219204…
///     retired 1 P-256 0397EB43…
///     chain 1 0 0 16 40 34 0123456789AB 811234560 0123456789ABCDEF0123456789ABCDEF
///     test
///     revoked 0 0 0 16 40 34 0123456789AB
///     alert
///     end
extension AuthenticationMemory {
  private static let title = "Galileo's signatures, version 1"

  func text(_ roots: [MerkleRoot]) -> String {
    var lines = [Self.title]
    lines += roots.map { "root \($0.hash.hexadecimal)" }
    lines += publicKeys.map { "key \($0.text)" }
    lines += retiredKeys.map { "retired \($0.text)" }
    if let chain {
      lines.append(
        "chain \(chain.parameters.text) \(chain.newest.subframe.seconds) \(chain.newest.bytes.hexadecimal)"
      )
    }
    if isTest { lines.append("test") }
    lines += revokedChains.map { "revoked \($0.text)" }
    if isAlert { lines.append("alert") }
    return (lines + ["end"]).map { $0 + "\n" }.joined()
  }

  /// Reads ``text(_:)``.
  ///
  /// - Returns: `nil` if the trees are others, or any line is not as it should be.
  init?(_ text: String, roots: [MerkleRoot]) {
    self.init()
    guard text.hasSuffix("\nend\n") else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(2)
    guard lines.first == Self.title[...] else { return nil }
    var known: [MerkleRoot] = []
    for line in lines.dropFirst() {
      var words = line.split(separator: " ", omittingEmptySubsequences: false)[...]
      switch words.popFirst() {
      case "root":
        guard words.count == 1,
          let root = [UInt8](hexadecimal: words[words.startIndex]).flatMap(MerkleRoot.init)
        else { return nil }
        known.append(root)
      case "key", "retired":
        guard let key = PublicKey(words) else { return nil }
        if line.hasPrefix("key") { publicKeys.append(key) } else { retiredKeys.append(key) }
      case "chain":
        guard chain == nil, words.count == 9, let parameters = ChainParameters(words.prefix(7)),
          let seconds = Int(words[words.startIndex + 7]), 0..<1 << 40 ~= seconds, seconds % 30 == 0,
          let bytes = [UInt8](hexadecimal: words[words.startIndex + 8]),
          bytes.count == parameters.keySize
        else { return nil }
        chain = KeyChain(
          parameters, key: .init(subframe: GalileoTime(seconds: seconds), bytes: bytes))
      case "revoked":
        guard let parameters = ChainParameters(words) else { return nil }
        revokedChains.append(parameters)
      case "test" where words.isEmpty: isTest = true
      case "alert" where words.isEmpty: isAlert = true
      default: return nil
      }
    }
    guard known == roots else { return nil }
  }

  /// Whether only the newest key of the chain differs.
  func isSameButForNewestKey(as other: Self) -> Bool {
    guard chain?.parameters == other.chain?.parameters else { return false }
    var (one, other) = (self, other)
    (one.chain, other.chain) = (nil, nil)
    return one == other
  }
}

extension PublicKey {
  fileprivate var text: String {
    "\(identifier) \(curve == .p256 ? "P-256" : "P-521") \(point.hexadecimal)"
  }

  fileprivate init?(_ words: ArraySlice<Substring>) {
    guard words.count == 3, let identifier = UInt8(words[words.startIndex]),
      let curve = ["P-256": Curve.p256, "P-521": .p521][words[words.startIndex + 1]],
      let point = [UInt8](hexadecimal: words[words.startIndex + 2])
    else { return nil }
    self.init(identifier: identifier, curve: curve, point: point)
  }
}

extension ChainParameters {
  fileprivate var text: String {
    "\(identifier) \(hash.rawValue) \(mac.rawValue) \(keySize) \(tagBits) \(table.rawValue) \(pattern.hexadecimal)"
  }

  fileprivate init?(_ words: ArraySlice<Substring>) {
    let numbers = words.prefix(6).compactMap { UInt8($0) }
    guard words.count == 7, numbers.count == 6, let hash = Hash(rawValue: numbers[1]),
      let mac = MAC(rawValue: numbers[2]), let table = TagTable(rawValue: numbers[5]),
      let pattern = [UInt8](hexadecimal: words[words.startIndex + 6])
    else { return nil }
    self.init(
      identifier: numbers[0], hash: hash, mac: mac, keySize: Int(numbers[3]),
      tagBits: Int(numbers[4]), table: table, pattern: pattern)
  }
}

extension Sequence<UInt8> {
  var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }
}

extension [UInt8] {
  /// Reads digits in pairs; `nil` for anything else.
  init?(hexadecimal text: some StringProtocol) {
    let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2) else { return nil }
    self = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      append(UInt8(high * 16 + low))
    }
  }
}

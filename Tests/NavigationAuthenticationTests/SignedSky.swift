// Core Location for Linux. SPDX-License-Identifier: MIT

import NavigationAuthentication

/// Satellites that sign what they send, with whatever parameters a test chooses.
///
/// Written from the standard, apart from the code that is tested.
struct SignedSky {
  /// A chain of keys for an hour.
  struct Chain {
    var identifier: UInt8 = 1
    var hash: UInt8 = 0
    var mac: UInt8 = 0
    var keyBits = 128
    var tagBits = 40
    var table: UInt8 = 34
    /// The first sub-frame; the root key is that of the one before.
    var start: GalileoTime
    var pattern: [UInt8] = [1, 2, 3, 4, 5, 6]
    private(set) var keys: [GalileoTime: [UInt8]] = [:]

    init(start: GalileoTime, _ change: (inout Chain) -> Void = { _ in }) {
      self.start = start
      change(&self)
      let toy = ToyCryptography()
      var (time, key) = (self.start + 3600, Array(toy.sha256(pattern).prefix(keyBits / 8)))
      while time >= self.start - 30 {
        keys[time] = key
        time = time - 30
        let message = key + gst(time) + pattern
        key = Array((hash == 0 ? toy.sha256(message) : toy.sha3(message)).prefix(keyBits / 8))
      }
    }

    func code(_ message: [UInt8], at time: GalileoTime, bits: Int) -> Bits {
      let (toy, key) = (ToyCryptography(), keys[time] ?? [])
      let code = mac == 0 ? toy.hmac(message, key: key) : toy.cmac(message, key: key) ?? []
      return Bits(code)[0..<bits]
    }

    /// The message with the root key, in whole blocks.
    func rootMessage(_ header: UInt8, by key: PublicKey) -> [UInt8] {
      let sizes = [96: 0, 104: 1, 112: 2, 120: 3, 128: 4, 160: 5, 192: 6, 224: 7, 256: 8]
      let tags = [20: 5, 24: 6, 28: 7, 32: 8, 40: 9]
      var fields = Bits()
      fields.append(UInt64(identifier), 2)
      fields.append(1, 2)
      fields.append(UInt64(hash), 2)
      fields.append(UInt64(mac), 2)
      fields.append(UInt64(sizes[keyBits] ?? 15), 4)
      fields.append(UInt64(tags[tagBits] ?? 0), 4)
      fields.append(UInt64(table), 8)
      fields.append(0, 4)
      fields.append(UInt64(start.week % 4096), 12)
      fields.append(UInt64(start.timeOfWeek / 3600), 8)
      fields.append(pattern)
      fields.append(keys[start - 30] ?? [])
      let toy = ToyCryptography()
      let signature = toy.signature(of: [header] + fields.bytes, by: key)
      let content = 1 + fields.bytes.count + signature.count
      let blocks = (content + 12) / 13
      return [UInt8(blocks - 6) << 4 | key.identifier] + fields.bytes + signature
        + toy.sha256([header] + fields.bytes + signature).prefix(13 * blocks - content)
    }
  }

  var header: UInt8 = 0b10_01_001_0
  var chain: Chain
  /// From which sub-frame on another chain gives the keys.
  var following: Chain?
  /// The messages with root keys and public keys, and the numbers under which they are sent in turn.
  var messages: [(number: UInt8, bytes: [UInt8])] = []
  var satellites = [2, 7, 11, 30]
  /// Changes an ephemeris when it is changed, from this sub-frame on.
  var issues: [(from: GalileoTime, issue: UInt64)] = [(GalileoTime(seconds: 0), 7)]

  init(_ chain: Chain, by key: PublicKey = SignedSky.key) {
    self.chain = chain
    messages = [(3, chain.rootMessage(header, by: key))]
  }

  static let start = GalileoTime(week: 1385, timeOfWeek: 140_400)
  /// The key that the anchors contain.
  static let key = testKey(2)
  static let anchors = TrustAnchors(
    roots: [MerkleRoot(hash: Tree().root)].compactMap(\.self), publicKeys: [key])

  func issue(at time: GalileoTime) -> UInt64 { issues.last { $0.from <= time }?.issue ?? 0 }

  /// The word of a type that a satellite sends in a page, 128 bits.
  func word(_ type: Int, of satellite: Int, at start: GalileoTime) -> Bits {
    let issue = issue(at: start.subframe)
    let seed = [UInt8(type), UInt8(satellite)] + (type == 10 ? [0] : [UInt8(issue & 255)])
    var word = Bits()
    word.append(UInt64(type), 6)
    switch type {
    case 0: word.append(0, 122)
    case 5:
      word.append(Bits(ToyCryptography().sha256(seed))[0..<67])
      word.append(UInt64(start.week % 4096), 12)
      word.append(UInt64(start.timeOfWeek), 20)
      word.append(0, 23)
    case 6:
      word.append(Bits(ToyCryptography().sha256([6, UInt8(satellite)]))[0..<99])
      word.append(UInt64(start.timeOfWeek), 20)
      word.append(0, 3)
    default:
      if type <= 4 { word.append(issue, 10) }
      word.append(Bits(ToyCryptography().sha256(seed))[0..<(128 - word.bits.count)])
    }
    return word
  }

  static let order = [2, 4, 6, 7, 10, 17, 19, 16, 0, 0, 1, 3, 5, 0, 16]

  /// The data that tags cover which are sent in a sub-frame.
  func data(_ kind: Int, of satellite: Int, before subframe: GalileoTime) -> Bits {
    let ranges =
      kind == 4
      ? [(6, 6..<105), (10, 86..<128)]
      : [(1, 6..<126), (2, 6..<126), (3, 6..<128), (4, 6..<126), (5, 6..<73)]
    var data = Bits()
    for (type, range) in ranges {
      let place = Self.order.firstIndex(of: type) ?? 0
      data.append(word(type, of: satellite, at: subframe - 30 + 2 * place + 1)[range])
    }
    return data
  }

  private func chain(at time: GalileoTime) -> Chain {
    if let following, time >= following.start { return following }
    return chain
  }

  /// The 480 bits of MACK.
  func mack(of satellite: Int, in subframe: GalileoTime, _ slots: [String]) -> Bits {
    let own = chain(at: subframe)
    let count = (480 - own.keyBits) / (own.tagBits + 16)
    var entries: [(tag: Bits, information: Bits)] = []
    for (place, slot) in slots.prefix(count).enumerated() {
      let kind = slot == "FLX" ? 0 : Int(slot.prefix(2)) ?? 0
      let other = satellites[
        (place + (satellites.firstIndex(of: satellite) ?? 0)) % satellites.count]
      let covered = slot.hasSuffix("S") ? satellite : other
      var message = Bits()
      if place > 0 { message.append(UInt64(covered), 8) }
      message.append(UInt64(satellite), 8)
      message.append(gst(subframe))
      message.append(UInt64(place + 1), 8)
      message.append(UInt64(header >> 6), 2)
      message.append(data(kind, of: covered, before: subframe))
      let time = subframe + (kind == 12 ? 330 : 30)
      var information = Bits()
      information.append(UInt64(covered), 8)
      information.append(UInt64(kind), 4)
      information.append(1, 4)
      entries.append(
        (chain(at: time).code(message.bytes, at: time, bits: own.tagBits), information))
    }
    var sequence = Bits()
    sequence.append(UInt64(satellite), 8)
    sequence.append(gst(subframe))
    for (slot, entry) in zip(slots, entries) where slot == "FLX" {
      sequence.append(entry.information)
    }
    let code = chain(at: subframe + 30).code(sequence.bytes, at: subframe + 30, bits: 12)
    var mack = Bits()
    for (place, entry) in entries.enumerated() {
      mack.append(entry.tag)
      if place > 0 {
        mack.append(entry.information)
      } else {
        mack.append(code)
        mack.append(1, 4)
      }
    }
    mack = mack.padded(to: count * (own.tagBits + 16))
    mack.append(own.keys[subframe] ?? [])
    return mack.padded(to: 480)
  }

  /// The 15 bytes of HKROOT.
  func hkroot(of satellite: Int, in subframe: GalileoTime) -> [UInt8] {
    let turn = (subframe - Self.start) / 30
    let message = messages[turn / 4 % messages.count]
    let count = message.bytes.count / 13
    let block = (turn % 4 * satellites.count + (satellites.firstIndex(of: satellite) ?? 0)) % count
    return [header, message.number << 4 | UInt8(block)]
      + message.bytes[13 * block..<13 * block + 13]
  }

  /// The pages of all satellites, in the order in which they are received.
  func pages(in subframe: GalileoTime) -> [NavigationPage] {
    let rows = testTables[chain(at: subframe).table] ?? ([], [])
    let slots = subframe.seconds % 60 == 0 ? rows.0 : rows.1
    let signed = satellites.map {
      (hkroot(of: $0, in: subframe), mack(of: $0, in: subframe, slots))
    }
    return (0..<15).flatMap { place in
      zip(satellites, signed).map { satellite, signed in
        let start = subframe + 2 * place + 1
        let word = word(Self.order[place], of: satellite, at: start)
        var field = Bits([signed.0[place]])
        field.append(signed.1[32 * place..<32 * place + 32])
        return page(satellite, word, field, at: start)
      }
    }
  }
}

/// A page with a checksum.
func page(_ satellite: Int, _ word: Bits, _ field: Bits, at start: GalileoTime?) -> NavigationPage {
  var even = Bits()
  even.append(0, 2)
  even.append(word[0..<112])
  var odd = Bits()
  odd.append(0b10, 2)
  odd.append(word[112..<128])
  odd.append(field)
  odd.append(0, 24)
  let checksum = remainder(of: even.bits + odd.bits)
  var page = even.padded(to: 120)
  page.append(odd)
  page.append(checksum, 24)
  let bytes = page.padded(to: 240).bytes
  guard let page = NavigationPage(satellite: satellite, bytes: bytes, start: start) else {
    preconditionFailure("there is no satellite \(satellite)")
  }
  return page
}

extension NavigationPage {
  /// The page with a bit changed, and the checksum that belongs to it.
  func flipping(_ bit: Int) -> NavigationPage {
    var bits = Bits(bytes)
    bits.bits[bit] ^= 1
    let word = Bits(bits[2..<114].bytes)
    var whole = word[0..<112]
    whole.append(bits[122..<138])
    return page(satellite, whole, bits[138..<178], at: start)
  }
}

/// Week and time of the week in 32 bits.
private func gst(_ time: GalileoTime) -> [UInt8] {
  var bits = Bits()
  bits.append(UInt64(time.week % 4096), 12)
  bits.append(UInt64(time.timeOfWeek), 20)
  return bits.bytes
}

func testKey(_ identifier: UInt8, _ curve: Curve = .p256) -> PublicKey {
  let point = (UInt8(0)..<4).flatMap { ToyCryptography().sha256([identifier, $0]) }
  let key = PublicKey(
    identifier: identifier, curve: curve, point: [3] + point.prefix(curve.pointSize - 1))
  guard let key else { preconditionFailure("there is no key \(identifier)") }
  return key
}

/// A tree with made-up leaves, apart from those of a test.
struct Tree {
  private let levels: [[[UInt8]]]
  private let leaves: [Int: [UInt8]]

  /// - Parameter seed: another one makes another tree.
  init(_ leaves: [Int: [UInt8]] = [:], seed: UInt8 = 0) {
    self.leaves = leaves
    let toy = ToyCryptography()
    var level = (0..<16).map { toy.sha256(leaves[$0] ?? [UInt8($0), seed]) }
    var levels = [level]
    while level.count > 1 {
      level = stride(from: 0, to: level.count, by: 2).map { toy.sha256(level[$0] + level[$0 + 1]) }
      levels.append(level)
    }
    self.levels = levels
  }

  var root: [UInt8] { levels[4][0] }

  /// The message with a leaf, in whole blocks.
  func message(_ index: Int) -> [UInt8] {
    let leaf = leaves[index] ?? []
    let path = (0..<4).flatMap { levels[$0][index >> $0 ^ 1] }
    let content = 1 + path.count + leaf.count
    let blocks = (content + 12) / 13
    let padding = ToyCryptography().sha256(root + leaf).prefix(13 * blocks - content)
    return [UInt8(blocks - 6) << 4 | UInt8(index)] + path + leaf + padding
  }

  static func leaf(_ key: PublicKey) -> [UInt8] {
    [(key.curve == .p256 ? 1 : 3) << 4 | key.identifier] + key.point
  }
}

/// The tables of annex C, as the standard prints them.
private let printedTables: [UInt8: (String, String)] = [
  27: ("00S 00E 00E 00E 12S 00E", "00S 00E 00E 04S 12S 00E"),
  28: ("00S 00E 00E 00E 00S 00E 00E 12S 00E 00E", "00S 00E 00E 00S 00E 00E 04S 12S 00E 00E"),
  31: ("00S 00E 00E 12S 00E", "00S 00E 00E 12S 04S"),
  33: ("00S 00E 04S 00E 12S 00E", "00S 00E 00E 12S 00E 12E"),
  34: ("00S FLX 04S FLX 12S 00E", "00S FLX 00E 12S 00E 12E"),
  35: ("00S FLX 04S FLX 12S FLX", "00S FLX FLX 12S FLX FLX"),
  36: ("00S FLX 04S FLX 12S", "00S FLX 00E 12S 12E"),
  37: ("00S 00E 04S 00E 12S", "00S 00E 00E 12S 12E"),
  38: ("00S FLX 04S FLX 12S", "00S FLX FLX 12S FLX"),
  39: ("00S FLX 04S FLX", "00S FLX 00E 12S"),
  40: ("00S 00E 04S 12S", "00S 00E 00E 12E"),
  41: ("00S FLX 04S FLX", "00S FLX FLX 12S"),
]

let testTables: [UInt8: ([String], [String])] = printedTables.mapValues { full, half in
  (slots(full), slots(half))
}

private func slots(_ text: String) -> [String] { text.split(separator: " ").map { String($0) } }

// Core Location for Linux. SPDX-License-Identifier: MIT

/// One of the 13-byte blocks in which satellites send root keys and public keys (DSM), with the two bytes before it.
///
/// Source: OSNMA SIS ICD 1.1, section 3.2.
struct MessageBlock {
  var header: NMAHeader
  /// Which message: 0 to 11 root keys, 12 to 15 public keys.
  var message: UInt8
  /// Which block of it.
  var index: Int
  var bytes: [UInt8]

  /// - Parameter hkroot: The 15 bytes of a sub-frame.
  init(hkroot: [UInt8]) {
    header = NMAHeader(rawValue: hkroot[0])
    message = hkroot[1] >> 4
    index = Int(hkroot[1] & 15)
    bytes = Array(hkroot[2...])
  }
}

/// A message whose blocks are all there.
struct WholeMessage: Hashable {
  /// The header with which all of its blocks were sent.
  var header: NMAHeader
  var isPublicKey: Bool
  var bytes: [UInt8]
}

/// Collects blocks until messages are whole.
///
/// All satellites send the same message, each of them another block at a time. Its number is used again for other messages; blocks
/// that were sent with different headers are never joined, since a root key is signed together with its header.
struct MessageCollector {
  private struct Collection {
    var header: NMAHeader
    var message: UInt8
    var blocks: [Int: [UInt8]] = [:]
    var age = 0

    /// The number of blocks, which block 0 contains; `nil` without it or with a reserved number.
    var count: Int? {
      guard let first = blocks[0]?.first else { return nil }
      let code = Int(first >> 4)
      return (message < 12 ? [1, 2, 3, 4, 5, 6, 7, 8] : [5, 7, 8, 9, 10]).contains(code)
        ? code + 6 : nil
    }
  }

  private var collections: [Collection] = []

  /// The most messages that are collected at a time; nobody sends so many.
  private static let most = 16

  /// Adds a block.
  ///
  /// - Returns: The message, if it is whole now or has been before.
  mutating func add(_ block: MessageBlock) -> WholeMessage? {
    let place = place(of: block)
    if let known = collections[place].blocks[block.index], known != block.bytes {
      // The number is in use for another message now.
      collections[place].blocks = [:]
    }
    collections[place].blocks[block.index] = block.bytes
    for other in collections.indices { collections[other].age += 1 }
    collections[place].age = 0
    let collection = collections[place]
    guard let count = collection.count else { return nil }
    let blocks = (0..<count).compactMap { collection.blocks[$0] }
    guard blocks.count == count else { return nil }
    return WholeMessage(
      header: block.header, isPublicKey: block.message >= 12, bytes: Array(blocks.joined()))
  }

  /// Forgets the blocks of a message that turned out to be joined from two.
  mutating func discard(_ block: MessageBlock) {
    collections[place(of: block)].blocks = [:]
  }

  private mutating func place(of block: MessageBlock) -> Int {
    if let place = collections.firstIndex(where: {
      $0.header == block.header && $0.message == block.message
    }) {
      return place
    }
    let new = Collection(header: block.header, message: block.message)
    guard collections.count == Self.most,
      let oldest = collections.indices.max(by: { collections[$0].age < collections[$1].age })
    else {
      collections.append(new)
      return collections.count - 1
    }
    collections[oldest] = new
    return oldest
  }
}

/// The first byte of HKROOT: what Galileo says of its signatures as a whole.
///
///     NMAS CID CPKS reserved
///     0    2   4    7
///
/// It is signed together with a root key. Before that, it can only make a verifier more careful.
///
/// Source: OSNMA SIS ICD 1.1, section 3.1.
package struct NMAHeader: RawRepresentable, Hashable, Sendable {
  package var rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// NMAS: whether signatures are in service.
  package enum Status: UInt8, Sendable {
    case reserved, test, operational, doNotUse
  }

  /// CPKS: what is being replaced.
  package enum Renewal: UInt8, Sendable {
    case reserved, nominal, endOfChain, chainRevoked, newPublicKey, publicKeyRevoked, newMerkleTree
    case alert
  }

  package var status: Status { Status(rawValue: rawValue >> 6) ?? .reserved }

  /// CID: the chain in force, or the one that has been revoked, in `0...3`.
  package var chain: UInt8 { rawValue >> 4 & 3 }

  package var renewal: Renewal { Renewal(rawValue: rawValue >> 1 & 7) ?? .reserved }

  /// Whether tags sent with it may be judged.
  var isInService: Bool { status == .operational || status == .test }
}

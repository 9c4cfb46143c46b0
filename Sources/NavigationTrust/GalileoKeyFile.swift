// Core Location for Linux. SPDX-License-Identifier: MIT

package import NavigationAuthentication
import TrackFiles

/// A file with the means to verify Galileo's signatures, as the European GNSS Service Centre publishes it: a Merkle tree, or a
/// public key.
///
/// Elements are found by their local names, and others are ignored; of those that are needed, each has to be there exactly once.
/// The certificates that the service center publishes beside the files are not checked.
package struct GalileoKeyFile: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// The root of a tree, with those of its public keys whose way to the root is in the file.
    case tree(root: [UInt8], leaves: [MerkleLeaf], keys: [PublicKey])
    /// A public key, which is a leaf of some tree.
    case key(PublicKey, leaf: Int)
  }

  package let content: Content
  /// When its validity ended, seconds since 1970; `nil` if no end is known.
  package let end: Double?

  /// Why a file cannot be used, and what to try.
  package struct Problem: Error, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
  }

  /// The most bytes of a file; those of the service center have 2,000.
  package static let largest = 1 << 16

  package init(_ bytes: [UInt8]) throws(Problem) {
    guard bytes.count <= Self.largest else { throw Problem("it is too large for a key file") }
    let document = try XMLElement(document: bytes)
    guard document.name == "signalData" else {
      throw Problem("its outermost element is <\(document.name)>, not <signalData>; \(Self.advice)")
    }
    let body = try document.only("body")
    let (trees, keys) = (body.all("MerkleTree"), body.all("PublicKey"))
    guard trees.count + keys.count == 1, let element = trees.first ?? keys.first else {
      throw Problem("its <body> does not contain exactly one tree or one key; \(Self.advice)")
    }
    content = trees.isEmpty ? try Self.key(element) : try Self.tree(element)
    end = try Self.end(element)
  }

  static let advice = "download it again from the European GNSS Service Centre"

  private static func end(_ element: XMLElement) throws(Problem) -> Double? {
    let applicability = try element.only("Applicability")
    guard let begin = UTCDateTime(try applicability.only("Begin").text) else {
      throw Problem("its <Begin> is not a time; \(advice)")
    }
    guard !applicability.all("End").isEmpty else { return nil }
    guard let end = UTCDateTime(try applicability.only("End").text), end.seconds >= begin.seconds
    else { throw Problem("its <End> is not a time after <Begin>; \(advice)") }
    return end.seconds
  }

  private static func key(_ element: XMLElement) throws(Problem) -> Content {
    let leaf = try element.number("i", in: 0...15)
    let identifier = try element.number("PKID", in: 0...15)
    let curve: Curve? =
      switch try element.only("PKType").text {
      case "ECDSA P-256/SHA-256": .p256
      case "ECDSA P-521/SHA-512": .p521
      default: nil
      }
    guard let curve else { throw Problem("its <PKType> is not known; update gps") }
    let point = try element.bytes("point", count: curve.pointSize)
    guard let key = PublicKey(identifier: UInt8(identifier), curve: curve, point: point) else {
      throw Problem("its <point> is not a compressed point; \(advice)")
    }
    return .key(key, leaf: leaf)
  }

  private static func tree(_ element: XMLElement) throws(Problem) -> Content {
    guard try element.only("N").text == "16", try element.only("HashFunction").text == "SHA-256"
    else { throw Problem("its tree does not have 16 leaves hashed with SHA-256; update gps") }
    var nodes: [Place: [UInt8]] = [:]
    for node in element.all("TreeNode") {
      let level = try node.number("j", in: 0...4)
      let place = Place(level: level, index: try node.number("i", in: 0...(15 >> level)))
      guard nodes.updateValue(try node.bytes("x_ji", count: 32), forKey: place) == nil else {
        throw Problem("a <TreeNode> is repeated; \(advice)")
      }
    }
    guard let root = nodes[Place(level: 4, index: 0)] else {
      throw Problem("its tree has no root; \(advice)")
    }
    var (leaves, keys): ([MerkleLeaf], [PublicKey]) = ([], [])
    for element in element.all("PublicKey") {
      guard case .key(let key, let leaf) = try Self.key(element) else { continue }
      let path = (0..<4).compactMap { nodes[Place(level: $0, index: (leaf >> $0) ^ 1)] }
      guard path.count == 4 else {
        throw Problem("its tree lacks the path from key \(key.identifier) to the root; \(advice)")
      }
      leaves.append(MerkleLeaf(index: leaf, key: key, path: path))
      keys.append(key)
    }
    return .tree(root: root, leaves: leaves, keys: keys)
  }

  /// A node of the tree: its height, from the leaves' 0 up, and its number from the left.
  private struct Place: Hashable {
    let level: Int
    let index: Int
  }
}

/// An element of a small document.
private struct XMLElement {
  /// Without a prefix.
  let name: String
  /// Without blanks at its ends.
  var text = ""
  var children: [XMLElement] = []

  private init(_ name: String) {
    self.name =
      name.split(separator: ":", omittingEmptySubsequences: false).last.map(String.init) ?? name
  }

  init(document bytes: [UInt8]) throws(GalileoKeyFile.Problem) {
    do throws(GPXProblem) {
      var reader = try XMLReader(bytes)
      var open: [XMLElement] = [XMLElement("")]
      while let token = try reader.next() {
        switch token {
        case .start(let name, _): open.append(XMLElement(name))
        case .text(let text): open[open.count - 1].text += text
        case .end:
          var element = open.removeLast()
          element.text = element.text.trimmed
          open[open.count - 1].children.append(element)
        }
      }
      // A document that has been read to its end has one outermost element.
      self = open[0].children[0]
    } catch {
      throw GalileoKeyFile.Problem(error.description)
    }
  }

  func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

  func only(_ name: String) throws(GalileoKeyFile.Problem) -> XMLElement {
    let found = all(name)
    guard found.count == 1 else {
      let count = found.isEmpty ? "no" : "more than one"
      throw GalileoKeyFile.Problem(
        "<\(self.name)> has \(count) <\(name)>; \(GalileoKeyFile.advice)")
    }
    return found[0]
  }

  func number(
    _ name: String, in range: ClosedRange<Int>
  ) throws(GalileoKeyFile.Problem) -> Int {
    let text = try only(name).text
    guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(text), range ~= number
    else {
      throw GalileoKeyFile.Problem(
        "its <\(name)> is out of range; \(GalileoKeyFile.advice)")
    }
    return number
  }

  /// Reads hexadecimal digits, whose number is also in `lengthInBits`.
  func bytes(_ name: String, count: Int) throws(GalileoKeyFile.Problem) -> [UInt8] {
    let length = try only("lengthInBits").text
    let digits = try only(name).text
    guard length == "\(count * 8)", digits.utf8.count == count * 2 else {
      throw GalileoKeyFile.Problem(
        "its <\(name)> does not have \(count * 8) bits; \(GalileoKeyFile.advice)")
    }
    guard let bytes = [UInt8](hexadecimal: digits) else {
      throw GalileoKeyFile.Problem("its <\(name)> is not hexadecimal; \(GalileoKeyFile.advice)")
    }
    return bytes
  }
}

extension String {
  fileprivate var trimmed: String {
    let isBlank = { (byte: UInt8) in byte <= 0x20 }
    let utf8 = self.utf8.drop(while: isBlank)
    guard let last = utf8.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(Substring(utf8[...last]))
  }
}

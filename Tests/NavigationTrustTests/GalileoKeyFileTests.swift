// Core Location for Linux. SPDX-License-Identifier: MIT

import NavigationAuthentication
import Testing

@testable import NavigationTrust

/// The files here are made of the program's own keys, in the layout of the service center.
struct GalileoKeyFileTests {
  @Test func readsATree() throws {
    let file = try GalileoKeyFile(Array(KeyXML.tree().utf8))
    guard case .tree(let root, let leaves, let keys) = file.content else {
      Issue.record("no tree")
      return
    }
    #expect(root == ShippedKeys.root)
    #expect(leaves == [try #require(ShippedKeys.leaf)])
    #expect(keys == ShippedKeys.anchors.publicKeys)
    #expect(file.end == nil)
  }

  @Test func readsATreeWithoutAKey() throws {
    let tree = KeyXML.tree(key: "", path: "")
    guard case .tree(let root, [], []) = try GalileoKeyFile(Array(tree.utf8)).content else {
      Issue.record("no tree")
      return
    }
    #expect(root == ShippedKeys.root)
  }

  @Test func readsAKeyAndItsEnd() throws {
    let file = try GalileoKeyFile(Array(KeyXML.key(end: "2026-01-01T00:00:00Z").utf8))
    let key = try #require(ShippedKeys.anchors.publicKeys.first)
    #expect(file.content == .key(key, leaf: 1))
    #expect(file.end == 1_767_225_600)
  }

  /// Prefixes, blanks, comments and unknown elements are XML's and the service center's business.
  @Test func readsTheSameInAnotherLayout() throws {
    let plain = try GalileoKeyFile(Array(KeyXML.key().utf8))
    var other = KeyXML.key().replacing(
      "<PKID>2</PKID>", with: "\n<PKID> 2\t</PKID><!-- two --><New a='1'/>")
    other = other.replacing("<body>", with: "<g:body>").replacing("</body>", with: "</g:body>")
    #expect(try GalileoKeyFile(Array(other.utf8)) == plain)
    #expect(try GalileoKeyFile(Array(KeyXML.key().lowercasedPoint.utf8)) == plain)
  }

  @Test(
    arguments: [
      ("nothing", "", "is not XML"),
      ("not XML", "key", "is not XML"),
      ("a bomb", "<!DOCTYPE s [<!ENTITY a 'aaaa'>]><signalData/>", "document type"),
      ("another document", "<gpx/>", "<gpx>"),
      ("no body", "<signalData/>", "no <body>"),
      ("an empty body", "<signalData><body/></signalData>", "one tree or one key"),
      ("a tree and a key", KeyXML.document(KeyXML.keyElement() + "<MerkleTree/>"), "one tree"),
      ("two identifiers", KeyXML.key().doubling("<PKID>2</PKID>"), "more than one <PKID>"),
      ("an identifier too large", KeyXML.key().with("<PKID>16<"), "<PKID>"),
      ("a signed identifier", KeyXML.key().with("<PKID>+2<"), "<PKID>"),
      ("an identifier that overflows", KeyXML.key().with("<PKID>99999999999999999999<"), "<PKID>"),
      ("a leaf too far", KeyXML.key().with("<i>16<"), "<i>"),
      ("another curve", KeyXML.key().with("<PKType>ECDSA P-384/SHA-384<"), "<PKType>"),
      ("the wrong length", KeyXML.key().with("<lengthInBits>256<"), "<point>"),
      ("the length of another curve", KeyXML.key().with("<PKType>ECDSA P-521/SHA-512<"), "<point>"),
      ("an uncompressed point", KeyXML.key().replacing("<point>02", with: "<point>04"), "<point>"),
      (
        "letters that are no digits", KeyXML.key().replacing("<point>02", with: "<point>0G"),
        "<point>"
      ),
      ("no beginning", KeyXML.key().replacing("Begin>", with: "Start>"), "no <Begin>"),
      ("a beginning that is no time", KeyXML.key().with("<Begin>yesterday<"), "<Begin>"),
      ("an end before the beginning", KeyXML.key(end: "2025-01-01T00:00:00Z"), "<End>"),
      ("an end that is no time", KeyXML.key(end: "never"), "<End>"),
      ("a larger tree", KeyXML.tree().with("<N>32<"), "16 leaves"),
      ("another hash", KeyXML.tree().with("<HashFunction>SHA-1<"), "SHA-256"),
      ("no root", KeyXML.tree().replacing("<j>4</j>", with: "<j>3</j>"), "no root"),
      ("a node beyond the root", KeyXML.tree().replacing("<j>4</j>", with: "<j>5</j>"), "<j>"),
      (
        "a node beside the root",
        KeyXML.tree().replacing("<j>4</j><i>0</i>", with: "<j>4</j><i>1</i>"), "<i>"
      ),
      (
        "a node of other size",
        KeyXML.tree().replacing("256</lengthInBits>", with: "128</lengthInBits>"), "<x_ji>"
      ),
      (
        "a path with a gap", KeyXML.tree().replacing("<j>2</j><i>1</i>", with: "<j>2</j><i>2</i>"),
        "the path"
      ),
      ("a node twice", KeyXML.tree().replacing("<j>2</j>", with: "<j>3</j>"), "is repeated"),
    ] as [(name: String, text: String, reason: String)])
  func refusesWhatIsWrong(name: String, text: String, reason: String) {
    let problem = #expect(throws: GalileoKeyFile.Problem.self, "\(name)") {
      try GalileoKeyFile(Array(text.utf8))
    }
    #expect(problem?.description.contains(reason) == true, "\(name): \(problem?.description ?? "")")
  }

  /// A download that breaks off leaves no file of which half is trusted.
  @Test(arguments: [KeyXML.tree(), KeyXML.key()])
  func refusesEveryPartOfAFile(text: String) {
    let bytes = Array(text.utf8)
    for count in 0..<bytes.count {
      #expect(throws: GalileoKeyFile.Problem.self) { try GalileoKeyFile(Array(bytes[..<count])) }
    }
  }

  @Test func refusesFilesThatAreTooLargeOrTooDeep() {
    let blanks = Array(KeyXML.key().utf8) + [UInt8](repeating: 0x20, count: GalileoKeyFile.largest)
    #expect(throws: GalileoKeyFile.Problem.self) { try GalileoKeyFile(blanks) }
    let deep = Array(String(repeating: "<a>", count: 20_000).utf8)
    #expect(throws: GalileoKeyFile.Problem.self) { try GalileoKeyFile(deep) }
  }

  /// Whatever single byte is wrong, the root and the key are those of the file, or nothing is.
  @Test func neverCrashesAtDamage() {
    let bytes = Array(KeyXML.tree().utf8)
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 0x15
      _ = try? GalileoKeyFile(damaged)
    }
  }
}

/// Files in the layout of the service center.
enum KeyXML {
  static func document(_ body: String) -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\" ?><signalData><header><GAL-header>"
      + "<issueDate>2025-12-09T09:59:56Z</issueDate></GAL-header></header><body>\(body)</body></signalData>"
  }

  private static func applicability(_ end: String?) -> String {
    let end = end.map { "<End>\($0)</End>" } ?? ""
    return "<Applicability><Begin>2025-12-10T10:00:00Z</Begin>\(end)</Applicability>"
      + "<State>Applicable</State>"
  }

  static func fields(leaf: Int = 1, identifier: Int = 2, point: [UInt8] = ShippedKeys.point)
    -> String
  {
    "<i>\(leaf)</i><PKID>\(identifier)</PKID><lengthInBits>\(point.count * 8)</lengthInBits>"
      + "<point>\(digits(point))</point><PKType>"
      + (point.count == 33 ? "ECDSA P-256/SHA-256" : "ECDSA P-521/SHA-512") + "</PKType>"
  }

  static func keyElement(_ fields: String = fields(), end: String? = nil) -> String {
    "<PublicKey>\(applicability(end))\(fields)</PublicKey>"
  }

  static func key(_ fields: String = fields(), end: String? = nil) -> String {
    document(keyElement(fields, end: end))
  }

  private static func node(_ level: Int, _ index: Int, _ hash: [UInt8]) -> String {
    "<TreeNode><j>\(level)</j><i>\(index)</i><lengthInBits>256</lengthInBits>"
      + "<x_ji>\(digits(hash))</x_ji></TreeNode>"
  }

  private static let path = zip(0..., ShippedKeys.path).map { node($0, $0 == 0 ? 0 : 1, $1) }
    .joined()

  static func tree(
    root: [UInt8] = ShippedKeys.root, key: String = "<PublicKey>\(fields())</PublicKey>",
    path: String = path, end: String? = nil
  ) -> String {
    document(
      "<MerkleTree>\(applicability(end))<N>16</N><HashFunction>SHA-256</HashFunction>\(key)"
        + node(4, 0, root) + path + "</MerkleTree>")
  }

  private static func digits(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }
}

extension String {
  /// Replaces the content of an element, such as by `<N>32<`.
  func with(_ element: String) -> String {
    guard let name = element.firstIndex(of: ">").map({ element[...$0] }),
      let start = range(of: name), let end = self[start.upperBound...].firstIndex(of: "<")
    else { return self }
    return String(self[..<start.lowerBound]) + element.dropLast() + self[end...]
  }

  private func range(of part: Substring) -> Range<String.Index>? { firstRange(of: part) }

  func doubling(_ part: String) -> String { replacing(part, with: part + part) }

  var lowercasedPoint: String {
    guard let start = firstRange(of: "<point>")?.upperBound,
      let end = firstRange(of: "</point>")?.lowerBound
    else { return self }
    return String(self[..<start]) + self[start..<end].lowercased() + self[end...]
  }
}

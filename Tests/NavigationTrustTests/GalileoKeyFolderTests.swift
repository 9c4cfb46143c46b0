// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LinuxSystem
import NavigationAuthentication
import TestSupport
import Testing

@testable import NavigationTrust

struct GalileoKeyFolderTests {
  private let cryptography: OpenSSLCryptography
  private let folder: ScratchFolder

  init() throws {
    cryptography = try OpenSSLCryptography()
    folder = try ScratchFolder()
  }

  private func read(at now: Double? = nil) throws -> GalileoKeyFolder {
    try GalileoKeyFolder(folder.path, at: now, cryptography)
  }

  private func add(_ name: String, _ text: String) throws {
    _ = try folder.file("OSNMA_\(name).xml", text)
  }

  /// Returns the error, which has to be one line.
  private func failure(at now: Double? = nil) -> String {
    let failure = #expect(throws: GalileoKeyFolder.Failure.self) { try read(at: now) }
    let text = failure?.description ?? ""
    #expect(
      text.hasPrefix("cannot use ") && text.allSatisfy { !$0.isNewline && $0 != "\u{1B}" },
      "\(text)")
    return text
  }

  @Test func trustsATreeAndItsKey() throws {
    try add("MerkleTree_20251210100000_newPKID_2", KeyXML.tree())
    #expect(try read().anchors == ShippedKeys.anchors)
    try add("PublicKey_20251210100000_newPKID_2", KeyXML.key())
    #expect(try read().anchors == ShippedKeys.anchors)
  }

  @Test func ignoresOtherFiles() throws {
    try add("MerkleTree_1", KeyXML.tree())
    _ = try folder.file("OSNMA_PublicKey_1.crt", "x")
    _ = try folder.file("OSNMA_MerkleTree_1.xml.p256", "x")
    _ = try folder.file("OSNMA_PublicKeyCRL_1.crl", "x")
    _ = try folder.file("notes.xml", "x")
    #expect(try read().anchors == ShippedKeys.anchors)
  }

  @Test func needsATree() throws {
    #expect(failure().contains("it has no OSNMA_MerkleTree"))
    try add("PublicKey_1", KeyXML.key())
    #expect(failure().contains("no tree in the folder has this key"))
  }

  @Test func refusesAFolderThatIsMissing() {
    let failure = #expect(throws: GalileoKeyFolder.Failure.self) {
      try GalileoKeyFolder(folder.path + "/none", at: nil, cryptography)
    }
    #expect(failure?.description.contains("no such file") == true, "\(failure.debugDescription)")
  }

  /// One wrong file, and nothing in the folder is trusted.
  @Test(
    arguments: [
      ("half a tree", "MerkleTree_2", String(KeyXML.tree().dropLast(200)), "is not XML"),
      (
        "a tree with another root", "MerkleTree_2",
        KeyXML.tree(root: flipping(0, in: ShippedKeys.root)), "does not lead to the root"
      ),
      (
        "a key on another leaf", "MerkleTree_2",
        KeyXML.tree(key: "<PublicKey>\(KeyXML.fields(leaf: 0))</PublicKey>"), "the path"
      ),
      (
        "a key that no tree has", "PublicKey_2",
        KeyXML.key(
          KeyXML.fields(
            leaf: 0, identifier: 1,
            point: bytes("0397eb43789aa0f6d052a638468ecf5278e6f6df8465ecb8d8b84b8c7a3501f73b"))),
        "no tree in the folder has this key"
      ),
      (
        "a key under another number", "PublicKey_2", KeyXML.key(KeyXML.fields(identifier: 3)),
        "no tree"
      ),
      (
        "a point that is on no curve", "PublicKey_2",
        KeyXML.key(KeyXML.fields(point: [2] + [UInt8](repeating: 0xFF, count: 32))),
        "not a point of its curve"
      ),
      (
        "an escape sequence", "PublicKey_2", "<\u{1B}[2J>", "is not XML"
      ),
    ] as [(name: String, file: String, text: String, reason: String)])
  func refusesAFolderWithAWrongFile(name: String, file: String, text: String, reason: String) throws
  {
    try add("MerkleTree_1", KeyXML.tree())
    try add(file, text)
    let failure = failure()
    #expect(failure.contains(reason) && failure.contains(file), "\(name): \(failure)")
  }

  @Test func leavesOutWhatHasEnded() throws {
    let end = "2026-01-01T00:00:00Z"
    try add("MerkleTree_1", KeyXML.tree(end: end))
    #expect(failure(at: 1_767_225_601).contains("has expired"))
    #expect(try read(at: 1_767_225_600).anchors == ShippedKeys.anchors)
    // A recording may be older than any file.
    #expect(try read(at: nil).anchors == ShippedKeys.anchors)
    // The tree goes on, and its key does not.
    try add("MerkleTree_1", KeyXML.tree())
    try add("PublicKey_1", KeyXML.key(end: end))
    let folder = try read(at: 1_767_225_601)
    #expect(folder.anchors == TrustAnchors(roots: ShippedKeys.anchors.roots, publicKeys: []))
    #expect(folder.expired.count == 1 && folder.expired[0].contains("PublicKey_1"))
  }

  // MARK: Hostile files

  @Test(arguments: ["pipe", "folder", "device", "huge", "loop"])
  func doesNotWaitForWhatIsNotAFile(kind: String) throws {
    try add("MerkleTree_1", KeyXML.tree())
    let path = folder.path + "/OSNMA_MerkleTree_2.xml"
    switch kind {
    case "pipe": #expect(mkfifo(path, 0o600) == 0)
    case "folder": #expect(mkdir(path, 0o700) == 0)
    case "device": #expect(symlink("/dev/zero", path) == 0)
    case "loop": #expect(symlink("OSNMA_MerkleTree_2.xml", path) == 0)
    default:
      let file = open(path, O_CREAT | O_WRONLY, 0o600)
      #expect(ftruncate(file, 1 << 40) == 0)
      close(file)
    }
    let failure = failure()
    #expect(failure.contains("OSNMA_MerkleTree_2.xml"), "\(failure)")
  }

  @Test func followsALinkToAFileOfOnesOwn() throws {
    let tree = try folder.file("tree", KeyXML.tree())
    #expect(symlink(tree, folder.path + "/OSNMA_MerkleTree_2.xml") == 0)
    #expect(try read().anchors == ShippedKeys.anchors)
  }

  @Test(arguments: ["OSNMA_MerkleTree_1.xml", ""])
  func refusesWhatOthersMayWrite(name: String) throws {
    try add("MerkleTree_1", KeyXML.tree())
    #expect(chmod(folder.path + "/" + name, name.isEmpty ? 0o777 : 0o666) == 0)
    let failure = failure()
    #expect(failure.contains("write") || failure.contains("create files"), "\(failure)")
  }

  @Test(
    .enabled(if: geteuid() == 0, "only root can give files away"),
    arguments: ["OSNMA_MerkleTree_1.xml", ""])
  func refusesWhatBelongsToAnotherUser(name: String) throws {
    try add("MerkleTree_1", KeyXML.tree())
    #expect(chown(folder.path + "/" + name, 12_345, 12_345) == 0)
    #expect(failure().contains("belongs to user 12345"))
  }

  @Test func refusesTooManyFiles() throws {
    for number in 0...GalileoKeyFolder.mostFiles { try add("MerkleTree_\(number)", "") }
    #expect(failure().contains("more than 100 key files"))
  }
}

/// The files of the service center for its test vectors and for the operational service, outside this repository.
struct PublishedKeysTests {
  private static let folder = Repository.path("../shared/osnma/keys")

  @Test(.enabled(if: access(folder, R_OK) == 0, "\(folder) is not there"))
  func readsWhatTheServiceCenterPublishes() throws {
    let cryptography = try OpenSSLCryptography()
    func read(_ name: String) throws -> TrustAnchors {
      try GalileoKeyFolder("\(Self.folder)/\(name)", at: nil, cryptography).anchors
    }
    #expect(try read("ublox") == ShippedKeys.anchors)
    // The next tree is there before it is needed.
    #expect(try read("nmt_step2").roots.count == 2)
    #expect(try read("pkrev_step2").publicKeys.map(\.curve) == [.p521])
    // Its key comes from the satellites.
    #expect(try read("configuration_2").publicKeys.isEmpty)
    for name in Folder.names(in: Self.folder) { #expect(try !read(name).roots.isEmpty) }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import NavigationAuthentication
import TestSupport
import Testing

@testable import NavigationTrust

struct KeyMemoryTests {
  private let folder: ScratchFolder
  private let anchors = ShippedKeys.anchors
  private var path: String { "\(folder.path)/state/galileo-keys-832E15EDE55655EA" }

  init() throws { folder = try ScratchFolder() }

  private func open() -> KeyMemory { KeyMemory(anchors, folder: folder.path + "/state") }

  private static func memory(at seconds: Int = 840_000_000) throws -> AuthenticationMemory {
    var memory = AuthenticationMemory()
    let parameters = try parameters(1)
    memory.publicKeys = ShippedKeys.anchors.publicKeys
    memory.retiredKeys = [
      try #require(
        PublicKey(identifier: 9, curve: .p521, point: [3] + [UInt8](repeating: 7, count: 66)))
    ]
    memory.chain = KeyChain(
      parameters,
      key: .init(
        subframe: GalileoTime(seconds: seconds), bytes: [UInt8](repeating: 0xA5, count: 16)))
    memory.revokedChains = [try self.parameters(0)]
    memory.isTest = true
    return memory
  }

  private static func parameters(_ identifier: UInt8) throws -> ChainParameters {
    let table = try #require(TagTable(rawValue: 34))
    return try #require(
      ChainParameters(
        identifier: identifier, hash: .sha256, mac: .hmac, keySize: 16, tagBits: 40, table: table,
        pattern: [1, 2, 3, 4, 5, 0xFF]))
  }

  private func keep(_ memory: AuthenticationMemory, in file: KeyMemory, at now: Duration) async {
    file.keep(memory, at: now)
    #expect(await eventually { !file.isWriting })
  }

  @Test func keepsWhatWasVerifiedForTheNextRun() async throws {
    let memory = try Self.memory()
    await keep(memory, in: open(), at: .zero)
    let next = open()
    #expect(next.complaint == nil && next.content == memory)
    var status = stat()
    #expect(lstat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func keepsAnAlert() async throws {
    var memory = AuthenticationMemory()
    memory.isAlert = true
    await keep(memory, in: open(), at: .zero)
    #expect(open().content.isAlert)
  }

  /// A key comes every 30 s, and one of an hour ago is as good.
  @Test func writesTheNewestKeyOnceAnHour() async throws {
    let file = open()
    let (first, second) = (try Self.memory(), try Self.memory(at: 840_003_570))
    await keep(first, in: file, at: .zero)
    await keep(second, in: file, at: .seconds(3599))
    #expect(open().content == first && file.content == second)
    await keep(second, in: file, at: .seconds(3600))
    #expect(open().content == second)
    // What is withdrawn is written at once.
    var third = second
    third.publicKeys = []
    await keep(third, in: file, at: .seconds(3601))
    #expect(open().content == third)
  }

  @Test func writesAnAlertThatComesWhileAKeyIsWritten() async throws {
    let file = open()
    var memory = try Self.memory()
    file.keep(memory, at: .zero)
    memory.isAlert = true
    file.keep(memory, at: .zero)
    #expect(await eventually { !file.isWriting })
    #expect(open().content.isAlert)
  }

  @Test func doesNotKnowWhatBelongsToOtherTrees() async throws {
    await keep(try Self.memory(), in: open(), at: .zero)
    let other = TrustAnchors(
      roots: [
        try #require(
          MerkleRoot(hash: ShippedKeys.root.prefix(8) + [UInt8](repeating: 0, count: 24)))
      ],
      publicKeys: [])
    let file = KeyMemory(other, folder: folder.path + "/state")
    #expect(file.content == AuthenticationMemory() && file.complaint != nil)
  }

  @Test func knowsNothingBeforeTheFirstRun() {
    #expect(open().content == AuthenticationMemory() && open().complaint == nil)
    #expect(KeyMemory(anchors, folder: nil).content == AuthenticationMemory())
  }

  @Test func ignoresWhatOthersCouldHaveWritten() async throws {
    await keep(try Self.memory(), in: open(), at: .zero)
    chmod(path, 0o622)
    #expect(open().content == AuthenticationMemory())
    #expect(open().complaint?.contains("may write") == true)
    chmod(path, 0o600)
    #expect(open().complaint == nil)
    chmod(folder.path + "/state", 0o777)
    #expect(open().content == AuthenticationMemory() && open().complaint != nil)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func ignoresTheFileOfAnotherUser() async throws {
    await keep(try Self.memory(), in: open(), at: .zero)
    chown(path, 12_345, 12_345)
    #expect(open().content == AuthenticationMemory())
    #expect(open().complaint?.contains("belongs to user 12345") == true)
  }

  @Test func doesNotWaitForAPipe() throws {
    mkdir(folder.path + "/state", 0o700)
    mkfifo(path, 0o600)
    #expect(open().complaint?.contains("not a file") == true)
  }

  @Test func ignoresAFileThatIsCutOff() async throws {
    await keep(try Self.memory(), in: open(), at: .zero)
    let text = try folder.text("state/galileo-keys-832E15EDE55655EA")
    for count in 0..<text.utf8.count {
      #expect(AuthenticationMemory(String(text.prefix(count)), roots: anchors.roots) == nil)
    }
    let memory = try Self.memory()
    #expect(AuthenticationMemory(text, roots: anchors.roots) == memory)
  }

  @Test(
    arguments: [
      ("another line", "alert\n", "alarm\n"), ("an empty line", "test\n", "\n"),
      ("a key that is none", "key 2 P-256 02", "key 2 P-256 04"),
      ("another curve", "key 2 P-256", "key 2 P-384"), ("no such key", "key 2", "key 16"),
      ("a shorter chain key", "A5A5\n", "A5\n"),
      ("a time between sub-frames", "840000000", "840000001"),
      ("a time before the first", "840000000", "-30"),
      ("a chain that cannot be", " 16 40 34 ", " 17 40 34 "),
      ("tags that do not fit", " 16 40 34 ", " 32 40 28 "),
      ("no such table", " 16 40 34 ", " 16 40 30 "),
      ("a second chain", "test\n", "chain\n"), ("letters in a number", "0102", "01G2"),
    ])
  func ignoresAFileWithAWrongLine(name: String, part: String, wrong: String) throws {
    var memory = try Self.memory()
    memory.isAlert = true
    let text = memory.text(anchors.roots)
    #expect(AuthenticationMemory(text, roots: anchors.roots) == memory)
    #expect(text.contains(part))
    let damaged = text.replacing(part, with: wrong)
    #expect(AuthenticationMemory(damaged, roots: anchors.roots) == nil, "\(name)")
  }
}

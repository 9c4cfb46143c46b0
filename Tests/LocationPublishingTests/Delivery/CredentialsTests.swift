// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LocationPublishing
import ServerAccess
import TestSupport
import Testing

struct CredentialsTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func outcome(
    _ address: String, directory: String? = nil
  ) throws -> Result<String?, DeliveryError> {
    let address = try #require(try Destinations.read(address) as? any ServerDestination)
    return Result { () throws(DeliveryError) in
      try Credentials(directory: directory).password(for: address)
    }
  }

  private func file(_ content: [UInt8], mode: mode_t) throws -> String {
    let path = try folder.file("password", content)
    chmod(path, mode)
    return path
  }

  @Test(arguments: [
    ("a line", "secret\n", "secret"), ("no line end", "secret", "secret"),
    ("an editor of Windows", "secret\r\n", "secret"), ("spaces count", " a b \n", " a b "),
    ("two lines", "a\nb\n", "a\nb"), ("beyond ASCII", "Möwe\n", "Möwe"),
  ])
  func readsAFile(_: String, _ content: String, _ password: String) throws {
    let path = try file(Array(content.utf8), mode: 0o600)
    #expect(try outcome("mqtt://me@h?password-file=\(path)") == .success(password))
  }

  @Test(
    arguments: [
      ("its group may read it", "secret", 0o640, "others may read", 77),
      ("everybody may read it", "secret", 0o604, "others may read", 77),
      ("others may have written it", "secret", 0o602, "may write to", 77),
      ("empty", "", 0o600, "is empty", 65), ("only a line end", "\n", 0o600, "is empty", 65),
      ("a zero", "a\0b", 0o600, "is not a text", 65),
    ] as [(String, String, mode_t, String, Int32)])
  func refusesAFile(
    _: String, _ content: String, _ mode: mode_t, _ reason: String, _ code: Int32
  ) throws {
    let path = try file(Array(content.utf8), mode: mode)
    guard
      case .failure(.refused(let text, code)) = try outcome(
        "mqtt://me@h?password-file=\(path)")
    else {
      Issue.record("not refused")
      return
    }
    #expect(text.hasPrefix("cannot use the password for mqtt://me@h: "))
    #expect(text.contains(reason) && text.contains(path) && !text.contains("secret"))
  }

  @Test func refusesAFileOfSomebodyElse() throws {
    guard geteuid() == 0 else {
      print("CredentialsTests.refusesAFileOfSomebodyElse: skipped, only root can give files away")
      return
    }
    let path = try file(Array("secret".utf8), mode: 0o600)
    chown(path, 65_534, 65_534)
    guard case .failure(.refused(let text, 77)) = try outcome("http://me@h?password-file=\(path)")
    else {
      Issue.record("not refused")
      return
    }
    #expect(text.contains("belongs to user 65534"))
  }

  @Test func saysWhatIsMissing() throws {
    let path = folder.path + "/nothing"
    #expect(
      try outcome("mqtt://me@h?password-file=\(path)")
        == .failure(
          .refused(
            "cannot use the password for mqtt://me@h: \(path): no such file or directory",
            exitCode: 66)))
  }

  @Test func findsTheCredentialOfAHost() throws {
    try folder.file("broker.example.org", "secret\n")
    let address = "mqtt://me@Broker.example.org"
    #expect(try outcome(address, directory: folder.path) == .success("secret"))
    #expect(try outcome("mqtt://me@other.example.org", directory: folder.path) == .success(nil))
    #expect(try outcome(address) == .success(nil))
    // Without a user, there is no login.
    #expect(
      try outcome("mqtt://broker.example.org", directory: folder.path) == .success(nil))
    #expect(
      try outcome("postgres://broker.example.org/d", directory: folder.path)
        == .success("secret"))
  }
}

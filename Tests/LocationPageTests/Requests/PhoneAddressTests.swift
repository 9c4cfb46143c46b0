// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import HTTPSites
import LocationJSON
import TestSupport
import Testing

@testable import LocationPage

@Suite struct PhoneAddressTests {
  private let token = AccessToken.random()

  private func document(_ addresses: [SiteAddress], _ host: String) -> JSONValue? {
    PageStory.json(PhoneAddress(addresses).document(token, askedAt: host))
  }

  @Test func onThisMachineAloneItSaysHowToListen() {
    let answer = document(SiteAddress.loopback(port: 8947), "localhost:8947")
    #expect(answer?["address"] == nil)
    #expect(answer?["error"]?.string?.contains("gps web --listen ") == true)
    #expect(answer?["error"]?.string?.contains("\(token)") == false)
  }

  @Test func theAddressIsTheOneByWhichTheBrowserAskedOrElseOneOfTheNetwork() {
    let addresses = [SiteAddress("127.0.0.1", 8947), SiteAddress("192.168.1.5", 8947)]
    #expect(
      document(addresses, "boat.local:8947")?["address"]?.string
        == "http://boat.local:8947/#token=\(token)")
    for host in ["localhost:8947", "127.0.0.1:8947", "[::1]:8947", ""] {
      #expect(
        document(addresses, host)?["address"]?.string == "http://192.168.1.5:8947/#token=\(token)",
        "\(host)")
    }
  }
}

@Suite struct TokenFileTests {
  @Test func theTokenOutlivesARestartUntilItIsReplaced() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/state/web-token"
    let first = try TokenFile.token(path, isNew: false)
    #expect(try TokenFile.token(path, isNew: false) == first)
    let second = try TokenFile.token(path, isNew: true)
    #expect(second != first)
    #expect(try TokenFile.token(path, isNew: false) == second)
  }

  @Test func aTokenThatOthersMayHaveWrittenIsNotUsed() throws {
    let folder = try ScratchFolder()
    let path = try folder.file("web-token", "0123456789abcdef0123456789abcdef\n".utf8)
    try #require(chmod(path, 0o600) == 0)
    #expect(try TokenFile.token(path, isNew: false).description.hasPrefix("0123456789abcdef"))
    try #require(chmod(path, 0o606) == 0)
    #expect(throws: WatchFile.Problem.self) { try TokenFile.token(path, isNew: false) }
  }

  @Test(arguments: [0o640, 0o604] as [mode_t])
  func aTokenThatOthersMayHaveReadIsReplaced(_ mode: mode_t) throws {
    let folder = try ScratchFolder()
    let path = try folder.file("web-token", "0123456789abcdef0123456789abcdef\n".utf8)
    try #require(chmod(path, mode) == 0)
    let token = try TokenFile.token(path, isNew: false)
    #expect(!token.description.hasPrefix("0123456789abcdef"))
    #expect(try TokenFile.token(path, isNew: false) == token)
  }

  @Test func whatIsNoTokenIsReplaced() throws {
    let folder = try ScratchFolder()
    let path = try folder.file("web-token", "../../etc/passwd\n".utf8)
    #expect(try TokenFile.token(path, isNew: false).description.utf8.count == 32)
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import ServerAccess
import Testing

@testable import LocationPublishing

struct DestinationTests {
  @Test func readsABroker() throws {
    let address = try MQTTDestination(
      "mqtts://skipper%40sea@Example.org/fleet/%7Bdevice%7D?ca-file=/etc/my%20ca.pem&client-id=b1")
    #expect(address.server.isEncrypted)
    #expect(address.server.host == "example.org" && address.server.port == 8883)
    #expect(address.server.user == "skipper@sea" && address.topic == "fleet/{device}")
    #expect(address.server.caFile == "/etc/my ca.pem" && address.clientID == "b1")
    #expect(address.format == .owntracks)
  }

  @Test func readsAWebServer() throws {
    let address = try HTTPDestination(
      "https://[2001:db8::1]:8443/pub?u=boat&format=json&d=a%20b")
    #expect(address.server.isEncrypted)
    #expect(address.server.host == "2001:db8::1" && address.server.port == 8443)
    #expect(address.target == "/pub?u=boat&d=a%20b" && address.format == .json)
    #expect(address.url == "https://[2001:db8::1]:8443/pub?u=boat&d=a%20b")
  }

  @Test func readsADatabase() throws {
    let address = try PostgreSQLDestination(
      "postgresql://db.example.org/shore?table=fleet.positions")
    #expect(address.server.isEncrypted && address.server.port == 5432)
    #expect(address.database == "shore" && address.table == "fleet.positions")
    let socket = try PostgreSQLDestination("postgres://%2Frun%2FPG/shore")
    #expect(socket.server.host == "/run/PG" && !socket.server.isEncrypted && socket.server.isLocal)
    let usual = try PostgreSQLDestination("postgres:///shore")
    #expect(usual.server.host.isEmpty && usual.server.isLocal && usual.table == "positions")
  }

  @Test(
    arguments: [
      ("a broker", "mqtt://h", 1883), ("an encrypted broker", "mqtts://h", 8883),
      ("a web server", "http://h", 80), ("an encrypted one", "https://h", 443),
      ("Traccar", "http://h:5055", 5055), ("a scheme in capitals", "MQTT://h", 1883),
      ("a database", "postgres://h/d", 5432), ("Kafka", "kafka://h/t", 9092),
      ("encrypted Kafka", "kafkas://h/t", 9093),
    ] as [(String, String, UInt16)])
  func knowsTheUsualPorts(_: String, _ text: String, _ port: UInt16) throws {
    let address = try #require(try Destinations.read(text) as? any ServerDestination)
    #expect(address.server.port == port)
  }

  @Test func knowsTheUsualFormats() throws {
    #expect(try HTTPDestination("https://h").format == .owntracks)
    // Traccar's port for the OsmAnd protocol.
    #expect(try HTTPDestination("http://h:5055").format == .osmand)
    #expect(try HTTPDestination("http://h:5055?format=owntracks").format == .owntracks)
    #expect(try MQTTDestination("MQTT://h?format=homeassistant").format == .homeassistant)
  }

  @Test(arguments: [
    ("name", "localhost", true), ("number", "127.0.0.9", true), ("IPv6", "[::1]", true),
    ("a name that looks like it", "127.example.org", false), ("another", "10.0.0.1", false),
  ])
  func knowsThisMachine(_: String, _ host: String, _ isLocal: Bool) throws {
    #expect(try PostgreSQLDestination("postgres://\(host)/d").server.isEncrypted != isLocal)
  }

  @Test(arguments: [
    ("no URL", "example.org", "it is not a URL"),
    ("a scheme of others", "ftp://h", "the scheme is unknown"),
    ("nothing behind it", "mqtt://", "it names no host"),
    ("a password", "mqtt://me:secret@h/t", "a password in the address"),
    ("nobody", "mqtt://@h", "the user is missing before \"@\""),
    ("port 0", "mqtt://h:0", "the port is not a number from 1 to 65535"),
    ("a port with letters", "mqtt://h:18x3", "the port is not a number"),
    ("IPv6 without brackets", "mqtt://::1:1883", "write an IPv6 address in brackets"),
    ("a space", "mqtt://h/a b", "it contains a space"),
    ("a line end", "mqtt://h/a\nb", "it contains a space or a control character"),
    ("a fragment", "mqtt://h/a#b", "it contains \"#\""),
    ("half an escape", "mqtt://h/a%2", "the topic has a \"%\""),
    ("an escape of other digits", "mqtt://h/%zz", "the topic has a \"%\""),
    ("bytes that are not UTF-8", "mqtt://h/%ff", "the topic has a \"%\""),
    ("a zero", "mqtt://h/%00", "the topic has a \"%\""),
    ("a slash in the host", "mqtt://a%2Fb", "the host contains a character"),
    ("a question mark in it", "https://a%3Fb", "the host contains a character"),
    ("a wildcard", "mqtt://h/a/+", "a topic to publish to contains neither"),
    ("another wildcard", "mqtt://h/%23", "a topic to publish to contains neither"),
    ("a topic of the broker", "mqtt://h/$SYS/x", "topics that begin with \"$\""),
    ("no database", "postgres://h", "it names no database"),
    ("nor here", "postgres://h/", "it names no database"),
    ("a table of three parts", "postgres://h/d?table=a.b.c", "the table is not called"),
    ("a quoted table", "postgres://h/d?table=a%22b", "the table is not called"),
    ("a file without a name", "file:/a/", "it names no file"),
    ("a file of another machine", "file://h/a", "a file is on this machine"),
    ("a file with an item", "file:/a?fsync=no", "\"fsync\" means nothing in its query"),
    ("no topic of Kafka", "kafka://h", "it names no topic"),
    ("a topic that Kafka does not allow", "kafka://h/fleet/a", "it names no topic"),
    ("the same", "kafka://h/..", "it names no topic"),
    ("no second host", "kafka://h,/t", "it names no host"),
    ("several hosts of a broker", "mqtt://h,i", "the host contains a character"),
    ("a password in the clear", "kafka://me@h/t?sasl=plain", "use kafkas, or a SCRAM"),
    (
      "no such way to log in", "kafkas://me@h/t?sasl=gssapi",
      "\"gssapi\" is not a supported login method"
    ),
    ("a login of nobody", "kafkas://h/t?sasl=plain", "sasl= needs a user"),
    ("an item of others", "mqtt://h?qos=2", "\"qos\" means nothing in its query"),
    ("an item of another scheme", "https://h/?table=t", "\"table\" means nothing in its query"),
    ("an item twice", "mqtt://h?format=json&format=json", "\"format\" is there more than once"),
    ("an empty item", "mqtt://h?ca-file=", "\"ca-file\" is empty"),
    (
      "no such format", "mqtt://h?format=xml",
      "the format \"xml\" is not supported there; use one of"
    ),
    ("a format of HTTP", "mqtt://h?format=osmand", "the format \"osmand\" is not supported there"),
    (
      "a format of MQTT", "http://h?format=homeassistant",
      "the format \"homeassistant\" is not supported there"
    ),
    ("a certificate without its key", "mqtts://h?certificate=c", "a certificate needs its key"),
    ("a certificate for nothing", "mqtt://h?ca-file=c", "use mqtts, or leave them out"),
    ("the same", "postgres:///d?ca-file=c", "certificates are for encrypted connections"),
    ("a password of nobody", "mqtt://h?password-file=f", "a password needs a user"),
  ])
  func saysWhatIsWrong(_: String, _ text: String, _ reason: String) {
    #expect {
      try Destinations.read(text)
    } throws: { error in
      guard let error = error as? AddressError else { return false }
      return error.reason.contains(reason) && "\(error)".hasPrefix("cannot publish to ")
        && !"\(error)".contains("\n") && !"\(error)".contains("secret")
    }
  }

  @Test(arguments: [
    ("one with everything that may be in a password", "mqtt://me:p@:/?s@h/t", "mqtt://me:…@h/t"),
    ("one in a query", "mqtt://h?password=geheim", "mqtt://h"),
  ])
  func showsNoPasswordInAnError(_: String, _ text: String, _ shown: String) {
    #expect { try Destinations.read(text) } throws: { ($0 as? AddressError)?.address == shown }
  }

  @Test(arguments: [
    ("what is usual is left out", "mqtt://H:1883?format=owntracks", "mqtt://h"),
    ("a topic", "mqtts://me@h/a/{device}?password-file=/p", "mqtts://me@h/a/{device}"),
    ("IPv6 and a format", "http://[::1]:81/p?format=json", "http://[::1]:81/p?format=json"),
    ("a token", "https://h/p?token=abc&u", "https://h/p?token=…&…"),
    ("a webhook", "https://h/api/webhook/abc", "https://h/api/webhook/…"),
    ("a file", "file:/a%20b", "file:/a b"), ("the same", "file:///a", "file:/a"),
    ("a table", "postgresql://me@h/d?table=t", "postgres://me@h/d?table=t"),
    ("several hosts", "kafka://A,[::1]:1,b:9092/t", "kafka://a,[::1]:1,b/t"),
    ("a terminal's command", "mqtt://h/%1b[2J", "mqtt://h/\\u{1b}[2J"),
  ])
  func describesItselfWithoutSecrets(_: String, _ text: String, _ description: String) throws {
    #expect(try Destinations.read(text).description == description)
  }

  @Test func aFileIsTheSameFromEveryWorkingDirectory() throws {
    let path = FileManager.default.currentDirectoryPath + "/a"
    #expect(try Destinations.read("file:a").description == "file:\(path)")
  }

  @Test func namesOfTheQueueDifferWhereOnlySecretsDo() throws {
    let first = try Destinations.read("https://h/api/webhook/abc")
    let second = try Destinations.read("https://h/api/webhook/abd")
    #expect(first.name != second.name && !first.name.contains("abc"))
    // A different password file does not make a different destination.
    let plain = try Destinations.read("mqtt://me@h/t")
    #expect(try Destinations.read("mqtt://me@h/t?password-file=/p").name == plain.name)
    #expect(plain.name == plain.description)
  }
}

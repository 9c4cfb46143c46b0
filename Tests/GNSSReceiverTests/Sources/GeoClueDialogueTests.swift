// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import TestSupport
import Testing

@testable import GNSSReceiver

/// What is said to GeoClue, and what follows from its answers; those of 2.6.0 were seen.
struct GeoClueDialogueTests {
  private static let client = "/org/freedesktop/GeoClue2/Client/1"
  private static let geoClue = ":1.7"

  /// Returns a dialogue whose client has been started.
  private static func started() throws -> GeoClueDialogue {
    var dialogue = GeoClueDialogue()
    #expect(GeoClueDialogue.firstRequests == [.noticeOwner, .client])
    let requests = try dialogue.received(
      BusMessage(.answer(2), from: geoClue, [.text(client)]), answering: .client, seconds: 0
    ).requests
    #expect(
      requests == [
        .introduce(client: client), .accuracy(client: client), .noticeChanges(client: client),
        .start(client: client),
      ])
    #expect(!dialogue.hasStarted)
    let lines = try dialogue.received(
      BusMessage(.answer(6), from: geoClue), answering: .start(client: client), seconds: 0
    ).lines
    #expect(dialogue.hasStarted)
    #expect(lines == Array("{\"class\":\"started\"}\n".utf8))
    return dialogue
  }

  private static func update(_ path: String, from sender: String = geoClue) -> BusMessage {
    BusMessage(
      .signal(
        path: client, interface: "org.freedesktop.GeoClue2.Client", member: "LocationUpdated"),
      from: sender, [.text("/"), .text(path)])
  }

  private static func location(_ sessions: [(String, BusValue)]) -> BusMessage {
    BusMessage(
      .answer(9), from: geoClue, [.list(sessions.map { .list([.text($0.0), $0.1]) })])
  }

  @Test func itsCallsAreThoseOfTheInterface() {
    let call = GeoClueDialogue.Request.introduce(client: Self.client).call
    #expect(call.path == Self.client && call.member == "Set")
    #expect(
      call.arguments == [
        .text("org.freedesktop.GeoClue2.Client"), .text("DesktopId"),
        .textVariant("core-location-linux"),
      ])
    #expect(
      GeoClueDialogue.Request.accuracy(client: Self.client).call.arguments.last
        == .unsignedVariant(8))
  }

  /// The values are those that GeoClue has for unknown ones.
  @Test func aLocationIsALine() throws {
    var dialogue = try Self.started()
    let update = try dialogue.received(Self.update("/l/1"), answering: nil, seconds: 0)
    #expect(update.requests == [.location(path: "/l/1")])
    let location = Self.location([
      ("Latitude", .number(51.5)), ("Longitude", .number(-0.25)), ("Accuracy", .number(25)),
      ("Altitude", .number(-Double.greatestFiniteMagnitude)), ("Speed", .number(-1)),
      ("Heading", .number(.nan)), ("Description", .text("WiFi\u{1B}[2J")),
      ("Timestamp", .list([.unsigned(1_750_000_000), .unsigned(5)])),
    ])
    let answer = try dialogue.received(
      location, answering: .location(path: "/l/1"), seconds: 1_750_000_003)
    #expect(
      String(decoding: answer.lines, as: UTF8.self)
        == #"{"class":"location","latitude":51.5,"longitude":-0.25,"accuracy":25,"speed":-1,"#
        + #""description":"WiFi\u001b[2J","seconds":1750000000,"microseconds":5,"age":3}"# + "\n")
  }

  /// Only one is asked for at a time, so that a flood of signals is no flood of calls.
  @Test func ofManyUpdatesTheLastIsAskedFor() throws {
    var dialogue = try Self.started()
    var requests = try (1...1000).flatMap {
      try dialogue.received(Self.update("/l/\($0)"), answering: nil, seconds: 0).requests
    }
    #expect(requests == [.location(path: "/l/1")])
    requests = try dialogue.received(
      BusMessage(.error(9, name: "x.UnknownObject", text: ""), from: Self.geoClue),
      answering: .location(path: "/l/1"), seconds: 0
    ).requests
    #expect(requests == [.location(path: "/l/1000")])
  }

  @Test(arguments: ["", "client", "/a//b", "/a/", "/a'b", "/ä", "//"])
  func whatIsNoPathIsNotCalled(path: String) throws {
    var dialogue = GeoClueDialogue()
    let error = #expect(throws: SourceError.self) {
      try dialogue.received(
        BusMessage(.answer(2), from: Self.geoClue, [.text(path)]), answering: .client, seconds: 0)
    }
    #expect(error?.description.contains("its answer names no client") == true)
    dialogue = try Self.started()
    #expect(try dialogue.received(Self.update(path), answering: nil, seconds: 0).requests.isEmpty)
  }

  @Test func othersAreNotHeard() throws {
    var dialogue = try Self.started()
    var requests = try dialogue.received(
      Self.update("/l/1", from: ":1.9"), answering: nil, seconds: 0
    ).requests
    for sender in [":1.9", Self.geoClue] {
      requests += try dialogue.received(
        BusMessage(
          .signal(
            path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: "NameOwnerChanged"), from: sender,
          [.text("org.freedesktop.GeoClue2"), .text(Self.geoClue), .text("")]), answering: nil,
        seconds: 0
      ).requests
    }
    #expect(requests.isEmpty && !dialogue.isOver)
  }

  @Test func itIsOverWhenGeoClueHasGone() throws {
    var dialogue = try Self.started()
    try dialogue.received(
      BusMessage(
        .signal(
          path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
          member: "NameOwnerChanged"), from: "org.freedesktop.DBus",
        [.text("org.freedesktop.GeoClue2"), .text(Self.geoClue), .text("")]), answering: nil,
      seconds: 0)
    #expect(dialogue.isOver)
  }

  @Test func anAgentMayStopIt() throws {
    var dialogue = try Self.started()
    let stopped = BusMessage(
      .signal(
        path: Self.client, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged"
      ), from: Self.geoClue,
      [
        .text("org.freedesktop.GeoClue2.Client"),
        .list([.list([.text("Active"), .flag(false)])]), .list([]),
      ])
    let error = #expect(throws: SourceError.self) {
      try dialogue.received(stopped, answering: nil, seconds: 0)
    }
    #expect(error?.description.contains("switched off") == true)
  }

  @Test(
    arguments: [
      ("not installed", "ServiceUnknown", "not provided by any .service files", "install"),
      (
        "configuration", "AccessDenied",
        "'core-location-linux' disallowed by configuration for UID 0", "allowed=true"
      ),
      ("switched off", "AccessDenied", "Geolocation disabled for UID 1000", "switched off"),
      ("2.5 without an agent", "AccessDenied", "'x' disallowed, no agent for UID 1000", "agent"),
      ("a terminal's escape", "Failed", "\u{1B}[2J\n", #"\u{1b}[2J\u{a}"#),
      ("a long text", "Failed", String(repeating: "x", count: 9999), "systemctl"),
    ])
  func anErrorIsOneLineThatSaysWhatToDo(why: String, name: String, text: String, words: String) {
    let line = GeoClueDialogue.failure("org.freedesktop.DBus.Error.\(name)", text).description
    #expect(line.hasPrefix("cannot use GeoClue: "), "\(why)")
    #expect(line.contains(words) && !line.contains("\n") && line.utf8.count < 400, "\(line)")
  }

  @Test func silenceMeansThatThereIsNoAgent() throws {
    #expect(GeoClueDialogue().silence.description.contains("no agent"))
    #expect(try Self.started().silence.description.contains("does not answer"))
  }

  @Test(arguments: 0..<4)
  func anyMessageIsSurvived(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let values: [BusValue] = [
      .text(""), .text("Latitude"), .number(.nan), .number(.infinity), .unsigned(.max),
      .flag(false), .list([]),
      .list([.text("Timestamp"), .list([.unsigned(.max), .unsigned(0)])]),
      .list([.list([.text("Latitude"), .text("x")])]), .text(Self.client),
    ]
    let requests: [GeoClueDialogue.Request?] = [
      .client, .start(client: ""), .location(path: ""), .noticeOwner, nil,
    ]
    var dialogue = GeoClueDialogue()
    for _ in 0..<2000 {
      let content = (0..<Int.random(in: 0..<4, using: &random)).map { _ in
        values.randomElement(using: &random) ?? .list([])
      }
      let kinds: [BusMessage.Kind] = [
        .answer(1), .error(1, name: "x", text: "y"), .other,
        .signal(
          path: Self.client, interface: "org.freedesktop.GeoClue2.Client",
          member: "LocationUpdated"),
        .signal(path: "", interface: "org.freedesktop.DBus", member: "NameOwnerChanged"),
      ]
      let kind = kinds.randomElement(using: &random) ?? .other
      let asked = try? dialogue.received(
        BusMessage(kind, from: ["", Self.geoClue].randomElement(using: &random) ?? "", content),
        answering: requests.randomElement(using: &random) ?? nil, seconds: .min / 2)
      #expect((asked?.requests ?? []).count <= 4)
    }
  }
}

extension GeoClueDialogue {
  /// Takes a message; returns what follows from it.
  @discardableResult
  fileprivate mutating func received(
    _ message: BusMessage, answering request: Request?, seconds: Int64
  ) throws(SourceError) -> Effects {
    var effects = Effects()
    try received(message, answering: request, seconds: seconds, into: &effects)
    return effects
  }
}

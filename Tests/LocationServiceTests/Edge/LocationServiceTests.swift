// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import Glibc
import LinuxSystem
import LocationAuthorization
import ReceiverRecording
import TestSupport
import Testing

@testable import LocationService

/// The service with real sockets, files and threads.
@Suite struct LocationServiceTests {
  private static let watch = "{\"class\":\"client\",\"name\":\"test\",\"watch\":true}\n"

  private let scratch: ScratchFolder
  private let socket: String
  private let gpsd: String

  init() throws {
    scratch = try ScratchFolder()
    (socket, gpsd) = (scratch.path + "/location.sock", scratch.path + "/gpsd.sock")
  }

  private func start(
    _ change: (inout ServiceConfiguration) -> Void = { _ in }
  ) throws -> LocationService {
    var configuration = ServiceConfiguration()
    configuration.addresses = [
      ListeningAddress(.location, .unix(path: socket)),
      ListeningAddress(.gpsd, .unix(path: gpsd)),
    ]
    configuration.gate = .own(name: "walk")
    configuration.options.version = "1"
    configuration.policy = PolicyFile(
      path: scratch.path + "/policy.json", top: scratch.path, owner: geteuid())
    change(&configuration)
    let recording = Repository.path("Fixtures/recordings/harbour-walk.nmea")
    let supervisor = try ReceiverSupervisor(
      .source(Source(identity: "walk", kind: RecordingSource(path: recording))), rates: nil)
    return try LocationService(configuration, supervisor, complain: { _ in }, show: { _ in })
  }

  @Test func servesTwoProtocolsAtOnceAndLeavesNothingBehind() throws {
    let service = try start()
    let (own, other) = (try Connection(socket), try Connection(gpsd))
    #expect(try own.line(with: "class").contains("\"class\":\"service\",\"protocol\":1"))
    #expect(try other.line(with: "class").contains("\"class\":\"VERSION\""))
    own.send(Self.watch)
    other.send("?WATCH={\"enable\":true,\"json\":true};")
    #expect(try own.line(with: "authorization").contains("\"authorized\""))
    #expect(try own.line(with: "\"class\":\"fix\"").contains("\"latitude\":-33.8"))
    #expect(try other.line(with: "\"TPV\"").contains("\"lat\":-33.8"))
    own.send("{\"class\":\"clients\"}\n")
    #expect(try own.line(with: "\"clients\"").contains("\"uid\":\(geteuid()),\"pid\":\(getpid())"))
    #expect(service.served.map(\.name) == [socket, gpsd])
    service.stop()
    #expect(own.isClosed())
    #expect(scratch.names().isEmpty)
  }

  @Test func revokesARightWithinASecond() throws {
    let service = try start()
    defer { service.stop() }
    let (own, other) = (try Connection(socket), try Connection(gpsd))
    own.send(Self.watch)
    other.send("?WATCH={\"enable\":true,\"json\":true};")
    _ = (try own.line(with: "\"class\":\"fix\""), try other.line(with: "\"lat\""))
    let start = ContinuousClock.now
    try scratch.file(
      "policy.json",
      "{\"version\":1,\"clients\":{\"user:\(geteuid())\":{\"status\":\"restricted\"}}}")
    #expect(try own.line(with: "authorization").contains("\"denied\""))
    #expect(try other.line(with: "ERROR").contains("denies it"))
    #expect(ContinuousClock.now - start < .seconds(30))
    #expect(try other.line(with: "\"TPV\"").contains("\"mode\":0"))
  }

  // MARK: Units

  /// Starts the service with a rule that denies a unit, and returns it with a TCP port on which it serves.
  private func startDenying(_ unit: String) throws -> (service: LocationService, port: UInt16) {
    try scratch.file(
      "policy.json", "{\"version\":1,\"clients\":{\"unit:\(unit)\":{\"status\":\"restricted\"}}}")
    let other = try StandInServer(greeting: "")
    other.stop()
    let service = try start {
      $0.addresses.append(ListeningAddress(.location, .tcp(address: "127.0.0.1", port: other.port)))
    }
    return (service, other.port)
  }

  @Test func deniesTCPWhereAUnitIsDenied() throws {
    let (service, port) = try startDenying("weather.service")
    defer { service.stop() }
    let answer = try ClientProcess(.tcp, "\(port)").authorization()
    #expect(answer.contains("\"denied\""))
    #expect(answer.contains("it is not known which one connects; connect to the unix socket"))
    // Without such a rule, the unit does not matter.
    try scratch.file("policy.json", "{\"version\":1}")
    #expect(
      try eventually {
        try ClientProcess(.tcp, "\(port)").authorization().contains("\"authorized\"")
      })
  }

  @Test(
    .enabled(if: ControlGroup.isPossible, "control groups cannot be created"),
    arguments: ClientProcess.Way.allCases)
  func deniesAUnitHoweverItConnects(way: ClientProcess.Way) throws {
    let unit = "core-location-linux-\(getpid())-\(way).service"
    let (denied, other) = (try ControlGroup(unit), try ControlGroup("other-" + unit))
    let (service, port) = try startDenying(unit)
    defer { service.stop() }
    let address = way == .tcp ? "\(port)" : socket
    let answer = try ClientProcess(way, address, in: denied).authorization()
    #expect(answer.contains("\"denied\""))
    guard way == .itself else { return }
    let allowed = try ClientProcess(way, address, in: other).authorization()
    #expect(allowed.contains("\"authorized\""))
  }

  /// The child may have been in a unit that is denied, and have left the connection to another process there.
  @Test func knowsNoUnitOnceTheProcessHasEnded() throws {
    let group = ControlGroup.isPossible ? try ControlGroup("ended-\(getpid()).service") : nil
    for way in [ClientProcess.Way.itself, .child] {
      let listener = try Self.bind(socket)
      try #require(listen(listener, 1) == 0)
      let client = try ClientProcess(way, socket, in: group)
      let connection = accept(listener, nil, nil)
      let peer = try #require(ConnectionPeer.lookUp([ConnectionPeer(connection)])[0])
      // Lets the client end.
      _ = write(connection, "\"authorization\"\n", 16)
      _ = try client.authorization()
      for descriptor in [connection, listener] { close(descriptor) }
      unlink(socket)
      #expect(peer.user == geteuid())
      #expect((peer.name == nil) == (way == .child))
      if way == .child { #expect(peer.unit == .unknown) }
      if way == .itself, group != nil { #expect(peer.unit == .named("ended-\(getpid()).service")) }
    }
  }

  @Test func takesThePlaceOfAServiceThatWasKilledAndOfNoOther() throws {
    let first = try start()
    let error = #expect(throws: ServiceError.self) { try start() }
    #expect(error?.description.contains("serves it already") == true)
    first.stop()
    // What a killed service leaves behind.
    close(try Self.bind(socket))
    #expect(scratch.names() == ["location.sock"])
    let second = try start()
    #expect(try Connection(socket).line(with: "class").contains("protocol"))
    second.stop()
  }

  private static func bind(_ path: String) throws -> CInt {
    let socket = Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    try #require(UnixAddress(path).withAddress { Glibc.bind(socket, $0, $1) } == 0)
    return socket
  }

  @Test func readsThePeerOfAConnection() throws {
    var pair: [CInt] = [0, 0]
    try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0)
    defer { for end in pair { close(end) } }
    let peer = try #require(ConnectionPeer.lookUp([ConnectionPeer(pair[0])])[0])
    #expect(peer.user == geteuid())
    #expect(peer.process == getpid())
    #expect(peer.groups?.contains(getegid()) == true)
    #expect(peer.name != nil)
  }
}

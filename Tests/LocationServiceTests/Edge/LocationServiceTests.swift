// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import Glibc
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
      .place(RecordingPlace(path: recording), "walk"), rates: nil)
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

  @Test func takesThePlaceOfAServiceThatWasKilledAndOfNoOther() throws {
    let first = try start()
    let error = #expect(throws: ServiceError.self) { try start() }
    #expect(error?.description.contains("serves it already") == true)
    first.stop()
    // What a killed service leaves behind.
    try Self.bindAndForget(socket)
    #expect(scratch.names() == ["location.sock"])
    let second = try start()
    #expect(try Connection(socket).line(with: "class").contains("protocol"))
    second.stop()
  }

  private static func bindAndForget(_ path: String) throws {
    let socket = Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0)
  }

  @Test func readsThePeerOfAConnection() throws {
    var pair: [CInt] = [0, 0]
    try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0)
    defer { for end in pair { close(end) } }
    let peer = try #require(ConnectionPeer(pair[0]).lookUp())
    #expect(peer.user == geteuid())
    #expect(peer.process == getpid())
    #expect(peer.groups.contains(getegid()))
    #expect(peer.name != nil)
  }
}

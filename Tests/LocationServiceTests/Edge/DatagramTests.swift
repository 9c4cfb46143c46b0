// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import Glibc
import LinuxSystem
import LocationAuthorization
import ReceiverRecording
import TestSupport
import Testing

@testable import LocationService

/// Sentences that are sent to everybody at an address.
@Suite struct DatagramTests {
  /// A socket that receives datagrams on this machine, on a port of its own.
  private final class Receiver {
    private let socket: CInt
    let port: UInt16

    init() throws {
      let type = CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
      let socket = Glibc.socket(AF_INET, type, 0)
      self.socket = socket
      let address = try #require(InternetAddress("127.0.0.1"))
      let bound = address.withAddress { bind(socket, $0, $1) }
      try #require(bound == 0)
      port = try #require(InternetAddress(of: socket, getsockname)).port
      var patience = timeval(tv_sec: 60, tv_usec: 0)
      setsockopt(
        socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(socket) }

    /// Waits for the next datagram.
    func next() throws -> String {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = recv(socket, &buffer, buffer.count, 0)
      try #require(count > 0, "nothing came")
      return String(decoding: buffer.prefix(count), as: UTF8.self)
    }
  }

  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// Starts a service that reads a recording and sends its sentences to a port.
  private func start(
    _ port: UInt16, complaints: Mutex<[String]> = Mutex([])
  ) throws -> LocationService {
    var configuration = ServiceConfiguration()
    configuration.addresses = [
      ListeningAddress(.nmea, .datagrams(address: "127.0.0.1", port: port))
    ]
    configuration.gate = .own(name: "walk")
    configuration.policy = PolicyFile(
      path: scratch.path + "/policy.json", top: scratch.path, owner: geteuid())
    let recording = Repository.path("Fixtures/recordings/harbour-walk.nmea")
    let supervisor = try ReceiverSupervisor(
      .source(Source(identity: "walk", kind: RecordingSource(path: recording, speed: 10))),
      rates: nil)
    return try LocationService(
      configuration, supervisor, complain: { line in complaints.withLock { $0.append(line) } },
      show: { _ in })
  }

  @Test func sendsTheReceiversSentencesWhole() throws {
    let receiver = try Receiver()
    let service = try start(receiver.port)
    defer { service.stop() }
    #expect(service.served.map(\.name) == ["udp://127.0.0.1:\(receiver.port)"])
    var kinds: Set<Substring> = []
    for _ in 0..<5 {
      let datagram = try receiver.next()
      #expect(datagram.utf8.count <= 1400 && datagram.hasSuffix("\r\n"))
      let sentences = datagram.split(separator: "\r\n")
      #expect(sentences.allSatisfy { $0.hasPrefix("$") && $0.dropLast(2).hasSuffix("*") })
      kinds.formUnion(sentences.map { $0.dropFirst(3).prefix(3) })
    }
    #expect(kinds.isSuperset(of: ["RMC", "GGA"]))
  }

  @Test func sendsReducedPlacesWhereThePolicyReducesAnybody() throws {
    try scratch.file(
      "policy.json",
      """
      {"version": 1, "clients": {"user:4711": {"status": "authorizedAlways", "accuracy": "reduced"}}}
      """)
    let receiver = try Receiver()
    let service = try start(receiver.port)
    defer { service.stop() }
    // The center of the cell of 33°51.58' south, which reaches from -33.885° to -33.84°.
    let datagram = try receiver.next()
    #expect(datagram.hasPrefix("$GNRMC,") && datagram.contains(",3351.75"))
  }

  @Test func sendsNothingWhereThePolicyDeniesAnybody() throws {
    try scratch.file(
      "policy.json", "{\"version\": 1, \"clients\": {\"user:4711\": {\"status\": \"restricted\"}}}")
    let receiver = try Receiver()
    let complaints = Mutex<[String]>([])
    let service = try start(receiver.port, complaints: complaints)
    #expect(eventually { complaints.withLock { !$0.isEmpty } })
    service.stop()
    let lines = complaints.withLock { $0 }
    #expect(lines.count == 1)
    #expect(lines[0].contains("denies somebody, and anybody can receive datagrams"))
  }

  @Test func refusesANameInPlaceOfAnAddress() throws {
    var configuration = ServiceConfiguration()
    configuration.addresses = [ListeningAddress(.nmea, .datagrams(address: "boat", port: 10110))]
    let supervisor = try ReceiverSupervisor(
      .source(Source(identity: "walk", kind: RecordingSource(path: "/dev/null"))), rates: nil)
    let error = #expect(throws: ServiceError.self) {
      try LocationService(configuration, supervisor, complain: { _ in }, show: { _ in })
    }
    #expect(
      error?.description
        == "cannot send to udp://boat:10110: it is not a numeric address; name another address "
        + "with --nmea-udp")
  }

  @Test(
    arguments: [
      ("nothing", [], []), ("one line", [70], [70]),
      ("as many lines as fit", [700, 690, 10], [1400]),
      ("one more", [700, 690, 11], [1390, 11]),
      ("a line that fits nowhere", [10, 2000, 10], [10, 2000, 10]),
    ] as [(String, [Int], [Int])])
  func dividesBurstsAtTheEndsOfLines(why: String, lines: [Int], datagrams: [Int]) {
    let bytes = lines.flatMap { [UInt8](repeating: 0x24, count: $0 - 1) + [0x0A] }
    let divided = DatagramOutlet.datagrams(of: bytes)
    #expect(divided.map(\.count) == datagrams, "\(why)")
    #expect(divided.flatMap(\.self) == bytes)
  }
}

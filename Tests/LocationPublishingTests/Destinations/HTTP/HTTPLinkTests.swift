// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import LocationPublishing
import ServerAccess
import TestSupport
import Testing
import TrackStore

/// Tests with a Python server that records the requests it receives.
@Suite(.enabled(if: WebServer.isInstalled, "python3 or openssl is not installed"))
struct HTTPLinkTests {
  private let server: WebServer
  private static let shared = Result { try WebServer() }

  init() throws {
    signal(SIGPIPE, SIG_IGN)
    server = try Self.shared.get()
  }

  private func link(
    _ address: String, stop: WakeUp? = nil, patience: Duration = .seconds(60)
  ) throws -> HTTPLink {
    HTTPLink(
      try HTTPDestination(address), credentials: Credentials(directory: nil),
      stop: try stop ?? WakeUp(), patience: patience)
  }

  private func outcome(_ link: HTTPLink, _ count: Int = 1) -> Result<Int, DeliveryError> {
    Result { () throws(DeliveryError) in
      try link.open()
      return try link.deliver(PositionReport.samples(count))
    }
  }

  @Test func postsOwnTracksObjectsOverOneConnection() throws {
    let path = "/pub?u=boat"
    let link = try link("http://127.0.0.1:\(server.port)\(path)")
    #expect(outcome(link, 3) == .success(3))
    let requests = try server.requests(path)
    #expect(requests.count == 3 && Set(requests.map(\.from)).count == 1)
    #expect(
      requests[0].body
        == #"{"_type":"location","lat":47.0000000,"lon":9.5000000,"acc":4,"tid":"at","tst":1795348800,"topic":"owntracks/gps/boat"}"#
    )
    #expect(requests[0].type == "application/json")
    #expect(requests[0].user == "gps" && requests[0].device == "boat")
    #expect(requests.map { $0.body.contains("1795348802") } == [false, false, true])
  }

  @Test func postsATransitionInFrontOfItsPosition() throws {
    let path = "/region"
    let link = try link("http://127.0.0.1:\(server.port)\(path)")
    var report = PositionReport.samples(1)[0]
    report.occasion = .left(region: "harbor")
    try link.open()
    #expect(try link.deliver([report]) == 1)
    let bodies = try server.requests(path).map(\.body)
    #expect(
      bodies.count == 2 && bodies[0].contains("transition") && bodies[1].contains("location"))
  }

  @Test func postsTraccarsForm() throws {
    let path = "/traccar"
    let link = try link("http://127.0.0.1:\(server.port)\(path)?format=osmand")
    #expect(outcome(link) == .success(1))
    let request = try #require(try server.requests(path).first)
    #expect(request.type == "application/x-www-form-urlencoded")
    #expect(
      request.body == "id=boat&lat=47&lon=9.5&timestamp=1795348800&accuracy=4&occasion=distance")
  }

  @Test func logsIn() throws {
    let path = "/login"
    let file = try server.folder.file("password", "wind & waves\n")
    chmod(file, 0o600)
    let link = try link("http://boat@127.0.0.1:\(server.port)\(path)?password-file=\(file)")
    #expect(outcome(link) == .success(1))
    // printf 'boat:wind & waves' | base64
    #expect(try server.requests(path)[0].authorization == "Basic Ym9hdDp3aW5kICYgd2F2ZXM=")
  }

  @Test(
    arguments: [
      ("not logged in", "status/401", 77), ("not allowed", "status/403", 77),
      ("no such page", "status/404", 78), ("a device that is not known", "status/400", 65),
      ("moved for good", "status/301", 78),
    ] as [(String, String, Int32)])
  func isRefused(_: String, _ path: String, _ exitCode: Int32) throws {
    let outcome = outcome(try link("http://127.0.0.1:\(server.port)/\(path)"))
    guard case .failure(.refused(let reason, exitCode)) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reason.contains("127.0.0.1:\(server.port)/\(path)"))
    #expect(path == "status/301" || reason.contains(path.suffix(3)), "\(reason)")
  }

  @Test(
    arguments: [
      ("overloaded", "status/503", nil), ("overloaded, and says how long", "status/503/7", 7),
      ("too many", "status/429/120", 120), ("too slow", "status/408", nil),
      ("broken", "status/500", nil), ("a page to log in", "page", nil),
      ("sent elsewhere for now", "status/302", nil), ("closes the connection", "drop", nil),
    ] as [(String, String, Int?)])
  func isTriedAgain(_: String, _ path: String, _ seconds: Int?) throws {
    let outcome = outcome(try link("http://127.0.0.1:\(server.port)/\(path)"))
    guard case .failure(.later(_, let after)) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(after == seconds.map { .seconds($0) })
  }

  @Test func saysThatNobodyListens() throws {
    let address = "http://127.0.0.1:\(ServerProcess.freePort())/"
    let error = DeliveryError.later("cannot reach \(address): connection refused")
    #expect(outcome(try link(address)) == .failure(error))
  }

  @Test func saysAtTheNextCallWhyItBroke() throws {
    let link = try link("http://127.0.0.1:\(server.port)/second/503/9")
    #expect(outcome(link, 2) == .success(1))
    #expect(
      throws: DeliveryError.later(
        "http://127.0.0.1:\(server.port)/second/503/9 is not working at the moment (status 503)",
        after: .seconds(9))
    ) { try link.deliver(PositionReport.samples(1)) }
  }

  @Test func saysHowManyWereAcknowledgedBeforeItBroke() throws {
    let link = try link("http://127.0.0.1:\(server.port)/flaky")
    var delivered = 0
    for _ in 0..<40 where delivered < 20 {
      do throws(DeliveryError) {
        try link.open()
        delivered += try link.deliver(PositionReport.samples(20 - delivered, from: delivered))
      } catch { guard case .later = error else { throw error } }
    }
    #expect(delivered == 20)
  }

  @Test func givesUpOnAServerThatDoesNotAnswer() throws {
    let outcome = outcome(
      try link("http://127.0.0.1:\(server.port)/silent", patience: .seconds(1)))
    guard case .failure(.later(let reason, nil)) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reason.hasSuffix(": timeout was reached"), "\(reason)")
  }

  @Test func stopsAtOnceWhileAServerIsSilent() throws {
    let (log, queue) = (Mutex(0), MemoryQueue(PositionReport.samples(1)))
    let address = try HTTPDestination("http://127.0.0.1:\(server.port)/silent/stop")
    let thread = try DeliveryThread(
      link: { address.link(device: "boat", credentials: Credentials(directory: nil), stop: $0) },
      queue: { queue }, report: { _ in log.withLock { $0 += 1 } })
    #expect(try eventually { try server.requests("/silent/stop").count == 1 })
    let begin = monotonicNow()
    thread.stop()
    thread.join()
    // Its patience is a minute.
    #expect(monotonicNow() - begin < .seconds(15))
    #expect(queue.acknowledged == 0)
  }

  @Test func checksCertificates() throws {
    let path = server.folder.path
    let address = "https://localhost:\(server.encrypted)/tls"
    #expect(outcome(try link("\(address)?ca-file=\(path)/ca.pem")) == .success(1))
    let untrusted =
      "the certificate of \(address) is not trusted; check ca-file= and this machine's clock"
    #expect(
      outcome(try link("\(address)?ca-file=\(path)/other.pem"))
        == .failure(.refused(untrusted, exitCode: 76)))
    #expect(outcome(try link(address)) == .failure(.refused(untrusted, exitCode: 76)))
    let number = "https://127.0.0.1:\(server.encrypted)/tls"
    #expect(
      outcome(try link("\(number)?ca-file=\(path)/ca.pem"))
        == .failure(
          .refused(
            "the certificate of \(number) is for another host; use the name that is in it",
            exitCode: 76)))
  }

  @Test func losesNothingWhenTheServerDies() throws {
    let server = try WebServer()
    let queue = MemoryQueue(PositionReport.samples(60))
    let address = try HTTPDestination("http://127.0.0.1:\(server.port)/dies?format=osmand")
    let thread = try DeliveryThread(
      link: { address.link(device: "boat", credentials: Credentials(directory: nil), stop: $0) },
      queue: { queue }, report: { _ in })
    #expect(eventually { queue.acknowledged >= 20 })
    server.kill()
    try server.start()
    queue.append(PositionReport.samples(40, from: 60))
    thread.queueHasGrown()
    #expect(eventually { queue.acknowledged == 100 })
    thread.stop()
    thread.join()
    let times = try server.requests("/dies").compactMap { request in
      request.body.firstRange(of: "timestamp=").flatMap {
        Int(request.body[$0.upperBound...].prefix { $0.isNumber })
      }
    }
    #expect(Set(times) == Set(1_795_348_800..<1_795_348_900))
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 > $0 - 20 })
  }
}

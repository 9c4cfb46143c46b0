// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import Glibc
import LinuxSystem
import LocationProtocols
import NMEA0183
import TestSupport
import Testing

@testable import GNSSReceiver

/// Programs that share their receiver, on real sockets.
@Suite struct SharedSourceTests {
  private static let greeting = "{\"class\":\"service\",\"protocol\":1,\"version\":\"test\"}\n"
  private static let fix =
    "{\"class\":\"fix\",\"timestamp\":\"2025-06-15T06:32:20.000Z\",\"latitude\":47.5,\"longitude\":9.7,"
    + "\"horizontalAccuracy\":2.5,\"horizontalAccuracySource\":\"GST\",\"device\":\"/dev/ttyUSB0\"}\n"
  private static let introduction = ClientIntroduction(
    name: "a test", identifier: "org.example.test", headings: true)

  /// Waits for an event of a supervisor, and returns all events until then.
  private static func events(
    _ listener: ReceiverListener, until isAwaited: (ReceiverEvent) -> Bool
  ) throws -> [ReceiverEvent] {
    let deadline = monotonicNow() + .seconds(60)
    var events: [ReceiverEvent] = []
    while !events.contains(where: isAwaited) {
      var ready = [pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)]
      try #require(wait(for: &ready, until: deadline), "\(events)")
      events += listener.drain()
    }
    return events
  }

  private static func isFix(_ event: ReceiverEvent) -> Bool {
    event.fix != nil
  }

  private static func isLoss(_ event: ReceiverEvent) -> Bool {
    if case .report(.fixLost) = event.content { true } else { false }
  }

  private static func explanation(_ event: ReceiverEvent) -> String? {
    if case .status(let status) = event.content { status.current?.explanation } else { nil }
  }

  @Test func aServiceIsIntroducedToAndListenedTo() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/location.sock"
    let server = try StandInServer(path: path, greeting: Self.greeting)
    defer { server.stop() }
    let supervisor = try ReceiverSupervisor(
      try ReceiverSupervisor.Selection("service:\(path)", introduction: Self.introduction),
      rates: nil)
    let listener = try supervisor.listen()
    #expect(eventually { !server.received.isEmpty })
    let request = server.received.first.flatMap { try? ServiceRequest(line: $0.utf8) }
    #expect(request == .client(Self.introduction))
    server.send(
      "{\"class\":\"state\",\"state\":\"fix\",\"code\":\"fix\",\"explanation\":\"it has a fix\"}\n"
        + Self.fix)
    let events = try Self.events(listener, until: Self.isFix)
    #expect(events.compactMap(Self.explanation).last == "it has a fix")
    guard let fix = events.last(where: Self.isFix)?.fix else { return }
    #expect(fix.latitude == 47.5 && fix.horizontalAccuracy == 2.5)
    #expect(fix.horizontalAccuracySource == .pseudorangeStatistics)
    server.hangUp()
    #expect(try Self.events(listener, until: Self.isLoss).count(where: Self.isLoss) == 1)
    #expect(eventually { server.connections > 1 })
  }

  /// A report that the service sends only once may be among those that were too old to be passed on.
  @Test func connectsAgainAfterTheProcessStoodStill() throws {
    let scratch = try ScratchFolder()
    let secondFix = Self.fix.replacing("32:20.000Z", with: "32:20.100Z")
    func supervisor(_ name: String, longestDelay: Duration) throws -> (
      StandInServer, ReceiverSupervisor
    ) {
      let path = "\(scratch.path)/\(name).sock"
      let server = try StandInServer(path: path, greeting: Self.greeting)
      var options = SupervisionOptions()
      options.longestDelay = longestDelay
      let kind = ServiceSource([path], Self.introduction)
      return (
        server,
        try ReceiverSupervisor(
          .source(Source(identity: "service", kind: kind)), options: options)
      )
    }
    let (server, supervised) = try supervisor("held", longestDelay: .nanoseconds(1))
    defer { server.stop() }
    let (other, unheld) = try supervisor("witness", longestDelay: .seconds(5))
    defer { other.stop() }
    let witness = try unheld.listen()
    let (isHolding, isHeld) = (Mutex(false), Mutex(true))
    // A listener that does not return blocks the receiver's thread, as stopping the process would.
    let observation = try supervised.observe { events in
      guard events.contains(where: { $0.fix?.time?.time.nanosecond == 100_000_000 }) else { return }
      isHolding.withLock { $0 = true }
      _ = eventually { !isHeld.withLock { $0 } }
    }
    // With a delay that short, what is sent first may be discarded, too, and the connection with it.
    let hasBegun = eventually(every: .milliseconds(50)) {
      if isHolding.withLock({ $0 }) { return true }
      if !server.received.isEmpty { server.send(Self.fix + secondFix) }
      return false
    }
    #expect(hasBegun)
    let connections = server.connections
    server.send("{\"class\":\"authorization\",\"status\":\"denied\"}\n")
    // The same, but later: when this fix is lost, the other one has been for longer.
    #expect(eventually { !other.received.isEmpty })
    other.send(Self.fix + secondFix)
    _ = try Self.events(witness, until: Self.isLoss)
    #expect(server.connections == connections, "its thread stands still")
    isHeld.withLock { $0 = false }
    #expect(eventually { server.connections > connections })
    withExtendedLifetime(observation) {}
  }

  @Test func aSocketThatIsNotThereIsExplained() throws {
    let scratch = try ScratchFolder()
    let supervisor = try ReceiverSupervisor(
      try ReceiverSupervisor.Selection("service:\(scratch.path)/none.sock"), rates: nil)
    let events = try Self.events(try supervisor.listen()) { Self.explanation($0) != nil }
    #expect(
      events.compactMap(Self.explanation)
        == [
          "cannot reach the location service at \(scratch.path)/none.sock: there is none; start \"gps serve\""
        ])
  }

  @Test(
    arguments: [
      ("the variable names one", ["CORELOCATION_SERVICE": "/a.sock"], ["/a.sock"]),
      ("the variable forbids it", ["CORELOCATION_SERVICE": "none", "XDG_RUNTIME_DIR": "/x"], []),
      (
        "in a session", ["XDG_RUNTIME_DIR": "/x", "CORELOCATION_SERVICE": ""],
        ["/x/core-location/location.sock", "/run/core-location/location.sock"]
      ),
      ("without a session", [:], ["/run/core-location/location.sock"]),
    ] as [(reason: String, environment: Environment, paths: [String])])
  func isLookedForWhereTheEnvironmentSays(
    reason: String, environment: Environment, paths: [String]
  ) {
    #expect(ServiceSource.paths(environment: environment) == paths, "\(reason)")
  }

  /// Another user's socket is trusted only if root has created it, or has given that user its directory in `/run`.
  @Test(.enabled(if: geteuid() == 0, "another user's socket needs root"))
  func aStrangersSocketIsNotTrusted() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/location.sock"
    #expect(chmod(scratch.path, 0o777) == 0)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/setpriv")
    process.arguments = [
      "--reuid=1234", "--regid=1234", "--clear-groups", "/usr/bin/python3", "-c",
      """
      import socket, sys
      s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen(4); print(flush=True)
      sys.stdin.read()
      """, path,
    ]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    defer {
      input.fileHandleForWriting.closeFile()
      process.waitUntilExit()
    }
    _ = output.fileHandleForReading.readData(ofLength: 1)
    #expect(chmod(path, 0o777) == 0)
    #expect(throws: SourceError.self) { try ServiceSocket.connect(to: [path]) }
    // Root has given the directory away.
    #expect(chown(scratch.path, 1234, 1234) == 0 && chmod(scratch.path, 0o755) == 0)
    let parent = URL(filePath: scratch.path).deletingLastPathComponent().path
    var status = stat()
    #expect(stat(parent, &status) == 0)
    // Any user may make a directory in the folder for temporary files, so that its owner means nothing.
    #expect(throws: SourceError.self) { try ServiceSocket.connect(to: [path]) }
    let inner = scratch.path + "/run/core-location"
    #expect(chown(scratch.path, 0, 0) == 0)
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
    // Tests beside this one change the umask for a moment.
    #expect(chmod(scratch.path + "/run", 0o755) == 0 && chmod(inner, 0o755) == 0)
    #expect(rename(path, inner + "/location.sock") == 0)
    #expect(chown(inner, 1234, 1234) == 0)
    // As in /home, where the owner of a directory is no service.
    #expect(throws: SourceError.self) { try ServiceSocket.connect(to: [inner + "/location.sock"]) }
    let runtime = URL(filePath: scratch.path + "/run").resolvingSymlinksInPath().path
    #expect(ServiceSocket.isTrusted(1234, inner + "/location.sock", runtime: runtime))
    #expect(!ServiceSocket.isTrusted(1235, inner + "/location.sock", runtime: runtime))
    // As under systemd, which creates the socket and passes it to an account that listens on it again.
    #expect(chown(inner, 0, 0) == 0)
    let connection = try ServiceSocket.connect(to: [inner + "/location.sock"])
    #expect(connection.process == process.processIdentifier)
    close(connection.descriptor)
    #expect(chmod(inner, 0o777) == 0)
    #expect(throws: SourceError.self) { try ServiceSocket.connect(to: [inner + "/location.sock"]) }
  }

  @Test func whoListensIsAskedFor() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/location.sock"
    let server = try StandInServer(path: path, greeting: Self.greeting) { line in
      line.contains("\"clients\"")
        ? "{\"class\":\"clients\",\"count\":2,\"clients\":[{\"uid\":1000,\"pid\":77,\"name\":\"maps\","
          + "\"protocol\":\"gpsd\"},{\"uid\":0,\"pid\":\(getpid()),\"protocol\":\"service\"}]}\n"
        : nil
    }
    defer { server.stop() }
    let answer = try #require(ServiceInquiry([path], name: "a test"))
    #expect(answer.version == "test" && answer.count == 1)
    #expect(answer.clients?.map(\.name) == ["maps"])
    #expect(answer.process == getpid())
    #expect(answer.has("/dev/null", holders: [getpid()]))
    #expect(!answer.has("/dev/null", holders: [1]))
    #expect(ServiceInquiry([scratch.path + "/none"], name: "a test") == nil)
    #expect(ServiceAnswer([scratch.path + "/none"], name: "a test") == .none)
  }

  /// A process that has been stopped still has connections accepted by the kernel.
  @Test func aServiceThatHangsIsKnownAsOne() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/location.sock"
    let server = try StandInServer(path: path, greeting: "") { _ in nil }
    defer { server.stop() }
    let answer = ServiceAnswer([path], name: "a test")
    #expect(answer.inquiry == nil)
    #expect(answer.silence == SilentService(path: path, process: getpid()))
  }

  // MARK: gpsd

  private static let version =
    "{\"class\":\"VERSION\",\"release\":\"3.22\",\"rev\":\"3.22\",\"proto_major\":3,\"proto_minor\":14}\r\n"

  @Test func aGpsdIsWatched() throws {
    let server = try StandInServer(greeting: Self.version) { request in
      request.hasPrefix("?WATCH=")
        ? "{\"class\":\"DEVICES\",\"devices\":[{\"class\":\"DEVICE\",\"path\":\"/dev/ttyS9\"}]}\r\n"
        : nil
    }
    defer { server.stop() }
    let supervisor = try ReceiverSupervisor(
      try ReceiverSupervisor.Selection("gpsd://127.0.0.1:\(server.port)/dev/ttyS9"), rates: nil)
    let listener = try supervisor.listen()
    #expect(eventually { !server.received.isEmpty })
    #expect(
      server.received == [
        "?WATCH={\"enable\":true,\"json\":true,\"device\":\"/dev/ttyS9\"};\r"
      ])
    server.send(
      "{\"class\":\"TPV\",\"device\":\"/dev/ttyS9\",\"mode\":3,\"time\":\"2025-06-15T06:32:20.000Z\","
        + "\"lat\":47.5,\"lon\":9.7,\"altMSL\":400.5,\"eph\":16.155}\r\n")
    let events = try Self.events(listener, until: Self.isFix)
    guard let fix = events.last(where: Self.isFix)?.fix else { return }
    #expect(fix.horizontalAccuracy.map { abs($0 - 10) < 0.01 } == true)
    #expect(fix.horizontalAccuracySource == .gpsdEstimate)
    server.send("{\"class\":\"DEVICE\",\"path\":\"/dev/ttyS9\",\"activated\":0}\r\n")
    let after = try Self.events(listener) {
      Self.explanation($0)?.contains("plug it in again") == true
    }
    #expect(after.count { if case .report(.fixLost) = $0.content { true } else { false } } == 1)
    server.hangUp()
    #expect(eventually { server.connections > 1 })
  }

  @Test(
    arguments: [
      ("gpsd://", "gpsd://localhost:2947"), ("gpsd://box", "gpsd://box:2947"),
      ("gpsd://box:29470/dev/ttyACM0", "gpsd://box:29470/dev/ttyACM0"),
      ("gpsd://[::1]", "gpsd://[::1]:2947"), ("gpsd://[::1]:1/", "gpsd://[::1]:1"),
    ])
  func isNamed(text: String, name: String) throws {
    guard case .source(let source) = try ReceiverSupervisor.Selection(text) else {
      Issue.record("no place")
      return
    }
    #expect(source.name == name)
  }

  @Test(arguments: ["gpsd://box:0", "gpsd://box:x/dev", "service:", "service:socket"])
  func isNoPlace(text: String) {
    #expect(throws: SelectionError.self) { try ReceiverSupervisor.Selection(text) }
  }

  /// A real gpsd, which reads from a pseudo-terminal.
  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/sbin/gpsd"),
      "needs Debian's package gpsd"))
  func debiansGpsdIsASource() throws {
    let terminal = try PseudoTerminal()
    let scout = try StandInServer(greeting: "")
    let port = scout.port
    scout.stop()
    let process = Process()
    process.executableURL = URL(filePath: "/usr/sbin/gpsd")
    process.arguments = ["-N", "-n", "-S", "\(port)", terminal.path]
    process.standardInput = FileHandle(forReadingAtPath: "/dev/null")
    process.standardError = FileHandle(forWritingAtPath: "/dev/null")
    try process.run()
    defer {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    let supervisor = try ReceiverSupervisor(
      try ReceiverSupervisor.Selection("gpsd://127.0.0.1:\(port)"), rates: nil)
    let listener = try supervisor.listen()
    var (second, fixes) = (0, [Fix]())
    let isFound = eventually(every: .milliseconds(100)) {
      let clock = "12\(10 + second / 60 % 50)\(second % 60 < 10 ? "0" : "")\(second % 60)"
      terminal.send(
        SentenceEncoder.sentence(
          body: "GPRMC,\(clock).00,A,4732.6220,N,00940.9980,E,10.0,60.0,150625,,,A")
          + SentenceEncoder.sentence(
            body: "GPGGA,\(clock).00,4732.6220,N,00940.9980,E,1,08,0.9,400.0,M,47.5,M,,")
          + SentenceEncoder.sentence(body: "GPGST,\(clock).00,5.0,3.0,3.0,0.0,3.0,3.0,5.0"))
      second += 1
      fixes += listener.drain().compactMap(\.fix)
      return fixes.count > 3
    }
    #expect(isFound)
    let fix = try #require(fixes.last)
    #expect(abs(fix.latitude - 47.5437) < 1e-4 && abs(fix.longitude - 9.6833) < 1e-4)
    #expect(fix.time?.date == CivilDate(year: 2025, month: 6, day: 15))
    #expect(fix.speed.map { abs($0 - 5.144) < 0.1 } == true)
    #expect(fixes.count == Set(fixes.map(\.time)).count)
  }
}

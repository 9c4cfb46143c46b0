// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Glibc
import LinuxSystem
import LocationPublishing
import ServerAccess
import TestSupport
import Testing
import TrackStore

/// Tests with a real server, and `psql` to report what the table contains.
@Suite(
  .enabled(
    if: PostgreSQLServer.isInstalled,
    "PostgreSQL, PostGIS or openssl is not installed, or this is not root, who can become postgres"
  )
)
struct PostgreSQLLinkTests {
  private let server: PostgreSQLServer
  private static let shared = Result { try PostgreSQLServer() }
  private let table = "t\(UInt32.random(in: 0 ... .max))"

  init() throws {
    signal(SIGPIPE, SIG_IGN)
    server = try Self.shared.get()
  }

  /// Returns an address with the server's socket as its host.
  private func local(
    _ user: String = "boat", _ database: String = "shore", table: String? = nil
  ) -> String {
    let socket = server.folder.path.split(separator: "/").joined(separator: "%2F")
    return
      "postgres://\(user)@%2F\(socket)%2Fsocket:\(server.port)/\(database)?table=\(table ?? self.table)"
  }

  private func link(_ address: String, stop: WakeUp? = nil) throws -> PostgreSQLLink {
    PostgreSQLLink(
      try PostgreSQLDestination(address), credentials: Credentials(directory: nil),
      stop: try stop ?? WakeUp())
  }

  private func refusal(_ address: String) throws -> DeliveryError? {
    let link = try link(address)
    do throws(DeliveryError) { try link.open() } catch { return error }
    return nil
  }

  @Test func makesItsTableAndFillsIt() throws {
    let link = try link(local())
    try link.open()
    var reports = PositionReport.samples(2, device: "Möwe\t\\ 7")
    reports[0].fix.ellipsoidalAltitude = 443.5
    reports[0].fix.altitude = 396.25
    reports[0].fix.speed = 2.5
    reports[0].fix.course = 60
    reports[0].fix.verticalAccuracy = 6
    reports[0].fix.satellitesUsed = 8
    #expect(try link.deliver(reports) == 2)
    link.close()
    #expect(
      try server.sql(
        """
        SET timezone = 'UTC'; SELECT device, time, ST_AsText(position), altitude, horizontal_accuracy,
        vertical_accuracy, speed, course, satellites FROM \(table) ORDER BY time
        """)
          == """
          Möwe\t\\ 7|2026-11-22 12:00:00+00|POINT Z (9.5 47 443.5)|396.25|4|6|2.5|60|8
          Möwe\t\\ 7|2026-11-22 12:00:01+00|POINT Z (9.5 47.0001 NaN)||4||||
          """)
    // Common queries work with an unknown height.
    #expect(
      try server.sql(
        "SELECT count(*) FROM \(table) WHERE ST_DWithin(position, 'POINT(9.5 47)'::geography, 20)"
      )
        == "2")
  }

  @Test func doesNotDoubleWhatIsSentAgain() throws {
    let first = try link(local())
    try first.open()
    #expect(try first.deliver(PositionReport.samples(100)) == 100)
    #expect(try first.deliver(PositionReport.samples(100, from: 50)) == 100)
    first.close()
    // The table exists by now.
    let second = try link(local())
    try second.open()
    #expect(try second.deliver(PositionReport.samples(150) + PositionReport.samples(1)) == 151)
    second.close()
    #expect(try server.sql("SELECT count(*), count(DISTINCT time) FROM \(table)") == "150|150")
  }

  /// The statements of docs/publishing.md, "A fleet".
  @Test func fillsATablePartitionedByTime() throws {
    try server.sql(
      """
      CREATE TABLE \(table) (device text NOT NULL, time timestamptz NOT NULL,
      position geography(PointZ,4326) NOT NULL, altitude float8, horizontal_accuracy float8,
      vertical_accuracy float8, speed float8, course float8, satellites int4,
      PRIMARY KEY (device, time)) PARTITION BY RANGE (time);
      CREATE TABLE \(table)_1 PARTITION OF \(table) FOR VALUES FROM ('2026-11-22 00:00Z') TO ('2026-11-22 12:01Z');
      CREATE TABLE \(table)_2 PARTITION OF \(table) FOR VALUES FROM ('2026-11-22 12:01Z') TO ('2026-11-23 00:00Z');
      GRANT SELECT, INSERT ON \(table) TO boat
      """)
    let link = try link(local())
    try link.open()
    #expect(try link.deliver(PositionReport.samples(100)) == 100)
    // Sent again.
    #expect(try link.deliver(PositionReport.samples(100)) == 100)
    // There is no partition for the next day.
    #expect {
      try link.deliver(PositionReport.samples(1, from: 86_400))
    } throws: { error in
      guard case .refused(let reason, EX_DATAERR)? = error as? DeliveryError else { return false }
      return reason.contains("no partition of relation")
    }
    #expect(try server.sql("SELECT count(*) FROM \(table)_1") == "60")
    #expect(try server.sql("SELECT count(*) FROM \(table)_2") == "40")
  }

  @Test func fillsATableOfAnotherSchemaWithMoreColumns() throws {
    try server.sql(
      """
      CREATE SCHEMA "s \(table)" AUTHORIZATION boat; CREATE TABLE "s \(table)"."Fleet" (
      remark text, received timestamptz NOT NULL DEFAULT now(), device text, time timestamptz,
      position geography(PointZ,4326) NOT NULL, altitude float8, horizontal_accuracy float8,
      vertical_accuracy float8, speed float8, course float8, satellites int4, UNIQUE (time, device));
      GRANT SELECT, INSERT ON "s \(table)"."Fleet" TO boat
      """)
    let link = try link(local(table: "s%20\(table).Fleet"))
    try link.open()
    #expect(try link.deliver(PositionReport.samples(3)) == 3)
    link.close()
    #expect(try server.sql("SELECT count(received) FROM \"s \(table)\".\"Fleet\"") == "3")
  }

  @Test(arguments: [
    (
      "another table", "CREATE TABLE T (id int PRIMARY KEY)",
      "it has no column \"device\""
    ),
    (
      "another type",
      "CREATE TABLE T (device text, time text, position geography(PointZ,4326))",
      "its column \"time\" is text, not timestamp with time zone"
    ),
    (
      "no key",
      """
      CREATE TABLE T (device text, time timestamptz, position geography(PointZ,4326), altitude float8,
      horizontal_accuracy float8, vertical_accuracy float8, speed float8, course float8, satellites int4)
      """, "device and time are not its key"
    ),
    (
      "a column that must have a value",
      """
      CREATE TABLE T (device text, time timestamptz, position geography(PointZ,4326), altitude float8,
      horizontal_accuracy float8, vertical_accuracy float8, speed float8, course float8, satellites int4,
      skipper text NOT NULL, PRIMARY KEY (device, time))
      """, "its column \"skipper\" must have a value"
    ),
  ])
  func refusesATableThatIsSomebodyElses(_: String, _ creation: String, _ fault: String) throws {
    try server.sql(creation.replacing("TABLE T", with: "TABLE \(table)"))
    let address = try PostgreSQLDestination(local())
    #expect(
      try refusal(local())
        == .refused(
          "cannot publish to \(address): the table \(table) cannot be used: \(fault); "
            + "name another with table=", exitCode: 78))
  }

  @Test func saysWhatIsMissing() throws {
    let bare = try PostgreSQLDestination(local("boat", "bare"))
    #expect(
      try refusal(local("boat", "bare"))
        == .refused(
          "cannot publish to \(bare): PostGIS is missing; run \"CREATE EXTENSION postgis\" there",
          exitCode: 78))
    let guest = try PostgreSQLDestination(local("guest"))
    #expect(
      try refusal(local("guest"))
        == .refused(
          "cannot publish to \(guest): permission denied for schema public", exitCode: 78))
    let nowhere = try PostgreSQLDestination(local("boat", "nowhere"))
    #expect(
      try refusal(local("boat", "nowhere"))
        == .refused(
          "cannot publish to \(nowhere): database \"nowhere\" does not exist", exitCode: 78))
  }

  @Test func checksThePassword() throws {
    let right = try server.folder.file("right", "right\n")
    let wrong = try server.folder.file("wrong", "wrong\n")
    for file in [right, wrong] { chmod(file, 0o600) }
    let address = "postgres://boat@localhost:\(server.port)/shore?table=\(table)"
    #expect(try refusal("\(address)&password-file=\(right)") == nil)
    #expect(
      try refusal("\(address)&password-file=\(wrong)")
        == .refused(
          "cannot publish to \(address): password authentication failed for user \"boat\"",
          exitCode: 77))
    guard case .refused(let reason, 77)? = try refusal(address) else {
      Issue.record("no password, and no refusal")
      return
    }
    #expect(reason.contains("no password supplied"))
  }

  /// The address is this machine's, but the link takes it for another machine's.
  @Test func checksCertificates() throws {
    let path = server.folder.path
    let file = try server.folder.file("password", "right")
    chmod(file, 0o600)
    let rest = "\(server.port)/shore?table=\(table)&password-file=\(file)"
    let host = "postgres://boat@[::ffff:127.0.0.1]:\(rest)"
    #expect(try refusal("\(host)&ca-file=\(path)/ca.pem") == nil)
    #expect(
      try server.sql("SELECT count(*) FROM pg_stat_ssl WHERE ssl") != "", "no answer from psql")
    for (address, word) in [
      ("\(host)&ca-file=\(path)/other.pem", "certificate verify failed"),
      (host, "certificate verify failed"),
      (
        "postgres://boat@[::ffff:127.0.0.2]:\(rest)&ca-file=\(path)/ca.pem", "does not match host"
      ),
    ] {
      guard case .refused(let reason, 76)? = try refusal(address) else {
        Issue.record("\(address) is not refused")
        continue
      }
      #expect(reason.contains(word), "\(reason)")
    }
  }

  @Test func saysThatNobodyListens() throws {
    let port = ServerProcess.freePort()
    guard case .later(let reason, nil)? = try refusal("postgres://127.0.0.1:\(port)/shore") else {
      Issue.record("no error")
      return
    }
    #expect(reason == "cannot publish to postgres://127.0.0.1:\(port)/shore: Connection refused")
    #expect(
      try refusal("postgres://%2Fnowhere/shore")
        == .later(
          "cannot publish to postgres://%2Fnowhere/shore: connection to server on socket "
            + "\"/nowhere/.s.PGSQL.5432\" failed: No such file or directory"))
  }

  @Test func stopsAtOnceWhileTheTableIsLocked() throws {
    let queue = MemoryQueue(PositionReport.samples(1))
    try server.sql("SELECT 1")
    let opener = try link(local())
    try opener.open()
    opener.close()
    let lock = try ServerProcess(
      [
        "/usr/bin/psql", "-h", server.folder.path + "/socket", "-p", String(server.port), "-U",
        "postgres", "-d", "shore", "-c",
        "BEGIN; LOCK TABLE \(table) IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(60)",
      ], log: server.folder.path + "/lock")
    defer { lock.end() }
    let waiting =
      "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'gps' AND wait_event_type = 'Lock'"
    let locked =
      "SELECT count(*) FROM pg_locks WHERE relation = '\(table)'::regclass AND mode = 'AccessExclusiveLock'"
    #expect(try eventually { try server.sql(locked) == "1" })
    let address = try PostgreSQLDestination(local())
    let thread = try DeliveryThread(
      link: { address.link(device: "boat", credentials: Credentials(directory: nil), stop: $0) },
      queue: { queue }, report: { _ in })
    #expect(try eventually { try server.sql(waiting) != "0" })
    let begin = monotonicNow()
    thread.stop()
    thread.join()
    // Its patience is a minute.
    #expect(monotonicNow() - begin < .seconds(15))
    #expect(queue.acknowledged == 0)
  }

  @Test func losesAndDoublesNothingWhenTheServerDies() throws {
    let server = try PostgreSQLServer()
    let folder = try ScratchFolder()
    let socket = server.folder.path.split(separator: "/").joined(separator: "%2F")
    let address = try PostgreSQLDestination(
      "postgres://boat@%2F\(socket)%2Fsocket:\(server.port)/shore")
    let store = try PositionStore(path: folder.path + "/queue")
    let destination = try store.addDestination(named: address.name)
    let delivered = Mutex(0)
    let thread = try DeliveryThread(
      link: { address.link(device: "boat", credentials: Credentials(directory: nil), stop: $0) },
      queue: { [path = store.path] () throws(DeliveryError) in
        try StoredReports(in: path, destination: address.name)
      },
      report: { status in
        if case .delivered(let count) = status { delivered.withLock { $0 += count } }
      })
    for first in stride(from: 0, to: 30_000, by: 2500) {
      try store.append(PositionReport.samples(2500, from: first))
      thread.queueHasGrown()
      guard first == 5000 || first == 15_000 else { continue }
      // In the middle of one of the following batches.
      #expect(eventually { delivered.withLock { $0 } > first / 2 })
      server.kill()
      try server.start()
    }
    #expect(try eventually { try store.backlog(of: destination) == 0 })
    thread.stop()
    thread.join()
    #expect(
      try server.sql(
        "SELECT count(*), count(DISTINCT time), max(time) - min(time) FROM positions")
        == "30000|30000|08:19:59")
  }
}

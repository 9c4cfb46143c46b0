// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport

/// Debian's PostgreSQL with PostGIS, in a folder of its own.
// Proof of Sendable: only one test starts and ends it; others read constants.
final class PostgreSQLServer: @unchecked Sendable {
  // Proof: `process` changes in start() and kill() only, which one test calls.
  private var process: ServerProcess?
  let folder: ScratchFolder
  let port = ServerProcess.freePort()

  private static let programs: String? = {
    let folder = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return versions.map { "\(folder)/\($0)/bin" }.first { access("\($0)/initdb", X_OK) == 0 }
  }()

  static let isInstalled =
    programs != nil && ServerProcess.find("psql") != nil && getpwnam("postgres") != nil
    && geteuid() == 0 && ServerProcess.find("setpriv") != nil
    && ((try? FileManager.default.subpathsOfDirectory(atPath: "/usr/share/postgresql")) ?? [])
      .contains { $0.hasSuffix("extension/postgis.control") }

  /// The prefix of commands that run as postgres, since the server refuses to run as root.
  private static let asPostgres = [
    "/usr/bin/setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups",
  ]

  init() throws {
    folder = try ScratchFolder()
    try Certificates.make(in: folder)
    guard let programs = Self.programs, let user = getpwnam("postgres")?.pointee else {
      throw ServerProcess.Failure(description: "PostgreSQL is not installed")
    }
    for name in ["data", "socket"] {
      mkdir("\(folder.path)/\(name)", 0o700)
      chown("\(folder.path)/\(name)", user.pw_uid, user.pw_gid)
    }
    chmod(folder.path + "/socket", 0o755)
    chown(folder.path + "/server.key", user.pw_uid, user.pw_gid)
    chmod(folder.path + "/server.key", 0o600)
    try ServerProcess.run(
      Self.asPostgres + [
        "\(programs)/initdb", "-D", folder.path + "/data", "-U", "postgres", "--auth=trust",
        "--no-sync", "--encoding=UTF8", "--locale=C",
      ])
    try folder.file(
      "data/pg_hba.conf", "local all all trust\nhost all all 0.0.0.0/0 scram-sha-256\n")
    chown(folder.path + "/data/pg_hba.conf", user.pw_uid, user.pw_gid)
    try start()
    try sql(
      """
      CREATE ROLE boat LOGIN PASSWORD 'right'; CREATE ROLE guest LOGIN;
      CREATE DATABASE shore OWNER boat; CREATE DATABASE bare OWNER boat;
      """, in: "postgres")
    try sql("CREATE EXTENSION postgis; GRANT CREATE ON SCHEMA public TO boat")
  }

  deinit { process?.end() }

  func start() throws {
    guard let programs = Self.programs else { return }
    let process = try ServerProcess(
      Self.asPostgres + [
        "\(programs)/postgres", "-D", folder.path + "/data", "-k", folder.path + "/socket", "-p",
        String(port), "-c", "listen_addresses=127.0.0.1,127.0.0.2", "-c", "ssl=on", "-c",
        "ssl_cert_file=\(folder.path)/server.pem", "-c",
        "ssl_key_file=\(folder.path)/server.key", "-c", "shared_buffers=16MB", "-c",
        "max_connections=20",
      ], log: folder.path + "/log", endingWith: "QUIT")
    self.process = process
    guard eventually({ (try? sql("SELECT 1", in: "postgres")) != nil }) else {
      throw ServerProcess.Failure(description: process.printed)
    }
  }

  /// Ends the server immediately, without a clean shutdown.
  func kill() {
    process?.send(SIGQUIT)
    process?.end()
    process = nil
  }

  /// Returns what `psql` prints, without decoration.
  @discardableResult
  func sql(_ statements: String, in database: String = "shore") throws -> String {
    try ServerProcess.run(
      [
        "/usr/bin/psql", "-h", folder.path + "/socket", "-p", String(port), "-U", "postgres",
        "-d",
        database, "-qAtX", "-v", "ON_ERROR_STOP=1",
      ], input: statements
    ).trimmingCharacters(in: .newlines)
  }
}

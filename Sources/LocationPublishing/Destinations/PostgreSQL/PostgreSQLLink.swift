// Core Location for Linux. SPDX-License-Identifier: MIT

import CPublishing
import Glibc
import LinuxSystem
import ServerAccess
package import TrackStore

/// A link to a table in PostgreSQL with PostGIS that uses libpq: a batch is a transaction, and its COMMIT acknowledges it.
package final class PostgreSQLLink: ServerLink<PostgreSQLDestination, PostgreSQLConnection>,
  DeliveryLink
{
  package let batchSize = 1000
  package let answersWhenOpened = true

  /// The number of failed attempts to connect; each attempt uses the next of the host's addresses.
  private var attempts = 0
  private var table: PositionTable { PositionTable(address.table) }

  package func open() throws(DeliveryError) {
    let options = try options()
    let deadline = monotonicNow() + Self.connecting
    do throws(PostgreSQLConnection.Failure) {
      let connection = try PostgreSQLConnection(options, stop: stop, until: deadline)
      try prepare(connection)
      opened(connection)
    } catch {
      attempts += 1
      throw self.error(error, "cannot publish to")
    }
  }

  package func deliver(_ reports: [PositionReport]) throws(DeliveryError) -> Int {
    try delivering { connection, flight throws(DeliveryError) in
      let deadline = monotonicNow() + patience
      do throws(PostgreSQLConnection.Failure) {
        _ = try connection.run(PositionTable.beginning, until: deadline)
        try connection.copy(reports.flatMap { Array(PositionTable.row($0).utf8) }, until: deadline)
        _ = try connection.run(table.ending, until: deadline)
      } catch {
        // The server rolls back the transaction when it detects that the connection is closed.
        throw self.error(error, "cannot deliver to")
      }
      for _ in reports { flight.sent([]) }
    }
  }

  package func idle(untilReadable descriptor: CInt) throws(DeliveryError) {
    try idling { connection throws(DeliveryError) in
      do throws(PostgreSQLConnection.Failure) {
        try connection.idle(untilReadable: descriptor)
      } catch {
        throw self.error(error, "lost the connection to")
      }
    }
  }
}

extension PostgreSQLLink {
  /// The socket directory of this machine's server; given explicitly, as the environment might name another.
  private static let usualSocket = "/var/run/postgresql"

  /// The parameters for libpq, which take precedence over its environment and files.
  private func options() throws(DeliveryError) -> [(name: String, value: String)] {
    var options = [
      ("dbname", address.database), ("port", String(address.server.port)),
      ("application_name", "gps"), ("client_encoding", "UTF8"), ("tcp_user_timeout", "30000"),
      ("keepalives_idle", "60"), ("gssencmode", "disable"),
    ]
    if let user = address.server.user { options.append(("user", user)) }
    let password = try credentials.password(for: address)
    if let password {
      options.append(("password", password))
    } else if Environment.current["PGPASSWORD"] != nil {
      throw .refused(
        "cannot connect to \(address): PGPASSWORD is in the environment, which other programs can "
          + "read; use ~/.pgpass or password-file=FILE", exitCode: EX_CONFIG)
    }
    if address.server.isEncrypted {
      let certificates = try TrustedCertificates(address)
      options += [("sslmode", "verify-full"), ("sslrootcert", certificates.authorities)]
      if let own = certificates.own {
        // Encrypted keys are not supported; without some password, OpenSSL would ask for one at the terminal.
        options += [("sslcert", own.certificate), ("sslkey", own.key), ("sslpassword", "none")]
      }
    } else {
      options += protection(of: password)
    }
    guard !isSocket else {
      return options + [
        ("host", address.server.host.isEmpty ? Self.usualSocket : address.server.host)
      ]
    }
    // libpq would wait for the name server. It is given a numeric address, and the name for the certificate.
    let addresses = try address.lookUp(stop: stop)
    guard !addresses.isEmpty else { return options + [("host", address.server.host)] }
    return options + [
      ("host", address.server.host),
      ("hostaddr", addresses[attempts % addresses.count].description),
    ]
  }

  /// Whether the server is reached by a socket in a directory, which belongs to the server's user.
  private var isSocket: Bool { address.server.host.isEmpty || address.server.host.hasPrefix("/") }

  /// The parameters that keep a password from another server on this machine.
  ///
  /// Any user may listen on a port while the server does not. With SCRAM, the other side learns nothing about a password that
  /// it does not know. Before libpq 16, only channel binding, which needs TLS, excludes all other ways to log in; without a
  /// password in the address, none is taken from a file, in case the server demands it in the clear.
  private func protection(of password: String?) -> [(name: String, value: String)] {
    if isSocket { return [("sslmode", "prefer")] }
    if PQlibVersion() >= 160_000 {
      return [("sslmode", "prefer"), ("require_auth", "scram-sha-256,none")]
    }
    return password == nil
      // What exists but is no file, such as /dev/null, libpq would complain about at every attempt.
      ? [("sslmode", "prefer"), ("passfile", "/dev/null/none")]
      : [("sslmode", "require"), ("channel_binding", "require")]
  }

  /// Creates the table, or checks whether an existing one can be used.
  private func prepare(_ connection: PostgreSQLConnection) throws(PostgreSQLConnection.Failure) {
    let deadline = monotonicNow() + Self.connecting
    guard
      let schema = try connection.run(PositionTable.schemaOfPostGIS, until: deadline).first?.first,
      let schema
    else {
      throw .init(
        code: Self.setUp, reason: "PostGIS is missing; run \"CREATE EXTENSION postgis\" there")
    }
    if try connection.run(table.exists, until: deadline).first?.first != "t" {
      _ = try connection.run(table.creation(postGIS: schema), until: deadline)
    }
    let columns = try connection.run(table.description, until: deadline)
    var fault = PositionTable.fault(columns)
    if fault == nil, try connection.run(table.hasKey, until: deadline).first?.first != "t" {
      fault = "device and time are not its key"
    }
    if let fault {
      throw .init(
        code: Self.setUp,
        reason: "the table \(address.table) cannot be used: \(fault); name another with table=")
    }
    _ = try connection.run(table.staging, until: deadline)
  }

  /// A code of this program for a database that must be set up differently.
  private static let setUp = "GPS01"

  /// Returns whether libpq refuses a way to log in, or finds no password for it.
  private static func isAboutLogin(_ words: String) -> Bool {
    ["channel binding", "does not support ssl", "authentication method", "no password supplied"]
      .contains { words.contains($0) }
  }

  private func error(_ failure: PostgreSQLConnection.Failure, _ what: String) -> DeliveryError {
    let line = "\(what) \(address): \(failure.reason.escapedForTerminal)"
    // The first two characters are the class (PostgreSQL, appendix A).
    switch (failure.code ?? "").prefix(2) {
    case "GP", "3D", "3F", "42": return .refused(line, exitCode: EX_CONFIG)
    case "28": return .refused(line, exitCode: EX_NOPERM)
    case "22", "23": return .refused(line, exitCode: EX_DATAERR)
    default: break
    }
    let words = failure.reason.lowercased()
    if failure.code == nil, address.server.isLocal, !isSocket, Self.isAboutLogin(words) {
      return .refused(
        "\(line); a password is sent only with SCRAM: use the server's socket, "
          + "postgres:///\(address.database.escapedForTerminal), or name it in password-file=",
        exitCode: EX_NOPERM)
    }
    if failure.code == nil, words.contains("certificate") || words.contains("does not support ssl")
    {
      return .refused(line, exitCode: EX_PROTOCOL)
    }
    if failure.code == nil, words.contains("no password supplied") {
      return .refused(line, exitCode: EX_NOPERM)
    }
    return .later(line)
  }
}

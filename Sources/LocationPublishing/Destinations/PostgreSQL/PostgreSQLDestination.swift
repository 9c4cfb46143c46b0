// Core Location for Linux. SPDX-License-Identifier: MIT

package import LinuxSystem
package import ServerAccess

/// A table in PostgreSQL with PostGIS: `postgres://boat@example.org/shore?table=fleet.positions`.
package struct PostgreSQLDestination: ServerDestination, Hashable {
  package let server: ServerAddress
  let database: String
  /// The table, with or without its schema.
  let table: String

  package static let schemes = ["postgres", "postgresql"]
  package static let form = "postgres://[user@][host[:port]]/database"
  package static let items = ServerAddress.items.union(["table"])
  package static let asksEverybody = true

  /// The table's name if the address contains none.
  private static let usualTable = "positions"

  package init(_ address: AddressParts) throws(AddressFault) {
    let query = try address.query(Self.items)
    server = try ServerAddress(
      address, query, .init(scheme: "postgres", usualPort: 5432, mayBeLocal: true))
    database = try AddressParts.decode(server.path.dropFirst(), "the database")
    guard !database.isEmpty else {
      throw AddressFault("it names no database; write postgres://HOST/DATABASE")
    }
    table = query["table"] ?? Self.usualTable
    let parts = table.split(separator: ".", omittingEmptySubsequences: false)
    let isName = { (name: Substring) in
      (1...63).contains(name.utf8.count) && !name.contains("\"")
        && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }
    guard (1...2).contains(parts.count), parts.allSatisfy(isName) else {
      throw AddressFault("the table is not called NAME or SCHEMA.NAME")
    }
  }

  package var description: String {
    let text = "\(server.text)/\(database)"
    return (table == Self.usualTable ? text : "\(text)?table=\(table)").escapedForTerminal
  }

  package func link(device: String, credentials: Credentials, stop: WakeUp) -> any DeliveryLink {
    PostgreSQLLink(self, credentials: credentials, stop: stop, patience: .seconds(60))
  }
}

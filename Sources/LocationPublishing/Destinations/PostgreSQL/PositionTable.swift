// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON
import TrackStore

/// The table that positions go to, as SQL, and the form of a position in it.
struct PositionTable: Hashable {
  /// The name of the table, quoted, with its schema if it has one.
  let name: String
  /// The name as a string literal of SQL.
  private let literal: String

  /// - Parameter table: `NAME` or `SCHEMA.NAME`, unquoted.
  init(_ table: String) {
    name = table.split(separator: ".").map { "\"\($0.replacing("\"", with: "\"\""))\"" }
      .joined(separator: ".")
    literal = "'\(name.replacing("'", with: "''"))'"
  }

  /// The columns, as PostgreSQL spells their types.
  static let columns: [(name: String, type: String)] = [
    ("device", "text"), ("time", "timestamp with time zone"),
    ("position", "geography(PointZ,4326)"), ("altitude", "double precision"),
    ("horizontal_accuracy", "double precision"), ("vertical_accuracy", "double precision"),
    ("speed", "double precision"), ("course", "double precision"), ("satellites", "integer"),
  ]

  /// A query for the schema of PostGIS, quoted; no row where it is not installed.
  static let schemaOfPostGIS = """
    SELECT quote_ident(nspname) FROM pg_type JOIN pg_namespace ON pg_namespace.oid = typnamespace
    WHERE typname = 'geography' AND typtype = 'b' LIMIT 1
    """

  /// A query for whether the table exists, `t` or `f`.
  var exists: String { "SELECT to_regclass(\(literal)) IS NOT NULL" }

  func creation(postGIS schema: String) -> String {
    let columns = Self.columns.enumerated().map { index, column in
      let type = column.type.replacing("geography", with: "\(schema).geography")
      return "\"\(column.name)\" \(type)\(index < 3 ? " NOT NULL" : "")"
    }
    return """
      CREATE TABLE IF NOT EXISTS \(name) (\(columns.joined(separator: ", ")), PRIMARY KEY (device, "time"))
      """
  }

  /// A query for the columns: name, type, and whether a row needs a value that the program does not supply (`t` or `f`).
  var description: String {
    """
    SELECT attname, regexp_replace(format_type(atttypid, atttypmod), '^.*\\.', ''),
    attnotnull AND NOT atthasdef AND attidentity = '' AND attgenerated = ''
    FROM pg_attribute WHERE attrelid = \(literal)::regclass AND attnum > 0 AND NOT attisdropped
    """
  }

  /// A query for whether device and time together are a key, which prevents duplicates; `t` or `f`.
  var hasKey: String {
    """
    SELECT EXISTS (SELECT FROM pg_index WHERE indrelid = \(literal)::regclass AND indisunique
    AND indpred IS NULL AND indisvalid AND indnkeyatts = 2 AND (SELECT array_agg(attname::text ORDER BY attname)
    FROM pg_attribute WHERE attrelid = indrelid AND attnum = ANY (indkey)) = ARRAY['device', 'time'])
    """
  }

  /// Returns why a table with these columns cannot be used; `nil` if it can.
  static func fault(_ rows: [[String?]]) -> String? {
    for column in columns {
      guard let row = rows.first(where: { $0.first == column.name }), row.count == 3 else {
        return "it has no column \"\(column.name)\""
      }
      guard row[1] == column.type else {
        return "its column \"\(column.name)\" is \(row[1] ?? "nothing"), not \(column.type)"
      }
    }
    for row in rows where row.count == 3 && row[2] == "t" {
      if let name = row[0], !columns.contains(where: { $0.name == name }) {
        return "its column \"\(name)\" must have a value"
      }
    }
    return nil
  }

  private static let names = columns.map { "\"\($0.name)\"" }.joined(separator: ", ")

  /// Creates the temporary table to which a batch goes first, on each connection; empty after each transaction.
  var staging: String {
    """
    CREATE TEMPORARY TABLE gps_batch ON COMMIT DELETE ROWS AS SELECT \(Self.names) FROM \(name) WITH NO DATA
    """
  }

  static let beginning = "BEGIN; COPY pg_temp.gps_batch (\(names)) FROM STDIN"

  /// The statements that end a batch; existing rows stay as they are.
  var ending: String {
    """
    INSERT INTO \(name) (\(Self.names)) SELECT \(Self.names) FROM pg_temp.gps_batch ON CONFLICT DO NOTHING;
    COMMIT
    """
  }

  /// Returns a row for COPY; empty without a date.
  ///
  /// If the height above the ellipsoid is unknown, Z is NaN: a geography(PointZ) requires one, and 0 would be a height.
  static func row(_ report: PositionReport) -> String {
    let fix = report.fix
    guard let fixTime = fix.time, fixTime.date != nil else { return "" }
    let height = fix.ellipsoidalAltitude.map { String($0, decimals: 4) } ?? "NaN"
    let place = "\(String(fix.longitude, decimals: 10)) \(String(fix.latitude, decimals: 10))"
    let time = String(fixTime)
    let fields: [String?] = [
      escaped(report.device), time, "SRID=4326;POINT Z (\(place) \(height))",
      text(fix.altitude), text(fix.horizontalAccuracy), text(fix.verticalAccuracy),
      text(fix.speed), text(fix.course), fix.satellitesUsed.map { String($0) },
    ]
    return fields.map { $0 ?? "\\N" }.joined(separator: "\t") + "\n"
  }

  private static func text(_ number: Double?) -> String? { number.map { String($0, decimals: 4) } }

  /// Returns a text for COPY, with zero characters replaced, which PostgreSQL cannot store in text.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\\": result += "\\\\"
      case "\t": result += "\\t"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\0": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}

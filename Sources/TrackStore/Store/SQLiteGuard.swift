// Core Location for Linux. SPDX-License-Identifier: MIT

import CTrackStore
import LinuxSystem

/// What reading a database may cost that anybody may have made.
///
/// Time is limited rather than instructions, because a single one can compare texts of a megabyte. Some functions would take
/// minutes for texts of that length, within one instruction that nothing interrupts; so nothing in the file may call them: no
/// view, and no column that is computed. Views that only join tables, which many files of tiles have, are read.
final class SQLiteGuard {
  /// When statements end, on ``monotonicNow()``'s clock.
  var end: Duration
  private let stop: TileStop
  /// The tables and views that may be read; `nil` for all.
  private var readable: Set<String>?
  private(set) var hasRefused = false

  /// Instructions between two looks at the clock, each of which may take a millisecond.
  static let portion: CInt = 100
  static let refusal = "its tables are computed rather than stored; use another file"

  /// Functions that take no longer for long texts.
  private static let cheapFunctions: Set<String> = ["coalesce", "ifnull", "iif", "nullif", "abs"]

  init(until end: Duration, _ stop: TileStop) { (self.end, self.stop) = (end, stop) }

  var mayGoOn: Bool { !stop.isStopped && monotonicNow() < end }

  /// Limits what a connection reads from now on.
  func attend(to connection: SQLiteConnection, _ handle: OpaquePointer) throws(StoreError) {
    let names = try connection.rows(
      """
      SELECT name FROM sqlite_schema AS object WHERE type = 'view' OR type = 'table' AND rootpage > 0
        AND NOT EXISTS (SELECT * FROM pragma_table_xinfo(object.name) WHERE hidden = 2)
      """
    ) { $0.text(0) }
    readable = Set(names).union(["sqlite_schema", "sqlite_master"])
    // Proof: SQLite calls it only on behalf of the connection's methods, and the connection keeps this object.
    sqlite3_set_authorizer(
      handle,
      { object, action, first, second, _, view in
        guard let object else { return SQLITE_DENY }
        let guardian = Unmanaged<SQLiteGuard>.fromOpaque(object).takeUnretainedValue()
        func text(_ pointer: UnsafePointer<CChar>?) -> String {
          pointer.map { String(cString: $0) } ?? ""
        }
        let permits = guardian.permits(
          action, text(first), text(second), isInView: view != nil)
        if !permits { guardian.hasRefused = true }
        return permits ? SQLITE_OK : SQLITE_DENY
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func permits(_ action: CInt, _ first: String, _ second: String, isInView: Bool) -> Bool {
    switch action {
    case SQLITE_SELECT: true
    case SQLITE_READ: readable?.contains(first) ?? true
    case SQLITE_FUNCTION: !isInView || Self.cheapFunctions.contains(second.lowercased())
    default: false
    }
  }
}

/// Ends what is read from a file of tiles, from any thread.
package final class TileStop: Sendable {
  private let flag = Mutex(false)

  package init() {}

  package func stop() { flag.withLock { $0 = true } }

  var isStopped: Bool { flag.withLock { $0 } }
}

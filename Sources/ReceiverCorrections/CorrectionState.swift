// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import LinuxSystem
import LocationJSON
import LocationProtocols
import ServerAccess

enum CorrectionState: Hashable {
  case connecting
  /// The caster has accepted the request, and sends nothing yet.
  case connected
  /// The caster waits for a position, and there is no fix.
  case waitingForPosition
  case receiving
  case silent
  /// It cannot be used now, and is tried again.
  case failed(Failure, String)

  enum Failure: String, Hashable {
    case wrongPassword, unknownMountpoint, notACaster, banned, refused, unreachable
  }

  var name: String {
    if case .failed(let failure, _) = self { failure.rawValue } else { "\(self)" }
  }
}

extension CorrectionSession {
  /// What is known of the caster's table.
  enum TableState {
    case unknown
    /// It was asked for; whether a message about an unknown mountpoint waits for it.
    case requested(isForMessage: Bool)
    case known(SourceTable)
    case missing

    var table: SourceTable? { if case .known(let table) = self { table } else { nil } }
  }
}

extension CorrectionSession {
  /// The state as one line for people.
  func explanation(at now: Duration) -> String {
    switch state {
    case .connecting: "connecting to \(target)"
    case .connected: "connected to \(target)"
    case .waitingForPosition:
      "\(target) waits for a position, and there is no fix yet: give the antenna a view of the sky"
    case .silent:
      "nothing has come from \(target) for 10 s; its base may be down, or this place is outside its service area"
    case .failed(_, let text): text
    case .receiving:
      CorrectionMessages.receiving(
        from: target, meter, distance: meter.distance(from: schedule.fix, orOf: stream), at: now)
    }
  }

  private var stream: SourceTable.Stream? { table.table?.stream(address.mountpoint) }

  /// The state for people and programs.
  ///
  /// - Parameter dropped: how many frames the receiver's line could not take.
  func report(dropped: Int, at now: Duration) -> CorrectionReport {
    var report = CorrectionReport(
      state: state.name, source: address.description, explanation: explanation(at: now))
    report.dropped = dropped
    report.format = meter.format ?? stream?.format
    report.bytesPerSecond = meter.rate(at: now)
    report.station = meter.station
    report.baseDistance = meter.distance(from: schedule.fix, orOf: stream)
    report.age = meter.lastData.map { (now - $0) / .seconds(1) }
    return report
  }
}

/// The lines about a caster and its answers.
package enum CorrectionMessages {
  private static func wrongPassword(_ address: CorrectionAddress) -> String {
    address.server.user == nil
      ? "it requires a user and a password; use USER@host and ?password-file=FILE"
      : "the user or the password is wrong; check both, next try in half a minute or more"
  }

  /// Returns how a caster's verdict fails, and why; `nil` for what is no failure, or depends on the caster's table.
  static func rejection(
    _ verdict: CasterVerdict, by address: CorrectionAddress
  ) -> (CorrectionState.Failure, String)? {
    switch verdict {
    case .wrongPassword: (.wrongPassword, wrongPassword(address))
    case .unknownMountpoint, .table: nil
    case .notACaster(let text):
      (.notACaster, "it is not a caster, but sent \"\(text.escapedForTerminal)\"")
    case .banned(let text):
      (
        .banned,
        "this address is banned for a while: \"\(text.escapedForTerminal)\"; next try in an hour"
      )
    case .refused(let text): (.refused, "it refused: \"\(text.escapedForTerminal)\"")
    case .redirect(let place):
      (.refused, "it redirects to \(place.escapedForTerminal); name that address if you trust it")
    case .nothing: (.refused, "it closed the connection without an answer")
    }
  }

  static func unknownMountpoint(
    _ address: CorrectionAddress, _ table: SourceTable?, near fix: Fix?
  ) -> String {
    let name = "\"\(address.mountpoint.escapedForTerminal)\""
    guard let table, !table.streams.isEmpty else {
      return "the mountpoint \(name) is unknown, and the caster sends no table; ask its operator"
    }
    return "the mountpoint \(name) is unknown; " + streams(5, of: table, near: fix)
  }

  /// The line for an address that names no mountpoint.
  ///
  /// - Parameter table: that of the caster; `nil` if it cannot be had.
  package static func missingMountpoint(
    _ address: CorrectionAddress, _ table: SourceTable?, near fix: Fix?
  ) -> String {
    let list = "\"gps corrections list \(address.server.host)\" shows"
    guard let fix, let table, !table.streams.isEmpty else {
      return "it names no mountpoint; \(list) which there are"
        + (fix == nil ? ", and --near LAT,LON says which are the nearest" : "")
    }
    return "it names no mountpoint; \(streams(3, of: table, near: fix)); \(list) all of them"
  }

  /// - Parameter fix: where the receiver is; without it, the first streams are named instead of the nearest.
  private static func streams(_ most: Int, of table: SourceTable, near fix: Fix?) -> String {
    let names = table.sorted(from: fix).prefix(most).map { stream, distance in
      stream.mountpoint.escapedForTerminal + (distance.map { " (\(length($0)))" } ?? "")
    }
    return (fix == nil ? "there are " : "the nearest are ") + names.joined(separator: ", ")
  }

  static func receiving(
    from address: CorrectionAddress, _ meter: CorrectionMeter, distance: Double?, at now: Duration
  ) -> String {
    var text = "receiving \(meter.format ?? "corrections") from \(address)"
    if let rate = meter.rate(at: now) { text += ", \(Int(rate.rounded())) bytes a second" }
    if let station = meter.station { text += ", base \(station)" }
    if let distance {
      text += meter.station == nil ? ", base" : ""
      text += " \(length(distance)) away"
    }
    return text
  }

  /// A distance for people.
  static func length(_ meters: Double) -> String {
    meters < 1000 ? "\(Int(meters.rounded())) m" : "\(String(meters / 1000, decimals: 1)) km"
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

public import NMEA0183

/// Something that a receiver reports, in whatever protocol.
public enum ReceiverReport: Hashable, Sendable {
  /// A position.
  case fix(Fix)
  /// The receiver no longer has a position; reported once, at the first epoch without one.
  ///
  /// The time is that of this epoch; `nil` if its sentences contain none, or if the receiver has fallen silent.
  case fixLost(FixTime?)
  /// The satellites in view have changed.
  case satellites(SatellitesInView)
  /// A compass or two antennas on the same line have reported the direction in which the bow points.
  case heading(Heading)
  /// The receiver has stated the errors of the fix that comes next.
  case errorStatistics(ErrorStatistics)
  /// Something has been dropped; these are the counts since the beginning.
  case defects(Defects)
}

extension ReceiverReport {
  /// The time of what is reported, by the receiver's clock; `nil` if it has none.
  package var time: FixTime? {
    get {
      switch self {
      case .fix(let fix): fix.time
      case .fixLost(let time): time
      case .heading(let heading): heading.time
      case .errorStatistics(let statistics): statistics.time
      case .satellites, .defects: nil
      }
    }
    set {
      guard let newValue else { return }
      switch self {
      case .fix(var fix):
        fix.time = newValue
        self = .fix(fix)
      case .fixLost: self = .fixLost(newValue)
      case .heading(var heading):
        heading.time = newValue
        self = .heading(heading)
      case .errorStatistics(var statistics):
        statistics.time = newValue
        self = .errorStatistics(statistics)
      case .satellites, .defects: break
      }
    }
  }
}

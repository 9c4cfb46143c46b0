// Core Location for Linux. SPDX-License-Identifier: MIT
// The frames that shape a fix. A new one needs a case in Contribution.swift, a row here, an `add` in Epoch+Frames.swift, and a case
// in FixGatherer+Frames.swift.

import NMEA0183
import UBX

/// A frame that adds to the fix of its epoch.
///
/// It has no time of day: ``WeekClock`` converts its time of the week.
protocol FrameContributor: TimedContributor, NavigationMessage {}

extension FrameContributor {
  var time: UTCTime? { nil }
}

extension NAVPVT: FrameContributor {
  static var contribution: Contribution { .navPVT }
  var coordinate: Coordinate? {
    isFixOK && solution.hasPosition && !isPositionInvalid
      ? Coordinate(onEarth: latitude, longitude) : nil
  }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension NAVSOL: FrameContributor {
  static var contribution: Contribution { .navSOL }
  var coordinate: Coordinate? {
    isFixOK && solution.hasPosition ? position.place.map(Coordinate.init) : nil
  }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension NAVHPPOSLLH: FrameContributor {
  static var contribution: Contribution { .navHPPOSLLH }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension NAVPOSLLH: FrameContributor {
  static var contribution: Contribution { .navPOSLLH }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension NAVPOSECEF: FrameContributor {
  static var contribution: Contribution { .navPOSECEF }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension NAVVELNED: FrameContributor {
  static var contribution: Contribution { .navVELNED }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension NAVVELECEF: FrameContributor {
  static var contribution: Contribution { .navVELECEF }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension NAVSTATUS: FrameContributor {
  static var contribution: Contribution { .navSTATUS }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension NAVDOP: FrameContributor {
  static var contribution: Contribution { .navDOP }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension NAVEOE: FrameContributor {
  static var contribution: Contribution { .navEOE }
  /// It only marks the end.
  func add(to epoch: inout Epoch) {}
}

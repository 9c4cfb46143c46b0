// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
package import NMEA0183

extension SimulatedReceiver {
  package struct Faults: Sendable {
    /// Periods without a fix after the first one, seconds from the start.
    package var outages: [Range<Double>] = []
    /// Seconds to the first fix; without a time in the first third, and without a date in the second.
    package var coldStart = 0.0
    /// By how many times 1024 weeks the dates are too early.
    ///
    /// This is the fault of receivers that do not know how often their week counter has overflowed.
    package var weekRollovers = 0
    package var attacks: [SimulatedAttack] = []
  }

  package struct Configuration: Sendable {
    package var route: SimulatedRoute
    /// The date of the first epoch, UTC.
    package var startDate: CivilDate
    package var startTime: UTCTime
    /// A day with a leap second at its end, 23:59:60; `nil` for none.
    package var leapSecondDay: CivilDate?
    /// Epochs per second, 1…25; times are to the millisecond if that does not divide a second.
    package var rate = 1
    /// Number of epochs; `nil` for no end.
    package var epochCount: Int?

    /// The sentences that are sent, in this order; `nil` sends frames of UBX instead, as a u-blox receiver does.
    package var sentences: [SimulatedSentence]? = [.gga, .rmc, .gsa, .gsv, .vtg]
    /// Whether several systems are received and most sentences come from `GN`; otherwise it is GPS alone.
    ///
    /// GPS and GLONASS; from version 4.10 on also Galileo and BeiDou, which have no numbers before.
    package var isCombined = true
    package var version = NMEAVersion.v411
    /// Decimals of the minutes of latitude and longitude, 4…8; altitudes have 3 from 6 on, else 1.
    package var minuteDecimals = 5
    /// Seconds from one group of GSV to the next, 1 or more; they come with full seconds only.
    package var satelliteInterval = 1

    /// How the position is obtained if there is one.
    package var quality = FixQuality.autonomous
    package var noise = NoiseModel.none
    /// Height of the geoid above the ellipsoid, meters.
    package var geoidSeparation = 0.0
    /// Speed below which the course is left empty, meters per second.
    package var courseFloor = 0.5
    /// What goes wrong.
    package var faults = Faults()

    package init(route: SimulatedRoute, startDate: CivilDate, startTime: UTCTime) {
      (self.route, self.startDate, self.startTime) = (route, startDate, startTime)
    }

    var constellations: [Constellation] {
      guard isCombined else { return [.gps] }
      return version.hasSystems ? [.gps, .glonass, .galileo, .beiDou] : [.gps, .glonass]
    }

    /// The talker of sentences that are not about one system.
    var talker: Talker { isCombined ? .combined : .gps }

    /// Whether the satellites are sent with an epoch.
    func listsSatellites(in epoch: SimulatedEpoch) -> Bool {
      let (second, rest) = epoch.index.quotientAndRemainder(dividingBy: rate)
      return rest == 0 && second % satelliteInterval == 0
    }

    /// Whether there is no fix any more.
    func isOutage(_ epoch: SimulatedEpoch) -> Bool {
      epoch.stage < .fixed && epoch.instant.elapsed >= faults.coldStart
    }
  }
}

/// A version of NMEA 0183, which determines the fields at the end of sentences.
package enum NMEAVersion: String, CaseIterable, Sendable {
  case v20 = "2.0"
  case v23 = "2.3"
  case v30 = "3.0"
  case v40 = "4.0"
  case v410 = "4.10"
  case v411 = "4.11"

  /// Whether RMC, VTG and GLL end with a letter that tells how the position was obtained.
  var hasModes: Bool { self != .v20 }

  /// Whether the fields and numbers of version 4.10 exist.
  ///
  /// RMC and GNS have a navigational status, GSA and GBS a system and GSV a signal; Galileo and BeiDou have numbers.
  var hasSystems: Bool { self == .v410 || self == .v411 }
}

package enum SimulatedSentence: String, CaseIterable, Sendable {
  case gga = "GGA"
  case rmc = "RMC"
  case gsa = "GSA"
  case gsv = "GSV"
  case vtg = "VTG"
  case gll = "GLL"
  case gns = "GNS"
  case gst = "GST"
  case gbs = "GBS"
  case zda = "ZDA"
}

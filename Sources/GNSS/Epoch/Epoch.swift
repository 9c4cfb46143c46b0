// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Everything that a receiver reported about one instant.
///
/// Several sentences contain the same quantity. Each kind of sentence has a rank for each quantity, and the value with
/// the highest rank is kept. Only values that the sentence marks as valid are used.
struct Epoch: Sendable {
  /// The time of day that the sentences contain; `nil` if they contain none.
  var time: UTCTime?

  /// The sentences that confirm the position, and those that deny it.
  var claims: Claims = []

  /// Whether a later instant has been reported before it.
  var isOutOfOrder = false

  /// Whether there was a sentence that would have a position if the receiver had one.
  var isJudged = false
  var position = Ranked<Coordinate>()
  var altitude = Ranked<Double>()
  var geoidSeparation = Ranked<Double>()
  var ellipsoidalAltitude: Double?
  /// Meters per second.
  var speed = Ranked<Double>()
  var course = Ranked<Double>()
  /// Meters per second upwards.
  var verticalSpeed: Double?
  /// What sentences say about it; see ``bestQuality``.
  var quality = Ranked<FixQuality>()
  /// What messages of other protocols say about it.
  var frameQuality = Ranked<FixQuality>()
  /// The weight of the message of another protocol that says whether there is a fix; 0 without one.
  var frameWeight: UInt8 = 0
  var mode: FixMode?
  var horizontalDilution = Ranked<Double>()
  var verticalDilution: Double?
  var positionDilution: Double?
  var errors = ClaimedErrors()
  /// The contents of GST, as received.
  var statistics: GST?
  /// The satellites that GSA lists.
  var satellitesUsed = SatelliteSet()
  /// The number of satellites that GGA or GNS counts.
  var satelliteCount: Int?
  /// The number of satellites in the solution that a frame describes.
  var satellitesSolved: Int?
  var differentialAge: Double?
  var differentialStation: Int?

  init(time: UTCTime?) { self.time = time }

  @inline(__always)
  mutating func gather<Sentence: Contributor>(_ message: Sentence) {
    if message.contribution.rank > 0 { isJudged = true }
    message.add(to: &self)
  }

  /// How the position was obtained: what frames say, unless only a sentence can say it.
  ///
  /// Frames that cannot express a solution of the carrier phase do not contradict a sentence that does, as NAV-SOL beside
  /// GGA of a NEO-M8P.
  var bestQuality: FixQuality? {
    guard let solved = frameQuality.value else { return quality.value }
    let isSilentAboutCarrier = frameQuality.rank < Self.rankWithCarrier
    guard isSilentAboutCarrier, solved == .autonomous || solved == .differential,
      quality.value == .rtkFixed || quality.value == .rtkFloat
    else { return solved }
    return quality.value
  }

  /// From which rank on the quality in a frame includes whether the carrier phase is solved.
  static let rankWithCarrier: UInt8 = 8

  /// Whether there is a position that can be trusted.
  ///
  /// A frame says it outright. RMC is the receiver's own summary and outranks the others: with status V there is no fix. A GGA that counts no
  /// satellite needs another sentence to confirm it. A GGA without a position may be about one system where GNS has
  /// used others.
  var hasFix: Bool {
    guard position.value != nil, !claims.contains(.invalidFrame) else { return false }
    if claims.contains(.validFrame) { return true }
    // Some frames contain the last position for as long as there is none.
    if claims.contains(.unconfirmedPosition),
      claims.isDisjoint(with: [.validRMC, .validGGA, .validGNS, .validGLL])
    {
      return false
    }
    if claims.contains(.invalidRMC) && !claims.contains(.validRMC) { return false }
    if claims.contains(.invalidGGA), claims.isDisjoint(with: [.validGGA, .validGNS]) {
      return false
    }
    if satelliteCount == 0, claims.isDisjoint(with: [.validRMC, .validGLL, .validGNS, .validGSA]) {
      return quality.value == .estimated || quality.value == .manual || quality.value == .simulated
    }
    return true
  }
}

/// Degrees on WGS 84.
struct Coordinate: Hashable, Sendable {
  var latitude: Double
  var longitude: Double

  init?(_ latitude: Double?, _ longitude: Double?) {
    guard let latitude, let longitude else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Whether both differ by at most so many degrees.
  func isWithin(_ degrees: Double, of other: Coordinate) -> Bool {
    abs(latitude - other.latitude) <= degrees && abs(longitude - other.longitude) <= degrees
  }
}

/// Sentences that confirm a position, and sentences that deny it.
struct Claims: OptionSet, Sendable {
  let rawValue: UInt16

  static let validRMC = Claims(rawValue: 1 << 0)
  static let invalidRMC = Claims(rawValue: 1 << 1)
  static let validGGA = Claims(rawValue: 1 << 2)
  static let invalidGGA = Claims(rawValue: 1 << 3)
  static let validGLL = Claims(rawValue: 1 << 4)
  static let validGNS = Claims(rawValue: 1 << 5)
  static let validGSA = Claims(rawValue: 1 << 6)
  static let validFrame = Claims(rawValue: 1 << 7)
  static let invalidFrame = Claims(rawValue: 1 << 8)
  /// A frame with a position that does not say whether that is valid.
  static let unconfirmedPosition = Claims(rawValue: 1 << 9)
}

/// A value, and the rank of the sentence that it came from.
struct Ranked<Value: Sendable>: Sendable {
  private(set) var value: Value?
  private(set) var rank: UInt8 = 0

  /// Keeps a value unless it is `nil` or a sentence of at least the same rank has given one.
  @inline(__always)
  mutating func offer(_ value: Value?, rank: UInt8) {
    guard let value, rank > self.rank else { return }
    self.value = value
    self.rank = rank
  }
}

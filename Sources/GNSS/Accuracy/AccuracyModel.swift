// Core Location for Linux. SPDX-License-Identifier: MIT

public import NMEA0183

/// Derives the accuracies of a fix, 68 %, from the best source that the receiver offers.
///
/// The sources are, best first, the estimates in frames of UBX and of other receivers' protocols, GST, PUBX 00, PGRME, PSRFEPE, GBS, and a dilution of precision times the
/// ``userEquivalentRangeError``. Without any of them there is no accuracy. The derivations and their references are in
/// docs/accuracy.md.
public struct AccuracyModel: Hashable, Sendable {
  /// The typical error of the range to a satellite, 1 σ in meters, for each kind of position.
  public struct RangeErrors: Hashable, Sendable {
    /// Autonomous, or not reported.
    public var autonomous = 5.0
    /// Corrected by a reference station or an augmentation system.
    public var differential = 4.0
    /// From the precise positioning service.
    public var precise = 1.5
    /// Real-time kinematic, ambiguities floating, on two frequencies; on one, `differential` takes its place.
    public var rtkFloat = 0.5
    /// Real-time kinematic, ambiguities fixed.
    public var rtkFixed = 0.04

    /// Creates the typical errors.
    public init() {}
  }

  /// The range errors by which dilutions of precision are multiplied.
  public var userEquivalentRangeError = RangeErrors()

  /// Creates the model with the typical errors.
  public init() {}

  /// Returns the range error for a quality; `nil` for positions that do not come from ranges.
  public func rangeError(for quality: FixQuality?) -> Double? {
    switch quality {
    case nil, .autonomous: userEquivalentRangeError.autonomous
    case .differential: userEquivalentRangeError.differential
    case .precise: userEquivalentRangeError.precise
    case .rtkFloat: userEquivalentRangeError.rtkFloat
    case .rtkFixed: userEquivalentRangeError.rtkFixed
    default: nil
    }
  }

  /// The least dilution that counts: what the ranges have in common, such as the ionosphere's part, does not shrink with more
  /// satellites.
  static let leastDilution = 0.8
  /// The least radius of a fixed solution, meters, however small GST says that its error is.
  static let leastFixedRadius = 0.015
  /// By how much the position of a fixed solution may lag, seconds.
  static let fixedLatency = 0.005

  /// Derives the accuracies of a fix.
  ///
  /// - Parameter hasOneFrequency: whether its ranges were measured on one frequency; `false` if nobody can say.
  func apply(to fix: inout Fix, from epoch: borrowing Epoch, hasOneFrequency: Bool) {
    let errors = epoch.errors
    let isFloatOfOneFrequency = hasOneFrequency && fix.quality == .rtkFloat
    let range = rangeError(for: isFloatOfOneFrequency ? .differential : fix.quality)
    if let radius = errors.horizontal.value {
      fix.horizontalAccuracySource = errors.horizontal.source
      fix.horizontalAccuracy =
        errors.horizontal.source == .pseudorangeStatistics
        ? max(
          radius,
          leastRadius(of: fix, range: range, rangeDeviation: epoch.statistics?.rangeDeviation))
        : radius
    } else if let radius = radius(of: fix, range: range) {
      fix.horizontalAccuracy = radius
      fix.horizontalAccuracySource = .dilutionOfPrecision
    }
    // With two dimensions the altitude is an assumption, and no figure tells how good it is.
    guard fix.altitude != nil || fix.ellipsoidalAltitude != nil, fix.mode != .twoDimensional else {
      return
    }
    if let deviation = errors.vertical.value {
      fix.verticalAccuracy = deviation
      fix.verticalAccuracySource = errors.vertical.source
    } else if let range, let vdop = fix.dilutionOfPrecision.vertical {
      fix.verticalAccuracy = range * vdop
      fix.verticalAccuracySource = .dilutionOfPrecision
    }
  }

  /// Returns the radius that follows from the horizontal dilution; `nil` without one.
  func radius(of fix: borrowing Fix, range: Double?) -> Double? {
    guard let range, let hdop = fix.dilutionOfPrecision.horizontal else { return nil }
    let radius = range * max(hdop, Self.leastDilution) * ErrorEllipse.radiusPerDistance
    guard fix.quality == .rtkFixed, let speed = fix.speed else { return radius }
    let lag = speed * Self.fixedLatency
    return (radius * radius + lag * lag).squareRoot()
  }

  /// Returns the least radius that is believed of GST, which knows noise and no reflections, meters.
  ///
  /// - Parameter rangeDeviation: the residuals of the code (GST 2); `nil` if they are unknown.
  func leastRadius(
    of fix: borrowing Fix, range: Double?, rangeDeviation: Double?
  ) -> Double {
    switch fix.quality {
    case nil, .autonomous, .differential: return (radius(of: fix, range: range) ?? 0) / 2
    case .rtkFloat:
      // The residuals of the code, to which the solution stays close while the ambiguities are not whole numbers.
      guard let ranges = rangeDeviation, let hdop = fix.dilutionOfPrecision.horizontal else {
        return 0
      }
      return ranges * hdop * ErrorEllipse.radiusPerDistance / 4
    case .rtkFixed: return Self.leastFixedRadius
    default: return 0
    }
  }
}

/// The errors that an epoch's sentences claim, converted to 68 %; the best source wins.
struct ClaimedErrors: Sendable {
  struct Figure: Sendable {
    private(set) var value: Double?
    private(set) var source = AccuracySource.dilutionOfPrecision
    private var rank: UInt8 = 0

    /// Keeps a figure unless a better source has given one, or the same source with at least the same rank.
    ///
    /// No receiver is exact, so 0 means "unknown".
    ///
    /// - Parameter rank: the rank of the value whose error it is, among the frames that have it.
    @inline(__always)
    mutating func offer(_ figure: Double?, from source: AccuracySource, rank: UInt8 = 0) {
      guard let figure, figure > 0, figure < 1_000_000,
        value == nil || source.order < self.source.order
          || source == self.source && rank > self.rank
      else { return }
      value = figure
      (self.source, self.rank) = (source, rank)
    }
  }

  /// The radius of the circle that contains the true position with a probability of 68 %, meters.
  var horizontal = Figure()
  /// The standard deviation of the altitude, meters.
  var vertical = Figure()
  /// The standard deviation of the speed, meters per second.
  var speed = Figure()
  /// The standard deviation of the course, degrees.
  var course = Figure()

  mutating func add(_ message: GST) {
    horizontal.offer(
      ErrorEllipse.radius(
        message.latitudeDeviation ?? message.semiMajorDeviation,
        message.longitudeDeviation ?? message.semiMinorDeviation,
        axes: (message.semiMajorDeviation, message.semiMinorDeviation)),
      from: .pseudorangeStatistics)
    vertical.offer(message.altitudeDeviation, from: .pseudorangeStatistics)
  }

  mutating func add(_ message: PUBX00) {
    horizontal.offer(
      message.horizontalAccuracy.map { $0 * ErrorEllipse.radiusPerDistance }, from: .ubloxEstimate)
    vertical.offer(message.verticalAccuracy, from: .ubloxEstimate)
  }

  mutating func add(_ message: PGRME) {
    horizontal.offer(
      message.horizontalError.map { $0 * ErrorEllipse.radiusPerMedian }, from: .garminEstimate)
    vertical.offer(
      message.verticalError.map { $0 * ErrorEllipse.deviationPerMedian }, from: .garminEstimate)
  }

  mutating func add(_ message: PSRFEPE) {
    guard message.status?.isValid == true else { return }
    horizontal.offer(
      message.horizontalError.map { $0 * ErrorEllipse.radiusPerDistance }, from: .sirfEstimate)
    vertical.offer(message.verticalError, from: .sirfEstimate)
    speed.offer(message.speedError, from: .sirfEstimate)
    if let error = message.courseError, error < 180 { course.offer(error, from: .sirfEstimate) }
  }

  mutating func add(_ message: GBS) {
    // If the sentence names a satellite, these are the errors to expect if that satellite has failed. Some receivers
    // put units between the figures, which shifts them to other fields.
    guard message.failedSatellite ?? 0 == 0, message.longitudeError != nil else { return }
    horizontal.offer(
      ErrorEllipse.radius(message.latitudeError, message.longitudeError, axes: (nil, nil)),
      from: .faultDetection)
    vertical.offer(message.altitudeError, from: .faultDetection)
  }
}

/// The source of an accuracy.
///
/// The derivations are in docs/accuracy.md.
public enum AccuracySource: UInt8, Sendable, CaseIterable {
  /// The standard deviations of GST, the best of those in sentences; the others follow in order.
  case pseudorangeStatistics
  /// The estimates of u-blox's PUBX 00.
  case ubloxEstimate
  /// The estimated errors of Garmin's PGRME.
  case garminEstimate
  /// The estimated errors of SiRF's PSRFEPE.
  case sirfEstimate
  /// The expected errors of GBS.
  case faultDetection
  /// A dilution of precision times the range error that is usual for the fix quality.
  case dilutionOfPrecision
  /// gpsd's own estimates.
  case gpsdEstimate
  /// Nothing that the receiver reported: an estimate typical of its kind, or the grid of reduced accuracy.
  ///
  /// This module never uses it, nor ``gpsdEstimate``; `CLLocation.fix` does.
  case assumed
  /// The estimates in u-blox's frames (UBX NAV-PVT and the like), the best of all.
  case ubloxFrame
  /// GeoClue's statement; this module never uses it.
  case geoClue
  /// The receiver's own estimates in another protocol than these, such as Septentrio's SBF; as good as u-blox's.
  case receiverEstimate

  /// Its place among the sources, best first.
  ///
  /// The raw values are kept in files.
  var order: UInt8 { self == .ubloxFrame || self == .receiverEstimate ? 0 : rawValue &+ 1 }
}

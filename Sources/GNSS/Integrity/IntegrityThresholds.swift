// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The one table of what counts as suspicious. Unless a source is named, the figures were found by trying them on 169
// recordings of real receivers (30 hours) and on simulated drives and attacks; docs/integrity.md explains them.

/// What counts as suspicious: meters, seconds, dB and dB-Hz.
enum IntegrityThresholds {
  // MARK: Positions

  /// Between fixes further apart than this, only the impossible counts: receivers are carried while they are off.
  static let longestStep = 5.0
  /// For how long the same holds after a first fix, and after a gap: positions converge, over hundreds of meters.
  static let convergence = 10.0
  /// Fewer satellites than these and one do not give a position.
  static let tooFew = 3
  /// How many times worse a position in two dimensions is than its dilution says.
  static let twoDimensions = 3.0
  /// Half of the acceleration allowed; emergency braking is 10 m/s².
  static let acceleration = 6.0
  /// How many times the accuracies of both positions, and how much besides: multipath of 25 m is common in streets.
  static let jumpAccuracies = 5.0
  /// The share of an accuracy from a dilution that counts: it is the mean of good and bad places, and multiples of it would hide
  /// what a good receiver shows.
  static let dilutionShare = 0.8
  static let jumpMargin = 20.0
  /// Faster than aircraft fly; besides, a first position may be this far off.
  static let impossibleSpeed = 350.0
  static let impossibleMargin = 1000.0
  /// Faster than aircraft climb, and the margin beyond the accuracy of the altitude.
  static let climb = 60.0
  static let altitudeMargin = 10.0
  /// The accuracy where the receiver reports nothing about it: 25 m is the worst of a working receiver in the open.
  static let unknownAccuracy = 25.0

  // MARK: Speeds

  /// Over how long positions are compared with speeds.
  static let comparison = 3.0...6.0
  static let mismatchAccuracies = 4.0
  static let mismatchSpeed = 2.0
  /// By how many seconds a speed lags that a receiver smooths: its path is too short by so many times what the speed has gained.
  static let speedLag = 2.5
  /// The speed at which a position has to change, and the number of equal fixes, over ``comparison``'s lower bound.
  static let movingSpeed = 3.0
  static let equalFixes = 4
  /// A position this bad does not show movement.
  static let uselessAccuracy = 100.0
  /// How long speeds and positions must have fitted, in motion or at rest, before it means something that they do not.
  static let trustMoving = 5.0
  static let trustStill = 20.0
  /// After how long a mismatch it may be the device, and how long they must then fit in motion.
  static let doubtful = 10.0
  static let renewedTrust = 30.0

  // MARK: Clocks

  /// A step back that is not rounding; receivers that correct their leap seconds step by whole seconds.
  static let stepBack = 1.5
  /// A step ahead of this machine's clock, between two fixes.
  static let stepAhead = 2.0
  /// A departure from this machine's clock, within ``clockMemory``.
  static let drift = 2.5
  static let clockMemory = 20.0

  // MARK: Signals

  /// Satellites needed for a comparison between them: fewer are often alike.
  static let equalSatellites = 8
  /// 99 % of the views of real skies deviate by 4.1 dB or more.
  static let equalDeviation: Float = 1.2
  static let equalRange: Float = 3
  /// 99.9 % of real views have less than 53.5 dB-Hz in the mean of the four best.
  static let strongest: Float = 56
  static let strongAfterRise: Float = 50
  /// No group of 65 recordings fell by this much at once.
  static let change: Float = 9
  /// Indoors, falls deviate by 5 dB and more; under a jammer by less than 2 dB.
  static let evenFall: Float = 3
  /// Satellites needed for a comparison with the minute before.
  static let changedSatellites = 4
  /// Satellites that must have fallen: few fall evenly by chance.
  static let fallenSatellites = 5
  /// In how many views in a row: a bridge weakens all satellites for 1 to 3 s.
  static let viewsAlike = 3
  static let viewsWeaker = 5
  /// A larger C/N₀ is a damaged figure.
  static let possible: ClosedRange<Float> = 1...99

  // MARK: Receivers

  /// From which state on a receiver warns: u-blox (NAV-STATUS and SEC-SIG, of spoofing) and Quectel count 0 unknown,
  /// 1 none, 2 a warning, 3 critical.
  static let reported: UInt8 = 2

  static func isReported(_ state: UInt8?) -> Bool { (reported...3).contains(state ?? 0) }

  /// The same for u-blox's states of jamming (MON-HW, MON-RF, SEC-SIG).
  ///
  /// A ZED-F9P is at 2 most of the time, which therefore only supports other signs; PX4 warns from 3 on, too.
  static let reportedJamming: UInt8 = 3

  // MARK: How long a warning lasts

  /// Beyond its cause: a receiver reports the transition, and falls silent while it is being deceived (PX4 #21244).
  static let reportedHold = 60.0
  static let hold = 10.0
}

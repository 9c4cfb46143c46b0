// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Glibc
import NMEA0183
import TestSupport

/// What an honest receiver reports on an eventful way: values in place of bytes, so that hours take a second.
///
/// Errors wander as a first-order Gauss–Markov process, and signals fade. What happens besides is drawn from a list that
/// suits the vehicle, one event after the other, with half a minute of nothing between them.
struct HonestDrive {
  /// What happens to a receiver.
  enum Event: CaseIterable {
    /// No fix for some seconds or minutes; the first ones after it are poor.
    case tunnel
    /// All signals are 12 dB weaker for two or three seconds.
    case bridge
    /// Each signal fades for itself, by up to 8 dB.
    case foliage
    /// 25 m of error for five seconds.
    case multipath
    /// Signals fall unevenly by 5 to 20 dB, and the position wanders by 30 m.
    case indoors
    /// Switched off, carried for some kilometers, and switched on.
    case carried
    /// Switched on after a long time: no fix at first, then one that converges.
    case coldStart
    /// The other way, within four seconds.
    case turn
    /// As hard as tires allow.
    case braking
    /// Data waits for three seconds, and comes all at once.
    case stall
    /// The machine sleeps for an hour.
    case sleep
    /// The corrections of a satellite come or go: the position moves by three meters.
    case corrections
  }

  /// A vehicle, and what it does.
  struct Kind {
    var name: String
    var speed = 0.0
    var rate = 1
    var events: [Event] = []
    /// Degrees in a second that it turns, at most.
    var turning = 3.0
    /// Altitude that it gains or loses in a second, at most.
    var climb = 0.2
    /// Below this speed, receivers for cars report that they stand, and hold the position.
    var standsBelow = 0.0
    /// Digits after the decimal point of the minutes, if they are few.
    var minuteDecimals: Int?
    /// Whether the receiver reports a speed.
    var hasSpeed = true
    /// By how many seconds the reported speed lags.
    var lag = 0.0
    /// Meters per second squared.
    var acceleration = 1.5
    /// How large errors and accuracies are, relative to those of a simple receiver.
    var errors = 1.0
  }

  private let kind: Kind
  private var random: SeededGenerator
  private var monitor = IntegrityMonitor(.arrivals)

  /// The truth: seconds since the beginning, meters, degrees, meters per second.
  private var now = 0.0
  private var (east, north, altitude) = (0.0, 0.0, 200.0)
  private var (course, speed) = (30.0, 0.0)
  /// What the receiver has.
  private var error = (east: 0.0, north: 0.0, up: 0.0)
  private var shift = (east: 0.0, north: 0.0)
  private var reportedSpeed = 0.0
  private var held: (east: Double, north: Double)?
  private var weeks = 0
  /// For how long the data waits, seconds.
  private var delay = 0.0
  /// For how long it was switched off or asleep, seconds.
  private var skipped = 0.0

  private var event: (kind: Event, ends: Double)?
  private var nextEvent = 60.0
  private var quality = 1.0
  private var fades = [Float](repeating: 0, count: 12)

  /// How many fixes there were, and which of them had warnings.
  private(set) var fixes = 0
  private(set) var warned: [(second: Double, event: Event?, warnings: FixWarnings)] = []

  init(_ kind: Kind, seed: UInt64) {
    self.kind = kind
    random = SeededGenerator(seed: seed)
    speed = kind.speed
  }

  /// Drives on.
  mutating func drive(hours: Double) {
    while now - skipped < hours * 3600 { step() }
  }

  private mutating func draw(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &random)
  }

  /// A normally distributed number.
  private mutating func gauss() -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + draw(0...1) }
  }

  // MARK: - Time

  private mutating func step() {
    let seconds = 1 / Double(kind.rate)
    now += seconds
    move(seconds)
    beginOrEnd()
    wander(seconds)
    if hasFix {
      report()
    } else {
      monitor.lostFix()
    }
    if now.truncatingRemainder(dividingBy: 1) < seconds { look() }
  }

  private var hasFix: Bool {
    switch event?.kind {
    case .tunnel, .carried, .sleep: false
    // The second half has a fix.
    case .coldStart: (event?.ends ?? 0) - now < 40
    default: true
    }
  }

  private mutating func move(_ seconds: Double) {
    let goal = event?.kind == .braking ? 0 : kind.speed
    let most = (event?.kind == .braking ? 9.0 : kind.acceleration) * seconds
    speed += min(max(goal - speed, -most), most)
    let turn = event?.kind == .turn ? 45 : draw(-kind.turning...kind.turning)
    course += turn * seconds
    east += speed * sin(course * .pi / 180) * seconds
    north += speed * cos(course * .pi / 180) * seconds
    altitude = max(0, altitude + draw(-kind.climb...kind.climb) * seconds)
    if kind.lag > 0 {
      reportedSpeed += (speed - reportedSpeed) * min(1, seconds / kind.lag)
    } else {
      reportedSpeed = speed
    }
  }

  private mutating func beginOrEnd() {
    if let event, now >= event.ends {
      self.event = nil
      nextEvent = now + draw(20...60)
      if [.tunnel, .carried, .sleep].contains(event.kind) { quality = 6 }
    }
    guard event == nil, now >= nextEvent, let next = kind.events.randomElement(using: &random)
    else { return }
    event = (next, now + draw(Self.duration(of: next)))
    switch next {
    case .carried:
      east += draw(-3000...3000)
      // It takes time, in which the receiver is off.
      skip(draw(60...7200))
    case .sleep: skip(3600)
    case .stall: delay = 3
    case .corrections: shift = (draw(-2...2), draw(-2...2))
    case .coldStart: (quality, error) = (12, (draw(-40...40), draw(-40...40), draw(-90...90)))
    case .multipath: shift = (draw(-18...18), draw(-17...17))
    default: break
    }
  }

  private mutating func skip(_ seconds: Double) {
    now += seconds
    skipped += seconds
    event?.ends += seconds
  }

  private static func duration(of event: Event) -> ClosedRange<Double> {
    switch event {
    case .bridge: 2...3
    case .multipath: 5...6
    case .turn: 4...4.2
    case .braking: 4...8
    case .stall: 3...3.1
    case .coldStart: 70...90
    case .tunnel: 2...120
    case .foliage, .indoors: 20...240
    case .carried, .sleep, .corrections: 1...1.5
    }
  }

  private mutating func wander(_ seconds: Double) {
    let (kept, fresh) = (exp(-seconds / 40), (1 - exp(-2 * seconds / 40)).squareRoot())
    let size = 3 * kind.errors * quality * (event?.kind == .indoors ? 5 : 1)
    error.east = kept * error.east + fresh * size * gauss()
    error.north = kept * error.north + fresh * size * gauss()
    error.up = kept * error.up + fresh * 2 * size * gauss()
    quality = max(1, quality - 0.15 * seconds * quality)
    if event?.kind != .multipath, event?.kind != .corrections {
      shift = (shift.east * kept, shift.north * kept)
    }
  }

  // MARK: - What the receiver reports

  private mutating func report() {
    var place = (east: east + error.east + shift.east, north: north + error.north + shift.north)
    if speed < kind.standsBelow {
      place = held ?? place
      held = place
    } else {
      held = nil
    }
    let nanoseconds =
      1_749_902_400_000_000_000 + Int64((now * 1000).rounded()) * 1_000_000
      + Int64(weeks) * 604_800_000_000_000
    var latitude = 59.4 + place.north / 111_320
    var longitude = 24.7 + place.east / (111_320 * cos(latitude * .pi / 180))
    if let decimals = kind.minuteDecimals {
      let unit = 60 * pow(10, Double(decimals))
      (latitude, longitude) = (
        (latitude * unit).rounded() / unit, (longitude * unit).rounded() / unit
      )
    }
    var fix = Fix(
      time: FixTime(nanosecondsSince1970: nanoseconds), latitude: latitude, longitude: longitude)
    fix.altitude = altitude + error.up
    fix.mode = .threeDimensional
    fix.quality = .autonomous
    fix.satellitesUsed = 9
    let dilution = quality * (event?.kind == .indoors ? 4 : 1)
    fix.horizontalAccuracy = 4.29 * kind.errors * dilution
    fix.verticalAccuracy = 8 * dilution
    if kind.hasSpeed {
      let isHeld = speed < kind.standsBelow && kind.lag == 0
      fix.speed = isHeld ? 0 : max(0, reportedSpeed + 0.1 * gauss())
    }
    // A delay is made up for at once.
    let arrival = now + 0.1 + draw(0...0.05) + delay
    delay = max(0, delay - 1 / Double(kind.rate))
    monitor.bytesArrived(at: Int64(arrival * 1e9))
    monitor.epochBegins()
    fix.warnings = monitor.examine(fix)
    fixes += 1
    if !fix.warnings.isEmpty { warned.append((now, event?.kind, fix.warnings)) }
  }

  private mutating func look() {
    var satellites: [SatelliteInView] = []
    for index in fades.indices {
      let goal: Float =
        switch event?.kind {
        case .foliage: Float(draw(-8...0))
        case .indoors: Float(-5 - Double((index * 7) % 16))
        case .bridge: -12
        case .tunnel: -40
        default: 0
        }
      fades[index] += (goal - fades[index]) * (event?.kind == .bridge ? 1 : 0.5)
      let strength = 26 + 2 * Float(index) + fades[index] + Float(gauss())
      var satellite = SatelliteInView(SatelliteID(system: .gps, number: UInt16(index + 1)))
      satellite.carrierToNoise = strength > 8 ? strength.rounded() : nil
      satellites.append(satellite)
    }
    monitor.received(SatellitesInView(satellites, used: SatelliteSet()))
  }
}

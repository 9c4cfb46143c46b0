// Core Location for Linux. SPDX-License-Identifier: MIT
// What a message of another protocol contributes to an epoch. It usually has more digits than sentences, and ranks above them.

extension Epoch {
  mutating func add(_ report: InstantReport) {
    judge(report)
    guard report.verdict != .noFix, report.verdict != .timeOnly else { return }
    let rank = report.rank
    position.offer(report.position, rank: rank)
    offerHeights(of: report)
    add(report.errors, rank)
    add(report.motion, report.errors, rank)
    frameQuality.offer(report.quality, rank: rank)
    horizontalDilution.offer(known(report.dilution.horizontal), rank: rank)
    verticalDilution = known(report.dilution.vertical) ?? verticalDilution
    positionDilution = known(report.dilution.position) ?? positionDilution
    satellitesSolved = report.satellitesUsed ?? satellitesSolved
    differentialAge = report.differentialAge ?? differentialAge
    differentialStation = report.differentialStation ?? differentialStation
  }

  /// Notes what the message says about whether there is a fix.
  private mutating func judge(_ report: InstantReport) {
    guard let verdict = report.verdict else { return }
    switch verdict {
    case .unconfirmed:
      claims.insert(.unconfirmedPosition)
      return
    case .timeOnly: isJudged = true
    case .fix, .noFix:
      isJudged = true
      if report.weight > frameWeight { claims.subtract([.validFrame, .invalidFrame]) }
      guard report.weight >= frameWeight else { return }
      frameWeight = report.weight
      claims.insert(verdict == .fix ? .validFrame : .invalidFrame)
      if verdict == .fix, let mode = report.mode { self.mode = mode }
    }
  }

  private mutating func offerHeights(of report: InstantReport) {
    let height = report.ellipsoidalAltitude
    let altitude = report.altitude ?? difference(height, report.geoidSeparation)
    self.altitude.offer(altitude, rank: report.rank)
    geoidSeparation.offer(
      report.geoidSeparation ?? difference(height, altitude), rank: report.rank)
    if altitude == nil { ellipsoidalAltitude = ellipsoidalAltitude ?? height }
  }

  private func difference(_ first: Double?, _ second: Double?) -> Double? {
    guard let first, let second else { return nil }
    return first - second
  }

  private mutating func add(_ errors: InstantReport.Errors, _ rank: UInt8) {
    self.errors.horizontal.offer(errors.horizontal, from: errors.source, rank: rank)
    self.errors.vertical.offer(errors.vertical, from: errors.source, rank: rank)
    self.errors.speed.offer(errors.speed, from: errors.source, rank: rank)
  }

  private mutating func add(
    _ reported: InstantReport.Motion, _ errors: InstantReport.Errors, _ rank: UInt8
  ) {
    var motion = reported
    if let velocity = motion.velocity, let place = position.value {
      let (north, east, up) = velocity.velocity(at: place)
      motion.set(north: north, east: east, up: up)
    }
    speed.offer(motion.speed.flatMap { $0 < 0 ? nil : $0 }, rank: rank)
    verticalSpeed = verticalSpeed ?? motion.verticalSpeed
    // Receivers have a course at rest, too: that of noise.
    guard let speed = motion.speed, speed >= 0.5, let course = motion.course,
      errors.course ?? 0 < 30
    else { return }
    self.course.offer(normalized(course < 0 ? course + 360 : course), rank: rank)
    self.errors.course.offer(errors.course, from: errors.source, rank: rank)
  }
}

extension Coordinate {
  /// Creates a coordinate; `nil` if there is no such place.
  ///
  /// A frame with a valid checksum may contain any number.
  init?(onEarth latitude: Double?, _ longitude: Double?) {
    guard let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180 else {
      return nil
    }
    self.init(latitude, longitude)
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import UBX

extension FixGatherer {
  mutating func received(_ kind: FrameKind, _ payload: RawSpan, _ consume: Consumer) {
    progress.sentences &+= 1
    frames.count &+= 1
    process(kind, payload, consume)
  }

  private mutating func process(_ kind: FrameKind, _ payload: RawSpan, _ consume: Consumer) {
    switch kind {
    case NAVPVT.kind: if let pvt = NAVPVT(payload) { received(pvt, consume) }
    case NAVSOL.kind:
      guard let sol = NAVSOL(payload) else { return }
      frames.clock.learn(week: sol.week, at: sol.timeOfWeek)
      receivedPosition(sol, payload, consume)
    case NAVSTATUS.kind:
      integrity?.received(kind, payload)
      if let status = NAVSTATUS(payload) { receivedPosition(status, payload, consume) }
    case NAVHPPOSLLH.kind:
      if let hp = NAVHPPOSLLH(payload) { receivedPosition(hp, payload, consume) }
    case NAVPOSLLH.kind: if let llh = NAVPOSLLH(payload) { receivedPosition(llh, payload, consume) }
    case NAVPOSECEF.kind:
      if let ecef = NAVPOSECEF(payload) { receivedPosition(ecef, payload, consume) }
    case NAVVELNED.kind: if let velocity = NAVVELNED(payload) { add(velocity, payload, consume) }
    case NAVVELECEF.kind: if let velocity = NAVVELECEF(payload) { add(velocity, payload, consume) }
    case NAVDOP.kind: if let dop = NAVDOP(payload) { add(dop, payload, consume) }
    case NAVTIMEUTC.kind, NAVTIMEGPS.kind, NAVTIMELS.kind: receivedTime(kind, payload, consume)
    case NAVSAT.kind: if let sat = NAVSAT(payload) { received(SatellitesInView(sat)) }
    case NAVSVINFO.kind: if let info = NAVSVINFO(payload) { received(SatellitesInView(info)) }
    case NAVSIG.kind: if let sig = NAVSIG(payload) { satellites.received(sig) }
    case NAVRELPOSNED.kind:
      if let message = NAVRELPOSNED(payload) { received(heading: message.heading, consume) }
    case NAVATT.kind:
      // As with courses, a direction that is uncertain by 30° is none.
      guard let attitude = NAVATT(payload), attitude.headingAccuracy > 0,
        attitude.headingAccuracy < 30
      else { return }
      received(heading: attitude.heading, consume)
    case NAVEOE.kind: if let end = NAVEOE(payload) { received(end, consume) }
    default: integrity?.received(kind, payload)
    }
  }

  // MARK: - Time

  private mutating func receivedTime(
    _ kind: FrameKind, _ payload: RawSpan, _ consume: Consumer
  ) {
    if kind == NAVTIMEUTC.kind, let message = NAVTIMEUTC(payload) {
      if let moment = frames.clock.learn(from: message) {
        dates.learn(moment.date, moment.time)
        emitHeldIfDated(consume)
      }
    } else if kind == NAVTIMEGPS.kind, let message = NAVTIMEGPS(payload) {
      frames.clock.learn(week: message.week, at: message.timeOfWeek)
      frames.clock.learn(leapSeconds: message.leapSeconds.map(Int64.init))
    } else if kind == NAVTIMELS.kind, let message = NAVTIMELS(payload) {
      frames.clock.learn(leapSeconds: message.leapSeconds.map(Int64.init))
    }
    if frames.clock.leapSeconds != nil { releaseFrames(consume) }
  }

  private mutating func releaseFrames(_ consume: Consumer) {
    guard !frames.held.isEmpty else { return }
    for frame in frames.release() {
      // A position report was counted when it came.
      let reports = progress.positionReports
      // Proof: `bytes` is marked unsafe for elements with padding; a UInt8 has none.
      process(frame.kind, unsafe frame.payload.span.bytes, consume)
      progress.positionReports = reports
    }
  }

  /// Processes the frames that still wait for the clock at the end.
  mutating func finishFrames(_ consume: Consumer) {
    if frames.clock.assumeLeapSeconds() { releaseFrames(consume) }
  }

  // MARK: - Epochs

  private mutating func received(_ pvt: NAVPVT, _ consume: Consumer) {
    progress.positionReports &+= 1
    let moment = frames.clock.learn(from: pvt)
    if moment != nil { releaseFrames(consume) }
    guard let time = moment?.time ?? frames.clock.time(of: pvt.timeOfWeek) else {
      if clocks.isLoss(nil) {
        endEpoch(consume)
        lose(at: nil, consume)
      }
      return
    }
    add(pvt, at: time, consume) {
      if let moment { $0.dates.learn(moment.date, moment.time) }
      $0.headings.learn(variation: pvt.magneticDeclination)
    }
  }

  private mutating func receivedPosition(
    _ message: some FrameContributor, _ payload: RawSpan, _ consume: Consumer
  ) {
    progress.positionReports &+= 1
    add(message, payload, consume)
  }

  private mutating func add<Frame: FrameContributor>(
    _ message: Frame, _ payload: RawSpan, _ consume: Consumer
  ) {
    guard let time = frames.clock.time(of: message.timeOfWeek) else {
      if frames.hold(Frame.kind, payload, at: message.timeOfWeek) { releaseFrames(consume) }
      return
    }
    let date = frames.clock.date(of: message.timeOfWeek)
    add(message, at: time, consume) { if let date { $0.dates.learn(date, time) } }
  }

  /// Ends the epoch, unless sentences about it may follow.
  private mutating func received(_ end: NAVEOE, _ consume: Consumer) {
    guard let time = frames.clock.time(of: end.timeOfWeek), let latest = assembler.epoch.time,
      RecentInstants.isSame(time.nanosecondsOfDay, latest.nanosecondsOfDay)
    else { return }
    if frames.count == progress.sentences {
      finishEpoch(consume)
    } else {
      add(end, at: time, consume)
    }
  }

  // MARK: - Satellites and headings

  private mutating func received(_ view: SatellitesInView) {
    used = view.used
    satellites.received(view)
  }

  private mutating func received(heading: Double?, _ consume: Consumer) {
    if let heading = headings.heading(heading, time: lastTime) { consume(.heading(heading)) }
  }
}

/// What is known about a line with frames: their clock, and those that wait until it is known.
struct FrameIntake: Sendable {
  struct Held: Sendable {
    let kind: FrameKind
    let payload: [UInt8]
  }

  var clock = WeekClock()
  var count = 0
  private(set) var held: [Held] = []
  private var heldSince: UInt32 = 0

  /// More frames than a receiver sends until it states its clock, which may be every few epochs.
  private static let mostHeld = 64

  /// Holds a frame until the time of its epoch is known, and returns whether that is so now.
  ///
  /// If an epoch has passed without a statement about leap seconds, those of the week are assumed.
  mutating func hold(_ kind: FrameKind, _ payload: RawSpan, at timeOfWeek: UInt32) -> Bool {
    if held.isEmpty { heldSince = timeOfWeek }
    if held.count < Self.mostHeld {
      held.append(Held(kind: kind, payload: payload.array))
    }
    return timeOfWeek != heldSince && clock.assumeLeapSeconds()
  }

  mutating func release() -> [Held] {
    defer { held = [] }
    return held
  }
}

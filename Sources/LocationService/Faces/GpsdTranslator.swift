// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import GpsdProtocol
import SerialLine

/// Puts events into gpsd's reports, and answers what clients ask about the present.
///
/// Satellites, headings and error statistics wait for the next TPV: clients expect it first, and everything of an epoch in one go.
struct GpsdTranslator {
  /// Whether clients may know whether there is a fix.
  private let tellsFix: Bool
  /// The receiver; `nil` until one is known.
  private(set) var device: GpsdDevice?
  private var fix: Fix?
  private var sky: SatellitesInView?
  /// Whether clients have not been sent the sky yet.
  private var isSkyNew = false
  private var heading: Heading?
  /// What the receiver stated last of its errors; of a fix only if that has the same time.
  private var statistics: ErrorStatistics?
  /// Whether the receiver talks, so that it is known to have no fix.
  private var isTalking = false
  private var epochs = EpochInterval()

  /// - Parameter path: the receiver that was named; `nil` if it is to be found.
  init(device path: String?, tellsFix: Bool) {
    device = path.map(GpsdDevice.init(path:))
    self.tellsFix = tellsFix
  }

  /// A position, or that there is none: mode 0 when nothing is heard of the receiver.
  var tpv: TPV {
    if let fix { return TPV(fix, device: device?.path) }
    return TPV(device: device?.path, mode: isTalking && tellsFix ? .noFix : .unknown)
  }

  /// What the receiver says of the errors of the position; `nil` if it says nothing.
  var errorReport: GST? {
    guard let statistics, statistics.time == fix?.time else { return nil }
    return GST(statistics, device: device?.path)
  }

  /// What is known of the sky.
  var skyReport: SKY {
    guard isTalking, let sky else { return SKY(device: device?.path) }
    return SKY(sky, dilution: fix?.dilutionOfPrecision, device: device?.path, time: fix?.time)
  }

  /// Whether there is a receiver to be heard.
  var isActive: Bool { device.map { !$0.isLost } ?? false }

  /// The reports to be sent for an event, in one go.
  mutating func translate(_ event: ServiceEvent, at now: Moment) -> [GpsdReport] {
    switch event {
    case .receiver(let status): return receiverChanged(to: status, at: now)
    case .fix(let fix):
      self.fix = fix
      isTalking = true
      epochs.received(fix.time)
      device?.activated = Self.time(now)
      device?.cycle = epochs.seconds
      return position(withSky: isSkyNew)
    case .fixLost, .secondWithoutFix:
      fix = nil
      return position(withSky: true)
    case .satellites(let sky): (self.sky, isSkyNew) = (sky, true)
    case .heading(let heading): self.heading = heading
    case .errorStatistics(let statistics): self.statistics = statistics
    case .sentences: break
    }
    return []
  }

  /// What is known of the position, and what is new besides.
  private mutating func position(withSky: Bool) -> [GpsdReport] {
    var reports = [GpsdReport.tpv(tpv)]
    if let errorReport { reports.append(.gst(errorReport)) }
    if let heading { reports.append(.att(ATT(heading, device: device?.path))) }
    if withSky { reports.append(.sky(skyReport)) }
    (heading, isSkyNew) = (nil, false)
    return reports
  }

  private mutating func receiverChanged(
    to status: CandidateStatus?, at now: Moment
  ) -> [GpsdReport] {
    let before = device
    var next = status.map { GpsdDevice($0) }
    // One that is gone is back when it is heard: opening it is tried again and again.
    if before?.isLost == true, next?.path == before?.path, !(status?.state.isHeard ?? false) {
      next?.isLost = true
    }
    if let next, next.path == before?.path, !next.isLost, before?.isLost == false {
      device?.driver = next.driver ?? before?.driver
      device?.rate = next.rate ?? before?.rate
    } else {
      epochs = EpochInterval()
      // One that is gone is still listed, as gpsd does.
      if next == nil, var gone = before {
        gone.isLost = true
        next = gone
      }
      device = next
    }
    let wasTalking = isTalking
    isTalking = status?.state.isTalking ?? false
    if isTalking, !wasTalking { device?.activated = Self.time(now) }
    guard let device,
      device.isLost != (before?.isLost ?? true) || device.path != before?.path
        || device.driver != before?.driver
    else { return wasTalking && !isTalking ? loseSight() : [] }
    if device.isLost, before == nil { return [] }
    // Only what follows a lost device clears the screens of clients.
    return [.device(device)] + (device.isLost ? loseSight() : [])
  }

  private mutating func loseSight() -> [GpsdReport] {
    (fix, sky, heading) = (nil, nil, nil)
    return position(withSky: true)
  }

  mutating func receiverClosed() {
    (fix, sky, heading, isTalking) = (nil, nil, nil, false)
    device?.driver = nil
    device?.activated = nil
  }

  /// Machine time as gpsd writes it.
  static func time(_ now: Moment) -> String {
    FixTime(nanosecondsSince1970: now.nanosecondsSince1970).iso8601 ?? ""
  }
}

extension GpsdDevice {
  /// A receiver as gpsd would list it.
  init(_ status: CandidateStatus) {
    self.init(path: status.candidate.name)
    subtype = status.candidate.model
    isLost = status.state.isAbsent
    driver = status.state.isTalking ? "NMEA0183" : nil
    rate = (status.rate?.rawValue).map(Int.init)
  }
}

extension ReceiverState {
  /// Whether it is heard, with or without a fix.
  var isTalking: Bool {
    switch self {
    case .waitingForFix, .fix, .lost: true
    default: false
    }
  }

  /// Whether it is open.
  var isHeard: Bool {
    switch self {
    case .silent, .detectingRate: true
    default: isTalking
    }
  }

  /// Whether it is not there, or cannot be used.
  var isAbsent: Bool {
    switch self {
    case .unplugged, .failed, .ended, .notAReceiver: true
    default: false
    }
  }
}

/// The time between epochs, by the receiver's clock.
private struct EpochInterval {
  private var last: Int64?
  /// Seconds; `nil` until two epochs have come.
  private(set) var seconds: Double?

  mutating func received(_ time: FixTime) {
    let now = time.nanosecondsSince1970
    if let now, let last, now > last, now - last < 60_000_000_000 {
      seconds = Double(now - last) / 1e9
    }
    last = now
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import GpsdProtocol
import SerialLine

/// Translates events into gpsd's reports, and answers clients' requests for the present state.
///
/// Satellites, headings and error statistics are held until the next TPV: clients expect that first, and all reports of
/// an epoch together.
struct GpsdTranslator {
  /// Whether clients may see whether there is a fix.
  private let tellsFix: Bool
  /// The receiver; `nil` until it is known.
  private(set) var device: GpsdDevice?
  private var fix: Fix?
  private var sky: SatellitesInView?
  /// Whether the sky has changed since it was last sent.
  private var isSkyNew = false
  private var heading: Heading?
  /// The errors last reported by the receiver; they belong to a fix only if they have the same time.
  private var statistics: ErrorStatistics?
  /// Whether the receiver sends sentences, so that its lack of a fix is known.
  private var isTalking = false
  private var epochs = EpochInterval()

  /// - Parameter path: the receiver that was named; `nil` if it has to be found.
  init(device path: String?, tellsFix: Bool) {
    device = path.map(GpsdDevice.init(path:))
    self.tellsFix = tellsFix
  }

  /// The position, or that there is none; mode 0 while the receiver sends nothing.
  var tpv: TPV {
    if let fix { return TPV(fix, device: device?.path) }
    return TPV(device: device?.path, mode: isTalking && tellsFix ? .noFix : .unknown)
  }

  /// The position's errors, as the receiver reports them; `nil` if it does not.
  var errorReport: GST? {
    guard let statistics, statistics.time == fix?.time else { return nil }
    return GST(statistics, device: device?.path)
  }

  /// The satellites in view, as far as they are known.
  var skyReport: SKY {
    guard isTalking, let sky else { return SKY(device: device?.path) }
    return SKY(sky, dilution: fix?.dilutionOfPrecision, device: device?.path, time: fix?.time)
  }

  /// Whether there is a receiver that is not lost.
  var isActive: Bool { device.map { !$0.isLost } ?? false }

  /// Returns the reports to send for an event, all at once.
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

  /// Returns the position, and what is new apart from it.
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
    // A lost receiver is back only once it is open, since it is opened again and again.
    if before?.isLost == true, next?.path == before?.path, !(status?.state.isHeard ?? false) {
      next?.isLost = true
    }
    if let next, next.path == before?.path, !next.isLost, before?.isLost == false {
      device?.driver = next.driver ?? before?.driver
      device?.rate = next.rate ?? before?.rate
    } else {
      epochs = EpochInterval()
      // A lost receiver is still listed, as by gpsd.
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
    // The reports after that of a lost device are what clears clients' screens.
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

  /// Returns the machine's time in gpsd's format.
  static func time(_ now: Moment) -> String {
    FixTime(nanosecondsSince1970: now.nanosecondsSince1970).iso8601 ?? ""
  }
}

extension GpsdDevice {
  /// Describes a receiver as gpsd would list it.
  init(_ status: CandidateStatus) {
    self.init(path: status.candidate.name)
    subtype = status.candidate.model
    isLost = status.state.isAbsent
    driver = status.state.isTalking ? "NMEA0183" : nil
    rate = (status.rate?.rawValue).map(Int.init)
  }
}

extension ReceiverState {
  /// Whether it sends sentences, with or without a fix.
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

  /// Whether it is absent, or cannot be used.
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
  /// In seconds; `nil` until two epochs have arrived.
  private(set) var seconds: Double?

  mutating func received(_ time: FixTime) {
    let now = time.nanosecondsSince1970
    if let now, let last, now > last, now - last < 60_000_000_000 {
      seconds = Double(now - last) / 1e9
    }
    last = now
  }
}

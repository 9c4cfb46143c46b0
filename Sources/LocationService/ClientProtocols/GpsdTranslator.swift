// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import LocationAuthorization
import LocationProtocols
import SerialLine

extension ClientProtocol {
  package static let gpsd = ClientProtocol(
    name: "gpsd", title: "gpsd's protocol",
    translator: { GpsdTranslator(device: $1, tellsFix: $0 != .nothing) },
    dialogue: { GpsdDialogue() })
}

/// Translates events into gpsd's reports, and answers clients' requests for the current state.
///
/// Satellites, headings and error statistics are held until the next TPV: clients expect that first, and all reports of
/// an epoch together.
struct GpsdTranslator: EventTranslator {
  private let tellsFix: Bool
  /// The receiver; `nil` until it is known.
  private(set) var device: GpsdDevice?
  private var standbys: [GpsdDevice] = []
  /// Whether clients have to be told which receiver it is, since they have followed another one.
  private var isDeviceNews = false
  private var fix: Fix?
  /// The change of altitude since the fix before, meters per second; `nil` if unknown.
  private var climb: Double?
  /// The receiver's last time, as clients are sent it while there is no fix.
  private var lastTime: FixTime?
  private var sky: SatellitesInView?
  /// Whether the sky has changed since it was last sent with a position.
  private var isSkyNew = false
  /// Whether satellites have been reported since there has been a fix: those from before it are not used.
  private var isSkyKnown = false
  private var heading: Heading?
  /// The errors last reported by the receiver; they belong to a fix only if they have the same time.
  private var statistics: ErrorStatistics?
  /// Whether the receiver sends sentences, so that its lack of a fix is known.
  private var isTalking = false
  /// Whether the fix has been lost without a time, which is not reported before the status says whether the receiver has gone.
  private var owesLoss = false
  /// How many seconds have passed without a fix since then.
  private var seconds = 0
  private var period = FixPeriod()
  private var variation = LocalVariation()

  /// - Parameter path: the receiver that was named; `nil` if it has to be found.
  init(device path: String?, tellsFix: Bool) {
    device = path.map(GpsdDevice.init(path:))
    self.tellsFix = tellsFix
  }

  /// The position, or that there is none; mode 0 while the receiver sends nothing.
  var tpv: TPV {
    guard let fix else {
      var report = TPV(
        device: device?.path, mode: isTalking && tellsFix ? .noFix : .unknown)
      report.time = lastTime?.iso8601
      return report
    }
    var report = TPV(fix, device: device?.path)
    report.climb = report.climb ?? climb
    report.magneticVariation = variation.degrees
    return report
  }

  /// The position's errors, as the receiver reports them; `nil` if it does not.
  var errorReport: GST? {
    guard let statistics, statistics.time == fix?.time else { return nil }
    return GST(statistics, device: device?.path)
  }

  /// The satellites in view, as far as they are known.
  var skyReport: SKY {
    guard isTalking, let sky else { return SKY(device: device?.path) }
    return SKY(sky, for: fix, device: device?.path)
  }

  /// All receivers, the one in use first.
  var devices: [GpsdDevice] { [device].compactMap(\.self) + standbys }

  var lacksFix: Bool { fix == nil }

  var isActive: Bool { device.map { !$0.isLost } ?? false }

  mutating func translate(
    _ event: ReceiverEvent, isHeard: Bool, at now: Moment
  ) -> TranslatedEvent {
    // While nobody listens it is not computed, and an old one would be that of another place.
    if let fix = event.fix {
      if isHeard { variation.update(for: fix) } else { variation = LocalVariation() }
    }
    let reports = reports(for: event, at: now)
    return isHeard ? TranslatedEvent(bytes: reports.bytes) : TranslatedEvent()
  }

  /// Returns what is sent once a second.
  ///
  /// Like gpsd, it sends no TPV about a receiver that has never been heard; the empty SKY shows whether clients are
  /// still there. Nor does it before the first fix of a receiver that had one all along, which takes two epochs: such a
  /// TPV has no time, which ends some clients.
  mutating func secondWithoutFix(at now: Moment) -> TranslatedEvent {
    if !lacksFix { return TranslatedEvent() }
    seconds += 1
    let isHeard = isTalking && tellsFix && seconds > 2 || lastTime != nil
    return TranslatedEvent(bytes: (isHeard ? fixLost() : [.sky(skyReport)]).bytes)
  }

  private mutating func reports(for event: ReceiverEvent, at now: Moment) -> [GpsdReport] {
    switch event.content {
    case .status(let status):
      standbys = status.standbys.map { GpsdDevice($0) }
      let owedLoss = exchange(&owesLoss, with: false)
      let reports = receiverChanged(to: status.current, at: now)
      return owedLoss && fix == nil && reports.isEmpty ? fixLost() : reports
    case .report(.fix(let fix)):
      climb = self.fix.flatMap { Self.climb(from: $0, to: fix) }
      (self.fix, lastTime) = (fix, fix.time)
      (isTalking, owesLoss) = (true, false)
      period.received(fix.time)
      device?.activated = now.iso8601
      device?.cycle = period.value.map { $0 / .seconds(1) }
      return recognizedFrames(behind: fix) + position(withSky: isSkyNew)
    case .report(.fixLost(let time)):
      guard let time else {
        (fix, owesLoss) = (nil, true)
        return []
      }
      if tellsFix { lastTime = time }
      return fixLost()
    case .timeWithoutFix(let time): if tellsFix, fix == nil { lastTime = time }
    case .report(.satellites(let sky)):
      (self.sky, isSkyNew) = (sky, true)
      // The first fix came before the satellites; a client need not wait for the second.
      defer { isSkyKnown = fix != nil }
      if fix != nil, !isSkyKnown { return [.sky(skyReport)] }
    case .report(.heading(let heading)): self.heading = heading
    case .report(.errorStatistics(let statistics)): self.statistics = statistics
    case .report, .receivers, .lastFix, .notice, .bytes: break
    }
    return []
  }

  /// Returns that the receiver sends frames of UBX, once its fixes show that.
  private mutating func recognizedFrames(behind fix: Fix) -> [GpsdReport] {
    guard fix.horizontalAccuracySource == .ubloxFrame, device?.driver == GpsdDevice.nmea else {
      return []
    }
    device?.driver = GpsdDevice.ublox
    return devices.prefix(1).map { .device($0) }
  }

  private mutating func fixLost() -> [GpsdReport] {
    (fix, owesLoss, isSkyKnown) = (nil, false, false)
    return position(withSky: true)
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

  /// Returns the vertical speed between two fixes, as gpsd derives it if the receiver reports none.
  private static func climb(from first: Fix, to second: Fix) -> Double? {
    guard let start = first.time?.nanosecondsSince1970, let end = second.time?.nanosecondsSince1970,
      end > start, end - start < 60_000_000_000
    else { return nil }
    let heights = [\Fix.ellipsoidalAltitude, \.altitude].lazy.compactMap { height in
      first[keyPath: height].flatMap { low in second[keyPath: height].map { $0 - low } }
    }
    return heights.first.map { $0 * 1e9 / Double(end - start) }
  }

  private mutating func receiverChanged(
    to status: SourceStatus?, at now: Moment
  ) -> [GpsdReport] {
    let before = device
    var next = status.map { GpsdDevice($0) }
    // A lost receiver is back only once it is open, since it is opened again and again.
    if before?.isLost == true, next?.path == before?.path, !(status?.state.isHeard ?? false) {
      next?.isLost = true
    }
    if let next, next.path == before?.path, !next.isLost, before?.isLost == false {
      device?.driver = before?.driver ?? next.driver
      device?.rate = next.rate ?? before?.rate
    } else {
      period = FixPeriod()
      // A lost receiver is still listed, as by gpsd.
      if next == nil, var gone = before {
        gone.isLost = true
        next = gone
      }
      if next?.path != before?.path { forgetReports() }
      device = next
    }
    let wasTalking = isTalking
    isTalking = status?.state.isTalking ?? false
    if isTalking, !wasTalking {
      device?.activated = now.iso8601
      seconds = 0
    }
    guard let device,
      isDeviceNews || device.isLost != (before?.isLost ?? true) || device.path != before?.path
        || device.driver != before?.driver
    else { return wasTalking && !isTalking ? loseSight() : [] }
    if device.isLost, before == nil { return [] }
    isDeviceNews = false
    // The reports after that of a lost device are what clears clients' screens.
    let isLost = device.isLost || wasTalking && !isTalking
    return [.device(device)] + (isLost ? loseSight() : [])
  }

  /// Forgets what another receiver has reported, so that no report carries the name of the wrong one.
  private mutating func forgetReports() {
    (fix, climb, lastTime, statistics) = (nil, nil, nil, nil)
    (sky, heading, isSkyNew, isSkyKnown) = (nil, nil, false, false)
  }

  private mutating func loseSight() -> [GpsdReport] {
    (fix, sky, heading, isSkyKnown) = (nil, nil, nil, false)
    return position(withSky: true)
  }

  mutating func hasNewFollowers() { isDeviceNews = true }

  mutating func receiverClosed() {
    (fix, sky, heading, lastTime, isTalking, isSkyKnown) = (nil, nil, nil, nil, false, false)
    device?.driver = nil
    device?.activated = nil
  }
}

extension GpsdDevice {
  /// Describes a receiver as gpsd would list it.
  init(_ status: SourceStatus) {
    self.init(path: status.source.name)
    subtype = status.source.model
    isLost = status.state.isAbsent
    driver = status.state.isTalking ? Self.nmea : nil
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

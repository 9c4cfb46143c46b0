// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationGeometry

/// The fixes of a track, collected for drawing: of a long one, half as often as needed to bound the memory, since a picture
/// has a thousandth of the columns.
struct PlotTrack: Sendable {
  private(set) var samples: [PlotSample] = []
  private(set) var start: FixTime?
  private(set) var count = 0
  private var meter = TravelMeter()
  /// One fix in this many is kept.
  private var stride = 1
  private var isSegmentPending = false
  private(set) var warnedCount = 0
  private var pendingWarnings: FixWarnings = []

  /// The most samples that are kept: 80 MB.
  static let most = 1 << 20

  mutating func append(_ fix: Fix, beginsSegment: Bool) {
    defer { count += 1 }
    meter.add(fix, beginsSegment: beginsSegment)
    start = start ?? fix.time
    isSegmentPending = isSegmentPending || beginsSegment
    if !fix.warnings.isEmpty { warnedCount += 1 }
    pendingWarnings.formUnion(fix.warnings)
    guard count % stride == 0 else { return }
    samples.append(
      PlotSample(
        latitude: fix.latitude, longitude: longitude(of: fix),
        seconds: start.flatMap { fix.time?.seconds(since: $0) } ?? 0,
        distance: fix.time == nil ? meter.distanceWithoutTimes : 0,
        altitude: fix.altitude, speed: fix.speed, accuracy: fix.horizontalAccuracy,
        satellites: fix.satellitesUsed.map(Double.init), beginsSegment: isSegmentPending,
        warnings: pendingWarnings))
    (isSegmentPending, pendingWarnings) = (false, [])
    if samples.count >= Self.most { thin() }
  }

  /// Meters in all.
  var distance: Double { meter.travel.distance }

  /// The panels that show something: not those of a quantity that is always 0.
  var panels: [PlotPanel] {
    PlotPanel.allCases.filter { panel in
      let values = samples.lazy.compactMap { panel.value($0) }
      return values.isEmpty || values.contains { $0 != 0 }
    }
  }

  /// What the colors show unless a person has chosen: of weeks, a line would cover itself.
  var usualColor: PlotColor {
    let seconds = (samples.last?.seconds ?? 0) - (samples.first?.seconds ?? 0)
    return seconds > 8 * 86_400 ? .density : .speed
  }

  private func longitude(of fix: Fix) -> Double {
    guard let before = samples.last?.longitude else { return fix.longitude }
    return fix.longitude + 360 * ((before - fix.longitude) / 360).rounded()
  }

  /// Drops every second sample.
  private mutating func thin() {
    stride *= 2
    var kept: [PlotSample] = []
    kept.reserveCapacity(samples.count)
    var isPending = false
    var warnings: FixWarnings = []
    for (index, sample) in samples.enumerated() {
      isPending = isPending || sample.beginsSegment
      warnings.formUnion(sample.warnings)
      guard index % 2 == 0 else { continue }
      kept.append(sample)
      kept[kept.count - 1].beginsSegment = isPending
      kept[kept.count - 1].warnings = warnings
      (isPending, warnings) = (false, [])
    }
    (isSegmentPending, pendingWarnings) = (isPending, warnings)
    samples = kept
  }
}

/// The data of a fix that a picture needs.
struct PlotSample: Sendable {
  /// Degrees, north positive.
  var latitude: Double
  /// Degrees, east positive; beyond ±180 where the track has crossed the antimeridian, so that it stays continuous.
  var longitude: Double
  var seconds: Double
  /// Meters travelled since the first fix, if there are no times.
  var distance: Double
  /// Meters above mean sea level.
  var altitude: Double?
  /// Meters per second.
  var speed: Double?
  /// Horizontal accuracy in meters.
  var accuracy: Double?
  var satellites: Double?
  var beginsSegment: Bool
  /// Why it, or one left out before it, should not be trusted.
  var warnings: FixWarnings = []
}

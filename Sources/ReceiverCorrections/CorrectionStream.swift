// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LinuxSystem
import LocationGeometry

/// One connection to a caster: what its bytes mean, what data has come, and when; `nil` for what has not happened.
struct CorrectionStream {
  var dialogue: CasterDialogue?
  private(set) var meter = CorrectionMeter()
  private var framer = RTCMFramer()
  /// When the request was sent.
  var opened: Duration?
  /// When the caster granted it.
  var accepted: Duration?
  /// When a refusal began, whose text may follow.
  private var refused: Duration?
  /// When a table began in place of data.
  private var table: Duration?
  /// When the first position was sent.
  var positionSent: Duration?
  /// When data began; `nil` once that was told.
  var receiving: Duration?
  /// Since when an incomplete frame waits.
  private var partial: Duration?

  /// How long a refusal's text is waited for.
  private static let refusalTime: Duration = .seconds(1)
  /// How long nothing may follow an incomplete frame, and how long it may take in all.
  private static let frameTime: Duration = .seconds(1)
  private static let longestFrameTime: Duration = .seconds(3)

  /// Forgets everything but what is known about the data.
  mutating func end() {
    let meter = meter
    self = CorrectionStream()
    self.meter = meter
  }

  /// Returns what the caster's bytes mean; `nil` without a connection.
  mutating func read(_ bytes: ArraySlice<UInt8>, at now: Duration) -> [CasterDialogue.Outcome]? {
    let outcomes = dialogue?.received(bytes)
    if dialogue?.isRefusing == true { refused = refused ?? now }
    if dialogue?.isReadingTable == true { table = table ?? now }
    return outcomes
  }

  // MARK: Data

  /// Returns data in pieces that may be dropped.
  mutating func received(_ bytes: [UInt8], at now: Duration) -> [[UInt8]] {
    meter.received(bytes, at: now)
    let pieces = framer.push(bytes)
    for piece in pieces { if let frame = piece.frame { meter.received(frame) } }
    partial = framer.isWaiting ? partial ?? now : nil
    return pieces.map(\.bytes)
  }

  /// Returns what waits for the rest of its frame.
  mutating func flush() -> [[UInt8]] {
    partial = nil
    return framer.flush().map(\.bytes)
  }

  // MARK: Times

  /// When a refusal, or a table in place of data, counts as complete; `nil` if there is none.
  var refusalDue: Duration? {
    earlier(refused.map { $0 + Self.refusalTime }, table.map { $0 + TableRequest.patience })
  }

  /// When to pass on an incomplete frame; `nil` if none waits.
  ///
  /// A stream that is not known to be RTCM does not wait long for what may look like the end of a frame.
  var partialDue: Duration? {
    let time: Duration = framer.hasFrames ? Self.frameTime : .milliseconds(200)
    return partial.map { min((meter.lastData ?? $0) + time, $0 + Self.longestFrameTime) }
  }

  /// Since when nothing has come that could have.
  var quietSince: Duration? { opened.map { meter.lastData ?? positionSent ?? $0 } }

  /// When to tell that data arrives: once its rate is known.
  var reportDue: Duration? { receiving.map { $0 + .seconds(2) } }
}

/// What is known about the data of one connection.
struct CorrectionMeter {
  private(set) var firstData: Duration?
  private(set) var lastData: Duration?
  private(set) var format: String?
  private(set) var station: Int?
  private var base: (latitude: Double, longitude: Double)?
  /// The bytes that have arrived lately, and when.
  private var recent: [(time: Duration, count: Int)] = []

  private static let window: Duration = .seconds(10)
  /// What arrives within this time is counted together.
  private static let step: Duration = .milliseconds(100)

  mutating func received(_ bytes: [UInt8], at now: Duration) {
    if firstData == nil {
      firstData = now
      // The preamble of SPARTN; that of RTCM is confirmed by a checksum.
      if bytes.first == 0x73 { format = "SPARTN" }
    }
    lastData = now
    if let last = recent.last, now - last.time < Self.step {
      recent[recent.count - 1].count += bytes.count
    } else {
      recent.append((now, bytes.count))
    }
    recent.removeAll { now - $0.time > Self.window }
  }

  mutating func received(_ frame: RTCMFrame) {
    format = "RTCM 3"
    station = frame.station ?? station
    if let latitude = frame.latitude, let longitude = frame.longitude {
      base = (latitude, longitude)
    }
  }

  /// Bytes a second; `nil` while none arrive.
  func rate(at now: Duration) -> Double? {
    guard let firstData else { return nil }
    let count = recent.reduce(0) { now - $1.time > Self.window ? $0 : $0 + $1.count }
    let time = min(max((now - firstData) / .seconds(1), 1), 10)
    return count == 0 ? nil : Double(count) / time
  }

  /// How long data flowed; `nil` if there was none.
  var flow: Duration? {
    guard let firstData, let lastData else { return nil }
    return lastData - firstData
  }

  /// The distance of the base, meters, by its own position, else by the caster's table.
  func distance(from fix: Fix?, orOf stream: SourceTable.Stream?) -> Double? {
    guard let fix else { return nil }
    guard let base else { return stream?.distance(from: fix) }
    return fix.distance(toLatitude: base.latitude, longitude: base.longitude)
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import GNSSReceiver
import Glibc
package import LocationGeometry
package import NMEA0183
package import NavigationAuthentication
import UBX

/// A summary of a recording, collected while it is read; its use of memory does not grow with the recording.
package struct LogSummary {
  package private(set) var byteCount = 0
  /// The number of sentences with each address; of a limited number of different ones.
  package private(set) var sentences: [SentenceAddress: Int] = [:]
  package private(set) var sentenceCount = 0
  /// The number of frames of each kind, of the protocols that are read; of a limited number of different ones.
  package private(set) var frames: [String: Int] = [:]
  package private(set) var fixCount = 0
  package private(set) var timelessCount = 0
  /// The number of times that a fix was lost.
  package private(set) var lossCount = 0
  package private(set) var area: Area?
  /// The lowest and the highest altitude, meters above mean sea level.
  package private(set) var altitudes: ClosedRange<Double>?
  /// Whether a fix has a height, above whatever.
  package private(set) var hasHeights = false
  package private(set) var satellitesUsed = Histogram()
  package private(set) var satellitesInView = Histogram()
  package private(set) var accuracySources: [AccuracySource: Int] = [:]
  /// What the horizontal accuracies were made of, with the number of fixes of each.
  package private(set) var accuracies: [AccuracyBasis: Int] = [:]
  /// The sentences about a position that cannot be read.
  package private(set) var unreadablePositions = UnreadablePositions()
  package private(set) var warnings = WarningEpisodes()
  /// What the sentences reveal about the receiver and its version of the standard.
  package private(set) var traits = ReceiverTraits()
  /// What signatures say; `nil` if nothing verifies them, or no page of Galileo's message was recorded.
  package var authentication: AuthenticationSummary? {
    signatures.flatMap { $0.tally.pages > 0 ? $0 : nil }
  }

  private var signatures: AuthenticationSummary?
  private var reader: LineReader
  private var parts = PartReader()
  private var pipeline: FixPipeline
  private var epochs = EpochMeter()
  private var meter = TravelMeter()
  private var fixTimes: (first: FixTime, last: FixTime)?
  private let accuracy = AccuracyModel()
  /// What GST has reported last.
  private var statistics: ErrorStatistics?

  /// The most different addresses and frames that are counted; others count only for ``sentenceCount``.
  private static let mostAddresses = 500

  package init(
    checksums: SentenceFramer.ChecksumPolicy = .required, referenceDate: CivilDate? = nil,
    authenticator: NavigationAuthenticator? = nil
  ) {
    signatures = authenticator.map(AuthenticationSummary.init)
    reader = LineReader(checksums: checksums)
    pipeline = FixPipeline(
      checksums: checksums, accuracy: accuracy, referenceDate: referenceDate, undatedFixesHeld: 1024
    ).warning()
  }

  /// Frames of other protocols between the sentences.
  package private(set) var binaryFrames = FrameCounter()

  /// The number of sentences with a time that were left out, by talker, because another receiver on the line was followed.
  package var reportsLeftOut: [(talker: Talker, count: Int)] { pipeline.reportsLeftOut }

  /// What the receiver has said last about its antenna; `nil` if nothing.
  package var antenna: AntennaState? { parts.antenna }

  package var defects: Defects { reader.defects }

  /// The number of sentences that had no `$`.
  package var bareSentences: Int { reader.sentences.bareSentences }

  /// Whether a sentence or a frame is about a position, even if it says that there is none, or cannot be read.
  package var hasPositionReports: Bool {
    pipeline.positionReports > 0 || unreadablePositions.count > 0
  }

  package mutating func push(_ bytes: RawSpan) {
    byteCount += bytes.byteCount
    var offset = 0
    while offset < bytes.byteCount {
      offset += reader.push(bytes.extracting(offset..<bytes.byteCount))
      while let part = reader.next() { add(part) }
    }
  }

  private mutating func add(_ part: LineReader.Part) {
    switch part {
    case .sentence(let sentence): add(sentence)
    case .frame(let frame): add(frame)
    }
  }

  package mutating func finish() {
    while let part = reader.nextAtEnd() { add(part) }
    var events: [ReceiverReport] = []
    pipeline.finish { events.append($0) }
    signatures?.finish()
    for event in events { add(event) }
  }

  private mutating func add(_ sentence: Sentence) {
    if sentences[sentence.address] != nil || sentences.count < Self.mostAddresses {
      sentences[sentence.address, default: 0] += 1
    }
    sentenceCount += 1
    traits.learn(from: sentence.address) { reader.sentences.text(of: sentence) }
    let unreadableFields = reader.defects.unreadableFields
    let read = reader.sentences.message(of: sentence)
    unreadablePositions.add(
      sentence.address, read,
      hasUnreadableField: reader.defects.unreadableFields > unreadableFields)
    guard let message = read else { return }
    signatures?.received(message)
    traits.learn(from: message)
    var events: [ReceiverReport] = []
    let tagged = reader.sentences.tagBlock(of: sentence)?.millisecondsSince1970
    let fields = reader.fields(of: sentence, message)
    pipeline.receive(message, fields: fields, tagged: tagged) { events.append($0) }
    parts.read(message, fields: fields)
    for event in events { add(event) }
    switch message {
    case .gga(let message): add(sentence, message.time)
    case .rmc(let message):
      add(sentence, message.time, hasPosition: message.status?.isValid == true)
    case .gns(let message): add(sentence, message.time)
    case .gll(let message):
      add(sentence, message.time, hasPosition: message.status?.isValid != false)
    case .pubx00(let message): add(sentence, message.time)
    case .ptnlggk(let message): add(sentence, message.time)
    default: break
    }
  }

  private mutating func add(_ frame: LineReader.Frame) {
    binaryFrames.count(frame)
    guard frame.isRead else { return }
    let name = frame.name
    if frames[name] != nil || frames.count < Self.mostAddresses { frames[name, default: 0] += 1 }
    var events: [ReceiverReport] = []
    pipeline.receive(frame) { events.append($0) }
    parts.read(frame)
    for event in events { add(event) }
    traits.learn(from: frame)
    if let (kind, payload) = frame.ubx { signatures?.received(kind, payload.span.bytes) }
    if let latest = pipeline.latest { epochs.add(latest: latest) }
  }

  private mutating func add(_ sentence: Sentence, _ time: UTCTime?, hasPosition: Bool = false) {
    epochs.add(time, sentence.address, hasPosition: hasPosition, latest: pipeline.latest)
  }

  private mutating func add(_ event: ReceiverReport) {
    switch event {
    case .fix(let fix): add(fix)
    case .fixLost: lossCount += 1
    case .satellites(let view): satellitesInView.add(view.count)
    case .errorStatistics(let statistics): self.statistics = statistics
    default: break
    }
  }

  private mutating func add(_ fix: Fix) {
    fixCount += 1
    if fix.time == nil { timelessCount += 1 }
    meter.add(fix)
    warnings.add(fix)
    if let time = fix.time { fixTimes = (fixTimes?.first ?? time, time) }
    area = Area(area, fix)
    if let altitude = fix.altitude {
      let known = altitudes ?? altitude...altitude
      altitudes = min(known.lowerBound, altitude)...max(known.upperBound, altitude)
    }
    hasHeights = hasHeights || fix.altitude != nil || fix.ellipsoidalAltitude != nil
    if let used = fix.satellitesUsed { satellitesUsed.add(used) }
    if let source = fix.horizontalAccuracySource { accuracySources[source, default: 0] += 1 }
    let deviation = statistics?.time == fix.time ? statistics?.rangeDeviation : nil
    accuracies[accuracy.basis(of: fix, rangeDeviation: deviation), default: 0] += 1
  }
}

extension LogSummary {
  /// The number of epochs that position sentences of the receiver report, with and without a time.
  package var epochCount: Int { pipeline.epochs + epochs.timeless }

  /// The frequencies of the intervals between epochs, in milliseconds.
  package var periods: Histogram { epochs.periods }

  /// The longest interval without an epoch, milliseconds, and the time of the epoch after it.
  package var longestGap: (milliseconds: Int, end: UTCTime)? { epochs.longestGap }

  /// The share of the epochs that have a fix, 0…1; `nil` without epochs.
  package var fixShare: Double? { epochCount == 0 ? nil : Double(fixCount) / Double(epochCount) }

  /// The first and the last fix; without fixes, the first and the last time of day.
  package var span: (first: FixTime, last: FixTime)? {
    fixTimes
      ?? epochs.times.map {
        (FixTime(date: nil, time: $0.first), FixTime(date: nil, time: $0.last))
      }
  }

  /// How far and for how long the receiver has moved.
  package var travel: Travel { meter.travel }

  /// The number of intervals between epochs that exceed one and a half times the usual one.
  package var gapCount: Int { epochs.gapCount }

  /// Epochs per second; `nil` with fewer than two epochs.
  ///
  /// Derived from the most frequent interval between epochs, so that gaps do not affect it.
  package var rate: Double? { periods.mostFrequent.map { 1000 / Double($0) } }
}

/// The box of latitudes and longitudes that contains all fixes of a recording.
package struct Area {
  /// Degrees, north positive.
  package let latitudes: ClosedRange<Double>
  /// Degrees, east positive.
  ///
  /// Continued from where the box began: above 180 or below −180 if it crosses the antimeridian.
  package let longitudes: ClosedRange<Double>

  /// Creates a box that also contains one more fix.
  ///
  /// The longitude is continued from the box, so that crossing the antimeridian does not extend it around the Earth.
  init(_ area: Area?, _ fix: Fix) {
    guard let area else {
      latitudes = fix.latitude...fix.latitude
      longitudes = fix.longitude...fix.longitude
      return
    }
    var longitude = fix.longitude
    let middle = (area.longitudes.lowerBound + area.longitudes.upperBound) / 2
    if longitude - middle > 180 { longitude -= 360 }
    if longitude - middle < -180 { longitude += 360 }
    latitudes =
      min(area.latitudes.lowerBound, fix.latitude)...max(area.latitudes.upperBound, fix.latitude)
    longitudes =
      min(area.longitudes.lowerBound, longitude)...max(area.longitudes.upperBound, longitude)
  }

  /// Extent in meters, north to south and west to east; approximate, because it is computed on a sphere.
  package var size: (height: Double, width: Double) {
    let metersPerDegree = 111_195.0
    let middle = (latitudes.lowerBound + latitudes.upperBound) / 2
    return (
      (latitudes.upperBound - latitudes.lowerBound) * metersPerDegree,
      (longitudes.upperBound - longitudes.lowerBound) * metersPerDegree * cos(middle * .pi / 180)
    )
  }
}

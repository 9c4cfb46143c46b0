// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
package import GNSSReceiver
package import NMEA0183

/// A summary of a recording, collected while it is read; its use of memory does not grow with the recording.
package struct LogSummary {
  /// Number of bytes read.
  package private(set) var byteCount = 0
  /// The number of sentences with each address; of a limited number of different ones.
  package private(set) var sentences: [SentenceAddress: Int] = [:]
  /// Number of valid sentences.
  package private(set) var sentenceCount = 0
  /// Number of fixes.
  package private(set) var fixCount = 0
  /// The number of times that a fix was lost.
  package private(set) var lossCount = 0
  /// The frequencies of the intervals between epochs, in milliseconds.
  package private(set) var periods = Histogram()
  /// The longest interval without an epoch, milliseconds, and the time of the epoch after it.
  package private(set) var longestGap: (milliseconds: Int, end: UTCTime)?
  /// The area that contains all fixes.
  package private(set) var area: Area?
  /// The lowest and the highest altitude, meters above mean sea level.
  package private(set) var altitudes: ClosedRange<Double>?
  /// The frequencies of the number of satellites used.
  package private(set) var satellitesUsed = Histogram()
  /// The frequencies of the number of satellites in view.
  package private(set) var satellitesInView = Histogram()
  /// The number of fixes with each source of accuracy.
  package private(set) var accuracySources: [AccuracySource: Int] = [:]
  /// What the sentences reveal about the receiver and its version of the standard.
  package private(set) var traits = ReceiverTraits()

  private var filter = BinaryFrameFilter()
  private var reader: MessageReader
  private var pipeline: FixPipeline
  private var timedEpochs = 0
  private var timelessSentences = Histogram()
  private var fixTimes: (first: FixTime, last: FixTime)?
  private var times: (first: UTCTime, last: UTCTime)?

  /// The most different addresses that are counted; others count only for ``sentenceCount``.
  private static let mostAddresses = 500

  /// Creates an empty summary.
  package init(
    checksums: SentenceFramer.ChecksumPolicy = .required, referenceDate: CivilDate? = nil
  ) {
    reader = MessageReader(checksums: checksums)
    pipeline = FixPipeline(
      checksums: checksums, referenceDate: referenceDate, undatedFixesHeld: 1024)
  }

  /// Frames of binary protocols between the sentences.
  package var binaryFrames: BinaryFrameDetector { filter.detector }

  /// The number of sentences with a time that were left out, by talker, because another receiver on the line was followed.
  package var reportsLeftOut: [(talker: Talker, count: Int)] { pipeline.reportsLeftOut }

  /// What has been dropped, by cause.
  package var defects: Defects { reader.defects }

  /// Processes the next bytes.
  package mutating func push(_ bytes: RawSpan) {
    byteCount += bytes.byteCount
    let text = filter.push(bytes)
    read(text.span.bytes)
  }

  /// Processes bytes outside binary frames.
  private mutating func read(_ bytes: RawSpan) {
    var offset = 0
    while offset < bytes.byteCount {
      offset += reader.push(bytes.extracting(offset..<bytes.byteCount))
      while let sentence = reader.nextSentence() { add(sentence) }
    }
    var events: [FixEvent] = []
    pipeline.push(bytes) { events.append($0) }
    for event in events { add(event) }
  }

  /// Ends the input.
  package mutating func finish() {
    let text = filter.finish()
    read(text.span.bytes)
    reader.finish()
    var events: [FixEvent] = []
    pipeline.finish { events.append($0) }
    for event in events { add(event) }
  }

  private mutating func add(_ sentence: Sentence) {
    if sentences[sentence.address] != nil || sentences.count < Self.mostAddresses {
      sentences[sentence.address, default: 0] += 1
    }
    sentenceCount += 1
    traits.learn(from: sentence.address) { reader.text(of: sentence) }
    guard let message = reader.message(of: sentence) else { return }
    traits.learn(from: message)
    switch message {
    case .gga(let message): addEpoch(message.time, 0)
    case .rmc(let message): addEpoch(message.time, 1)
    case .gns(let message): addEpoch(message.time, 2)
    case .gll(let message): addEpoch(message.time, 3)
    case .pubx00(let message): addEpoch(message.time, 4)
    default: break
    }
  }

  private mutating func addEpoch(_ time: UTCTime?, _ kind: Int) {
    guard let time else { return timelessSentences.add(kind) }
    guard let lastTime = times?.last else {
      times = (time, time)
      timedEpochs = 1
      return
    }
    times?.last = time
    let day: Int64 = lastTime.second == 60 ? 86_401_000 : 86_400_000
    let step = (time.nanosecondsOfDay - lastTime.nanosecondsOfDay) / 1_000_000
    // As with dates, a step across midnight in either direction is less than twelve hours.
    let milliseconds = Int(step < -day / 2 ? step + day : step > day / 2 ? step - day : step)
    // The same instant in another sentence, or a late one.
    guard milliseconds > 10 else { return }
    timedEpochs += 1
    periods.add(milliseconds)
    if milliseconds > longestGap?.milliseconds ?? 0 { longestGap = (milliseconds, time) }
  }

  private mutating func add(_ event: FixEvent) {
    switch event {
    case .fix(let fix): add(fix)
    case .fixLost: lossCount += 1
    case .satellites(let view): satellitesInView.add(view.count)
    case .defects, .heading, .errorStatistics: break
    }
  }

  private mutating func add(_ fix: Fix) {
    fixCount += 1
    fixTimes = (fixTimes?.first ?? fix.time, fix.time)
    area = Area(area, fix)
    if let altitude = fix.altitude {
      let known = altitudes ?? altitude...altitude
      altitudes = min(known.lowerBound, altitude)...max(known.upperBound, altitude)
    }
    if let used = fix.satellitesUsed { satellitesUsed.add(used) }
    if let source = fix.horizontalAccuracySource { accuracySources[source, default: 0] += 1 }
  }
}

extension LogSummary {
  /// The number of epochs that position sentences report.
  ///
  /// Epochs before the receiver knows the time are counted by the most frequent sentence without a time.
  package var epochCount: Int {
    max(fixCount, timedEpochs + (timelessSentences.counts.values.max() ?? 0))
  }

  /// The share of the epochs that have a fix, 0…1; `nil` without epochs.
  package var fixShare: Double? {
    epochCount == 0 ? nil : Double(fixCount) / Double(epochCount)
  }

  /// The first and the last fix; without fixes, the first and the last time of day.
  package var span: (first: FixTime, last: FixTime)? {
    fixTimes
      ?? times.map { (FixTime(date: nil, time: $0.first), FixTime(date: nil, time: $0.last)) }
  }

  /// The number of intervals between epochs that exceed one and a half times the usual one.
  package var gapCount: Int {
    guard let usual = periods.mostFrequent else { return 0 }
    return periods.counts.filter { $0.key * 2 > usual * 3 }.values.reduce(0, +)
  }

  /// Epochs per second; `nil` with fewer than two epochs.
  ///
  /// Derived from the most frequent interval between epochs, so that gaps do not affect it.
  package var rate: Double? { periods.mostFrequent.map { 1000 / Double($0) } }
}

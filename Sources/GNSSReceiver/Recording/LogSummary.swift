// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
package import NMEA0183

/// What is in a recording, gathered while it is read; the memory it takes does not grow with it.
package struct LogSummary {
  /// Bytes read.
  package private(set) var byteCount = 0
  /// Number of valid sentences.
  package private(set) var sentenceCount = 0
  /// How often each address occurs; of a limited number of different ones.
  package private(set) var sentences: [SentenceAddress: Int] = [:]
  /// Epochs that position sentences speak of.
  package private(set) var epochCount = 0
  /// Fixes among them.
  package private(set) var fixCount = 0
  /// How often a fix was lost.
  package private(set) var lossCount = 0
  /// The first and the last fix, with their dates where these are known.
  package private(set) var span: (first: FixTime, last: FixTime)?
  /// How often each time from one epoch to the next occurs, in milliseconds.
  package private(set) var periods = Histogram()
  /// The longest time without an epoch, milliseconds, and the epoch after it.
  package private(set) var longestGap: (milliseconds: Int, end: UTCTime)?
  /// Where the fixes lie.
  package private(set) var area: Area?
  /// The lowest and the highest altitude, meters above mean sea level.
  package private(set) var altitudes: ClosedRange<Double>?
  /// How often how many satellites were used.
  package private(set) var satellitesUsed = Histogram()
  /// How often how many satellites were in view.
  package private(set) var satellitesInView = Histogram()
  /// How often accuracies came from each source.
  package private(set) var accuracySources: [AccuracySource: Int] = [:]
  /// What sentences tell of the receiver and its version of the standard.
  package private(set) var traits = ReceiverTraits()

  private var framer: SentenceFramer
  private var pipeline: FixPipeline
  private var lastTime: UTCTime?
  private var lastByte: UInt8 = 0

  /// Different addresses that are counted; sentences with others count only as sentences.
  private static let mostAddresses = 500

  /// Creates a summary of nothing.
  package init(
    checksums: SentenceFramer.ChecksumPolicy = .required, referenceDate: CivilDate? = nil
  ) {
    framer = SentenceFramer(checksums: checksums)
    pipeline = FixPipeline(
      checksums: checksums, referenceDate: referenceDate, undatedFixesHeld: 1024)
  }

  /// What was dropped.
  package var defects: Defects { framer.defects }

  /// Takes the next bytes.
  package mutating func push(_ bytes: RawSpan) {
    byteCount += bytes.byteCount
    for offset in 0..<bytes.byteCount {
      let byte = bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
      if lastByte >= 0x80 { traits.note(lastByte, byte) }
      lastByte = byte
    }
    var offset = 0
    while offset < bytes.byteCount {
      offset += framer.push(bytes.extracting(offset..<bytes.byteCount))
      while let sentence = framer.next() { note(sentence) }
    }
    var events: [FixEvent] = []
    pipeline.push(bytes) { events.append($0) }
    for event in events { note(event) }
  }

  /// Tells that nothing follows.
  package mutating func finish() {
    framer.finish()
    var events: [FixEvent] = []
    pipeline.finish { events.append($0) }
    for event in events { note(event) }
  }

  private mutating func note(_ sentence: Sentence) {
    sentenceCount += 1
    if sentences[sentence.address] != nil || sentences.count < Self.mostAddresses {
      sentences[sentence.address, default: 0] += 1
    }
    traits.note(sentence.address)
    guard let message = framer.message(of: sentence) else { return }
    traits.note(message)
    switch message {
    case .gga(let message): noteEpoch(message.time)
    case .rmc(let message): noteEpoch(message.time)
    case .gns(let message): noteEpoch(message.time)
    case .gll(let message): noteEpoch(message.time)
    default: break
    }
  }

  private mutating func noteEpoch(_ time: UTCTime?) {
    guard let time, time != lastTime else { return }
    defer { lastTime = time }
    guard let lastTime else {
      epochCount = 1
      return
    }
    let day: Int64 = 86_400_000
    let step = (time.nanosecondsOfDay - lastTime.nanosecondsOfDay) / 1_000_000
    let milliseconds = Int(step < -day / 2 ? step + day : step)
    // The same instant in another sentence, or one that came late.
    guard milliseconds > 10 else { return }
    epochCount += 1
    periods.note(milliseconds)
    if milliseconds > longestGap?.milliseconds ?? 0 { longestGap = (milliseconds, time) }
  }

  private mutating func note(_ event: FixEvent) {
    switch event {
    case .fix(let fix): note(fix)
    case .fixLost: lossCount += 1
    case .satellites(let view): satellitesInView.note(view.count)
    case .defects: break
    }
  }

  private mutating func note(_ fix: Fix) {
    fixCount += 1
    span = (span?.first ?? fix.time, fix.time)
    area = Area(area, fix)
    if let altitude = fix.altitude {
      altitudes =
        min(
          altitudes?.lowerBound ?? altitude, altitude)...max(
          altitudes?.upperBound ?? altitude, altitude)
    }
    if let used = fix.satellitesUsed { satellitesUsed.note(used) }
    if let source = fix.horizontalAccuracySource { accuracySources[source, default: 0] += 1 }
  }
}

extension LogSummary {
  /// Times between epochs of more than one and a half times the usual.
  package var gapCount: Int {
    guard let usual = periods.median else { return 0 }
    return periods.counts.filter { $0.key * 2 > usual * 3 }.values.reduce(0, +)
  }

  /// Epochs a second; `nil` with fewer than two epochs.
  package var rate: Double? { periods.median.map { 1000 / Double($0) } }
}

// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Counts what a receiver sends, to know it before a change and to verify it after.

import GNSSReceiver
import NMEA0183

/// Something intact that a receiver has sent.
package enum ReceiverAnswer: Hashable, Sendable {
  case ubx(UBXFrame)
  /// A sentence, from its `$` to its checksum.
  case sentence(String)
  /// A frame of another binary protocol.
  case frame
}

/// What a receiver sends, and how often, by its own times.
package struct OutputMeter: Sendable {
  /// How often each sentence came, and in how many bytes.
  package private(set) var sentences: [SwitchableSentence: (count: Int, bytes: Int)] = [:]
  /// Bytes that belong to no such sentence.
  package private(set) var otherBytes = 0
  /// Number of intact sentences, of whatever kind.
  package private(set) var sentenceCount = 0
  /// Frames of binary protocols, by their names.
  package private(set) var frameCounts: [String: Int] = [:]
  /// Makers that vendor sentences, texts and binary frames give away.
  package private(set) var makers: Set<ReceiverMaker> = []
  /// Kinds of UBX navigation messages.
  package private(set) var navigation: Set<UBXFrame.Kind> = []

  private var reader = MessageReader()
  private var frames = UBXFrameParser()
  private var detector = BinaryFrameDetector()
  private var clocks: [SwitchableSentence: Clock] = [:]
  /// Bytes of all sentences that are counted by their kinds.
  private var countedBytes = 0
  private var arrivals: (first: Duration, last: Duration)?

  package init() {}

  /// Takes bytes with the time they came; what they complete.
  package mutating func push(_ bytes: [UInt8], at time: Duration) -> [ReceiverAnswer] {
    var heard: [ReceiverAnswer] = []
    arrivals = (arrivals?.first ?? time, time)
    for byte in bytes {
      if let frame = frames.push(byte) {
        heard.append(.ubx(frame))
        makers.insert(.ublox)
        if frame.kind.messageClass == 0x01 { navigation.insert(frame.kind) }
      }
      detector.push(byte)
    }
    if detector.counts != frameCounts {
      frameCounts = detector.counts
      if frameCounts["SiRF binary"] != nil { makers.insert(.sirf) }
      if heard.isEmpty { heard.append(.frame) }
    }
    var sentenceBytes = 0
    var rest = bytes[...]
    while !rest.isEmpty {
      rest = rest.dropFirst(reader.push(rest.span.bytes))
      while let sentence = reader.nextSentence() {
        heard.append(.sentence(reader.text(of: sentence)))
        sentenceBytes += count(sentence, at: time)
      }
    }
    otherBytes = max(0, otherBytes + bytes.count - sentenceBytes)
    return heard
  }

  /// Counts a sentence; its bytes if it is one that can be switched.
  private mutating func count(_ sentence: Sentence, at time: Duration) -> Int {
    sentenceCount += 1
    let text = reader.text(of: sentence)
    if let maker = Self.maker(of: sentence.address, text) { makers.insert(maker) }
    guard let formatter = sentence.address.formatter,
      let kind = SwitchableSentence(rawValue: formatter.description)
    else { return 0 }
    let bytes = sentence.byteCount + 2
    let tally = sentences[kind] ?? (0, 0)
    sentences[kind] = (tally.count + 1, tally.bytes + bytes)
    if let message = reader.message(of: sentence), kind.comesOnceAnEpoch {
      clocks[kind, default: Clock()].tick(
        message.time?.nanosecondsOfDay, at: time, after: countedBytes)
    }
    countedBytes += bytes
    return bytes
  }

  private static func maker(of address: SentenceAddress, _ text: String) -> ReceiverMaker? {
    let name = address.description
    if name.hasPrefix("PUBX") { return .ublox }
    if name.hasPrefix("PMTK") { return .mediatek }
    if name.hasPrefix("PSRF") { return .sirf }
    return name.hasSuffix("TXT") && text.contains("u-blox") ? .ublox : nil
  }
}

// MARK: - Results

extension OutputMeter {
  /// Whether anything intact came.
  package var hasHeard: Bool { sentenceCount > 0 || !frameCounts.isEmpty }

  /// Binary protocols without any sentence beside them.
  package var binaryOnly: [String] { sentenceCount > 0 ? [] : frameCounts.keys.sorted() }

  /// Epochs counted.
  package var epochCount: Int { clock?.count ?? 0 }

  /// Seconds between epochs by the receiver's times, or by when they came if it has none; `nil` if
  /// there were not two.
  package var period: Double? { clock?.period }

  /// Whether it covers three seconds or ten epochs.
  package var isEnough: Bool {
    if !binaryOnly.isEmpty, let arrivals { return arrivals.last - arrivals.first >= .seconds(3) }
    guard let clock, clock.count >= 3, let period = clock.period else { return false }
    return clock.count > 10 || Double(clock.count - 1) * period >= 3
  }

  /// Sentences that come in most epochs.
  package var regularSentences: Set<SwitchableSentence> {
    Set(sentences.filter { $0.value.count * 2 >= epochCount }.keys)
  }

  /// Bytes of one epoch that a sentence takes; 0 if it was not heard.
  package func bytesPerEpoch(of sentence: SwitchableSentence) -> Double {
    Double(sentences[sentence]?.bytes ?? 0) / Double(max(1, epochCount))
  }

  /// Bytes of one epoch that are no such sentence.
  package var otherBytesPerEpoch: Double { Double(otherBytes) / Double(max(1, epochCount)) }

  /// Bytes a second, of whole epochs and by ``period``, however late they come; `nil` if there were not two epochs.
  package var bytesPerSecond: Double? {
    guard let clock, let period = clock.period, let bytes = clock.bytesPerEpoch else { return nil }
    return (bytes + otherBytesPerEpoch) / period
  }

  private var clock: Clock? { clocks.values.max { $0.count < $1.count } }
}

/// The times that one kind of sentence bears, and when they came.
private struct Clock {
  private(set) var count = 0
  private var last: Int64?
  private var periods: [Int64] = []
  private var arrivals: (first: Duration, last: Duration)?
  /// Bytes that had come before the first and before the last.
  private var places: (first: Int, last: Int)?

  mutating func tick(_ time: Int64?, at arrival: Duration, after bytes: Int) {
    count += 1
    arrivals = (arrivals?.first ?? arrival, arrival)
    places = (places?.first ?? bytes, bytes)
    guard let time else { return }
    if let last, time != last {
      // Midnight lies between them if it goes back.
      periods.append(time > last ? time - last : time - last + 86_400_000_000_000)
    }
    last = time
  }

  /// Bytes from one to the next; `nil` if there were not two.
  var bytesPerEpoch: Double? {
    guard count > 1, let places else { return nil }
    return Double(places.last - places.first) / Double(count - 1)
  }

  /// Seconds, above 0.
  var period: Double? {
    let period =
      if !periods.isEmpty {
        Double(periods.sorted()[periods.count / 2]) / 1e9
      } else if count > 1, let arrivals {
        (arrivals.last - arrivals.first) / .seconds(1) / Double(count - 1)
      } else {
        0.0
      }
    // Sentences without times that came together, or a leap second.
    return period > 0 ? period : nil
  }
}

extension SwitchableSentence {
  /// Whether it comes at most once in an epoch, so that it counts them.
  fileprivate var comesOnceAnEpoch: Bool {
    switch self {
    case .gga, .rmc, .gll, .vtg, .gst, .zda: true
    case .gsa, .gsv, .gns, .gbs, .grs, .dtm: false
    }
  }
}

extension Message {
  /// The time of day that it bears.
  fileprivate var time: UTCTime? {
    switch self {
    case .gga(let message): message.time
    case .rmc(let message): message.time
    case .gll(let message): message.time
    case .gst(let message): message.time
    case .zda(let message): message.time
    default: nil
    }
  }
}

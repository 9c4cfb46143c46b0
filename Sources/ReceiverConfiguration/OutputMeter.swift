// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Measures a receiver's output, to know it before a change and to verify it afterwards.

package import GNSS
import NMEA0183
package import UBX

/// An intact sentence or frame from a receiver.
package enum ReceiverAnswer: Hashable, Sendable {
  case ubx(UBXFrame)
  /// A sentence, from its `$` to its checksum.
  case sentence(String)
  /// A frame of another binary protocol.
  case frame
}

/// What a receiver sends, and how often, by the times in its sentences.
package struct OutputMeter: Sendable {
  package private(set) var sentences: [SwitchableSentence: (count: Int, bytes: Int)] = [:]
  /// The bytes that belong to no such sentence.
  package private(set) var otherBytes = 0
  /// The number of intact sentences of any kind.
  package private(set) var sentenceCount = 0
  /// The number of frames of each binary protocol, by its name.
  package var frameCounts: [String: Int] { frames.counts }
  /// The makers that proprietary sentences, texts and binary frames reveal.
  package private(set) var makers: Set<ReceiverMaker> = []
  /// The protocols that are read, but not written.
  package private(set) var unwrittenProtocols: Set<String> = []
  package private(set) var navigation: Set<FrameKind> = []
  /// Whether it passes the satellites' messages on.
  package private(set) var sendsPages = false
  /// The sentences about a position that cannot be read.
  package private(set) var unreadablePositions = UnreadablePositions()

  private var line = LineReader()
  private var frames = FrameCounter()
  private var parts = PartReader()
  private var clocks: [SwitchableSentence: Clock] = [:]
  /// The times in NAV-PVT.
  private var frameClock = Clock()
  private var countedBytes = 0
  private var arrivals: (first: Duration, last: Duration)?

  package init() {}

  /// Reads bytes with the time of their arrival, and returns what they complete.
  package mutating func push(_ bytes: [UInt8], at time: Duration) -> [ReceiverAnswer] {
    var heard: [ReceiverAnswer] = []
    var sentenceBytes = 0
    arrivals = (arrivals?.first ?? time, time)
    var rest = bytes[...]
    while !rest.isEmpty {
      rest = rest.dropFirst(line.push(rest.span.bytes))
      while let part = line.next() {
        switch part {
        case .sentence(let sentence):
          heard.append(.sentence(line.sentences.text(of: sentence)))
          sentenceBytes += count(sentence, at: time)
        case .frame(let frame):
          frames.count(frame)
          parts.read(frame)
          if let (kind, payload) = frame.ubx {
            heard.append(.ubx(UBXFrame(kind, payload)))
            count(kind, payload, at: time)
          } else {
            heard.append(.frame)
            if frame.isRead { unwrittenProtocols.insert(frame.protocolName) }
          }
        }
      }
    }
    if frameCounts["SiRF binary"] != nil { makers.insert(.sirf) }
    otherBytes = max(0, otherBytes + bytes.count - sentenceBytes)
    return heard
  }

  private mutating func count(_ kind: FrameKind, _ payload: [UInt8], at time: Duration) {
    makers.insert(.ublox)
    if kind.messageClass == 0x01 { navigation.insert(kind) }
    if kind == RXMSFRBX.kind { sendsPages = true }
    guard kind == NAVPVT.kind, payload.count >= 4 else { return }
    let timeOfWeek = UInt32(littleEndianBytes: payload.prefix(4))
    frameClock.tick(Int64(timeOfWeek) * 1_000_000, at: time, after: countedBytes)
  }

  /// Counts a sentence, and returns its bytes if it is one that can be switched, otherwise 0.
  private mutating func count(_ sentence: Sentence, at time: Duration) -> Int {
    sentenceCount += 1
    let text = line.sentences.text(of: sentence)
    if let maker = Self.maker(of: sentence.address, text) { makers.insert(maker) }
    let unreadableFields = line.defects.unreadableFields
    let message = line.sentences.message(of: sentence)
    unreadablePositions.add(
      sentence.address, message,
      hasUnreadableField: line.defects.unreadableFields > unreadableFields)
    if case .other? = message, let name = ReceiverProtocols.name(of: sentence.address) {
      unwrittenProtocols.insert(name)
    }
    if let message { parts.read(message, fields: line.fields(of: sentence, message)) }
    guard let formatter = sentence.address.formatter,
      let kind = SwitchableSentence(rawValue: formatter.description)
    else { return 0 }
    let bytes = sentence.byteCount + 2
    let tally = sentences[kind] ?? (0, 0)
    sentences[kind] = (tally.count + 1, tally.bytes + bytes)
    if let message, Self.comeOnceAnEpoch.contains(kind) {
      clocks[kind, default: Clock()].tick(
        message.time?.nanosecondsOfDay, at: time, after: countedBytes)
    }
    countedBytes += bytes
    return bytes
  }

  /// The sentences that are sent at most once in an epoch, so that they count epochs.
  private static let comeOnceAnEpoch: Set<SwitchableSentence> = [
    .gga, .rmc, .gll, .vtg, .gst, .zda,
  ]

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
  /// What the receiver has said last about its antenna; `nil` if nothing.
  package var antenna: AntennaState? { parts.antenna }

  package var hasHeard: Bool { sentenceCount > 0 || !frameCounts.isEmpty }

  /// The binary protocols that are sent without any sentence; empty if there are sentences.
  package var binaryOnly: [String] { sentenceCount > 0 ? [] : frameCounts.keys.sorted() }

  package var epochCount: Int { clock?.count ?? 0 }

  /// Seconds between epochs by the times in sentences, or by their arrivals if they contain none; `nil` with fewer than two.
  package var period: Double? { clock?.period }

  /// Whether it covers at least three epochs, and three seconds or ten epochs; of binary protocols
  /// without a time, three seconds.
  package var isEnough: Bool {
    if !binaryOnly.isEmpty, clock == nil, let arrivals {
      return arrivals.last - arrivals.first >= .seconds(3)
    }
    guard let clock, clock.count >= 3, let period = clock.period else { return false }
    return clock.count > 10 || Double(clock.count - 1) * period >= 3
  }

  /// The sentences that arrive at least once in two epochs on average.
  package var regularSentences: Set<SwitchableSentence> {
    Set(sentences.filter { $0.value.count * 2 >= epochCount }.keys)
  }

  /// Returns the bytes that a sentence takes in an epoch; 0 if it was not heard.
  package func bytesPerEpoch(of sentence: SwitchableSentence) -> Double {
    Double(sentences[sentence]?.bytes ?? 0) / Double(max(1, epochCount))
  }

  /// The bytes in an epoch that belong to no such sentence.
  package var otherBytesPerEpoch: Double { Double(otherBytes) / Double(max(1, epochCount)) }

  /// Bytes per second, from whole epochs and ``period``, however late they arrive; `nil` with fewer than two epochs.
  package var bytesPerSecond: Double? {
    guard let clock, let period = clock.period, let bytes = clock.bytesPerEpoch else { return nil }
    return (bytes + otherBytesPerEpoch) / period
  }

  /// The sentence that shows the epochs best: of those that come with most of them, the one with the most times.
  private var clock: Clock? {
    let most = clocks.values.map(\.count).max() ?? 0
    let regular = clocks.values.filter { $0.count * 2 > most }
    return regular.max { ($0.periods.count, $0.count) < ($1.periods.count, $1.count) }
      ?? (frameClock.count > 0 ? frameClock : nil)
  }
}

/// The times in one kind of sentence, and their arrivals.
private struct Clock {
  private(set) var count = 0
  private var last: Int64?
  private(set) var periods: [Int64] = []
  private var arrivals: (first: Duration, last: Duration)?
  /// The number of bytes before the first and before the last sentence.
  private var places: (first: Int, last: Int)?

  mutating func tick(_ time: Int64?, at arrival: Duration, after bytes: Int) {
    count += 1
    arrivals = (arrivals?.first ?? arrival, arrival)
    places = (places?.first ?? bytes, bytes)
    guard let time else { return }
    if let last, time != last {
      // Midnight lies between them if the time goes back.
      periods.append(time > last ? time - last : time - last + 86_400_000_000_000)
    }
    last = time
  }

  /// Bytes from one sentence to the next; `nil` with fewer than two.
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
    // It is 0 for sentences without times that arrived together, or at a leap second.
    return period > 0 ? period : nil
  }
}

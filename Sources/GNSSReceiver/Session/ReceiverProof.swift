// Core Location for Linux. SPDX-License-Identifier: MIT

/// Finds out whether bytes make sense, until they do, and whether they come from a receiver.
struct ReceiverProof {
  enum Verdict: Hashable {
    /// A sentence arrived where there is no rate to find.
    case understood
    /// It is gpsd, which sends only its greeting until a client requests more.
    case gpsd
    case rate(BaudRateDetector.Verdict)
  }

  private var detector: BaudRateDetector?
  private var greeting: GreetingDetector?
  /// Whether it has reported a position, valid or not.
  var isReceiver = false
  /// What arrived before it was known to come from a receiver.
  var unproven = UnprovenBytes()

  /// - Parameter detector: finds the rate; `nil` if there is none to find.
  init(_ detector: BaudRateDetector?, of traits: SourceTraits) {
    self.detector = detector
    if traits.contains(.isRemote) { greeting = GreetingDetector() }
  }

  /// When the present rate has been tried long enough.
  var deadline: Duration? { detector?.deadline }

  /// - Parameter sentences: the number of valid sentences since the rate was set.
  mutating func received(_ bytes: RawSpan, sentences: Int, at now: Duration) -> Verdict? {
    if greeting?.completes(with: bytes) == true { return .gpsd }
    if let verdict = detector?.received(bytes, sentences: sentences, at: now) {
      return .rate(verdict)
    }
    // There is no rate to find, so any sentence will do.
    return sentences == 0 ? nil : .understood
  }

  mutating func elapse(to now: Duration) -> Verdict? {
    (detector?.elapse(to: now)).map(Verdict.rate)
  }

  /// Moves on to the next rate, because the driver does not support the present one; `nil` if no rate is being looked
  /// for.
  mutating func refusedRate(at now: Duration) -> Verdict? {
    (detector?.advance(at: now)).map(Verdict.rate)
  }
}

/// Bytes, with their arrival times, from a source that is not yet known to be a receiver.
struct UnprovenBytes: Sendable {
  /// The oldest first.
  private(set) var pieces: [ReceivedBytes] = []
  private var count = 0

  /// The most bytes that are kept: more than arrives while a rate is tried, at most rates; later bytes are dropped.
  static let most = 1 << 18

  /// Keeps a piece; one that arrived in the same millisecond as the last is appended to it.
  mutating func add(_ received: ReceivedBytes) {
    guard count < Self.most else { return }
    count += received.bytes.count
    if let last = pieces.indices.last,
      pieces[last].time / 1_000_000 == received.time / 1_000_000
    {
      pieces[last].bytes += received.bytes
    } else {
      pieces.append(received)
    }
  }
}

/// Recognizes gpsd by the line with which it greets each client, `{"class":"VERSION",…}`.
struct GreetingDetector {
  private static let greeting = Array(#"{"class":"VERSION""#.utf8)
  /// How many bytes of the greeting have arrived; `nil` once a different byte has.
  private var count: Int? = 0

  /// Takes the next bytes; returns whether they complete the greeting.
  mutating func completes(with bytes: RawSpan) -> Bool {
    for offset in 0..<bytes.byteCount {
      guard let count, count < Self.greeting.count else { return false }
      let byte = bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
      self.count = byte == Self.greeting[count] ? count + 1 : nil
      if self.count == Self.greeting.count { return true }
    }
    return false
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

public import NMEA0183

/// Bytes in, events out: turns what a receiver sends into fixes, as one value.
///
/// It reads no clock and never waits, so that live receivers, recordings and tests run the same code. A copy continues
/// independently from the state of the original.
///
/// ```swift
/// var pipeline = FixPipeline()
/// pipeline.push(bytes.span.bytes) { event in
///   if case .fix(let fix) = event { print(fix.latitude, fix.longitude) }
/// }
/// pipeline.finish { event in … }
/// ```
public struct FixPipeline: Sendable {
  /// A closure that receives the events of one call, in order.
  public typealias Consumer = (consuming ReceiverReport) -> Void

  private var reader: LineReader
  private var gatherer: FixGatherer
  /// Puts the fixes of a recording in order; `nil` for a live receiver, where nothing waits.
  private var sorter: ReportSorter?
  private var reportedLateInstants = 0
  /// The last arrival of bytes, nanoseconds; `nil` if it is unknown.
  private var lastArrival: Int64?
  /// For how long the rest of a frame is waited for before it is asked what its beginning hides, nanoseconds.
  private static let patience: Int64 = 250_000_000

  /// What has been dropped so far, and why.
  public var defects: Defects { gatherer.complete(reader.defects) }

  /// Number of valid sentences and frames so far, of any kind; those whose time or coordinate cannot be read are among them.
  public var sentences: Int { gatherer.progress.sentences + reader.sentences.unreadableSentences }

  /// Creates a pipeline that has read nothing yet.
  ///
  /// - Parameters:
  ///   - checksums: how to treat sentences without a checksum.
  ///   - accuracy: how accuracies are derived.
  ///   - referenceDate: a day before which the receiver cannot have been running; earlier dates are moved forward by
  ///     multiples of 1024 weeks. `nil` accepts every date.
  ///   - latestDate: the last day to which a date is moved; a date that would have to go beyond it is accepted as it
  ///     is, unless it is one that receivers report before they know better. `nil` moves every date before `referenceDate`.
  ///   - undatedFixesHeld: how many fixes are held until the receiver's first date, which then dates them, as is right for a
  ///     recording: fixes that come up to 10 s late are sorted in, too. 0, the default, emits every fix at once, if need be
  ///     without a date, as is right for a live receiver; one that is older than what was reported is left out.
  public init(
    checksums: SentenceFramer.ChecksumPolicy = .required,
    accuracy: AccuracyModel = AccuracyModel(),
    referenceDate: CivilDate? = nil,
    latestDate: CivilDate? = nil,
    undatedFixesHeld: Int = 0
  ) {
    reader = LineReader(checksums: checksums)
    gatherer = FixGatherer(
      accuracy: accuracy,
      dates: DateResolver(referenceDate: referenceDate, latestDate: latestDate),
      undatedFixesHeld: undatedFixesHeld)
    if undatedFixesHeld > 0 { sorter = ReportSorter() }
  }

  /// Takes the sorter out, so that events can be given to it while the rest is mutated.
  private mutating func takeSorter() -> ReportSorter? {
    defer { sorter = nil }
    return sorter
  }

  /// Reads bytes in pieces of any size; the events do not depend on how the bytes are divided.
  ///
  /// - Parameters:
  ///   - bytes: what the receiver sent.
  ///   - arrival: when they arrived, on any clock that never goes backwards; `nil` if unknown, as in a recording. A
  ///     pause ends an epoch, and shows which sentence opens a burst.
  ///   - consume: called with each event.
  public mutating func push(
    _ bytes: RawSpan, at arrival: Duration? = nil, _ consume: Consumer
  ) {
    guard var sorter = takeSorter() else { return read(bytes, at: arrival, consume) }
    read(bytes, at: arrival) { sorter.add($0, consume) }
    self.sorter = sorter
  }

  private mutating func read(_ bytes: RawSpan, at arrival: Duration?, _ consume: Consumer) {
    if let arrival { gatherer.elapse(to: arrival.nanoseconds, consume) }
    push(bytes, at: arrival?.nanoseconds, asleep: 0, consume)
  }

  /// Reads bytes for a caller that waits for them until ``deadline``, and then calls ``elapse(to:_:)``.
  ///
  /// An epoch that is still open after its deadline has not ended: bytes were there, but this process was kept from reading.
  ///
  /// - Parameters:
  ///   - arrival: nanoseconds; `nil` if it is unknown.
  ///   - asleep: for how long the machine has slept, which the clock of `arrival` does not count, nanoseconds.
  /// - Returns: ``progress``, which would otherwise be asked for after every piece.
  @discardableResult
  package mutating func push(
    _ bytes: RawSpan, at arrival: Int64?, asleep: Int64, _ consume: Consumer
  ) -> Progress {
    if let arrival {
      lastArrival = arrival
      gatherer.bytesArrived(at: arrival, consume)
      gatherer.integrity?.bytesArrived(at: arrival + asleep)
    }
    Self.read(bytes, with: &reader, into: &gatherer, consume)
    if gatherer.lateInstants != reportedLateInstants {
      reportedLateInstants = gatherer.lateInstants
      consume(.defects(defects))
    }
    gatherer.updateProgress()
    return progress
  }

  /// Reads bytes; static, so that the gatherer can be mutated while the reader is.
  private static func read(
    _ bytes: RawSpan, with reader: inout LineReader, into gatherer: inout FixGatherer,
    _ consume: Consumer
  ) {
    reader.read(
      bytes, tagged: { gatherer.integrity?.tagged($0) },
      dropped: { consume(.defects(gatherer.complete($0))) },
      frame: { gatherer.received($0, $1, consume) }, other: { gatherer.received($0, $1, consume) },
      { gatherer.received($0, consume) })
  }

  /// Returns the same pipeline, whose fixes have warnings.
  ///
  /// - Parameter clock: the clock of this machine with which the receiver's is compared.
  package func warning(by clock: IntegrityMonitor.MachineClock = .tags) -> FixPipeline {
    var pipeline = self
    pipeline.gatherer.integrity = IntegrityMonitor(clock)
    return pipeline
  }

  /// Returns the same pipeline, whose fixes say whether the data of their satellites are signed.
  package func authenticating(by authenticator: (any FixAuthenticator)?) -> FixPipeline {
    var pipeline = self
    pipeline.gatherer.authenticator = authenticator
    return pipeline
  }

  /// Advances the time when no byte has arrived; a line that has been quiet for a while ends an epoch, and what seemed to be the
  /// beginning of a frame.
  public mutating func elapse(to now: Duration, _ consume: Consumer) {
    if var sorter = takeSorter() {
      elapse(to: now.nanoseconds) { sorter.add($0, consume) }
      self.sorter = sorter
    } else {
      elapse(to: now.nanoseconds, consume)
    }
    gatherer.updateProgress()
  }

  private mutating func elapse(to now: Int64, _ consume: Consumer) {
    if let frameDeadline, now >= frameDeadline {
      lastArrival = nil
      if reader.hidesParts { Self.giveUpFrame(&reader, into: &gatherer, consume) }
    }
    gatherer.elapse(to: now, consume)
  }

  private static func giveUpFrame(
    _ reader: inout LineReader, into gatherer: inout FixGatherer, _ consume: Consumer
  ) {
    reader.giveUpFrame(
      tagged: { gatherer.integrity?.tagged($0) },
      dropped: { consume(.defects(gatherer.complete($0))) },
      frame: { gatherer.received($0, $1, consume) }, other: { gatherer.received($0, $1, consume) },
      { gatherer.received($0, consume) })
  }

  /// When the rest of a frame is no longer waited for, nanoseconds; `nil` if none is.
  private var frameDeadline: Int64? {
    reader.isAtFrame ? lastArrival.map { $0 + Self.patience } : nil
  }

  /// When ``elapse(to:_:)`` has an event to emit if no byte arrives earlier; `nil` while there is none.
  public var deadline: Duration? { earlier(gatherer.deadline) }

  private func earlier(_ deadline: Duration?) -> Duration? {
    guard let frameDeadline else { return deadline }
    let end = Duration(nanoseconds: frameDeadline)
    return deadline.map { min($0, end) } ?? end
  }

  /// The time from one epoch to the next, by the receiver's own times, or by their arrival if it sends none; `nil` before the
  /// second epoch.
  public var period: Duration? { gatherer.period }

  /// Number of sentences and frames so far that report a position, or that there is none.
  public var positionReports: Int { gatherer.progress.positionReports }

  /// How many sentences with a time were ignored, by talker, because another receiver on the line was followed.
  package var reportsLeftOut: [(talker: Talker, count: Int)] { gatherer.reportsLeftOut }

  /// Processes a message that something else has read.
  ///
  /// - Parameters:
  ///   - fields: the text of its fields; only needed for a message that is `.other`.
  ///   - tagged: the time in its TAG block, milliseconds since 1970; `nil` if it has none.
  package mutating func receive(
    _ message: Message, fields: [UInt8] = [], tagged: Int64? = nil, _ consume: Consumer
  ) {
    if let tagged { gatherer.integrity?.tagged(tagged) }
    guard var sorter = takeSorter() else {
      return Self.receive(message, fields, into: &gatherer, consume)
    }
    Self.receive(message, fields, into: &gatherer) { sorter.add($0, consume) }
    self.sorter = sorter
  }

  private static func receive(
    _ message: Message, _ fields: [UInt8], into gatherer: inout FixGatherer, _ consume: Consumer
  ) {
    gatherer.received(message, consume)
    if case .other(let address) = message {
      // Proof: `bytes` is marked unsafe for elements with padding; a UInt8 has none.
      unsafe gatherer.received(address, fields.span.bytes, consume)
    }
  }

  /// Processes a frame that something else has read.
  package mutating func receive(_ frame: LineReader.Frame, _ consume: Consumer) {
    guard var sorter = takeSorter() else {
      return frame.withBytes { gatherer.received(frame.kind, $0, consume) }
    }
    frame.withBytes { bytes in gatherer.received(frame.kind, bytes) { sorter.add($0, consume) } }
    self.sorter = sorter
  }

  /// Number of epochs so far that report a position, or that there is none.
  package var epochs: Int { gatherer.epochs }

  /// The latest time of the receiver that is followed, nanoseconds of the day; `nil` before the first.
  package var latest: Int64? { gatherer.latest }

  package struct Progress: Sendable {
    package var sentences = 0
    package var positionReports = 0
    package var period: Duration?
    package var deadline: Duration?
    /// The receiver's time at its last epoch, if that has no position; `nil` if it has one, or no time.
    package var timeWithoutFix: FixTime?

    package init() {}
  }

  package var progress: Progress {
    var progress = gatherer.progress
    progress.sentences &+= reader.sentences.unreadableSentences
    progress.deadline = earlier(progress.deadline)
    return progress
  }

  /// Ends the stream, and emits what has been gathered.
  public mutating func finish(_ consume: Consumer) {
    if var sorter = takeSorter() {
      Self.finish(&reader, into: &gatherer) { sorter.add($0, consume) }
      sorter.finish(consume)
      self.sorter = sorter
    } else {
      Self.finish(&reader, into: &gatherer, consume)
    }
    gatherer.updateProgress()
  }

  private static func finish(
    _ reader: inout LineReader, into gatherer: inout FixGatherer, _ consume: Consumer
  ) {
    var defects: Defects?
    reader.finish(
      tagged: { gatherer.integrity?.tagged($0) }, dropped: { defects = $0 },
      frame: { gatherer.received($0, $1, consume) }, other: { gatherer.received($0, $1, consume) },
      { gatherer.received($0, consume) })
    gatherer.finish(consume)
    if let defects { consume(.defects(gatherer.complete(defects))) }
  }
}

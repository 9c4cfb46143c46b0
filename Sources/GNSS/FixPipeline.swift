// Core Location for Linux. SPDX-License-Identifier: MIT

public import NMEA0183

/// Bytes in, events out: framing, decoding, gathering and judging, as one value.
///
/// It reads no clock and waits for nothing. Live receivers, recordings and tests run this same code; a
/// copy goes on by itself from where the original was.
///
/// ```swift
/// var pipeline = FixPipeline()
/// pipeline.push(bytes.span.bytes) { event in
///   if case .fix(let fix) = event { print(fix.latitude, fix.longitude) }
/// }
/// pipeline.finish { event in … }
/// ```
public struct FixPipeline: Sendable {
  /// Receives the events of one call, in order.
  public typealias Consumer = (FixEvent) -> Void

  private var framer: SentenceFramer
  private var gatherer: FixGatherer

  /// What was dropped so far, and why.
  public var defects: Defects { framer.defects }

  /// Number of valid sentences so far, whatever they say.
  public var sentences: Int { gatherer.sentences }

  /// Creates a pipeline that has seen nothing.
  ///
  /// - Parameters:
  ///   - checksums: what becomes of sentences without a checksum.
  ///   - accuracy: how accuracies are derived.
  ///   - referenceDate: a day on which the receiver cannot have been running yet; dates before it
  ///     are moved on by multiples of 1024 weeks. `nil` believes every date.
  ///   - undatedFixesHeld: how many fixes wait for the receiver's first date, to be told with it. 0, the
  ///     default, tells every fix at once, without a date if need be: right for a live receiver.
  public init(
    checksums: SentenceFramer.ChecksumPolicy = .required,
    accuracy: AccuracyModel = AccuracyModel(),
    referenceDate: CivilDate? = nil,
    undatedFixesHeld: Int = 0
  ) {
    framer = SentenceFramer(checksums: checksums)
    gatherer = FixGatherer(
      accuracy: accuracy, referenceDate: referenceDate, undatedFixesHeld: undatedFixesHeld)
  }

  /// Takes bytes, in pieces of any size: the events do not depend on the cutting.
  ///
  /// - Parameters:
  ///   - bytes: what the receiver sent.
  ///   - arrival: when it came, on any clock that only goes forward; `nil` when that is not known, as
  ///     in a recording. A pause ends an epoch, and tells which sentence opens a burst.
  ///   - consume: called with each event.
  public mutating func push(
    _ bytes: RawSpan, at arrival: Duration? = nil, _ consume: Consumer
  ) {
    if let arrival { gatherer.note(arrival, consume) }
    framer.read(bytes, into: &gatherer, consume)
  }

  /// Tells that time has passed without a byte: a line that has been quiet for a while ends an epoch.
  public mutating func elapse(to now: Duration, _ consume: Consumer) {
    gatherer.elapse(to: now, consume)
  }

  /// When ``elapse(to:_:)`` has something to tell if no byte comes before; `nil` while it has not.
  public var deadline: Duration? { gatherer.deadline }

  /// The time from one epoch to the next, as the receiver's own times tell; `nil` before the second.
  public var period: Duration? { gatherer.period }

  /// Number of sentences so far that tell where the receiver is, or that it does not know.
  public var positionReports: Int { gatherer.positionReports }

  /// What it has come to.
  package struct Progress: Sendable {
    /// See ``FixPipeline/sentences``.
    package let sentences: Int
    /// See ``FixPipeline/positionReports``.
    package let positionReports: Int
    /// See ``FixPipeline/period``.
    package let period: Duration?
    /// See ``FixPipeline/deadline``.
    package let deadline: Duration?
  }

  /// All of that at once, for those who ask after every piece.
  package var progress: Progress {
    // Mutating, so that the pipeline, which is large, is asked where it is and not copied.
    mutating get {
      Progress(
        sentences: gatherer.sentences, positionReports: gatherer.positionReports,
        period: gatherer.period, deadline: gatherer.deadline)
    }
  }

  /// Tells that nothing follows: what is gathered comes out.
  public mutating func finish(_ consume: Consumer) {
    framer.finish()
    gatherer.finish(framer.defects, consume)
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

/// The relevant parts of a sentence with a time.
struct TimedSentence: Sendable {
  /// What it is to the receiver that is followed.
  enum Verdict: Hashable, Sendable {
    /// It is about the instant that began last.
    case current
    /// It begins an instant.
    case new
    /// It begins an instant, and so did what was set aside.
    case newAfterAside
    /// It is about an instant that is over.
    case late
    /// It is not known yet whether it begins an instant; whether it is the first that is set aside.
    case aside(isFirst: Bool)
    /// It comes from another receiver.
    case foreign
  }

  /// The talker's place among the ``Speakers``.
  let speaker: Int
  let kind: Contribution
  /// Nanoseconds of the day.
  let time: Int64
  /// The position, if the sentence calls it valid.
  let position: Coordinate?

  /// How much it says about a fix.
  var rank: Int { position == nil ? 0 : kind.rank }
}

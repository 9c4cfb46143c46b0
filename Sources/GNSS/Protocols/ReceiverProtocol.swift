// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// A protocol in which a receiver reports beside or instead of NMEA 0183: how its frames are delimited, and what they say.
///
/// One folder in `Protocols`, and one line in ``ReceiverProtocols/all``. docs/adding-a-protocol.md describes both.
protocol ReceiverProtocol: Sendable {
  /// Its name for people, as in "SBF (Septentrio)".
  static var name: String { get }

  /// Who makes the receivers that speak it; `nil` if several do.
  static var maker: String? { get }

  /// Whether its messages are read; otherwise its frames are only recognized, so that nothing in them is taken for a sentence.
  static var isRead: Bool { get }

  // MARK: Frames

  /// The bytes with which its frames begin: one or two are enough, since ``examine(_:)`` judges.
  static var openers: [[UInt8]] { get }

  /// Returns what bytes that begin with an opener amount to; an opener may have come in part.
  ///
  /// A frame is whole only if its checksum is right. One that claims to be longer than ``ReceiverProtocols/longestFrame`` is
  /// damaged: nothing waits for more.
  static func examine(_ bytes: RawSpan) -> ForeignFrame

  /// Whether a single frame may be chance, because few bits of it are fixed: nothing is read until another one has come.
  static var needsTwoFrames: Bool { get }

  /// Returns the name of a frame's message, as in `PVTGeodetic`.
  static func messageName(of frame: RawSpan) -> String

  /// Returns the fields of a frame's message; `nil` if they are not read, or the frame is too short for them.
  static func message(in frame: RawSpan) -> (any Encodable)?

  // MARK: Sentences

  /// Whether it has sentences that `NMEA0183` does not know, in the frame of NMEA 0183.
  static var hasSentences: Bool { get }

  /// Whether it has sentences with this address; only asked about addresses that `NMEA0183` does not know.
  static func hasSentence(_ address: SentenceAddress) -> Bool

  /// Returns the fields of such a sentence; `nil` if they are not read.
  static func message(_ address: SentenceAddress, _ fields: TextFields) -> (any Encodable)?

  // MARK: Reports

  /// Returns what turns the messages of one line into reports; `nil` if they are not read.
  static func makeReader() -> (any ProtocolReader)?
}

/// Turns the messages of one protocol on one line into reports, and keeps what later ones need, such as leap seconds.
protocol ProtocolReader: Sendable {
  typealias Consumer = (FrameReport) -> Void

  mutating func read(_ frame: RawSpan, _ report: Consumer)
  mutating func read(_ address: SentenceAddress, _ fields: TextFields, _ report: Consumer)
  /// Ends the stream: what has been held until something else is known is reported now.
  mutating func finish(_ report: Consumer)
}

extension ReceiverProtocol {
  static var maker: String? { nil }
  static var isRead: Bool { makeReader() != nil }
  static var openers: [[UInt8]] { [] }
  static func examine(_ bytes: RawSpan) -> ForeignFrame { .none }
  static var needsTwoFrames: Bool { false }
  static func messageName(of frame: RawSpan) -> String { name }
  static func message(in frame: RawSpan) -> (any Encodable)? { nil }
  static var hasSentences: Bool { false }
  static func hasSentence(_ address: SentenceAddress) -> Bool { false }
  static func makeReader() -> (any ProtocolReader)? { nil }
  static func message(_ address: SentenceAddress, _ fields: TextFields) -> (any Encodable)? {
    nil
  }
}

extension ProtocolReader {
  mutating func read(_ frame: RawSpan, _ report: Consumer) {}
  mutating func read(_ address: SentenceAddress, _ fields: TextFields, _ report: Consumer) {}
  mutating func finish(_ report: Consumer) {}
}

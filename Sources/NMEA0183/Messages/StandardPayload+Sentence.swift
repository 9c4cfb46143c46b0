// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The sentences of every receiver, each read by itself: a program for a small controller that reads no other, and never asks for a
// Message, contains nothing of the rest.

extension StandardPayload {
  /// Reads a sentence; `nil` if it is of another kind, or if its time or a coordinate cannot be read.
  fileprivate init?(only sentence: Sentence, _ reader: borrowing MessageReader) {
    guard sentence.address.formatter == Self.formatter else { return nil }
    var fields = reader.reader(of: sentence)
    self.init(&fields, talker: sentence.address.leadingTalker)
    guard !fields.isUnusable else { return nil }
  }
}

extension GGA {
  /// Reads a sentence that the reader has returned last; `nil` if it is not GGA, or if its time or a coordinate cannot be read.
  public init?(_ sentence: Sentence, in reader: borrowing MessageReader) {
    self.init(only: sentence, reader)
  }
}

extension RMC {
  /// Reads a sentence that the reader has returned last; `nil` if it is not RMC, or if its time or a coordinate cannot be read.
  public init?(_ sentence: Sentence, in reader: borrowing MessageReader) {
    self.init(only: sentence, reader)
  }
}

extension GSA {
  /// Reads a sentence that the reader has returned last; `nil` if it is not GSA.
  public init?(_ sentence: Sentence, in reader: borrowing MessageReader) {
    self.init(only: sentence, reader)
  }
}

extension GSV {
  /// Reads a sentence that the reader has returned last; `nil` if it is not GSV.
  public init?(_ sentence: Sentence, in reader: borrowing MessageReader) {
    self.init(only: sentence, reader)
  }
}

extension VTG {
  /// Reads a sentence that the reader has returned last; `nil` if it is not VTG.
  public init?(_ sentence: Sentence, in reader: borrowing MessageReader) {
    self.init(only: sentence, reader)
  }
}

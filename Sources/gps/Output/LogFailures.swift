// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GPSTool
import Glibc
import NMEA0183
import TrackFiles

extension Failure {
  /// Checks the first bytes of a file for formats that may be mistaken for a recording; a document may be XML.
  static func check(_ bytes: RawSpan, of file: String, isDocument: Bool) throws {
    let start = bytes.withUnsafeBytes { Array($0.prefix(64)) }
    if !isDocument, GPX.isXML(start) {
      throw Failure(
        "cannot use \(file.fileName): it is XML, such as GPX, and not a recording; \"gps convert\" and \"gps plot\" "
          + "read GPX", EX_DATAERR)
    }
    guard let (_, what, program) = foreign.first(where: { start.starts(with: $0.magic) }) else {
      guard start.count >= 4,
        start.starts(with: [0xFF, 0xFE])
          ? start[3] == 0
          : start.starts(with: [0xFE, 0xFF]) && start[2] == 0
      else { return }
      throw Failure(
        "cannot use \(file.fileName): it is text in UTF-16; run \"iconv -f UTF-16 -t UTF-8\" on it",
        EX_DATAERR)
    }
    throw Failure(
      "cannot use \(file.fileName): it is compressed by \(what); run \"\(program)\" on it",
      EX_DATAERR)
  }

  /// The first bytes of compressed files, and the programs that decompress them.
  private static let foreign: [(magic: [UInt8], name: String, program: String)] = [
    (Array("BZh".utf8), "bzip2", "bunzip2"), ([0xFD] + Array("7zXZ".utf8), "xz", "unxz"),
    (Array("PK\u{3}\u{4}".utf8), "zip", "unzip"), ([0x28, 0xB5, 0x2F, 0xFD], "zstd", "unzstd"),
  ]

  /// Describes a file without a valid sentence, and what it contains instead.
  init(
    noSentenceIn file: String, doing verb: String, dropped: Defects, binary: [String] = []
  ) {
    let instead =
      if !binary.isEmpty {
        "but \(binary.joined(separator: " and ")); switch the receiver to NMEA 0183"
      } else if dropped.missingChecksums * 2 > dropped.sentences {
        "only \(dropped.summary); try --allow-missing-checksums"
      } else if dropped.isEmpty {
        "it is empty; is it a recording of a receiver?"
      } else {
        "only \(dropped.summary); is it a recording of a receiver?"
      }
    self.init(
      "cannot \(verb) \(file.fileName): no valid NMEA 0183 sentence or UBX frame in it, \(instead)",
      EX_DATAERR)
  }
}

extension Defects {
  var summary: String {
    let parts = [
      (checksumMismatches, "wrong checksum", "wrong checksums"),
      (missingChecksums, "missing checksum", "missing checksums"),
      (brokenSentences, "sentence cut off", "sentences cut off"),
      (oversizedSentences, "sentence too long", "sentences too long"),
      (malformedAddresses, "sentence without an address", "sentences without an address"),
      (damagedTagBlocks, "damaged TAG block", "damaged TAG blocks"),
      (unreadableSentences, "unreadable time or position", "unreadable times or positions"),
      (unreadableFields, "unreadable field", "unreadable fields"),
      (damagedFrames, "damaged frame", "damaged frames"),
      (noiseBytes, "byte between sentences", "bytes between sentences"),
      (lateInstants, "position too late", "positions too late"),
    ]
    return parts.filter { $0.0 > 0 }.map { counted($0.0, $0.1, $0.2) }
      .joined(separator: ", ")
  }
}

func reportMissingFix(in file: String, doing activity: String) throws {
  var reader = MessageReader()
  var frames = FrameCounter()
  var count = 0
  let unreadable = try read(file) { bytes in
    reader.read(bytes) { _ in count += 1 }
    frames.push(bytes)
  }
  reader.finish()
  guard count > 0 else {
    throw unreadable
      ?? Failure(
        noSentenceIn: file, doing: activity, dropped: reader.defects, binary: frames.names)
  }
  complain("no fix in \(file); run \"gps check\" on it to see what the receiver sent")
}

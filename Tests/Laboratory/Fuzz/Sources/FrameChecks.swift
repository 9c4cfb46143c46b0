// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import UBX

@testable import GNSS

private func reports(_ pieces: [ArraySlice<UInt8>]) -> [ReceiverReport] {
  var pipeline = FixPipeline(undatedFixesHeld: 3).warning()
  var reports: [ReceiverReport] = []
  for piece in pieces { pipeline.push(piece.span.bytes) { reports.append($0) } }
  pipeline.finish { reports.append($0) }
  return reports
}

/// Returns the frames that are read part by part.
private func frames(_ bytes: ArraySlice<UInt8>) -> [String] {
  var reader = LineReader()
  var pages = NavigationPageReader()
  var kinds: [String] = []
  func keep(_ part: LineReader.Part) {
    if case .frame(let frame) = part {
      precondition(frame.bytes.count <= 8192, "a frame is too long")
      _ = frame.message
      if let (kind, payload) = frame.ubx { _ = pages.received(kind, payload.span.bytes) }
      kinds.append(frame.name)
    }
  }
  reader.read(bytes.span.bytes) { keep($1) }
  while let part = reader.nextAtEnd() { keep(part) }
  return kinds
}

/// The protocols whose frames are made of an input, by the classes that stand for them; other classes are those of UBX.
private enum Disguise: UInt8 {
  case allystar = 0xF8
  case casic, sbf, quectel, textLog, novAtel, unicore
  /// The payload as it is.
  case noise

  /// Returns a frame with this payload and the checksum that it should have.
  func frame(_ identifier: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let length = [UInt8(payload.count & 0xFF), UInt8(payload.count >> 8)]
    switch self {
    case .allystar:
      let frame = FrameCandidate.bytes(FrameKind(0x01, identifier), payload)
      return [0xF1, 0xD9] + frame.dropFirst(2)
    case .casic:
      let padded = payload + [UInt8](repeating: 0, count: (4 - payload.count % 4) % 4)
      let count = [UInt8(padded.count & 0xFF), UInt8(padded.count >> 8)]
      let body = count + [identifier & 0x11, identifier] + padded
      let sum = stride(from: 0, to: body.count, by: 4).reduce(UInt32(0)) {
        $0 &+ body.span.bytes.integer(UInt32.self, at: $1)
      }
      return [0xBA, 0xCE] + body + bytes(of: sum)
    case .sbf:
      let padded = payload + [UInt8](repeating: 0, count: (4 - payload.count % 4) % 4)
      let count = padded.count + 8
      let body = [identifier, 0x0F, UInt8(count & 0xFF), UInt8(count >> 8)] + padded
      let sum = body.span.bytes.crc16(0..<body.count)
      return [0x24, 0x40, UInt8(sum & 0xFF), UInt8(sum >> 8)] + body
    case .quectel:
      let names = ["NAV", "PVT", "EPE", "VEL", "DOP", "EOE", "TAR", "PL"]
      let text = Array("PQTM\(names[Int(identifier) % names.count]),".utf8) + payload
      let sum = String(UInt16(text.reduce(0, ^)) | 0x100, radix: 16, uppercase: true).dropFirst()
      return Array("$".utf8) + text + Array("*\(sum)\r\n".utf8)
    case .textLog:
      let text = Self.log(identifier, payload)
      let sum = String(text.span.bytes.crc32(0..<text.count), radix: 16)
      let digits = String(repeating: "0", count: 8 - sum.count) + sum
      return Array("#".utf8) + text + Array("*\(digits)\r\n".utf8)
    case .novAtel:
      let numbers: [UInt16] = [
        42, 47, 99, 101, 174, 241, 83, 93, 507, 1043, 1194, 1465, 2065,
      ]
      let number = numbers[Int(identifier) % numbers.count]
      return withCRC32(
        [0xAA, 0x44, 0x12, 28, UInt8(number & 0xFF), UInt8(number >> 8), 0, 0] + length + [
          0, 0, 0, 180, 0x42, 0x09,
        ]
          + [UInt8](repeating: identifier, count: 12) + payload)
    case .unicore:
      let numbers: [UInt16] = [
        2118, 1021, 972, 954, 102, 240, 2124, 1041, 511, 519,
      ]
      let number = numbers[Int(identifier) % numbers.count]
      return withCRC32(
        [0xAA, 0x44, 0xB5, 0, UInt8(number & 0xFF), UInt8(number >> 8)] + length
          + [0, 160, 0x42, 0x09, identifier, 0, 0, 0] + [UInt8](repeating: 18, count: 8) + payload)
    case .noise: return payload
    }
  }

  /// Returns a log as text: most of the bytes stand for a whole field each, since few others would be read.
  private static func log(_ identifier: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let names = [
      "BESTNAVA", "PVTSLNA", "UNIHEADINGA", "SATSINFOA", "BESTSATA", "BESTPOSA", "SATVIS2A",
      "TRACKSTATA", "BESTSATSA", "RXSTATUSA", "INSPVAXA",
    ]
    let index = Int(identifier) % names.count
    // Some weeks are none.
    let week = identifier < 0xC0 ? "2370" : identifier < 0xE0 ? "65535" : "\(Int.max)"
    let head =
      index < 5
      ? "97,\(identifier < 0xF0 ? "GPS" : "BDS"),FINE,\(week),561618000,0,0,18,20;"
      : "COM1,0,83.5,FINESTEERING,\(week),561618.000,00000000,cdba,16248;"
    let words = [
      "", "0", "1", "2", "-5", "7.5", "47.5", "-181", "1e99", "99999999", "9223372036854775807",
      "-9223372036854775808", "GPS", "GLONASS", "13-2", "TRUE", "GOOD", "SOL_COMPUTED", "SINGLE",
      "INS_SOLUTION_GOOD", "00000001", "ffffffff", "nan",
    ]
    let fields = payload.map { byte in
      Int(byte) < 8 * words.count ? words[Int(byte) % words.count] : String(byte)
    }
    return Array("\(names[index]),\(head)\(fields.joined(separator: ","))".utf8)
  }

  private func withCRC32(_ frame: [UInt8]) -> [UInt8] {
    frame + bytes(of: frame.span.bytes.crc32(0..<frame.count))
  }

  private func bytes(of sum: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: sum >> UInt32(8 * $0)) }
  }
}

/// Returns what a line would carry: of an input of classes, identifiers, lengths and payloads, frames with the checksums
/// that they should have, since none is found by chance.
private func line(_ input: ArraySlice<UInt8>) -> [UInt8] {
  var bytes: [UInt8] = []
  var rest = input
  while rest.count >= 4 {
    let start = rest.startIndex
    let length = (Int(rest[start + 2]) | Int(rest[start + 3]) << 8) % 2048
    let payload = rest.dropFirst(4).prefix(length)
    bytes +=
      Disguise(rawValue: rest[start])?.frame(rest[start + 1], Array(payload))
      ?? FrameCandidate.bytes(FrameKind(rest[start], rest[start + 1]), Array(payload))
    rest = rest.dropFirst(4 + length)
  }
  return bytes
}

/// Checks that a line with frames of any protocol is read the same however it is cut, and that what is read is possible.
func checkFrames(_ input: [UInt8]) -> Bool {
  guard let (whole, cut) = cuttings(input), let body = whole.first else { return false }
  let bytes = line(body)
  let place = cut[0].count % max(bytes.count, 1)
  let told = reports([bytes[...]])
  precondition(
    told == reports([bytes.prefix(place), bytes.dropFirst(place)]), "a cut changes the reports")
  for case .fix(let fix) in told { check(fix) }
  return !frames(bytes[...]).isEmpty
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import UBX

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

/// Returns what a line would carry: of an input of classes, identifiers, lengths and payloads, frames with the checksums
/// that they should have, since none is found by chance; after class FF, the payload as it is.
private func line(_ input: ArraySlice<UInt8>) -> [UInt8] {
  var bytes: [UInt8] = []
  var rest = input
  while rest.count >= 4 {
    let start = rest.startIndex
    let length = (Int(rest[start + 2]) | Int(rest[start + 3]) << 8) % 2048
    let payload = rest.dropFirst(4).prefix(length)
    bytes +=
      rest[start] == 0xFF
      ? Array(payload)
      : FrameCandidate.bytes(FrameKind(rest[start], rest[start + 1]), Array(payload))
    rest = rest.dropFirst(4 + length)
  }
  return bytes
}

/// Checks that a line with frames is read the same however it is cut, and that what is read is possible.
func checkFrames(_ input: [UInt8]) -> Bool {
  guard let (whole, cut) = cuttings(input), let body = whole.first else { return false }
  let bytes = line(body)
  let place = cut[0].count % max(bytes.count, 1)
  let told = reports([bytes[...]])
  precondition(
    told == reports([bytes.prefix(place), bytes.dropFirst(place)]), "a cut changes the reports")
  for case .fix(let fix) in told {
    precondition(fix.latitude.magnitude <= 90, "a latitude off the Earth")
    precondition(fix.longitude.magnitude <= 180, "a longitude off the Earth")
    for accuracy in [fix.horizontalAccuracy, fix.verticalAccuracy, fix.speedAccuracy] {
      precondition((accuracy ?? 0).isFinite && accuracy ?? 0 >= 0, "an accuracy that is none")
    }
  }
  return !frames(bytes[...]).isEmpty
}

// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Reads sentences and frames from its input, and writes what it has read. The same source runs here and on an emulated board, and must
// write the same: see Tests/Scripts/embedded.py.

import NMEA0183
import UBX

@main struct Parse {
  static func main() {
    var messages = MessageReader()
    var frames = FrameReader()
    var count = 0
    while let bytes = Terminal.next() {
      // Proof: `bytes` is marked unsafe for elements with padding; a UInt8 has none.
      let span = unsafe bytes.span.bytes
      messages.read(span) { message in
        count += 1
        write(message)
      }
      frames.read(span, write)
    }
    messages.finish()
    write(
      "\(count) messages; \(description(of: messages.defects)); \(frames.damagedFrames) damaged frames\n"
    )
  }

  static func write(_ text: String) { Terminal.put(Array(text.utf8)) }

  /// Writes a message as its sentence, which has all of its fields, and numbers with all of their digits.
  static func write(_ message: Message) {
    var bytes: [UInt8] = []
    if case .other(let address) = message {
      write("other \(address)\n")
    } else if SentenceEncoder().append(message, to: &bytes) {
      Terminal.put(bytes)
    }
  }

  static func write(_ kind: FrameKind, _ payload: RawSpan) {
    write("\(kind), \(payload.byteCount) bytes\n")
    switch kind {
    case NAVPVT.kind: if let pvt = NAVPVT(payload) { write(description(of: pvt)) }
    case NAVDOP.kind:
      if let dop = NAVDOP(payload) { write("\(dop.pdop) \(dop.hdop) \(dop.vdop)\n") }
    case NAVSAT.kind:
      for satellite in NAVSAT(payload)?.satellites ?? [] {
        write(
          "\(satellite.system) \(satellite.number) \(satellite.carrierToNoise) \(satellite.isUsed)\n"
        )
      }
    default: break
    }
  }

  static func description(of pvt: NAVPVT) -> String {
    "\(pvt.year) \(pvt.month) \(pvt.day) \(pvt.hour) \(pvt.minute) \(pvt.second) \(pvt.nanosecond) \(pvt.isFixOK)\n"
      + "\(pvt.latitude) \(pvt.longitude) \(pvt.altitude) \(pvt.ellipsoidalHeight) \(pvt.horizontalAccuracy)\n"
      + "\(pvt.speed) \(pvt.course) \(pvt.downwardSpeed) \(pvt.pdop) \(pvt.satellitesUsed)\n"
  }

  static func description(of defects: Defects) -> String {
    "\(defects.checksumMismatches) wrong checksums, \(defects.brokenSentences) broken, \(defects.malformedAddresses) without address, "
      + "\(defects.unreadableSentences) unreadable, \(defects.unreadableFields) fields, \(defects.noiseBytes) bytes of noise"
  }
}

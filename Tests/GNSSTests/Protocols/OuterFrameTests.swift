// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import TestSupport
import Testing
import UBX

/// What is inside a frame is that frame's.
@Suite struct OuterFrameTests {
  private static let text = Array(SentenceEncoder.sentence(body: gga("120000.00")).utf8)
  /// The same, to a multiple of four bytes.
  private static let padded = text + [UInt8](repeating: 0, count: (4 - text.count % 4) % 4)

  private static func pass(_ text: [UInt8]) -> FramePayload {
    var payload = FramePayload(text.count)
    for (offset, byte) in text.enumerated() { payload = payload.with(byte, at: offset) }
    return payload
  }

  private static let frames: [(String, [UInt8])] = [
    ("SBF, ASCIIIn", ProtocolFrames.sbf(4075, padded)),
    ("NovAtel, PASSCOM1", ProtocolFrames.novAtel(233, pass(text))),
    ("RTCM 3, a maker's own message", ProtocolFrames.rtcm3(text)),
    ("Unicore", ProtocolFrames.unicore(9999, pass(text))),
  ]

  private func fixes(_ bytes: [UInt8], piece: Int = .max / 2) -> [Fix] {
    var listener = Listener()
    for start in stride(from: 0, to: bytes.count, by: piece) {
      listener.receive(bytes: bytes[start..<min(bytes.count, start + piece)])
    }
    listener.finish()
    return listener.events.fixes
  }

  @Test(arguments: frames) func aSentenceInsideIsNone(_ name: String, frame: [UInt8]) {
    #expect(fixes(Self.text).count == 1)
    #expect(fixes(frame).isEmpty, "\(name)")
    #expect(fixes(frame, piece: 1).isEmpty, "\(name), byte by byte")
  }

  @Test(arguments: frames)
  func aSentenceInsideADamagedFrameIsFound(_ name: String, frame: [UInt8]) {
    var damaged = frame
    damaged[damaged.count - 1] ^= 1
    #expect(fixes(damaged).count == 1, "\(name)")
    #expect(fixes(damaged, piece: 1).count == 1, "\(name), byte by byte")
  }

  /// A header that promises more than 8192 bytes is followed at once, one that promises less at the end of the recording.
  @Test(
    arguments: [
      ("SBF, 65,520 bytes", [0x24, 0x40, 0, 0, 0xA7, 0x0F, 0xF0, 0xFF]),
      ("SBF, 4,000 bytes", [0x24, 0x40, 0, 0, 0xA7, 0x0F, 0xA0, 0x0F]),
      ("Unicore, 65,535 bytes", [0xAA, 0x44, 0xB5, 0, 0x46, 8, 0xFF, 0xFF]),
      ("NovAtel, 40,000 bytes", [0xAA, 0x44, 0x12, 28, 42, 0, 0, 0, 0x40, 0x9C]),
      ("CASIC, 65,532 bytes", [0xBA, 0xCE, 0xFC, 0xFF, 1, 3]),
      ("RTCM 3, 1,023 bytes", [0xD3, 0x03, 0xFF]),
      ("a log's name", Array("#BESTPOSA,".utf8)),
      ("the beginning of KSXT", Array("$KSXT,2025".utf8)),
      ("a lone $", [0x24]),
    ] as [(String, [UInt8])])
  func whatPromisesMoreThanThereIsHidesNoSentence(_ name: String, opener: [UInt8]) {
    #expect(fixes(opener + Self.text).count == 1, "\(name)")
    #expect(fixes(opener + Self.text, piece: 1).count == 1, "\(name), byte by byte")
  }

  @Test func aLiveLineDoesNotWaitForAFrameThatDoesNotCome() {
    var pipeline = FixPipeline()
    var fixes = 0
    func count(_ report: ReceiverReport) { if case .fix = report { fixes += 1 } }
    let opener: [UInt8] = [0x24, 0x40, 0, 0, 0xA7, 0x0F, 0xA0, 0x0F]
    pipeline.push((opener + Self.text).span.bytes, at: .seconds(5), count)
    #expect(fixes == 0)
    #expect(pipeline.deadline == .milliseconds(5250))
    pipeline.elapse(to: .milliseconds(5249), count)
    #expect(pipeline.defects.isEmpty)
    pipeline.elapse(to: .milliseconds(5250), count)
    #expect(!pipeline.defects.isEmpty)
    while let deadline = pipeline.deadline { pipeline.elapse(to: deadline, count) }
    #expect(fixes == 1)
  }

  @Test func aFrameThatTheLineDelaysIsStillOne() {
    var pipeline = FixPipeline()
    var fixes = 0
    func count(_ report: ReceiverReport) { if case .fix = report { fixes += 1 } }
    let frame = Solution.pvt().frame(NAVPVT.kind)
    pipeline.push(Array(frame[..<50]).span.bytes, at: .seconds(5), count)
    pipeline.elapse(to: .seconds(7), count)
    #expect(pipeline.defects.isEmpty && pipeline.deadline == nil)
    pipeline.push(Array(frame[50...]).span.bytes, at: .seconds(8), count)
    pipeline.finish(count)
    #expect(fixes == 1)
  }

  /// A frame that was cut off claims the bytes of the next one.
  @Test func aWholeFrameIsFoundInsideACutOne() {
    let frame = ProtocolFrames.unicore(2118, Self.pass([UInt8](repeating: 0, count: 120)))
    for count in 1..<frame.count {
      var counter = FrameCounter()
      let stream = frame.prefix(count) + frame + [UInt8](repeating: 0, count: 200)
      counter.push(Array(stream).span.bytes)
      #expect(counter.counts == ["Unicore": 1], "after \(count) bytes")
    }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

package import NMEA0183

/// The protocols that are known, besides NMEA 0183 itself.
package enum ReceiverProtocols {
  /// All of them; a new one needs a line here, and nothing else outside its folder.
  static let all: [any ReceiverProtocol.Type] = [
    UBXProtocol.self,
    QuectelProtocol.self,
    KSXTProtocol.self,
    SBFProtocol.self,
    UnicoreProtocol.self,
    NovAtelProtocol.self,
    CASICProtocol.self,
    AllystarProtocol.self,
    QGCProtocol.self,
    SiRFProtocol.self,
    SkyTraqProtocol.self,
    OncoreProtocol.self,
    RTCM3Protocol.self,
  ]

  /// The longest frame, in bytes: one that claims to be longer must not swallow the next seconds.
  static let longestFrame = MessageReader.longestFrame

  /// Where their frames may open.
  package static let openers: FrameOpeners = {
    let openers = all.flatMap { $0.openers }
    let dollar = UInt8(ascii: "$")
    return FrameOpeners(
      first: openers.compactMap(\.first).filter { $0 != dollar },
      afterDollar: openers.filter { $0.first == dollar && $0.count > 1 }.map { $0[1] })
  }()

  /// The protocols of whose frames the first byte is this one.
  private static let byFirstByte: [[any ReceiverProtocol.Type]] = (0...UInt8.max).map { byte in
    all.filter { $0.openers.contains { $0.first == byte } }
  }

  private static let withSentences = all.filter { $0.hasSentences }

  /// The name of u-blox's protocol, which alone `gps configure` writes, too.
  package static let ubx = UBXProtocol.name

  /// Whether the messages of the protocol with a name are read.
  package static func isRead(_ name: String) -> Bool {
    all.contains { $0.name == name && $0.isRead }
  }

  /// Returns the protocol in which a sentence is read that `NMEA0183` does not know; `nil` if there is none.
  static func reading(_ address: SentenceAddress) -> (any ReceiverProtocol.Type)? {
    withSentences.first { $0.hasSentence(address) }
  }

  /// Returns the name of the protocol to which a sentence belongs that `NMEA0183` does not know; `nil` if there is none.
  package static func name(of address: SentenceAddress) -> String? { reading(address)?.name }

  /// Returns the fields of a sentence that `NMEA0183` does not know, for `gps decode`; `nil` if they are not read.
  package static func message(
    _ address: SentenceAddress, fields: RawSpan
  ) -> (any Encodable)? {
    reading(address)?.message(address, TextFields(fields))
  }

  /// Returns what bytes that begin with the opener of a frame amount to; `found` is called with the protocol of a whole one.
  static func examine(
    _ bytes: RawSpan, _ found: (any ReceiverProtocol.Type) -> Void
  ) -> ForeignFrame {
    var best = ForeignFrame.none
    for candidate in byFirstByte[Int(bytes.byte(at: 0))]
    where candidate.openers.contains(where: { bytes.begins(with: $0) }) {
      switch (candidate.examine(bytes), best) {
      case (.whole(let byteCount), _):
        found(candidate)
        return .whole(byteCount: byteCount)
      // What may still become a frame is waited for.
      case (.incomplete, _): best = .incomplete
      case (.damaged, .none): best = .damaged
      default: break
      }
    }
    return best
  }
}

extension RawSpan {
  /// Whether these bytes are at the beginning, as far as there are any.
  func begins(with bytes: [UInt8]) -> Bool {
    for index in 0..<min(bytes.count, byteCount) where byte(at: index) != bytes[index] {
      return false
    }
    return true
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Messages of any kind by their frames, which Embedded Swift cannot express: it has no Codable, so that conforming to Encodable means
// nothing there. This is the only file that says so.

#if hasFeature(Embedded)
  /// Anything.
  public typealias Encodable = Any
#else
  extension FrameKind {
    /// The messages whose fields are read; a new one needs a line here.
    private static let messages: [FrameKind: any FrameMessage.Type] = {
      let types: [any FrameMessage.Type] = [
        NAVPOSECEF.self, NAVPOSLLH.self, NAVSTATUS.self, NAVDOP.self, NAVATT.self, NAVSOL.self,
        NAVPVT.self, NAVVELECEF.self, NAVVELNED.self, NAVHPPOSLLH.self, NAVTIMEGPS.self,
        NAVTIMEUTC.self, NAVTIMELS.self, NAVSVINFO.self, NAVSAT.self, NAVRELPOSNED.self,
        NAVSIG.self, NAVEOE.self, RXMSFRBX.self, MONVER.self, MONHW.self, MONRF.self, SECSIG.self,
        SECOSNMA.self, NAVTIMETRUSTED.self,
      ]
      return Dictionary(uniqueKeysWithValues: types.map { ($0.kind, $0) })
    }()

    /// The kinds whose fields are read.
    package static var all: [FrameKind] { messages.keys.sorted { $0.rawValue < $1.rawValue } }

    /// Reads the fields of a payload; `nil` if they are not read, or the payload is too short.
    package func message(_ payload: RawSpan) -> (any FrameMessage)? {
      Self.messages[self]?.init(payload)
    }
  }
#endif

// Core Location for Linux. SPDX-License-Identifier: MIT

/// The payload of a frame whose fields are read.
///
/// Offsets in the documentation are those in the payload. Numbers are in the units of the properties: angles in degrees,
/// lengths in meters, speeds in meters per second. Accuracies are the receiver's own estimates.
public protocol FrameMessage: Hashable, Sendable, Encodable {
  /// The class and the identifier of its frames.
  static var kind: FrameKind { get }

  /// Reads the fields; `nil` if the payload is too short for them or, of messages that warn or authenticate, if it has another length
  /// than in their data sheet.
  init?(_ payload: RawSpan)
}

/// A message about one epoch of the navigation solution.
public protocol NavigationMessage: FrameMessage {
  /// The time of the GPS week, milliseconds; the same in all messages about an epoch.
  var timeOfWeek: UInt32 { get }
}

// Messages of any kind by their frames, which Embedded Swift cannot express: it has no Codable, so that conforming to Encodable
// means nothing there. Nothing else in this module depends on that.
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

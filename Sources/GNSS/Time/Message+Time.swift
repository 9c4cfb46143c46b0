// Core Location for Linux. SPDX-License-Identifier: MIT

package import NMEA0183

extension Message {
  /// The time of day in a sentence about an instant; `nil` if it has none.
  package var time: UTCTime? {
    switch self {
    case .rmc(let message): message.time
    case .gga(let message): message.time
    case .zda(let message): message.time
    case .gns(let message): message.time
    case .gll(let message): message.time
    case .gst(let message): message.time
    case .gbs(let message): message.time
    case .pubx00(let message): message.time
    case .ptnlggk(let message): message.time
    default: nil
    }
  }
}

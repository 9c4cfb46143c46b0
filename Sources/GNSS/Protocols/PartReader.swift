// Core Location for Linux. SPDX-License-Identifier: MIT

package import NMEA0183

/// Reads of a line, part by part, what does not become a fix: the times, and what the receiver says about its antenna.
package struct PartReader: Sendable {
  /// What the receiver has said last about its antenna; `nil` if nothing.
  package private(set) var antenna: AntennaState?
  private var readers = FrameReaders()

  package init() {}

  /// Reads a part, and returns the time of day in it, UTC in nanoseconds; `nil` if it has none.
  @discardableResult
  package mutating func read(_ frame: LineReader.Frame) -> Int64? {
    var found = Found()
    frame.withBytes { _ = readers.read(frame.kind, $0) { report, _ in found.add(report) } }
    return keep(found)
  }

  /// Reads a message, and returns the time of day in it, UTC in nanoseconds; `nil` if it has none.
  ///
  /// - Parameter fields: the text of its fields; only needed for a message that is `.other`.
  @discardableResult
  package mutating func read(_ message: Message, fields: [UInt8]) -> Int64? {
    var found = Found()
    switch message {
    case .other(let address):
      // Proof: `bytes` is marked unsafe for elements with padding; a UInt8 has none.
      unsafe readers.read(address, fields.span.bytes) { report, _ in found.add(report) }
    case .txt(let text): found.antenna = AntennaState(text: text.text)
    default: return message.time?.nanosecondsOfDay
    }
    return keep(found)
  }

  private mutating func keep(_ found: Found) -> Int64? {
    antenna = found.antenna ?? antenna
    return found.time
  }

  private struct Found {
    var time: Int64?
    var antenna: AntennaState?

    mutating func add(_ report: FrameReport) {
      switch report {
      case .instant(let instant): time = time ?? instant.time?.nanosecondsOfDay
      case .antenna(let state): antenna = state
      default: break
      }
    }
  }
}

extension AntennaState {
  /// Reads a text in which receivers report on their antenna: u-blox `ANTSTATUS=OPEN`, CASIC `ANTENNA OPEN`, Allystar `ANT_OPEN`.
  fileprivate init?(text: String?) {
    guard let text, let rest = Self.beginnings.first(where: text.hasPrefix) else { return nil }
    switch text.dropFirst(rest.count) {
    case "OK": self = .good
    case "OPEN": self = .open
    case "SHORT": self = .shorted
    default: return nil
    }
  }

  private static let beginnings = ["ANTSTATUS=", "ANTENNA ", "ANT_"]
}

// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSSReceiver
import Glibc
import LinuxSystem
package import LocationProtocols

extension ReceiverSupervisor.Selection {
  /// Parses a name that may be that of a recording.
  ///
  /// Accepts the path of a recording, `replay:file?speed=n`, and anything that ``init(_:introduction:)`` accepts.
  package init(
    includingRecordings text: String,
    introduction: ClientIntroduction = ClientIntroduction(name: nil)
  ) throws(SelectionError) {
    if let recording = try RecordingPlace(text) {
      self = .source(recording, text)
    } else {
      try self.init(text, introduction: introduction)
    }
  }
}

extension RecordingPlace {
  /// Parses the name of a recording; `nil` if the text is none.
  init?(_ text: String) throws(SelectionError) {
    guard text.hasPrefix("replay:") else {
      guard stat(of: text)?.kind == S_IFREG else { return nil }
      self.init(path: text)
      return
    }
    var path = text.dropFirst("replay:".count)
    var speed = 1.0
    if let mark = path.lastIndex(of: "?") {
      guard let given = Self.speed(path[path.index(after: mark)...]) else {
        throw SelectionError(
          text: text, expectation: "replay:file?speed=n, where n is above 0, or max")
      }
      speed = given
      path = path[..<mark]
    }
    guard !path.isEmpty else {
      throw SelectionError(text: text, expectation: "replay:file?speed=n")
    }
    self.init(path: String(path), speed: speed)
  }

  private static func speed(_ option: Substring) -> Double? {
    guard option.hasPrefix("speed=") else { return nil }
    let number = option.dropFirst("speed=".count)
    return number == "max" ? .infinity : Double(number).flatMap { $0 > 0 ? $0 : nil }
  }
}

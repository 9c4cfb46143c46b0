// Core Location for Linux. SPDX-License-Identifier: MIT

package import LinuxSystem
package import ServerAccess

/// A file to which each position is appended as a line of JSON: `file:/home/me/track.jsonl`.
package struct FileDestination: Destination, Hashable {
  /// The absolute path.
  let path: String

  package static let schemes = ["file"]
  package static let form = "file:path"
  package static let items: Set<String> = []

  package init(_ address: AddressParts) throws(AddressFault) {
    _ = try address.query(Self.items)
    // "file:///path" has an empty host (RFC 8089 §2).
    let text = address.hierarchy
    let encoded = text.hasPrefix("///") ? text.dropFirst(2) : text
    guard !encoded.hasPrefix("//") else {
      throw AddressFault("a file is on this machine; write file:/PATH")
    }
    let path = try AddressParts.decode(encoded, "the path")
    guard !path.isEmpty, !path.hasSuffix("/") else {
      throw AddressFault("it names no file; write file:/PATH")
    }
    // What waits for it must be found again from any working directory.
    guard !path.hasPrefix("/") else {
      self.path = path
      return
    }
    guard let folder = Folder.current else {
      throw AddressFault("the working directory has gone; write file:/PATH")
    }
    self.path = "\(folder)/\(path)"
  }

  package var description: String { "file:\(path)".escapedForTerminal }

  package func link(device: String, credentials: Credentials, stop: WakeUp) -> any DeliveryLink {
    FileLink(self, stop: stop)
  }
}

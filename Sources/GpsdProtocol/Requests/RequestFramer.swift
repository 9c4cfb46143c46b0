// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationJSON

/// Finds requests in the bytes of a client.
///
/// A request is `?NAME;` or `?NAME={json}`, with or without `;` and line end; several may come at once, and one in
/// pieces. A line that does not begin with `?` is ignored, as gpsd does.
package struct RequestFramer {
  /// The most bytes a request may have.
  package static let longest = 4096

  private var buffer: [UInt8] = []
  /// Whether the rest of a line is being ignored.
  private var isSkipping = false

  package init() {}

  package mutating func push(_ bytes: some Sequence<UInt8>) { buffer += bytes }

  /// The next whole request; `nil` until more bytes have come.
  package mutating func next() -> GpsdRequest? {
    while true {
      if isSkipping {
        guard let end = buffer.firstIndex(where: Self.isLineEnd) else {
          buffer.removeAll(keepingCapacity: true)
          return nil
        }
        buffer.removeSubrange(...end)
        isSkipping = false
      }
      // What ends requests may also stand between them.
      let start = buffer.firstIndex { !Self.isLineEnd($0) && $0 != UInt8(ascii: ";") }
      buffer.removeSubrange(..<(start ?? buffer.endIndex))
      guard let first = buffer.first else { return nil }
      if first != UInt8(ascii: "?") {
        isSkipping = true
      } else if let (request, end) = frame() {
        buffer.removeSubrange(..<end)
        return request
      } else if buffer.count >= Self.longest {
        isSkipping = true
        return .unrecognized(text(of: buffer[...]))
      } else {
        return nil
      }
    }
  }

  /// The request at the beginning of the buffer, and where it ends; `nil` if its end has not come.
  private func frame() -> (GpsdRequest, end: Int)? {
    let name = buffer[1...].prefix { (0x41...0x5A).contains($0 & 0xDF) }
    guard name.endIndex < buffer.endIndex else { return nil }
    switch buffer[name.endIndex] {
    case UInt8(ascii: "="): return frameObject(of: name)
    case UInt8(ascii: ";"), 0x0A, 0x0D:
      let end = name.endIndex + 1
      return (Self.request(name, nil) ?? .unrecognized(text(of: buffer[..<end])), end)
    default: return unrecognized()
    }
  }

  private func frameObject(of name: ArraySlice<UInt8>) -> (GpsdRequest, end: Int)? {
    var reader = JSONReader(buffer[(name.endIndex + 1)...])
    do throws(JSONReader.Failure) {
      let value = try reader.value()
      guard value.object != nil, let request = Self.request(name, value) else {
        return (.unrecognized(text(of: buffer[..<reader.position])), reader.position)
      }
      return (request, reader.position)
    } catch .incomplete {
      return nil
    } catch {
      return unrecognized()
    }
  }

  /// What is no request, up to the end of its line.
  private func unrecognized() -> (GpsdRequest, end: Int)? {
    guard let end = buffer.firstIndex(where: Self.isLineEnd) else { return nil }
    return (.unrecognized(text(of: buffer[...end])), end + 1)
  }

  private static func request(_ name: ArraySlice<UInt8>, _ value: JSONValue?) -> GpsdRequest? {
    switch String(decoding: name, as: UTF8.self) {
    case "VERSION": .version
    case "DEVICES": .devices
    case "DEVICE": .device(changes: value != nil)
    case "POLL": .poll
    case "WATCH": .watch(value.map(WatchChange.init))
    default: nil
    }
  }

  private func text(of bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix(Self.longest), as: UTF8.self)
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationJSON

/// Finds requests in the bytes of a client.
///
/// A request is `?NAME;` or `?NAME={json}`, on one line, with or without `;` and line end; several may arrive at once,
/// and one in pieces. Like gpsd, it ignores lines that do not begin with `?`.
package struct RequestFramer {
  /// The most bytes in a request.
  package static let longest = 4096

  private var buffer: [UInt8] = []
  /// Where the unread bytes begin.
  private var start = 0
  private var isSkipping = false
  /// How far an incomplete value has been examined; `nil` if there is none.
  private var scan: Scan?

  private struct Scan {
    /// How many bytes of the request have been examined.
    var offset: Int
    /// `nil` if it is not valid JSON, and only the end of the line is still looked for.
    var brackets: JSONBrackets?
  }

  package init() {}

  package mutating func push(_ bytes: some Sequence<UInt8>) {
    buffer.removeSubrange(..<start)
    start = 0
    buffer += bytes
  }

  /// Returns the next complete request; `nil` until more bytes have arrived.
  package mutating func next() -> GpsdRequest? {
    while true {
      if isSkipping {
        guard let end = buffer[start...].firstIndex(where: Self.isLineEnd) else {
          start = buffer.endIndex
          return nil
        }
        start = end + 1
        isSkipping = false
      }
      // Line ends and semicolons may also separate requests.
      let isBetween = { Self.isLineEnd($0) || $0 == UInt8(ascii: ";") }
      start = buffer[start...].firstIndex { !isBetween($0) } ?? buffer.endIndex
      let bytes = buffer[start...].prefix(Self.longest)
      guard let first = bytes.first else { return nil }
      if first != UInt8(ascii: "?") {
        isSkipping = true
      } else if let (request, end) = frame(bytes) {
        (start, scan) = (end, nil)
        return request
      } else if bytes.count == Self.longest {
        (isSkipping, scan) = (true, nil)
        return .unrecognized(Self.text(of: bytes))
      } else {
        return nil
      }
    }
  }

  /// Returns the request at the beginning, and where it ends; `nil` if it is incomplete.
  ///
  /// - Parameter bytes: no more than a request may have, so that the result does not depend on how they arrive.
  private mutating func frame(_ bytes: ArraySlice<UInt8>) -> (GpsdRequest, end: Int)? {
    if scan != nil { return frameObject(bytes) }
    let name = Self.name(bytes)
    guard name.endIndex < bytes.endIndex else { return nil }
    switch bytes[name.endIndex] {
    case UInt8(ascii: ";"), 0x0A, 0x0D:
      let end = name.endIndex + 1
      return (Self.request(name, nil) ?? .unrecognized(Self.text(of: bytes[..<end])), end)
    case let byte:
      // Without a value, this line is not a request.
      scan = Scan(
        offset: name.endIndex + 1 - bytes.startIndex,
        brackets: byte == UInt8(ascii: "=") ? JSONBrackets(deepest: JSONReader.deepest) : nil)
      return frameObject(bytes)
    }
  }

  private static func name(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    bytes.dropFirst().prefix { (0x41...0x5A).contains($0 & 0xDF) }
  }

  private mutating func frameObject(_ bytes: ArraySlice<UInt8>) -> (GpsdRequest, end: Int)? {
    while let offset = scan?.offset, offset < bytes.count {
      let place = bytes.startIndex + offset
      scan?.offset += 1
      if Self.isLineEnd(bytes[place]) {
        return (.unrecognized(Self.text(of: bytes[...place])), place + 1)
      }
      do throws(JSONBrackets.Failure) {
        guard try scan?.brackets?.read(bytes[place]) == .closes,
          scan?.brackets?.open.isEmpty == true
        else { continue }
      } catch {
        scan?.brackets = nil
        continue
      }
      let (name, end) = (Self.name(bytes), place + 1)
      var reader = JSONReader(bytes[(name.endIndex + 1)..<end])
      if let value = try? reader.value(), reader.position == end {
        let request = value.object == nil ? nil : Self.request(name, value)
        return (request ?? .unrecognized(Self.text(of: bytes[..<end])), end)
      }
      scan?.brackets = nil
    }
    return nil
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

  private static func text(of bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}

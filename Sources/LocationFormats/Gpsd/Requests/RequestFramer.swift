// Core Location for Linux. SPDX-License-Identifier: MIT

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
  /// How far an incomplete object has been examined; `nil` if there is none.
  private var scan: ObjectScan?

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
      scan = ObjectScan(from: name.endIndex + 1 - bytes.startIndex)
      // Without a value, this line is not a request.
      if byte != UInt8(ascii: "=") { scan?.breakOff() }
      return frameObject(bytes)
    }
  }

  private static func name(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    bytes.dropFirst().prefix { (0x41...0x5A).contains($0 & 0xDF) }
  }

  private mutating func frameObject(_ bytes: ArraySlice<UInt8>) -> (GpsdRequest, end: Int)? {
    while let outcome = scan?.advance(in: bytes) {
      switch outcome {
      case .lineEnd(let end): return (.unrecognized(Self.text(of: bytes[...end])), end + 1)
      case .closed(let end):
        let name = Self.name(bytes)
        var reader = JSONReader(bytes[(name.endIndex + 1)..<end])
        if let value = try? reader.value(), reader.position == end {
          let request = value.object == nil ? nil : Self.request(name, value)
          return (request ?? .unrecognized(Self.text(of: bytes[..<end])), end)
        }
        scan?.breakOff()
      }
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

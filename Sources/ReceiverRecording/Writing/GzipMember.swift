// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// Members of a gzip file (RFC 1952), which are decompressed one after the other as if they were one.
enum GzipMember {
  /// Returns a member that contains bytes uncompressed, and is complete once it is in the file.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    // Deflate, no flags, no time, no operating system: the same bytes give the same member.
    var member: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    member.reserveCapacity(bytes.count + overhead(of: bytes.count))
    var start = 0
    repeat {
      let end = min(start + longestBlock, bytes.count)
      let length = UInt16(end - start)
      member.append(end == bytes.count ? 1 : 0)
      member += littleEndian(length) + littleEndian(~length) + bytes[start..<end]
      start = end
    } while start < bytes.count
    return member + littleEndian(checksum(bytes))
      + littleEndian(UInt32(truncatingIfNeeded: bytes.count))
  }

  /// Returns how much longer such a member is than its content.
  static func overhead(of count: Int) -> Int {
    18 + 5 * max(1, (count + longestBlock - 1) / longestBlock)
  }

  /// The longest uncompressed block (RFC 1951, 3.2.4).
  private static let longestBlock = 0xFFFF

  private static func littleEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  // MARK: Checksum

  /// Returns the CRC-32 of bytes (RFC 1952, 8).
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
  }

  // MARK: Compression

  /// Compresses bytes to a member with the system's `gzip`; see docs/decisions/0004.
  ///
  /// - Returns: `nil` if it fails; the bytes are then best stored.
  /// - Throws: ``SpawnFailure`` when `gzip` is missing or cannot be started.
  static func compressed(_ bytes: [UInt8]) throws(SpawnFailure) -> [UInt8]? {
    let input = try SocketPair()
    let output = try SocketPair()
    // Without a name and a time, the same bytes give the same member. Ctrl-C at the terminal must not end `gzip`.
    let gzip = try spawn(
      "gzip", "-cn", from: input.near, to: output.near, untilEndOfInput: true)
    let writer = input.keepFarEnd()
    let reader = output.keepFarEnd()
    defer { close(reader) }
    let feeding = POSIXThread {
      send(bytes, to: writer)
      close(writer)
    }
    guard let feeding else {
      close(writer)
      reap(gzip)
      return nil
    }
    let member = receive(from: reader)
    feeding.join()
    return reap(gzip) == 0 ? member : nil
  }

  private static func send(_ bytes: [UInt8], to socket: CInt) {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        // A closed socket is reported by the call rather than by a signal.
        let count = retryingOnInterrupt {
          Glibc.send(
            socket, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count,
            CInt(MSG_NOSIGNAL))
        }
        if count <= 0 { return }
        rest = rest.dropFirst(count)
      }
    }
  }

  private static func receive(from socket: CInt) -> [UInt8] {
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = retryingOnInterrupt { read(socket, &buffer, buffer.count) }
      if count <= 0 { return received }
      received += buffer[..<count]
    }
  }
}

/// Two connected sockets that no other program inherits; the ends that are not kept are closed.
private struct SocketPair: ~Copyable {
  /// The end for another program.
  let near: CInt
  private let far: CInt

  init() throws(SpawnFailure) {
    var ends: [CInt] = [-1, -1]
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw SpawnFailure(errno: errno) }
    (near, far) = (ends[0], ends[1])
  }

  deinit {
    close(near)
    close(far)
  }

  consuming func keepFarEnd() -> CInt {
    let far = far
    close(near)
    discard self
    return far
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import CZlib

/// A gzip file (RFC 1952) that grows, and that is complete after every piece.
///
/// Each piece ends with a trailer, which the next piece replaces: the end of the compressed data (RFC 1951), the checksum and the
/// size of everything so far.
// Proof of memory safety: `state` is allocated and initialized in init, never moves, since zlib keeps its address, and is
// released once, in deinit; zlib reads and writes the buffers only during a call.
struct GzipStream: ~Copyable {
  private let state: UnsafeMutablePointer<z_stream>
  private var checksum: uLong = 0
  /// How many bytes were compressed, modulo 2³², as the format has it.
  private var count: UInt32 = 0
  private var hasHeader = false

  static let trailerLength = 10
  /// How much longer than its content a piece of at most 32 KB may be.
  static let overhead = 64

  /// - Returns: `nil` if there is no memory.
  init?() {
    state = .allocate(capacity: 1)
    state.initialize(to: z_stream())
    // Without zlib's own header, which would come with its own trailer.
    let result = deflateInit2_(
      state, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      CInt(MemoryLayout<z_stream>.size))
    guard result == Z_OK else {
      state.deallocate()
      return nil
    }
  }

  deinit {
    deflateEnd(state)
    state.deallocate()
  }

  /// Compresses bytes, and returns what to write in place of the last trailer.
  mutating func append(_ bytes: [UInt8]) -> [UInt8] {
    var piece: [UInt8] = []
    if !hasHeader {
      // Deflated, without a name and a time, made on Unix.
      piece = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
      hasHeader = true
    }
    deflate(bytes, to: &piece)
    checksum = bytes.withUnsafeBufferPointer {
      crc32(checksum, $0.baseAddress, uInt($0.count))
    }
    count &+= UInt32(truncatingIfNeeded: bytes.count)
    // A last block without content.
    piece += [3, 0]
    for number in [UInt32(truncatingIfNeeded: checksum), count] {
      withUnsafeBytes(of: number.littleEndian) { piece += $0 }
    }
    return piece
  }

  private func deflate(_ bytes: [UInt8], to piece: inout [UInt8]) {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    var input = bytes
    input.withUnsafeMutableBufferPointer { input in
      state.pointee.next_in = input.baseAddress
      state.pointee.avail_in = uInt(input.count)
      repeat {
        buffer.withUnsafeMutableBufferPointer { output in
          state.pointee.next_out = output.baseAddress
          state.pointee.avail_out = uInt(output.count)
          // The blocks so far end at a whole byte.
          CZlib.deflate(state, Z_SYNC_FLUSH)
        }
        piece += buffer.dropLast(Int(state.pointee.avail_out))
        // A full buffer means that there may be more.
      } while state.pointee.avail_out == 0
    }
  }
}

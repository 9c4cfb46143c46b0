// Core Location for Linux. SPDX-License-Identifier: MIT

import CZlib
import HTTPSites

extension SiteRequest {
  /// Whether the browser accepts answers that are compressed by gzip (RFC 9110, 12.5.3).
  var acceptsGzip: Bool {
    values("accept-encoding").flatMap { $0.split(separator: ",") }.contains { coding in
      let parts = coding.lowercased().split(separator: ";").map { $0.filter { $0 != " " } }
      guard parts.first == "gzip" else { return false }
      return !parts.dropFirst().contains { $0.wholeMatch(of: /q=0(\.0*)?/) != nil }
    }
  }
}

extension SiteResponse {
  /// The least bytes that are compressed: below them, a packet is sent either way.
  private static let leastToCompress = 1400

  /// The same response compressed by gzip; `nil` if that would make it no smaller, or it is a picture, which is compressed already.
  var compressed: SiteResponse? {
    let isText = ["text/", "application/json", "image/svg"].contains { contentType.hasPrefix($0) }
    guard isText, body.count >= Self.leastToCompress, let bytes = gzipped(body),
      bytes.count < body.count
    else { return nil }
    var response = self
    response.body = bytes
    response.headers += [
      .init(name: "Content-Encoding", value: "gzip"), .init(name: "Vary", value: "Accept-Encoding"),
    ]
    return response
  }
}

/// Returns bytes as a gzip file (RFC 1952); `nil` if there is no memory.
private func gzipped(_ bytes: [UInt8]) -> [UInt8]? {
  var stream = z_stream()
  // 16 more than the greatest window asks for the header and the trailer of gzip.
  let result = deflateInit2_(
    &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY,
    ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
  guard result == Z_OK else { return nil }
  defer { deflateEnd(&stream) }
  let most = Int(deflateBound(&stream, uLong(bytes.count)))
  // Proof of memory safety: zlib reads and writes the buffers only during the call, within the sizes that it is given.
  return bytes.withUnsafeBufferPointer { input in
    let output = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.avail_in = uInt(input.count)
      stream.next_out = buffer.baseAddress
      stream.avail_out = uInt(most)
      let isComplete = deflate(&stream, Z_FINISH) == Z_STREAM_END
      count = isComplete ? most - Int(stream.avail_out) : 0
    }
    return output.isEmpty ? nil : output
  }
}

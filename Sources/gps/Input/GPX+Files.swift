// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import Glibc
import ReceiverRecording
import TrackFiles

extension GPX {
  /// Reads a file; `-` is standard input, and files compressed by gzip are decompressed.
  init(path: String) throws {
    var bytes: [UInt8] = []
    var reader = try RecordingReader(path: path)
    while bytes.count <= Self.longest,
      try reader.next({ piece in piece.withUnsafeBytes { bytes.append(contentsOf: $0) } })
    {}
    try self.init(bytes, name: path)
  }

  init(_ bytes: [UInt8], name path: String, keepsDetails: Bool = false) throws {
    do throws(GPXProblem) {
      try self.init(bytes, keepsDetails: keepsDetails)
    } catch {
      throw Failure("cannot use \(path): \(error)", EX_DATAERR)
    }
  }
}

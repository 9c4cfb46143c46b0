// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

extension ScratchFolder {
  /// Writes a file compressed by gzip, and returns its path.
  func compressedFile(_ name: String, _ text: String) throws -> String {
    try compressedFile(name, Data(text.utf8))
  }

  func compressedFile(_ name: String, _ data: Data) throws -> String {
    let plain = try file(name, data)
    let run = try Tool.shell("gzip -c \"$1\" > \"$1.gz\"", plain)
    try #require(run.exitCode == 0)
    return plain + ".gz"
  }
}

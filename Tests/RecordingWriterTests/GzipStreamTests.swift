// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import ReceiverRecording
import TestSupport
import Testing

@testable import RecordingWriter

@Suite struct GzipStreamTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// Returns what gzip reads from a file with this content.
  private func content(_ file: [UInt8]) throws -> [UInt8] {
    let path = try scratch.file("stream.gz", file)
    var bytes: [UInt8] = []
    var reader = try RecordingReader(path: path)
    while try reader.next({ piece in piece.withUnsafeBytes { bytes += $0 } }) {}
    return bytes
  }

  /// Puts a piece in place of the trailer.
  private func extend(_ file: inout [UInt8], _ piece: [UInt8]) {
    file.removeLast(min(file.count, GzipStream.trailerLength))
    file += piece
  }

  @Test func isWholeAfterEachPiece() throws {
    var generator = SeededGenerator(seed: 1)
    var stream = GzipStream()!
    var (file, expected): ([UInt8], [UInt8]) = ([], [])
    for length in [0, 1, 54, 1 << 15, 3, 200_000, 0] {
      let bytes = length % 2 == 0 ? generator.bytes(length) : Array(repeating: 65, count: length)
      expected += bytes
      extend(&file, stream.append(bytes))
      #expect(try content(file) == expected)
      let size = expected.count
      let text = try ServerProcess.run([
        "/usr/bin/python3", "-c", "import gzip,sys; print(len(gzip.open(sys.argv[1]).read()))",
        scratch.path + "/stream.gz",
      ])
      #expect(text == "\(size)\n")
    }
  }

  @Test func compressesWhatRepeatsBetweenPieces() throws {
    var stream = GzipStream()!
    var file: [UInt8] = []
    let line = Array("$GPRMC,120000,A,4732.62,N,00940.99,E,0.1,,150624,,,A*4B\r\n".utf8)
    for _ in 0..<1000 { extend(&file, stream.append(line)) }
    #expect(file.count < 15 * 1000)
    #expect(try content(file).count == 1000 * line.count)
  }

  @Test func doesNotGrowMuch() throws {
    var generator = SeededGenerator(seed: 1)
    var stream = GzipStream()!
    let bytes = generator.bytes(1 << 15)
    #expect(stream.append(bytes).count <= bytes.count + GzipStream.overhead)
  }
}

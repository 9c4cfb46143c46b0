// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Does one kind of work on a file a number of times, and prints how much was done. benchmark.py counts the
// instructions and allocations of one pass and of two: the difference is the work itself.

import GNSS
import Glibc
import NMEA0183

@main
struct Benchmark {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let work = Work(rawValue: arguments[1]),
      let passes = Int(arguments[3]), let bytes = contents(of: arguments[2])
    else {
      print("usage: Benchmark \(Work.allCases.map(\.rawValue).joined(separator: "|")) FILE PASSES")
      exit(EX_USAGE)
    }
    var result = 0
    let start = now()
    for _ in 0..<passes { result = work.run(on: bytes) }
    let seconds = Double(now() - start) / 1e9
    print("\(work.rawValue) \(result) \(seconds)")
  }

  static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// Returns the bytes of a file; `nil` if it cannot be read.
  static func contents(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    let size = ftell(file)
    rewind(file)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = fread(buffer.baseAddress, 1, size, file)
    }
  }
}

/// The work that can be measured.
///
/// Each kind returns the number of items that it found, so that no work is optimized away.
enum Work: String, CaseIterable {
  /// memchr for every line end: the least that any reader has to do.
  case lines
  /// Framing and checksums.
  case frame
  /// Typed messages, with the file read at once.
  case decode
  /// The same, with messages requested one by one.
  case pull
  /// The same in pieces of 512 bytes, as a serial port delivers them.
  case stream
  /// Fixes.
  case fixes

  func run(on bytes: [UInt8]) -> Int {
    switch self {
    case .lines: lines(bytes)
    case .frame: frame(bytes)
    case .decode: decode(bytes, piece: bytes.count)
    case .pull: pull(bytes)
    case .stream: decode(bytes, piece: 512)
    case .fixes: fixes(bytes)
    }
  }

  private func lines(_ bytes: [UInt8]) -> Int {
    bytes.withUnsafeBytes { bytes in
      var count = 0
      var rest = bytes[...]
      while let base = UnsafeRawBufferPointer(rebasing: rest).baseAddress,
        let end = memchr(base, 10, rest.count)
      {
        count += 1
        rest = rest.dropFirst(UnsafeRawPointer(end) - base + 1)
      }
      return count
    }
  }

  private func frame(_ bytes: [UInt8]) -> Int {
    var framer = SentenceFramer()
    let span = bytes.span.bytes
    var offset = 0
    var count = 0
    while offset < span.byteCount {
      offset += framer.push(span.extracting(offset..<span.byteCount))
      while framer.next() != nil { count += 1 }
    }
    return count
  }

  private func decode(_ bytes: [UInt8], piece: Int) -> Int {
    var reader = MessageReader()
    let span = bytes.span.bytes
    var count = 0
    for start in stride(from: 0, to: span.byteCount, by: piece) {
      reader.read(span.extracting(start..<min(start + piece, span.byteCount))) { message in
        if case .other = message { return }
        count += 1
      }
    }
    return count
  }

  private func pull(_ bytes: [UInt8]) -> Int {
    var reader = MessageReader()
    let span = bytes.span.bytes
    var offset = 0
    var count = 0
    while offset < span.byteCount {
      offset += reader.push(span.extracting(offset..<span.byteCount))
      while let message = reader.next() {
        if case .other = message { continue }
        count += 1
      }
    }
    return count
  }

  private func fixes(_ bytes: [UInt8]) -> Int {
    var pipeline = FixPipeline()
    var count = 0
    let consume: FixPipeline.Consumer = { if case .fix = $0 { count += 1 } }
    pipeline.push(bytes.span.bytes, consume)
    pipeline.finish(consume)
    return count
  }
}

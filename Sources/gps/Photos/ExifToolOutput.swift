// Core Location for Linux. SPDX-License-Identifier: MIT

/// What a run of exiftool prints, divided by the marks that it prints before and after each command.
struct ExifToolOutput {
  /// What one command has printed.
  struct Part {
    fileprivate(set) var output: [UInt8] = []
    fileprivate(set) var complaints: [UInt8] = []
    fileprivate(set) var hasEnded = false
  }

  /// A text that no file contains by chance.
  let mark: String
  /// By the index of the command.
  private(set) var parts: [Int: Part] = [:]
  /// The command that it has begun last; `nil` before the first.
  private(set) var begun: Int?
  private var output = Stream()
  private var complaints = Stream()

  /// The tags that we ask for are short; the rest is a file's that says too much.
  static let longestPart = 1 << 16

  private struct Stream {
    var line: [UInt8] = []
    var command: Int?
  }

  init(mark: String) { self.mark = mark }

  func beginning(of index: Int) -> String { "\(mark):\(index):" }

  func end(of index: Int) -> String { "\(mark):\(index):end" }

  mutating func received(output bytes: [UInt8]) {
    for line in Self.lines(&output, bytes) {
      if let (index, _) = command(line) {
        output.command = index
      } else if let index = output.command {
        Self.append(line, to: &parts[index, default: Part()].output)
      }
    }
  }

  mutating func received(complaints bytes: [UInt8]) {
    for line in Self.lines(&complaints, bytes) {
      if let (index, isEnd) = command(line) {
        complaints.command = index
        begun = index
        parts[index, default: Part()].hasEnded = isEnd
      } else {
        // Before the first command, it says why it cannot begin.
        Self.append(line, to: &parts[complaints.command ?? -1, default: Part()].complaints)
      }
    }
  }

  /// Returns the command whose mark a line is.
  private func command(_ line: [UInt8]) -> (index: Int, isEnd: Bool)? {
    guard line.starts(with: mark.utf8) else { return nil }
    let words = String(decoding: line, as: UTF8.self).split(separator: ":")
    guard words.count >= 2, let index = Int(words[1]) else { return nil }
    return (index, words.last == "end")
  }

  private static func append(_ line: [UInt8], to part: inout [UInt8]) {
    if part.count + line.count <= longestPart { part += line + [0x0A] }
  }

  /// Returns the lines that bytes complete; the middle of a line that is too long is dropped.
  private static func lines(_ stream: inout Stream, _ bytes: [UInt8]) -> [[UInt8]] {
    var pieces = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let rest = pieces.removeLast()
    var lines: [[UInt8]] = []
    for piece in pieces {
      lines.append(stream.line + piece)
      stream.line = []
    }
    stream.line += rest.prefix(max(0, longestPart + 1 - stream.line.count))
    return lines
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import Glibc
import LinuxSystem
import LocationJSON

/// The program `exiftool`, which reads and writes what photos say about themselves.
struct ExifTool {
  /// What it is to do with one file.
  struct Command {
    var options: [String]
    let file: String
    /// How long that may take.
    let limit: Duration
  }

  struct Answer {
    /// The tags of the file by name; `nil` if it could not be read.
    var tags: JSONValue?
    /// The first error, or else the first line of its complaints; `nil` if it had none.
    var complaint: String?
  }

  private let path: String
  /// A descriptor that ends a run once it can be read.
  private let interruption: CInt

  /// The most that it may allocate, in bytes: a file of 50 MB that is a single text takes 400 MB.
  private static let memory = 512 << 20

  init(endingBy interruption: CInt) throws {
    // Not one in the working directory, which may be a folder of somebody's photos.
    guard let path = try? ProgramPath.find("exiftool"), path.hasPrefix("/") else {
      throw Failure(
        "cannot read photos: exiftool is not installed; install libimage-exiftool-perl",
        EX_UNAVAILABLE)
    }
    self.init(path: path, endingBy: interruption)
  }

  init(path: String, endingBy interruption: CInt) {
    (self.path, self.interruption) = (path, interruption)
  }

  static func canName(_ file: String) -> Bool {
    !file.utf8.contains { $0 == 0x0A || $0 == 0x0D }
  }

  /// Returns how long a command may take: half a minute, and a second for each 4 MB of the file.
  static func limit(bytes: Int) -> Duration { .seconds(30 + bytes >> 22) }

  /// Runs commands one after another; one that takes too long or too much memory does not stop the others.
  ///
  /// - Throws: ``SystemError``, or ``Interruption/Interrupted``.
  func run(_ commands: [Command]) throws -> [Answer] {
    var answers: [Answer] = []
    // Starting it takes longer than a command, so that it is started again only after one has failed.
    while answers.count < commands.count { answers += try begin(commands.dropFirst(answers.count)) }
    return answers
  }

  /// Runs commands up to the first that ends the program; returns the answers to these, at least one.
  private func begin(_ commands: ArraySlice<Command>) throws -> [Answer] {
    var printed = ExifToolOutput(
      mark: "gps-" + String(UInt64.random(in: .min ... .max), radix: 16))
    let program = try BoundedProgram(
      // Nobody's settings, which are a program. The commands are its standard input, since every user of the machine can read
      // the arguments of a program. "Stay open" has it print the answer to each command at once.
      path, ["-config", "", "-stay_open", "True", "-@", "-"], input: input(commands, printed),
      memory: Self.memory)
    var begun: Int?
    var deadline = monotonicNow() + Self.limit(bytes: 0)
    var reason: String?
    events: while true {
      switch program.next(by: deadline, orReadable: interruption) {
      case .output(let bytes): printed.received(output: bytes)
      case .complaints(let bytes): printed.received(complaints: bytes)
      case .interrupted: throw Interruption.Interrupted()
      case .ended: break events
      case .late:
        reason = "exiftool takes too long to read it"
        break events
      }
      if let index = printed.begun, index != begun {
        begun = index
        deadline = monotonicNow() + commands[index].limit
      }
    }
    guard printed.begun != nil else {
      let said = Self.line(printed.parts[-1]?.complaints).map { " (\($0))" } ?? ""
      throw Failure(
        "cannot read photos: exiftool does not start\(said); try \"exiftool -ver\"", EX_UNAVAILABLE)
    }
    return Self.answers(printed, commands.indices, reason)
  }

  private func input(_ commands: ArraySlice<Command>, _ printed: ExifToolOutput) -> [UInt8] {
    var lines: [String] = []
    for (index, command) in zip(commands.indices, commands) {
      // A name that begins with a dash would be an option, and one with a hash a comment.
      let file = command.file.hasPrefix("/") ? command.file : "./" + command.file
      let (beginning, end) = (printed.beginning(of: index), printed.end(of: index))
      lines += ["-q", "-echo1", beginning, "-echo2", beginning, "-echo4", end]
      lines += command.options + [file, "-execute"]
    }
    lines += ["-stay_open", "False"]
    return lines.flatMap { $0.pathBytes.dropLast().map(UInt8.init(bitPattern:)) + [0x0A] }
  }

  /// Returns the answers to the commands that have ended, and to the one that has not.
  ///
  /// - Parameter reason: why the last one was not waited for; `nil` if the program has ended.
  static func answers(
    _ printed: ExifToolOutput, _ indices: Range<Int>, _ reason: String?
  ) -> [Answer] {
    var answers: [Answer] = []
    for index in indices {
      let part = printed.parts[index]
      guard part?.hasEnded != true else {
        answers.append(Answer(tags: tags(part?.output ?? []), complaint: line(part?.complaints)))
        continue
      }
      let said = line(part?.complaints).map { " (\($0))" } ?? ""
      let failure =
        reason ?? "exiftool could not finish, perhaps because of the memory limit\(said)"
      return answers + [Answer(tags: nil, complaint: failure)]
    }
    return answers
  }

  private static func tags(_ output: [UInt8]) -> JSONValue? {
    // Of a folder, which may have taken the photo's place, there are several.
    guard let all = JSONValue(output[...])?.array, all.count == 1 else { return nil }
    return all[0]
  }

  private static func line(_ complaints: [UInt8]?) -> String? {
    let lines = complaints?.split(separator: 0x0A)
    // Warnings come first.
    return (lines?.first { $0.starts(with: "Error".utf8) } ?? lines?.first).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

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

// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import LocationFormats

/// The program `exiftool`, which reads and writes what photos say about themselves.
struct ExifTool {
  /// What it is to do with one file.
  struct Command {
    var options: [String]
    let file: String
  }

  struct Answer {
    /// The tags of the file by name; `nil` if it could not be read.
    let tags: JSONValue?
    /// The first line of its complaints; `nil` if it had none.
    let complaint: String?
  }

  private let path: String
  /// A text that no file contains by chance, before each answer.
  private let mark = "gps-" + String(UInt64.random(in: .min ... .max), radix: 16)

  init() throws {
    // Not one in the working directory, which may be a folder of somebody's photos.
    guard let path = try? ProgramPath.find("exiftool"), path.hasPrefix("/") else {
      throw Failure(
        "cannot read photos: exiftool is not installed; install libimage-exiftool-perl",
        EX_UNAVAILABLE)
    }
    self.path = path
  }

  static func canName(_ file: String) -> Bool {
    !file.utf8.contains { $0 == 0x0A || $0 == 0x0D }
  }

  /// Runs commands, which are its standard input, since every user of the machine can read the arguments of a program.
  func run(_ commands: [Command]) throws(SystemError) -> [Answer] {
    let lines = commands.enumerated().map { words(of: $1, at: $0) }.joined(separator: ["-execute"])
    // Nobody's settings, which are a program.
    let finished = try FinishedProgram(
      path, ["-config", "", "-@", "-"],
      input: lines.flatMap { $0.pathBytes.dropLast().map(UInt8.init(bitPattern:)) + [0x0A] },
      limit: 1 << 26)
    let (output, complaints) = (parts(of: finished.output), parts(of: finished.complaints))
    return commands.indices.map { index in
      Answer(tags: Self.tags(output[index] ?? []), complaint: Self.line(complaints[index] ?? []))
    }
  }

  private func words(of command: Command, at index: Int) -> [String] {
    // A name that begins with a dash would be an option, and one with a hash a comment.
    let file = command.file.hasPrefix("/") ? command.file : "./" + command.file
    let mark = "\(mark):\(index):"
    return ["-echo1", mark, "-echo2", mark] + command.options + [file]
  }

  /// Divides what it has printed into what belongs to each command, by index.
  private func parts(of output: [UInt8]) -> [Int: [UInt8]] {
    var parts: [Int: [UInt8]] = [:]
    var current = -1
    for line in output.split(separator: 0x0A) {
      let words = String(decoding: line, as: UTF8.self).split(separator: ":")
      if words.count == 2, words[0] == mark, let index = Int(words[1]) {
        current = index
      } else {
        parts[current, default: []] += line + [0x0A]
      }
    }
    return parts
  }

  private static func tags(_ output: [UInt8]) -> JSONValue? {
    // Of a folder, which may have taken the photo's place, there are several.
    guard let all = JSONValue(output[...])?.array, all.count == 1 else { return nil }
    return all[0]
  }

  private static func line(_ complaints: [UInt8]) -> String? {
    complaints.split(separator: 0x0A).first.map { String(decoding: $0, as: UTF8.self) }
  }
}

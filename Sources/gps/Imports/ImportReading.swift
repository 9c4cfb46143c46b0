// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GPSTool
import Glibc
import LinuxSystem
import LocationJSON

struct ImportReading {
  private let file: String
  private let progress: ProgressBar
  private let interruption: CInt
  private var importer: (any TrackImporter)?
  /// The first bytes, until they are enough to recognize the format.
  private var head: [UInt8] = []

  init(_ file: String, _ progress: ProgressBar, endingBy interruption: CInt) {
    (self.file, self.progress, self.interruption) = (file, progress, interruption)
  }

  /// What the format is called; `nil` before it is known.
  var formatName: String? { importer.map { type(of: $0).name } }

  var leftOut: LeftOut { importer?.leftOut ?? LeftOut() }

  /// Reads the file, and passes on its fixes; returns why it could not be read to its end, if so.
  mutating func run(_ body: (Fix) throws -> Void) throws -> Failure? {
    try checkKind()
    var hasFixes = false
    func pass(_ fix: Fix) throws {
      hasFixes = true
      try body(fix)
    }
    do {
      repeat {
        let unreadable = try gps.read(
          file, progress, isDocument: true, endingBy: interruption, { try read($0, pass) })
        if let unreadable {
          // It is cut off, so its format has nothing to add.
          if importer != nil { try? end(pass) }
          return unreadable
        }
        try end(pass)
      } while importer?.beginsAgain() ?? false
    } catch let problem as ImportProblem {
      throw failure(problem.description, isPartial: hasFixes)
    } catch let problem as JSONElements.Problem {
      throw failure(problem.description, isPartial: hasFixes)
    }
    return nil
  }

  private mutating func read(_ bytes: RawSpan, _ body: (Fix) throws -> Void) throws {
    if var reading = importer.take() {
      defer { importer = reading }
      return try reading.read(bytes, body)
    }
    bytes.withUnsafeBytes { head.append(contentsOf: $0) }
    if head.count >= TrackImport.headLength { try begin(body) }
  }

  private mutating func begin(_ body: (Fix) throws -> Void) throws {
    var chosen = TrackImport.kind(of: head[...]).init()
    if isStream(file) { chosen.cannotReadAgain() }
    defer { importer = chosen }
    try chosen.read(head.span.bytes, body)
    head = []
  }

  private mutating func end(_ body: (Fix) throws -> Void) throws {
    if importer == nil { try begin(body) }
    guard var ended = importer.take() else { return }
    defer { importer = ended }
    try ended.finish(body)
  }

  /// Refuses a pipe with a name, which may never have a writer, and devices.
  private func checkKind() throws {
    // What a shell passes on has a writer.
    let isOpen = file == "-" || file.hasPrefix("/dev/fd/") || file.hasPrefix("/proc/")
    guard !isOpen, file != "/dev/stdin", let kind = fileStatus(file)?.kind,
      ![S_IFREG, S_IFDIR].contains(kind)
    else { return }
    throw Failure(
      "cannot import \(file): it is not a file but a pipe, a device or a socket; give \"-\" to read standard input",
      EX_NOINPUT)
  }

  private func failure(_ reason: String, isPartial: Bool) -> Failure {
    Failure(
      "cannot import \(file.fileName)\(isPartial ? " to its end" : ""): \(reason)", EX_DATAERR)
  }
}

extension JSONElements.Problem {
  fileprivate var description: String {
    switch self {
    case .malformed(let offset): "it is not JSON from byte \(offset) on; export it again"
    case .tooDeep: "it is nested more deeply than any file of Google's; export it again"
    case .cutOff: "its end is missing; what came before it was used"
    }
  }
}

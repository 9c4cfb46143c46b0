// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What the commands that read recordings share.

import ArgumentParser
import GNSSReceiver
import Glibc
import NMEA0183
import SerialLine

/// Does something with each file; one that fails is reported and does not keep the others back.
///
/// Files that lie on a disk are read side by side, as many as there are processors; what is printed comes in
/// their order all the same.
///
/// - Parameter flushingLines: one file after the other, and each line printed at once.
/// - Throws: `ExitCode` of the first failure, when all are done.
func forEach(
  _ files: [String], flushingLines: Bool = false,
  _ body: @escaping @Sendable (String, inout StandardOutput) throws -> Void
) throws {
  let workers = min(files.count, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
  if workers > 1, !flushingLines, !files.contains(where: isStream) {
    return try forEachSideBySide(files, workers: workers, body)
  }
  var output = StandardOutput(flushingLines: flushingLines)
  var exitCode: CInt = 0
  for file in files {
    do {
      try body(file, &output)
    } catch let failure as Failure {
      try output.complain(failure.description)
      if exitCode == 0 { exitCode = failure.exitCode }
    }
  }
  try output.flush()
  if exitCode != 0 { throw ExitCode(exitCode) }
}

private func forEachSideBySide(
  _ files: [String], workers: Int,
  _ body: @escaping @Sendable (String, inout StandardOutput) throws -> Void
) throws {
  let turns = Turns()
  let taken = Guarded(0)
  let work: @Sendable () -> Void = {
    while true {
      let index = taken.withLock { count in
        defer { count += 1 }
        return count
      }
      guard index < files.count, !turns.isStopped else { return }
      do {
        let place = turns.begin(index)
        let exitCode = try doOne(files[index], StandardOutput(place), body)
        try turns.end(place, exitCode: exitCode)
      } catch let failure as Failure {
        complain(failure.description)
        turns.stop(at: index, exitCode: failure.exitCode)
      } catch {
        turns.stop(at: index, exitCode: (error as? ExitCode)?.rawValue ?? EX_SOFTWARE)
      }
    }
  }
  // Where the system has no threads left, those that there are do it all.
  let threads = (1..<workers).compactMap { _ in POSIXThread(work) }
  work()
  for thread in threads { thread.join() }
  if turns.exitCode != 0 { throw ExitCode(turns.exitCode) }
}

/// The exit code, once all is printed, or kept for that.
private func doOne(
  _ file: String, _ output: consuming StandardOutput,
  _ body: (String, inout StandardOutput) throws -> Void
) throws -> CInt {
  do {
    try body(file, &output)
  } catch let failure as Failure {
    try output.complain(failure.description)
    return failure.exitCode
  }
  try output.flush()
  return 0
}

/// Reads a recording to its end, showing progress on a terminal.
///
/// - Parameter showsProgress: false where several are read side by side.
/// - Returns: why it could not be read to its end, if so; what came before has been handed over.
/// - Throws: whatever `body` throws, at once.
func read(_ file: String, showsProgress: Bool, _ body: (RawSpan) throws -> Void) throws -> Failure?
{
  var failure: (any Error)?
  do {
    var recording = try RecordingReader(path: file)
    var progress = showsProgress ? ProgressBar(of: recording.size) : nil
    defer { progress?.clear() }
    while failure == nil,
      try recording.next({ bytes in
        do { try body(bytes) } catch { failure = error }
      })
    {
      progress?.show(recording.position)
    }
  } catch {
    return Failure(error)
  }
  if let failure { throw failure }
  return nil
}

/// Whether a file is a pipe or a device, whose bytes may come one after the other for hours.
func isStream(_ file: String) -> Bool {
  var status = stat()
  let result = file == "-" ? fstat(STDIN_FILENO, &status) : stat(file, &status)
  return result == 0 && status.st_mode & S_IFMT != S_IFREG
}

extension SentenceFramer {
  /// Takes bytes and hands over the sentences that they complete.
  mutating func forEachSentence(
    in bytes: RawSpan, _ body: (inout SentenceFramer, Sentence) throws -> Void
  ) rethrows {
    var offset = 0
    while offset < bytes.byteCount {
      offset += push(bytes.extracting(offset..<bytes.byteCount))
      while let sentence = next() { try body(&self, sentence) }
    }
  }
}

extension Defects {
  /// What was dropped, in words.
  var summary: String {
    let parts = [
      (checksumMismatches, "wrong checksum", "wrong checksums"),
      (missingChecksums, "missing checksum", "missing checksums"),
      (brokenSentences, "sentence cut off", "sentences cut off"),
      (oversizedSentences, "sentence too long", "sentences too long"),
      (malformedAddresses, "sentence without an address", "sentences without an address"),
      (damagedTagBlocks, "damaged TAG block", "damaged TAG blocks"),
      (unreadableSentences, "unreadable time or position", "unreadable times or positions"),
      (unreadableFields, "unreadable field", "unreadable fields"),
      (noiseBytes, "byte between sentences", "bytes between sentences"),
    ]
    return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
      .joined(separator: ", ")
  }
}

extension Failure {
  /// There is nothing in a file that anything could be done with; what there is instead.
  init(
    noSentenceIn file: String, doing verb: String, dropped: Defects, binary: [String] = []
  ) {
    let instead =
      if !binary.isEmpty {
        "but \(binary.joined(separator: " and ")); switch the receiver to NMEA 0183"
      } else if dropped.missingChecksums * 2 > dropped.sentences {
        "only \(dropped.summary); try --allow-missing-checksums"
      } else if dropped.isEmpty {
        "it is empty; is it a recording of a receiver?"
      } else {
        "only \(dropped.summary); is it a recording of a receiver?"
      }
    self.init(
      "cannot \(verb) \(file.fileName): no valid NMEA 0183 sentence in it, \(instead)", EX_DATAERR)
  }
}

extension String {
  /// What a file given as an argument is called in messages.
  var fileName: String { self == "-" ? "standard input" : self }
}

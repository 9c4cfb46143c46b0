// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
package import NMEA0183

/// Writes what a receiver sends to files, with the time of arrival in front of every sentence.
///
/// It reads no clock: the caller supplies the time, and calls ``elapse(to:)`` at its ``deadline``. What was appended is
/// written within a second, and survives a loss of power after ten seconds. In any event, a file ends with a whole sentence, or with one that its reader recognizes as truncated.
///
/// The first error ends it: what was recorded until then is in the files, and nothing is added.
package struct Recorder: ~Copyable {
  /// The file being written, or the last one; `nil` before the first.
  package private(set) var fileName: String?
  package private(set) var fileCount = 0
  package private(set) var byteCount = 0
  package private(set) var sentenceCount = 0
  package private(set) var frameCount = 0

  private let name: RecordingName
  private let rotation: RecordingRotation
  private let retention: RecordingRetention
  private var formatter: RecordingFormatter
  private var file: RecordingFile?
  /// The time of arrival of the file's first byte; `nil` before it arrives.
  private var fileStart: Int64?
  /// Whole parts that are not written yet, and where each of them ends.
  private var pending: [UInt8] = []
  private var ends: [Int] = []
  private var writeBy: Duration?
  private var settleBy: Duration?
  private var isOver = false

  /// Creates the file or, with rotation, checks that files can be created.
  ///
  /// - Parameters:
  ///   - path: the file, `.gz` if it is to be compressed; `-` is standard output, which does not rotate.
  ///   - retention: which files of a rotating recording are kept.
  ///   - checksums: whether sentences without a checksum also get a time.
  ///   - writesTimes: whether sentences get the time of their arrival.
  ///   - interruption: a descriptor that becomes readable when the reader of standard output is not to be waited for any
  ///     longer.
  /// - Throws: ``RecorderError``, for example when the file already exists.
  package init(
    path: String, rotation: RecordingRotation = .never, retention: RecordingRetention = .everything,
    checksums: SentenceFramer.ChecksumPolicy = .required, writesTimes: Bool = true,
    interruption: CInt? = nil
  ) throws(RecorderError) {
    let name = RecordingName(path)
    self.name = name
    self.rotation = name.isStandardOutput ? .never : rotation
    self.retention = retention
    formatter = RecordingFormatter(checksums: checksums, writesTimes: writesTimes)
    if name.isStandardOutput {
      file = RecordingFile.standardOutput(endingBy: interruption)
    } else if rotation == .never {
      file = try RecordingFile.create(path, isCompressed: name.isCompressed)
    } else {
      file = nil
      guard access((name.folder.isEmpty ? "." : name.folder).pathBytes, W_OK | X_OK) == 0 else {
        throw RecorderError(errno: errno, path)
      }
    }
    fileName = file?.name
    fileCount = fileName == nil ? 0 : 1
  }

  /// - Parameters:
  ///   - time: when they arrived, milliseconds since 1970.
  ///   - now: the time on the clock of ``deadline``.
  /// - Throws: ``RecorderError``, which ends the recording.
  package mutating func append(
    _ bytes: RawSpan, at time: Int64, now: Duration
  ) throws(RecorderError) {
    guard !isOver else { return }
    byteCount += bytes.byteCount
    let parts = formatter.push(bytes, at: time)
    try endingOnError { recorder throws(RecorderError) in try recorder.add(parts, now) }
  }

  /// Writes what has waited long enough by a given time.
  ///
  /// - Throws: ``RecorderError``, which ends the recording.
  package mutating func elapse(to now: Duration) throws(RecorderError) {
    guard !isOver else { return }
    try endingOnError { recorder throws(RecorderError) in
      if let settleBy = recorder.settleBy, now >= settleBy {
        try recorder.settle()
      } else if let writeBy = recorder.writeBy, now >= writeBy {
        try recorder.write()
      }
    }
  }

  /// When ``elapse(to:)`` is due; `nil` while there is nothing to do.
  package var deadline: Duration? { [writeBy, settleBy].compactMap(\.self).min() }

  /// Ends the recording: also writes an incomplete sentence, and waits until everything is on the disk.
  ///
  /// An empty file is removed.
  package mutating func finish() throws(RecorderError) {
    guard !isOver else { return }
    let parts = formatter.finish()
    try endingOnError { recorder throws(RecorderError) in
      // The time does not matter, because everything is written immediately.
      try recorder.add(parts, .zero)
      try recorder.settle()
    }
    end()
  }
}

// MARK: - Steps

extension Recorder {
  private static let writingDelay: Duration = .seconds(1)
  private static let settlingDelay: Duration = .seconds(10)

  private mutating func endingOnError(
    _ body: (inout Recorder) throws(RecorderError) -> Void
  ) throws(RecorderError) {
    do throws(RecorderError) {
      try body(&self)
    } catch {
      end()
      throw error
    }
  }

  private mutating func end() {
    isOver = true
    if let file = file.take() { file.removeIfEmpty() }
    (pending, ends, writeBy, settleBy) = ([], [], nil, nil)
  }

  private mutating func add(_ parts: [RecordedPart], _ now: Duration) throws(RecorderError) {
    for (index, part) in parts.enumerated() {
      do throws(RecorderError) {
        try makeRoom(for: part)
      } catch {
        let rest = parts[index...].reduce(0) { $0 + $1.bytes.count }
        throw RecorderError(errno: error.errno, error.name, lostBytes: error.lostBytes + rest)
      }
      if fileStart == nil { fileStart = part.time }
      switch part.kind {
      case .sentence: sentenceCount += 1
      case .frame: frameCount += 1
      case .noise: break
      }
      pending += part.bytes
      ends.append(pending.count)
      writeBy = writeBy ?? now + Self.writingDelay
      settleBy = settleBy ?? now + Self.settlingDelay
    }
    if name.isStandardOutput { try write() }
  }

  /// Writes what must be written before a part is added, and makes sure that there is a file.
  private mutating func makeRoom(for part: RecordedPart) throws(RecorderError) {
    if part.mayStartFile, isFileFull(for: part) {
      try settle()
      file = nil
      fileStart = nil
    }
    if file == nil {
      file = try nextFile(at: part.time)
      fileName = file?.name
      fileCount += 1
      retention.removeOldFiles(of: name, for: fileName ?? "", at: part.time, rotation)
    }
    if pending.count + part.bytes.count > capacity { try write() }
  }

  private func isFileFull(for part: RecordedPart) -> Bool {
    guard let fileStart else { return false }
    switch rotation {
    case .never: return false
    case .hourly: return rotation.separates(fileStart, part.time)
    case .size(let limit):
      // The sentence is followed by its line end, with which no file may begin.
      let overhead = name.isCompressed ? GzipStream.overhead : 0
      return fileSize + pending.count + part.bytes.count + 2 + overhead > limit
    }
  }

  /// The number of bytes buffered before they are written.
  private var capacity: Int { name.isCompressed ? 1 << 15 : 1 << 16 }

  private var fileSize: Int {
    switch file {
    case .some(let file): file.size
    case nil: 0
    }
  }

  private func nextFile(at time: Int64) throws(RecorderError) -> RecordingFile {
    var attempt = 1
    while true {
      let path = name.file(at: time, attempt: attempt)
      do throws(RecorderError) {
        return try RecordingFile.create(path, isCompressed: name.isCompressed)
      } catch {
        guard error.errno == EEXIST, attempt < Self.mostAttempts else { throw error }
        attempt += 1
      }
    }
  }

  /// The most names that are tried for files of the same second.
  private static let mostAttempts = 1000

  private mutating func write() throws(RecorderError) {
    guard !pending.isEmpty else { return }
    defer { (pending, ends, writeBy) = ([], [], nil) }
    try file?.write(pending, ends: ends)
  }

  private mutating func settle() throws(RecorderError) {
    try write()
    try file?.settle()
    settleBy = nil
  }
}

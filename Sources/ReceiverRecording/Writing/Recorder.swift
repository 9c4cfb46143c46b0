// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
package import NMEA0183

/// Writes what a receiver sends to files, with the time of its arrival in front of every sentence.
///
/// It reads no clock: whoever uses it tells the time, and comes back at its ``deadline``. What was appended is
/// written a second later at the most, and outlives a loss of power after ten seconds. A compressed file can be read
/// at any time: what is newer than a minute is in it, and not compressed yet.
/// Whatever happens, a file ends with a whole sentence, or the reader finds one cut off at its end.
///
/// The first error ends it: what was recorded until then is in the files, and nothing is added.
package struct Recorder: ~Copyable {
  /// The file being written, or the last one; `nil` before there is any.
  package private(set) var fileName: String?
  /// How many files there are.
  package private(set) var fileCount = 0
  /// How many bytes came in.
  package private(set) var byteCount = 0
  /// How many sentences were among them.
  package private(set) var sentenceCount = 0

  private let name: RecordingName
  private let rotation: RecordingRotation
  private let retention: RecordingRetention
  private var formatter: RecordingFormatter
  private var file: RecordingFile?
  /// When the first byte of the file came; `nil` before.
  private var fileStart: Int64?
  /// What is not written yet, whole parts, and where each of them ends.
  private var pending: [UInt8] = []
  private var ends: [Int] = []
  private var writeBy: Duration?
  private var settleBy: Duration?
  private var compressBy: Duration?
  private var isOver = false

  /// Creates the file, or with rotation makes sure that files can be created.
  ///
  /// - Parameters:
  ///   - path: the file, `.gz` if it is to be compressed; `-` is standard output, which does not rotate.
  ///   - retention: which files of a rotating recording are kept.
  ///   - checksums: whether sentences without a checksum get a time too.
  ///   - writesTimes: whether sentences get the time of their arrival.
  ///   - interruption: a descriptor that becomes readable when nobody is to be waited for any longer who reads
  ///     standard output.
  /// - Throws: ``RecorderError``, among others when the file already exists.
  package init(
    path: String, rotation: RecordingRotation = .never,
    retention: RecordingRetention = .everything,
    checksums: SentenceFramer.ChecksumPolicy = .required, writesTimes: Bool = true,
    interruption: CInt? = nil
  ) throws(RecorderError) {
    let name = RecordingName(path)
    self.name = name
    self.rotation = name.isStandardOutput ? .never : rotation
    self.retention = retention
    formatter = RecordingFormatter(checksums: checksums, writesTimes: writesTimes)
    if name.isCompressed { try Self.checkForGzip(path) }
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

  /// Takes bytes, in pieces of any size.
  ///
  /// - Parameters:
  ///   - time: when they came, milliseconds since 1970.
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

  /// Time has passed: writes what has waited for long enough.
  ///
  /// - Throws: ``RecorderError``, which ends the recording.
  package mutating func elapse(to now: Duration) throws(RecorderError) {
    guard !isOver else { return }
    try endingOnError { recorder throws(RecorderError) in
      if let compressBy = recorder.compressBy, now >= compressBy {
        try recorder.compress()
        try recorder.settle()
      } else if let settleBy = recorder.settleBy, now >= settleBy {
        try recorder.settle()
      } else if let writeBy = recorder.writeBy, now >= writeBy {
        try recorder.write()
      }
    }
  }

  /// When ``elapse(to:)`` has something to do; `nil` while it has not.
  package var deadline: Duration? {
    [writeBy, settleBy, compressBy].compactMap(\.self).min()
  }

  /// Writes whatever is there, and waits until it is safe.
  ///
  /// - Throws: ``RecorderError``, which ends the recording.
  package mutating func flush() throws(RecorderError) {
    guard !isOver else { return }
    try endingOnError { recorder throws(RecorderError) in
      try recorder.compress()
      try recorder.settle()
    }
  }

  /// Ends the recording: writes also a sentence that is not whole, and waits until all is safe.
  ///
  /// A file with nothing in it is removed.
  ///
  /// - Throws: ``RecorderError``.
  package mutating func finish() throws(RecorderError) {
    guard !isOver else { return }
    let parts = formatter.finish()
    try endingOnError { recorder throws(RecorderError) in
      // There is no later: whatever time it is, it is written at once.
      try recorder.add(parts, .zero)
      try recorder.compress()
      try recorder.settle()
    }
    end()
  }
}

// MARK: - Steps

extension Recorder {
  /// Bytes gathered before they are written.
  private static let capacity = 1 << 16
  private static let writingDelay: Duration = .seconds(1)
  private static let settlingDelay: Duration = .seconds(10)
  /// How much of a compressed file may wait for being compressed, in time and in bytes.
  private static let memberDelay: Duration = .seconds(60)
  private static let longestMember = 1 << 22

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
    (pending, ends, writeBy, settleBy, compressBy) = ([], [], nil, nil, nil)
  }

  private mutating func add(_ parts: [RecordedPart], _ now: Duration) throws(RecorderError) {
    for (index, part) in parts.enumerated() {
      do throws(RecorderError) {
        try makeRoom(for: part)
      } catch {
        let rest = parts[index...].reduce(0) { $0 + $1.bytes.count }
        throw RecorderError(error.cause, error.name, lostBytes: error.lostBytes + rest)
      }
      if fileStart == nil { fileStart = part.time }
      if part.isSentence { sentenceCount += 1 }
      pending += part.bytes
      ends.append(pending.count)
      writeBy = writeBy ?? now + Self.writingDelay
      settleBy = settleBy ?? now + Self.settlingDelay
      if name.isCompressed { compressBy = compressBy ?? now + Self.memberDelay }
    }
    if name.isStandardOutput { try write() }
  }

  /// Writes what must be written before a part can be taken, and sees that there is a file.
  private mutating func makeRoom(for part: RecordedPart) throws(RecorderError) {
    if part.mayStartFile, isFileFull(for: part) {
      try compress()
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
    let memberSize = storedCount + pending.count
    if name.isCompressed, memberSize > 0, memberSize + part.bytes.count > longestMember {
      try compress()
    }
    if pending.count + part.bytes.count > Self.capacity { try write() }
  }

  /// Whether a part belongs into another file than the one before it.
  private func isFileFull(for part: RecordedPart) -> Bool {
    guard let fileStart else { return false }
    switch rotation {
    case .never: return false
    case .hourly: return rotation.separates(fileStart, part.time)
    case .size(let limit):
      // Behind the sentence comes its line end, at which no file may begin.
      return name.isCompressed
        ? fileSize >= limit : fileSize + pending.count + part.bytes.count + 2 > limit
    }
  }

  private var fileSize: Int {
    switch file {
    case .some(let file): file.settledSize
    case nil: 0
    }
  }

  private var storedCount: Int {
    switch file {
    case .some(let file): file.storedCount
    case nil: 0
    }
  }

  private var longestMember: Int {
    if case .size(let limit) = rotation {
      min(Self.longestMember, limit / 8)
    } else {
      Self.longestMember
    }
  }

  private func nextFile(at time: Int64) throws(RecorderError) -> RecordingFile {
    var attempt = 1
    while true {
      let path = name.file(at: time, attempt: attempt)
      do throws(RecorderError) {
        return try RecordingFile.create(path, isCompressed: name.isCompressed)
      } catch {
        guard error.cause == .exists, attempt < Self.mostAttempts else { throw error }
        attempt += 1
      }
    }
  }

  /// Files of the same second that are looked past.
  private static let mostAttempts = 1000

  private mutating func write() throws(RecorderError) {
    guard !pending.isEmpty else { return }
    defer { (pending, ends, writeBy) = ([], [], nil) }
    try file?.write(pending, ends: ends)
  }

  /// Writes, and compresses all that is not compressed yet.
  private mutating func compress() throws(RecorderError) {
    try write()
    _ = file?.compress()
    compressBy = nil
  }

  private mutating func settle() throws(RecorderError) {
    try write()
    try file?.settle()
    settleBy = nil
  }

  /// - Throws: ``RecorderError`` when there is no `gzip`.
  private static func checkForGzip(_ path: String) throws(RecorderError) {
    do throws(SpawnFailure) {
      guard try GzipMember.compressed([]) == nil else { return }
    } catch {
      throw error.errno == ENOENT
        ? RecorderError(.noGzip, path) : RecorderError(errno: error.errno, path)
    }
    throw RecorderError(.gzipFailed, path)
  }
}

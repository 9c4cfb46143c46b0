// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import Glibc
import LinuxSystem
import TrackFiles

/// The output of a track: a file that appears only when complete, or standard output, a pipe or a device.
///
/// Lists that must wait for the end of a segment are kept in memory up to a megabyte each, and on disk beyond that.
final class TrackFile {
  private var file: ReplacementFile?
  /// The place of the file; `nil` for anything else.
  private var entry: FolderEntry?
  private var output: StandardOutput?
  private var device: CInt = -1
  private let path: String
  private let isOverwriting: Bool
  /// The bytes put aside for each lane except the first.
  private var spilled: [Spill] = []

  init(_ path: String, isOverwriting: Bool) throws {
    (self.path, self.isOverwriting) = (path, isOverwriting)
    ignoreSignalsOfWriting()
    if path == "-" {
      output = StandardOutput()
      return
    }
    entry = try Self.entry(path)
    do throws(SystemError) {
      if isStream(path) {
        device = retryingOnInterrupt { open(path.pathBytes, O_WRONLY | O_CLOEXEC) }
        guard device >= 0 else { throw SystemError("write", path, errno: errno) }
      } else {
        try Self.check(path, isOverwriting: isOverwriting)
        // A symbolic link stays, and what it points to is replaced.
        file = try ReplacementFile(entry?.lastingPath ?? path)
      }
    } catch {
      throw Failure(writing: SystemError(error.operation, path, errno: error.errno))
    }
  }

  /// Opens the folder of the file; `nil` if there is none, or if a name stands for an open file, such as `/dev/stdout`.
  private static func entry(_ path: String) throws -> FolderEntry? {
    do throws(TrustedPath.Fault) {
      return try FolderEntry(path, mayBeMissing: true)
    } catch {
      guard case .untrusted(let reason) = error else { return nil }
      throw Failure("cannot write \(path): \(reason)", EX_NOPERM)
    }
  }

  deinit { if device >= 0 { close(device) } }

  /// Fails early if there is a file that must not be replaced.
  static func check(_ path: String, isOverwriting: Bool) throws(SystemError) {
    guard let kind = fileStatus(path)?.kind else { return }
    if kind == S_IFDIR { throw SystemError("write", path, errno: EISDIR) }
    guard isOverwriting || kind != S_IFREG else {
      throw SystemError("write", path, errno: EEXIST)
    }
  }

  /// Writes what can be written, and leaves nothing in the text that would grow with the segment.
  ///
  /// - Parameter joins: whether a part has ended, so that its lists are written one after the other.
  func drain(_ text: inout TrackText, joins: Bool) throws {
    do {
      try write(text.lanes[0])
      text.lanes[0].removeAll(keepingCapacity: true)
      for lane in text.lanes.indices.dropFirst() {
        let isLong = text.lanes[lane].count >= 1 << 20
        guard joins || isLong else { continue }
        if joins {
          if lane <= spilled.count { try spilled[lane - 1].file.drain { try write($0) } }
          try write(text.lanes[lane])
        } else {
          while spilled.count < lane { spilled.append(try Spill(folder: folder)) }
          try spilled[lane - 1].file.append(text.lanes[lane])
        }
        text.lanes[lane].removeAll(keepingCapacity: true)
      }
    } catch let error as SystemError {
      throw Failure(writing: error)
    }
  }

  func finish() throws {
    try output?.flush()
    guard let file = file.take() else { return }
    do throws(SystemError) {
      try file.publish(overwriting: isOverwriting)
    } catch {
      throw Failure(writing: SystemError("write", path, errno: error.errno))
    }
  }

  private func write(_ bytes: [UInt8]) throws {
    guard !bytes.isEmpty else { return }
    if file != nil {
      do throws(SystemError) {
        try file?.write(bytes)
      } catch {
        throw SystemError(error.operation, path, errno: error.errno)
      }
    } else if device >= 0 {
      let number = WholeFile.write(bytes, to: device)
      guard number == 0 else { throw SystemError("write", path, errno: number) }
    } else {
      try output?.append { $0.append(contentsOf: bytes) }
    }
  }

  /// The folder for bytes put aside: that of the file, so that the space is needed on the same disk.
  private var folder: String {
    if file != nil { return WholeFile.parent(of: path) }
    return Environment.current["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }
}

/// The bytes put aside for a lane; a class, because arrays cannot contain noncopyable values.
private final class Spill {
  var file: ScratchFile

  init(folder: String) throws(SystemError) { file = try ScratchFile(in: folder) }
}

extension Failure {
  init(writing error: SystemError) {
    var (reason, advice) = explanation(ofWriting: error.errno)
    if error.errno == EEXIST { advice = "add --force to replace it, or \(advice)" }
    self.init(
      "cannot \(error.operation) \(error.subject): \(reason); \(advice)",
      [EACCES, EPERM].contains(error.errno) ? EX_NOPERM : EX_IOERR)
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool
import Glibc
import LinuxSystem
import NMEA0183
import ReceiverRecording

struct RecordingOptions: ParsableArguments {
  @Argument(help: .value("files", "Recordings, or folders of them; \"-\" is standard input."))
  private var arguments: [String]

  @OptionGroup private var options: ChecksumOptions

  /// Returns the files, with those of each folder in the order of their names.
  ///
  /// - Parameter suffixes: the extensions of files that a folder stands for, which may be followed by `.gz`.
  func files(ending suffixes: [String] = ConversionPlan.recordings) throws -> [String] {
    try arguments.flatMap { path in
      guard fileStatus(path)?.kind == S_IFDIR else { return [path] }
      let folder = path.hasSuffix("/") ? path : path + "/"
      let names = Folder.names(in: path).filter { name in
        let name = name.hasSuffix(".gz") ? name.dropLast(3) : name[...]
        return suffixes.contains(where: name.hasSuffix)
      }
      if names.isEmpty {
        throw Failure(
          "cannot read \(path): it is a directory without a name that ends with "
            + "\(suffixes.joined(separator: " or ")); name the files in it", EX_NOINPUT)
      }
      return names.sorted().map { folder + $0 }
    }
  }

  var checksums: SentenceFramer.ChecksumPolicy { options.policy }
}

struct ChecksumOptions: ParsableArguments {
  @Flag(help: "Accept sentences without a checksum.")
  var allowMissingChecksums = false

  var policy: SentenceFramer.ChecksumPolicy { allowMissingChecksums ? .optional : .required }
}

/// Processes logs one after the other; a failure is reported, does not prevent the others, and is thrown at the end.
func forEachLog(
  _ files: [String], flushingLines: Bool = false,
  _ body: (String, inout StandardOutput) throws -> Void
) throws {
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

/// Produces a result for each log on all processors, and delivers the results one by one, in the order of the logs.
///
/// - Parameter inTurn: whether to read one after the other, as with pipes and devices, whose bytes may take hours.
/// - Throws: what `deliver` throws; nothing is delivered afterwards.
func forEachLog<Log: Sendable, Result: Sendable>(
  _ logs: [Log], inTurn: Bool = false, make: @escaping @Sendable (Log) -> Result,
  deliver: (Result) throws -> Void
) throws {
  let cores = inTurn ? 1 : sysconf(CInt(_SC_NPROCESSORS_ONLN))
  guard logs.count > 1, cores > 1, let hasFinished = try? WakeUp() else {
    for log in logs { try deliver(make(log)) }
    return
  }
  let work = Mutex((started: 0, finished: [Int: Result]()))
  let makeResults: @Sendable () -> Void = {
    while true {
      let index = work.withLock { work in
        defer { work.started += 1 }
        return work.started
      }
      guard index < logs.count else { return }
      let result = make(logs[index])
      work.withLock { $0.finished[index] = result }
      hasFinished.signal()
    }
  }
  let threads = (0..<min(logs.count, cores)).compactMap { _ in POSIXThread(makeResults) }
  if threads.isEmpty { makeResults() }
  defer {
    work.withLock { $0.started = logs.count }
    for thread in threads { thread.join() }
  }
  for index in logs.indices {
    while true {
      hasFinished.clear()
      if let result = work.withLock({ $0.finished.removeValue(forKey: index) }) {
        try deliver(result)
        break
      }
      _ = firstReadable(of: hasFinished.descriptor)
    }
  }
}

/// What is printed about a log, on standard output and then on standard error.
struct LogReport: Sendable {
  var lines: [[UInt8]] = []
  var complaints: [String] = []
  var exitCode: CInt = 0

  mutating func add(_ failure: Failure) {
    complaints.append(failure.description)
    if exitCode == 0 { exitCode = failure.exitCode }
  }
}

/// Makes a report on each log on all processors, prints them in order, and then throws the `ExitCode` of the first failure.
func reportOnEach<Log: Sendable>(
  _ logs: [Log], inTurn: Bool, _ progress: ProgressBar,
  _ make: @escaping @Sendable (Log, inout LogReport) throws -> Void
) throws {
  var output = StandardOutput()
  var exitCode: CInt = 0
  try forEachLog(logs, inTurn: inTurn) { log in
    var report = LogReport()
    do {
      try make(log, &report)
    } catch let error as any ReportedError {
      report.add(Failure(error))
    } catch {
      // The reason of an ExitCode has been printed.
      report.exitCode = (error as? ExitCode)?.rawValue ?? EX_SOFTWARE
    }
    return report
  } deliver: { report in
    progress.clear()
    for line in report.lines { try output.line { $0 += line } }
    try output.flush()
    for text in report.complaints { complain(text) }
    if exitCode == 0 { exitCode = report.exitCode }
  }
  if exitCode != 0 { throw ExitCode(exitCode) }
}

/// Reads a recording to its end, showing progress on a terminal.
///
/// - Parameter interruption: a descriptor that ends it when it can be read.
/// - Returns: why it could not be read to its end; `nil` if it was. What precedes the error has been passed to `body`.
func read(
  _ file: String, _ progress: ProgressBar? = nil, isDocument: Bool = false,
  endingBy interruption: CInt? = nil, _ body: (RawSpan) throws -> Void
) throws -> Failure? {
  let bar = progress ?? ProgressBar(of: [file])
  defer { if progress == nil { bar.clear() } }
  var failure: (any Error)?
  var position = 0
  // Ctrl-C also ends the programs from which it comes, and so the input.
  func checkInterruption() throws {
    if let interruption, firstReadable(of: interruption, until: .zero) == 0 {
      throw Interruption.Interrupted()
    }
  }
  do {
    var recording = try RecordingReader(path: file)
    let hasSize = recording.size != nil
    while failure == nil {
      if let interruption { _ = firstReadable(of: interruption, recording.source) }
      try checkInterruption()
      let hasMore = try recording.next { bytes in
        do {
          if position == 0 { try Failure.check(bytes, of: file, isDocument: isDocument) }
          try body(bytes)
        } catch { failure = error }
      }
      guard hasMore else {
        try checkInterruption()
        break
      }
      let last = position
      position = hasSize ? recording.position : 1
      if hasSize { bar.advance(by: position - last) }
    }
  } catch let error as RecordingError {
    try checkInterruption()
    return Failure(error)
  }
  if let failure { throw failure }
  return nil
}

/// Returns whether a file is a pipe or a device, whose bytes may arrive over hours.
func isStream(_ file: String) -> Bool { fileStatus(file).map { $0.kind != S_IFREG } ?? false }

/// Returns what the system knows about a file, or about standard input; `nil` without such a file, with the reason in
/// `errno`.
func fileStatus(_ file: String) -> stat? {
  file == "-" ? stat(of: STDIN_FILENO) : stat(of: file)
}

extension String {
  var fileName: String { self == "-" ? "standard input" : self }
}

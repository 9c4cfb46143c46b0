// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import Synchronization

/// A reader of untrusted bytes.
enum FuzzTarget: String, CaseIterable {
  case framer
  case tagBlocks
  case pipeline
  case frames
  case recordings
  case gpx
  case decisions
  case policy
  case configuration
  case infoPlist
  case requests
  case reports
  case service
  case imports
  case signatures
  case casters

  /// The target that `FUZZ_TARGET` names.
  static let chosen: FuzzTarget = {
    guard let name = getenv("FUZZ_TARGET"), let target = FuzzTarget(rawValue: String(cString: name))
    else {
      fatalError("set FUZZ_TARGET to one of \(allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return target
  }()

  /// Returns whether an input is accepted.
  func accepts(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .framer: checkFramer(bytes)
    case .tagBlocks: checkTagBlocks(bytes)
    case .pipeline: checkPipeline(bytes)
    case .frames: checkFrames(bytes)
    case .recordings: checkRecordings(bytes)
    case .gpx: checkGPX(bytes)
    case .decisions: checkDecisions(bytes)
    case .policy: checkPolicy(bytes)
    case .configuration: checkConfiguration(bytes)
    case .infoPlist: checkInfoPlist(bytes)
    case .requests: checkRequests(bytes)
    case .reports: checkReports(bytes)
    case .service: checkService(bytes)
    case .imports: checkImports(bytes)
    case .signatures: checkSignatures(bytes)
    case .casters: checkCasters(bytes)
    }
  }
}

/// The meter of the chosen target's inputs.
private let meter = Mutex(Meter())

/// The number of bytes after which libFuzzer is asked to end; `nil` if it ends by itself.
private let limit = getenv("FUZZ_BYTES").flatMap { Int(String(cString: $0)) }

private func report() {
  let line = meter.withLock { "\($0)\n" }
  _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
}

/// Called by libFuzzer before the first input.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>?,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
  atexit { report() }
  return 0
}

/// Called by libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  let (isSuspect, isLast) = meter.withLock { meter in
    let wasOver = meter.bytes >= limit ?? .max
    let isSuspect = meter.measure(input, FuzzTarget.chosen.accepts)
    return (isSuspect, !wasOver && meter.bytes >= limit ?? .max)
  }
  if isSuspect, let folder = getenv("FUZZ_SUSPECTS") { keep(input, in: String(cString: folder)) }
  if isLast {
    report()
    // Asks libFuzzer to end after this input, which it does without exit(3).
    raise(SIGUSR1)
  }
  return 0
}

/// Stores an input that was too slow, in place of the previous one.
private func keep(_ input: [UInt8], in folder: String) {
  let descriptor = open(folder + "/slow", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  guard descriptor >= 0 else { return }
  _ = write(descriptor, input, input.count)
  close(descriptor)
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// Something that takes strangers' bytes.
enum FuzzTarget: String, CaseIterable {
  case framer
  case tagBlocks
  case pipeline
  case recordings
  case gpx
  case decisions
  case policy
  case configuration
  case infoPlist

  /// The one that `FUZZ_TARGET` names.
  static let chosen: FuzzTarget = {
    guard let name = getenv("FUZZ_TARGET"), let target = FuzzTarget(rawValue: String(cString: name))
    else {
      fatalError("set FUZZ_TARGET to one of \(allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return target
  }()

  func take(_ bytes: [UInt8]) {
    switch self {
    case .framer: checkFramer(bytes)
    case .tagBlocks: checkTagBlocks(bytes)
    case .pipeline: checkPipeline(bytes)
    case .recordings: checkRecordings(bytes)
    case .gpx: checkGPX(bytes)
    case .decisions: checkDecisions(bytes)
    case .policy: checkPolicy(bytes)
    case .configuration: checkConfiguration(bytes)
    case .infoPlist: checkInfoPlist(bytes)
    }
  }
}

/// Called by libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTarget.chosen.take(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

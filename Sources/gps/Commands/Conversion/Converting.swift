// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import Glibc
import ReceiverRecording

/// The settings of a conversion.
struct Converting: Sendable {
  let input: TrackInput
  let settings: TrackExport.Settings

  /// The messages about a file, and its exit code.
  struct Result: Sendable {
    var lines: [String] = []
    /// `nil` if the file was converted.
    var exitCode: CInt?

    fileprivate mutating func add(_ failure: Failure) {
      lines.append(failure.description)
      exitCode = exitCode ?? failure.exitCode
    }
  }

  /// Converts files into one.
  func convert(_ step: ConversionPlan.Step, _ progress: ProgressBar) -> Result {
    var result = Result()
    do {
      try convert(step, progress, &result)
    } catch let failure as Failure {
      result.add(failure)
    } catch {
      result.exitCode = (error as? ExitCode)?.rawValue ?? EX_SOFTWARE
    }
    return result
  }

  private func convert(
    _ step: ConversionPlan.Step, _ progress: ProgressBar, _ result: inout Result
  ) throws {
    let name = ConversionPlan.name(of: step.inputs.count == 1 ? step.inputs[0] : step.output)
    let export = try TrackExport(name.wellFormed, to: step.output, settings)
    var unreadable: [Failure] = []
    for file in step.inputs {
      do {
        if let failure = try input.read(file, progress, export.receive) {
          unreadable.append(failure)
        }
      } catch let failure as Failure where export.failure == nil {
        unreadable.append(failure)
      }
    }
    let written = try export.finish()
    result.lines = written ?? []
    for failure in unreadable { result.add(failure) }
    guard written == nil, unreadable.isEmpty || export.conversion.received > 0 else { return }
    let (reason, advice) =
      export.emptiness
      ?? ("no fix in it", "run \"gps check\" on it to see what the receiver sent")
    let files = step.inputs.map(\.fileName).joined(separator: ", ")
    throw Failure("cannot convert \(files): \(reason); \(advice)", EX_DATAERR)
  }
}

extension String {
  /// The text with scalars that stand for bytes other than UTF-8 replaced by U+FFFD.
  var wellFormed: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.value > 0x10_FEFF ? "\u{FFFD}" : $0 }))
  }
}

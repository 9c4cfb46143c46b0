// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import ReceiverRecording

struct Converting: Sendable {
  let input: TrackInput
  let settings: TrackExport.Settings

  func convert(
    _ step: ConversionPlan.Step, _ progress: ProgressBar, _ report: inout LogReport
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
    report.complaints = written ?? []
    for failure in unreadable { report.add(failure) }
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

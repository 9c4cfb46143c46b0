// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials
import GNSS
import LocationJSON

/// Makes the fixes of a recording a number of times, and writes each as a line of JSON if asked to: what it takes more then is
/// what the lines take.
@main
struct LineBenchmark {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, ["fixes", "json"].contains(arguments[1]),
      let passes = Int(arguments[3])
    else { fatalError("usage: LineBenchmark fixes|json FILE PASSES") }
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: arguments[2])))
    let writes = arguments[1] == "json"
    var (count, length, lines) = (0, 0, [UInt8]())
    lines.reserveCapacity(1 << 17)
    for _ in 0..<passes {
      count = 0
      var pipeline = FixPipeline()
      let consume: FixPipeline.Consumer = { report in
        guard case .fix(let fix) = report else { return }
        count += 1
        guard writes else { return }
        lines.append { $0.set(fix) }
        lines.append(0x0A)
        // As large as the buffer of standard output.
        if lines.count >= 1 << 16 {
          length += lines.count
          lines.removeAll(keepingCapacity: true)
        }
      }
      pipeline.push(bytes.span.bytes, consume)
      pipeline.finish(consume)
    }
    print("\(arguments[1]) \(count) \(length + lines.count)")
  }
}

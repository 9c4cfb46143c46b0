// Prints the positions in a recording: Fixes walk.nmea
import Foundation
import GNSS

guard CommandLine.arguments.count == 2,
  let file = FileHandle(forReadingAtPath: CommandLine.arguments[1])
else { fatalError("usage: Fixes RECORDING") }

var pipeline = FixPipeline(undatedFixesHeld: 1024)

func show(_ event: ReceiverReport) {
  switch event {
  case .fix(let fix): print(fix.latitude, fix.longitude, fix.horizontalAccuracy ?? .nan)
  case .fixLost: print("no position")
  default: break
  }
}

while let bytes = try file.read(upToCount: 65_536), !bytes.isEmpty {
  pipeline.push(Array(bytes).span.bytes, show)
}
pipeline.finish(show)

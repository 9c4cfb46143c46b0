// Prints the positions in a recording: Fixes <walk.nmea
import GNSS

var pipeline = FixPipeline()

func show(_ event: ReceiverReport) {
  switch event {
  case .fix(let fix): print(fix.latitude, fix.longitude, fix.horizontalAccuracy ?? .nan)
  case .fixLost: print("no position")
  default: break
  }
}

while let line = readLine(strippingNewline: false) {
  pipeline.push(Array(line.utf8).span.bytes, show)
}
pipeline.finish(show)

// Prints speeds as a receiver reports them: Sentences <walk.nmea
import NMEA0183

var reader = MessageReader()
while let line = readLine(strippingNewline: false) {
  reader.read(Array(line.utf8).span.bytes) { message in
    if case .rmc(let rmc) = message, let knots = rmc.speedKnots { print(knots) }
  }
}

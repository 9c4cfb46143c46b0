// Shows what a receiver at a serial port says, on a board without an operating system.
import NMEA0183

@_extern(c, "board_read") func read(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int
@_extern(c, "board_show") func show(_ row: Int, _ value: Double)

@main struct Receiver {
  static func main() {
    var reader = MessageReader()
    var bytes = [UInt8](repeating: 0, count: 64)
    while case let count = read(&bytes, 64), count > 0 {
      _ = reader.push(bytes.span.bytes.extracting(0..<count))
      while let sentence = reader.nextSentence() {
        if let gga = GGA(sentence, in: reader) { show(0, gga.latitude ?? .nan) }
        if let gga = GGA(sentence, in: reader) { show(1, gga.longitude ?? .nan) }
        if let rmc = RMC(sentence, in: reader) { show(2, rmc.speedKnots ?? .nan) }
        if let vtg = VTG(sentence, in: reader) { show(3, vtg.course ?? .nan) }
        if let gsa = GSA(sentence, in: reader) { show(4, gsa.hdop ?? .nan) }
        if let gsv = GSV(sentence, in: reader) { show(5, Double(gsv.satellitesInView ?? 0)) }
      }
    }
  }
}

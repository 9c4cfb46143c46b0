// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import TestSupport
import Testing

@testable import GNSSReceiver

/// What a stranger's program may send from where a service or a gpsd is expected.
struct HostileReportTests {
  private static let seeds = [
    #"{"class":"service","protocol":1,"version":"1"}"#,
    #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#,
    #"{"class":"fix","timestamp":"2025-06-15T06:32:20.000Z","latitude":47.5,"longitude":9.7,"course":3,"age":1}"#,
    #"{"class":"state","state":"fix","code":"fix","explanation":"a \u001b[2J","holders":[{"pid":1,"name":"x"}]}"#,
    #"{"class":"satellites","count":1,"satellites":[{"system":"gps","number":5,"elevation":40,"used":true}]}"#,
    #"{"class":"authorization","status":"denied","accuracy":"reduced","text":"no"}"#,
    #"{"class":"TPV","device":"a","mode":3,"time":"2025-06-15T06:32:20.000Z","lat":47.5,"lon":9.7,"eph":3}"#,
    #"{"class":"SKY","device":"a","satellites":[{"PRN":5,"el":40,"az":359.9,"ss":41,"used":true,"svid":-1}]}"#,
    #"{"class":"DEVICE","path":"a","activated":0}"#, #"{"class":"ATT","heading":359.99}"#,
    #"{"class":"clients","count":-1,"clients":[{"uid":1e300}]}"#, #"{"class":"started"}"#,
    #"{"class":"location","latitude":47.5,"longitude":9.7,"accuracy":5,"seconds":1,"microseconds":0,"age":0}"#,
  ].map { Array($0.utf8) }

  @Test(arguments: 0..<8)
  func damagedLinesDoNoHarm(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var interpreters: [any Interpreter] = [
      ServiceInterpreter(), GpsdInterpreter("gpsd://x:1", device: nil),
      GeoClueInterpreter(),
    ]
    for index in interpreters.indices {
      interpreters[index].read((Self.seeds[index] + [0x0A]).span.bytes, at: .zero) { _ in }
    }
    for _ in 0..<2000 {
      var line = random.damaged(Self.seeds[Int.random(in: 0..<Self.seeds.count, using: &random)])
      line.append(0x0A)
      for index in interpreters.indices {
        interpreters[index].read(line.span.bytes, at: .zero) { report in
          guard case .event(.report(.fix(let fix)), _, _) = report else { return }
          #expect(abs(fix.latitude) <= 90 && abs(fix.longitude) <= 180)
          #expect(fix.course.map { (0..<360).contains($0) } ?? true)
        }
      }
    }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

/// A program reads a sentence that the library does not know.
@Suite struct FieldCursorTests {
  /// Reads the fields of one sentence.
  private func read<Value>(_ body: String, _ value: (inout FieldCursor) -> Value) throws -> Value {
    var reader = MessageReader()
    _ = reader.push(Array(checked(body).utf8).span.bytes)
    let next = reader.nextSentence()
    let sentence = try #require(next)
    let message = reader.message(of: sentence)
    #expect(message == .other(sentence.address))
    var fields = reader.fields(of: sentence)
    return value(&fields)
  }

  @Test func readsFieldAfterField() throws {
    // Attitude: time, heading, T, roll, pitch, heave, deviations, quality.
    let body = "PXATT,085335.25,224.19,T,-1.26,+0.83,-0.00,0.101,0.113,0.267,1,0"
    try read(body) { fields in
      let hasMore = fields.hasMore
      #expect(hasMore)
      let time = fields.time()
      #expect(time == utc(8, 53, 35, nanosecond: 250_000_000))
      let heading = fields.decimal()
      #expect(heading == 224.19)
      let letter = fields.character()
      #expect(letter == "T")
      let roll = fields.decimal()
      #expect(roll == -1.26)
      let pitch = fields.decimal()
      #expect(pitch == 0.83)
      for _ in 0..<4 { fields.skip() }
      let quality = fields.integer()
      #expect(quality == 1)
      let hasLast = fields.hasMore
      #expect(hasLast)
      let insStatus = fields.text()
      #expect(insStatus == "0")
      let isOver = !fields.hasMore
      #expect(isOver)
      let beyond = fields.decimal()
      #expect(beyond == nil)
      let unreadable = fields.unreadableFields
      #expect(unreadable == 0)
    }
  }

  @Test func readsCoordinatesHexadecimalsAndText() throws {
    try read("PTEST,4830.0,S,01130.0,E,1F,a^2Cb,-17,") { fields in
      let latitude = fields.latitude()
      #expect(latitude == -48.5)
      let longitude = fields.longitude()
      #expect(longitude == 11.5)
      let hexadecimal = fields.hexadecimal()
      #expect(hexadecimal == 31)
      let text = fields.text()
      #expect(text == "a,b")
      let integer = fields.integer()
      #expect(integer == -17)
      let unreadable = fields.unreadableFields
      #expect(unreadable == 0)
    }
  }

  @Test func countsWhatItCannotRead() throws {
    try read("PTEST,x,250000,9900,N,1.5,") { fields in
      let decimal = fields.decimal()
      #expect(decimal == nil)
      let time = fields.time()
      #expect(time == nil)
      let latitude = fields.latitude()
      #expect(latitude == nil)
      let integer = fields.integer()
      #expect(integer == nil)
      let unreadable = fields.unreadableFields
      #expect(unreadable == 4)
    }
  }

  @Test(arguments: ["PTEST", "PTEST,", "GPXYZ", "GPXYZ,"])
  func hasNothingWhereNothingIs(body: String) throws {
    let hasMore = try read(body) { $0.hasMore }
    #expect(!hasMore)
  }
}

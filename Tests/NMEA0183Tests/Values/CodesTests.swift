// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import NMEA0183
import Testing

@Suite struct CodesTests {
  private func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode([value]), as: UTF8.self)
  }

  private func decoded<Value: Decodable>(_ text: String, as _: Value.Type) throws -> Value? {
    try JSONDecoder().decode([Value].self, from: Data(text.utf8)).first
  }

  @Test(
    arguments: [
      (.autonomous, "A"), (.differential, "D"), (.estimated, "E"), (.rtkFloat, "F"), (.manual, "M"),
      (.invalid, "N"), (.precise, "P"), (.rtkFixed, "R"), (.simulated, "S"),
      (PositioningMode(rawValue: 0x51), "Q"),
    ] as [(PositioningMode, String)])
  func aPositioningModeIsItsLetter(mode: PositioningMode, letter: String) throws {
    #expect(Array(letter.utf8) == [mode.rawValue])
    #expect(try json(mode) == "[\"\(letter)\"]")
    #expect(try decoded("[\"\(letter)\"]", as: PositioningMode.self) == mode)
  }

  @Test(
    arguments: [(.safe, "S"), (.caution, "C"), (.unsafe, "U"), (.notProvided, "V")]
      as [(NavigationalStatus, String)])
  func aNavigationalStatusIsItsLetter(status: NavigationalStatus, letter: String) throws {
    #expect(try json(status) == "[\"\(letter)\"]")
    #expect(try decoded("[\"\(letter)\"]", as: NavigationalStatus.self) == status)
  }

  @Test func closedCodesAreTheirLettersToo() throws {
    #expect(try json(DataStatus.valid) == "[\"A\"]")
    #expect(try decoded("[\"V\"]", as: DataStatus.self) == .invalid)
    #expect(try decoded("[\"D\"]", as: DataStatus.self) == .differential)
    #expect(try json(SelectionMode.manual) == "[\"M\"]")
    #expect(try decoded("[\"A\"]", as: SelectionMode.self) == .automatic)
  }

  @Test func anUnknownStatusIsKeptAndIsNotValid() throws {
    let unknown = try decoded("[\"N\"]", as: DataStatus.self)
    #expect(unknown == DataStatus(rawValue: UInt8(ascii: "N")))
    #expect(try json(unknown) == "[\"N\"]")
    #expect(unknown?.isValid == false)
  }

  @Test(arguments: UInt8.min...UInt8.max) func whatIsNotAKnownCodeIsNotValid(code: UInt8) {
    #expect(DataStatus(rawValue: code).isValid == "AD".utf8.contains(code))
    #expect(PositioningMode(rawValue: code).isValid == "ADEFMPRS".utf8.contains(code))
    #expect(FixQuality(rawValue: code).isValid == (code >= 1 && code <= 9))
  }

  @Test(arguments: ["[\"X\"]", "[\"\"]", "[\"AA\"]", "[65]", "[\"Ä\"]"])
  func aClosedCodeIsNotDecodedFromAnythingElse(text: String) {
    #expect(throws: DecodingError.self) { try decoded(text, as: SelectionMode.self) }
  }

  @Test(
    arguments: [
      (.invalid, 0), (.autonomous, 1), (.differential, 2), (.precise, 3), (.rtkFixed, 4),
      (.rtkFloat, 5), (.estimated, 6), (.manual, 7), (.simulated, 8), (.novAtelAugmented, 9),
      (FixQuality(rawValue: 10), 10),
    ] as [(FixQuality, UInt8)])
  func aFixQualityIsItsNumber(quality: FixQuality, number: UInt8) throws {
    #expect(quality.rawValue == number)
    #expect(try json(quality) == "[\(number)]")
    #expect(try decoded("[\(number)]", as: FixQuality.self) == quality)
  }

  @Test(
    arguments: [
      (.gps, 1), (.glonass, 2), (.galileo, 3), (.beiDou, 4), (.qzss, 5), (.navIC, 6),
    ] as [(SystemID, UInt8)])
  func aSystemIsItsNumber(system: SystemID, number: UInt8) throws {
    #expect(system.rawValue == number)
    #expect(try decoded(try json(system), as: SystemID.self) == system)
  }

  @Test func messagesSurviveCoding() throws {
    var messages = RandomMessage(seed: 31)
    for _ in 0..<200 {
      let gga = messages.gga()
      #expect(try decoded(try json(gga), as: GGA.self) == gga)
      let rmc = messages.rmc()
      #expect(try decoded(try json(rmc), as: RMC.self) == rmc)
      let gsv = messages.gsv()
      #expect(try decoded(try json(gsv), as: GSV.self) == gsv)
      let grs = messages.grs()
      #expect(try decoded(try json(grs), as: GRS.self) == grs)
    }
  }
}

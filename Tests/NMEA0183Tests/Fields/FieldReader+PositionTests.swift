// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import NMEA0183

/// Coordinates, times and dates: a value out of range makes a sentence unusable.
@Suite struct FieldReaderPositionTests {
  @Test(
    arguments: [
      ("north", "4807.038,N", 48.1173), ("south", "4807.038,S", -48.1173),
      ("whole minutes", "5130,N", 51.5), ("point behind", "5130.,N", 51.5),
      ("the pole", "9000.0000,N", 90), ("the other pole", "9000,S", -90),
      ("a breath below the pole", "8959.99999999999999,N", 90),
      ("no zero in front", "130.0,N", 1.5), ("minutes alone", "30,N", 0.5),
      ("a zero more", "04530,N", 45.5), ("equator", "0000.00000,S", 0),
      ("sixty minutes, from rounding", "4860.000,N", 49), ("sixty minutes", "8960,S", -90),
      ("a sign that says what the letter says", "-4807.038,S", -48.1173),
      ("a plus sign", "+4807.038,N", 48.1173),
      ("a plus sign in the south", "+4807.038,S", -48.1173),
      ("blanks after the letter", "4807.038,N  ", 48.1173),
      ("empty", ",", nil), ("a hemisphere alone", ",N", nil),
    ] as [(String, String, Double?)])
  func readsLatitudes(name: String, text: String, expected: Double?) {
    let field = Field(text + ",1") { ($0.latitude(), $0.decimal()) }
    #expect(field.value.0 == expected)
    #expect(field.value.1 == 1)
    #expect(field.unreadable == 0)
    #expect(Field(text) { $0.latitude() }.value == expected)
  }

  @Test(arguments: [
    ("beyond the pole by a little", "9000.0001,N"), ("beyond the pole", "9100.0,N"),
    ("beyond the pole by the least", "9000.00000000000001,S"),
    ("more than sixty minutes", "4860.001,N"), ("ninety-nine minutes", "4899.9,N"),
    ("two signs", "--4807.038,S"), ("a sign alone", "-,S"), ("a sign and a point", "-.5,S"),
    ("a letter after a blank", "4807.038, N"), ("a blank between letters", "4807.038,N N"),
    ("no hemisphere", "4807.038,"), ("a hemisphere of longitudes", "4807.038,E"),
    ("a small letter", "4807.038,n"), ("two letters", "4807.038,NN"), ("a number", "4807.038,1"),
    ("a sign against the letter", "-4807.038,N"), ("letters", "48x7.038,N"),
    ("letters behind", "4807.038x,N"),
    ("point alone", ".,N"), ("no degrees", ".038,N"), ("a blank", " 4807.038,N"),
    ("six digits", "004807.038,N"), ("fifteen decimals", "4807.038000000000000,N"),
    ("thirty decimals", "4807.038000000000000000000000000000,N"), ("two points", "4807.03.8,N"),
  ])
  func aBadLatitudeMakesTheSentenceUnusable(name: String, text: String) {
    let field = Field(text + ",1") { ($0.latitude(), $0.decimal()) }
    #expect(field.value.0 == nil)
    #expect(field.isUnusable)
    #expect(field.unreadable == 1)
    // The field after it is still read as the next one.
    #expect(field.value.1 == 1)
    #expect(Field(text) { $0.latitude() }.isUnusable)
  }

  @Test(arguments: [
    ("east", "01130.000,E", 11.5), ("west", "01130.000,W", -11.5), ("date line", "18000.0,E", 180),
    ("date line from the east", "18000.0,W", -180), ("Greenwich", "00000.0,W", 0),
  ])
  func readsLongitudes(name: String, text: String, expected: Double) {
    #expect(Field(text) { $0.longitude() }.value == expected)
  }

  @Test(arguments: [
    ("beyond the date line", "18000.0001,E"), ("a hemisphere of latitudes", "01130.0,N"),
    ("more than sixty minutes", "01160.1,E"), ("no hemisphere and no field for it", "01130.0"),
    ("no hemisphere", "01130.0,"), ("cut off", "011"), ("six digits", "101130.0,E"),
  ])
  func aBadLongitudeMakesTheSentenceUnusable(name: String, text: String) {
    let field = Field(text) { $0.longitude() }
    #expect(field.value == nil)
    #expect(field.isUnusable)
    #expect(field.unreadable == 1)
    #expect(!field.hasMore)
  }

  @Test(
    arguments: [
      ("whole", "123519", 12, 35, 19, 0), ("fraction", "123519.25", 12, 35, 19, 250_000_000),
      ("midnight", "000000.000", 0, 0, 0, 0), ("last", "235959.999", 23, 59, 59, 999_000_000),
      ("leap second", "235960.5", 23, 59, 60, 500_000_000),
      ("point behind", "123519.", 12, 35, 19, 0),
      ("nanoseconds", "123519.123456789", 12, 35, 19, 123_456_789),
      ("finer than that", "123519.1234567899999", 12, 35, 19, 123_456_789),
      ("twenty-five decimals", "123519.9999999999999999999999999", 12, 35, 19, 999_999_999),
    ] as [(String, String, UInt8, UInt8, UInt8, UInt32)])
  func readsTimes(
    name: String, text: String, hour: UInt8, minute: UInt8, second: UInt8, nanosecond: UInt32
  ) throws {
    let expected = try #require(
      UTCTime(hour: hour, minute: minute, second: second, nanosecond: nanosecond))
    let field = Field(text + ",1") { ($0.time(), $0.decimal()) }
    #expect(field.value.0 == expected)
    #expect(field.value.1 == 1)
    #expect(field.unreadable == 0)
    #expect(Field(text) { $0.time() }.value == expected)
  }

  @Test(arguments: [
    ("hour 24", "240000"), ("minute 60", "126000"), ("second 61", "123561"),
    ("five digits", "23519"), ("five digits and a fraction", "23519.00"),
    ("seven digits", "0123519"), ("letters", "12x519"), ("letters behind", "123519Z"),
    ("colons", "12:35:19"), ("minus", "-123519"), ("two points", "123519.1.2"),
    ("fraction alone", ".5"), ("a blank", " "),
  ])
  func aBadTimeMakesTheSentenceUnusable(name: String, text: String) {
    let field = Field(text + ",1") { ($0.time(), $0.decimal()) }
    #expect(field.value.0 == nil)
    #expect(field.isUnusable)
    #expect(field.unreadable == 1)
    #expect(field.value.1 == 1)
  }

  @Test(
    arguments: [
      ("a day", "140619", 14, 6, 19), ("first", "010100", 1, 1, 0), ("last", "311299", 31, 12, 99),
      ("a day that no year has", "310226", 31, 2, 26),
    ] as [(String, String, UInt8, UInt8, UInt8)])
  func readsDates(name: String, text: String, day: UInt8, month: UInt8, year: UInt8) throws {
    let expected = try #require(ShortDate(day: day, month: month, yearOfCentury: year))
    let field = Field(text) { $0.shortDate() }
    #expect(field.value == expected)
    #expect(field.unreadable == 0)
  }

  @Test(arguments: [
    ("day 0", "000619"), ("day 32", "320619"), ("month 0", "140019"), ("month 13", "141319"),
    ("five digits", "40619"), ("eight digits", "14062019"), ("letters", "14JUN9"),
    ("letters behind", "140619Z"), ("slashes", "14/06/19"),
  ])
  func aBadDateIsCountedAndNoMore(name: String, text: String) {
    let field = Field(text + ",1") { ($0.shortDate(), $0.decimal()) }
    #expect(field.value.0 == nil)
    #expect(field.unreadable == 1)
    #expect(!field.isUnusable)
    #expect(field.value.1 == 1)
  }

  @Test(arguments: [
    ("GGA with hour 24", "GPGGA,240000,5131,N,00007,W,1,05,1.8,41.5,M,47,M,,"),
    ("GLL beyond the pole", "GPGLL,9000.0001,N,00007.3200,W,064210.00,A"),
    ("RMC without a hemisphere", "GPRMC,064210,A,5131.200,,00007.320,W,0.5,54.7,140619,1.3,W"),
    ("GNS of 61 minutes", "GNGNS,064210,5161.0,N,00007.3,W,AN,07,1.21,41.5,47.0,,"),
    ("PUBX,00 beyond the date line", "PUBX,00,064210,5131,N,18100.0,E,8,G3,2,2,0,0,0,,1,1,1,9,0,0"),
  ])
  func anUnusableSentenceIsDroppedWholeAndCounted(name: String, body: String) {
    let decoded = DecodedInput(checked(body) + "\r\n" + checked("GPHDT,1,T"))
    #expect(decoded.sentences.count == 2)
    #expect(decoded.messages.count == 1)
    #expect(
      decoded.defects
        == with(Defects()) {
          $0.unreadableSentences = 1
          $0.unreadableFields = 1
        })
    #expect(decoded.defects.sentences == 1)
  }
}

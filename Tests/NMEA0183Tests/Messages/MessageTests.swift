// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

/// Which message each sentence becomes.
@Suite struct MessageTests {
  @Test(arguments: [
    ("an unknown formatter", "GPXYZ,1,2"), ("an unknown maker", "PXATT,1"),
    ("a u-blox sentence nobody knows", "PUBX,40,GLL,0"), ("one without a number", "PUBX,x"),
    ("one that is empty", "PUBX"), ("a known formatter with a letter too many", "GPGGAX,1"),
    ("a known formatter without a talker", "GGA,1"), ("a known maker and more", "PGRMEX,1"),
    ("a MediaTek answer nobody knows", "PMTK012,001"), ("AIS", "AIVDM,1,1,,A,x,0"),
  ])
  func isOther(name: String, body: String) throws {
    let decoded = DecodedInput(checked(body))
    let address = try #require(SentenceAddress(String(body.prefix { $0 != "," })))
    #expect(decoded.messages == [.other(address)])
    #expect(decoded.defects.isEmpty)
  }

  @Test(arguments: ["GP", "GL", "GA", "GB", "BD", "GQ", "QZ", "GI", "GN", "II", "HC", "G9"])
  func keepsWhoSpeaks(talker: String) {
    for body in ["\(talker)GGA,", "\(talker)HDT,", "\(talker)TXT,", "\(talker)GSV,"] {
      let message = DecodedInput(checked(body)).messages.first
      let expected: Talker? =
        switch message {
        case .gga(let gga): gga.talker
        case .hdt(let hdt): hdt.talker
        case .txt(let txt): txt.talker
        case .gsv(let gsv): gsv.talker
        default: nil
        }
      #expect(expected?.description == talker)
    }
  }

  @Test func aTalkerThatStartsWithPIsAMaker() throws {
    let address = try #require(SentenceAddress("PXGGA"))
    #expect(DecodedInput(checked("PXGGA,1")).messages == [.other(address)])
  }

  @Test(
    arguments: [
      ("alone", "$GPHDT,274.07,T*03", 274.07), ("a line end", "$GPHDT,274.07,T*03\r\n", 274.07),
      ("wrong checksum", "$GPHDT,274.07,T*04", nil), ("no checksum", "$GPHDT,274.07,T", nil),
      ("cut off", "$GPHDT,274.07,T*0", nil), ("empty", "", nil),
    ] as [(String, String, Double?)])
  func readsASingleSentence(name: String, text: String, heading: Double?) {
    let message = Message(text)
    let read: Double? = if case .hdt(let hdt)? = message { hdt.heading } else { nil }
    #expect(read == heading)
  }

  @Test func readsASingleSentenceWithoutChecksumWhereThatIsAllowed() {
    let expected = Message.hdt(with(HDT()) { $0.heading = 274.07 })
    #expect(Message("$GPHDT,274.07,T", checksums: .optional) == expected)
    #expect(Message("$GPHDT,274.07,T*04", checksums: .optional) == nil)
  }

  @Test func takesNoSentenceThatIsLongerThanTheFramerHolds() {
    #expect(Message(String(repeating: "x", count: 10_000)) == nil)
  }
}

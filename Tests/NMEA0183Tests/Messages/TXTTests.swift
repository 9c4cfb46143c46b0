// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct TXTTests {
  static let rows: [Row<TXT>] = [
    Row("a text", "GPTXT,01,02,07,ANTSTATUS=OK", TXT()) {
      $0.sentenceCount = 1
      $0.sentenceNumber = 2
      $0.identifier = 7
      $0.text = "ANTSTATUS=OK"
    },
    Row("escapes", "GPTXT,01,01,02,50^25 ^2A^2C", TXT()) {
      $0.sentenceCount = 1
      $0.sentenceNumber = 1
      $0.identifier = 2
      $0.text = "50% *,"
    },
    Row("a comma that should be escaped", "GPTXT,01,01,02,a, b,", TXT()) {
      $0.sentenceCount = 1
      $0.sentenceNumber = 1
      $0.identifier = 2
      $0.text = "a, b,"
    },
    Row("no text", "GNTXT,01,01,02,", TXT(talker: .combined)) {
      $0.sentenceCount = 1
      $0.sentenceNumber = 1
      $0.identifier = 2
    },
    Row("unreadable numbers", "GPTXT,1a,,999,hello", TXT(), unreadable: 2) {
      $0.text = "hello"
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<TXT>) { row.check(as: Message.txt) }
}

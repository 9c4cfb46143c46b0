// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import NMEA0183
import Testing

@Suite struct ShortListTests {
  @Test func takesAsManyAsItHasRoomFor() {
    var list = ShortList<3, UInt16>()
    #expect(list.isEmpty)
    for number: UInt16 in 1...3 {
      let isTaken = list.append(UInt16(number))
      #expect(isTaken)
      #expect(list.count == Int(number))
    }
    let isTaken = list.append(4)
    #expect(!isTaken)
    #expect(Array(list) == [1, 2, 3])
  }

  @Test func dropsWhatIsTooMuchInASequence() {
    #expect(Array(ShortList<3, UInt16>(1...10)) == [1, 2, 3])
    #expect(Array(ShortList<3, UInt16>([])) == [])
  }

  @Test func isACollection() {
    let list: ShortList<4, UInt16> = [7, 8, 9]
    #expect(list.first == 7)
    #expect(list.last == 9)
    #expect(list[1] == 8)
    #expect(list.reversed() == [9, 8, 7])
    #expect(list.indices == 0..<3)
    #expect(list.map { $0 * 2 } == [14, 16, 18])
  }

  @Test func holdsNilAsAnElement() {
    let list: ShortList<4, Float?> = [nil, 1, nil]
    #expect(list.count == 3)
    #expect(Array(list) == [nil, 1, nil])
  }

  @Test func isEqualWhenItsElementsAre() {
    let list: ShortList<4, UInt16> = [1, 2]
    var other = ShortList<4, UInt16>([1])
    #expect(list != other)
    _ = other.append(2)
    #expect(list == other)
    #expect(list.hashValue == other.hashValue)
    #expect(Set([list, other]).count == 1)
    #expect(list != [2, 1])
  }

  @Test func survivesCoding() throws {
    let list: ShortList<4, Float?> = [1.5, nil, -2]
    let json = try JSONEncoder().encode(list)
    #expect(String(decoding: json, as: UTF8.self) == "[1.5,null,-2]")
    #expect(try JSONDecoder().decode(ShortList<4, Float?>.self, from: json) == list)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ShortList<2, Float?>.self, from: json)
    }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

/// What one satellite sent in a sub-frame, as far as it was received.
struct SatelliteSubframe: Sendable {
  var satellite: Int
  /// The words, in the order in which they were sent.
  var words: [NavigationWord] = []
  /// The 15 bytes of HKROOT and the 60 of MACK, zero where nothing was received.
  var hkroot = [UInt8](repeating: 0, count: 15)
  var mack = [UInt8](repeating: 0, count: 60)
  /// The pages that were received, the first one in bit 0.
  var received: UInt16 = 0
  var reception = Reception.recorded

  /// The header; `nil` if its page was not received, or the satellite sends no signatures.
  var header: NMAHeader? { received & 1 == 1 && isSigning ? NMAHeader(rawValue: hkroot[0]) : nil }

  /// Whether it sends signatures at all.
  var isSigning: Bool { hkroot.contains { $0 != 0 } || mack.contains { $0 != 0 } }

  /// The block of a message with a root key or a public key; `nil` unless all pages were received.
  var block: MessageBlock? {
    received == 0x7FFF && isSigning ? MessageBlock(hkroot: hkroot) : nil
  }
}

/// Gathers pages into sub-frames: the 15 pages of each satellite that begin in the same half minute.
struct SubframeGatherer: Sendable {
  /// What is known of a satellite's pages.
  private struct Pages: Sendable {
    var pages: [NavigationPage?] = Array(repeating: nil, count: 15)
    /// Whether two pages claim one place, or a page says another time than its receiver: nothing of the satellite counts then.
    var isContradictory = false
    /// Whether a page says another time than its receiver.
    var hasOtherTime = false
  }

  /// The beginning of the sub-frame that is being received.
  private(set) var subframe: GalileoTime?
  private var satellites: [Int: Pages] = [:]

  /// Adds a page of the current sub-frame, or the first page of another one after the last one has been taken.
  ///
  /// - Parameter start: ``NavigationPage/start``.
  mutating func add(_ page: NavigationPage, start: GalileoTime) {
    subframe = start.subframe
    let second = start - start.subframe
    var pages = satellites[page.satellite] ?? Pages()
    let place = second / 2
    if page.contradictsItsTime { pages.hasOtherTime = true }
    if second % 2 == 0 || page.contradictsItsTime {
      pages.isContradictory = true
    } else if let known = pages.pages[place], known.bytes != page.bytes {
      pages.isContradictory = true
    } else {
      pages.pages[place] = page
    }
    satellites[page.satellite] = pages
  }

  /// The satellites whose pages say another time than the receiver.
  var satellitesWithOtherTime: [Int] {
    satellites.filter { $0.value.hasOtherTime }.keys.sorted()
  }

  /// Returns what was received in the sub-frame, by satellite, and ends it.
  mutating func take() -> [SatelliteSubframe] {
    defer { (subframe, satellites) = (nil, [:]) }
    return satellites.sorted { $0.key < $1.key }.compactMap { satellite, pages in
      if pages.isContradictory { return nil }
      var result = SatelliteSubframe(satellite: satellite)
      for case (let place, let page?) in pages.pages.enumerated() {
        result.words.append(page.word)
        result.received |= 1 << UInt16(place)
        result.reception = result.reception.weaker(page.reception)
        result.hkroot[place] = page.hkroot
        for byte in 0..<4 {
          result.mack[4 * place + byte] = UInt8(
            truncatingIfNeeded: page.mack >> UInt32(24 - 8 * byte))
        }
      }
      return result
    }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import NavigationAuthentication

/// Half an hour of a sky that signs what it sends, and the tags that are right in it.
private struct Sky {
  let pages: [NavigationPage]
  let tags: Set<NavigationVerdict.Tag>

  init() {
    let sky = SignedSky(SignedSky.Chain(start: SignedSky.start))
    pages = (0..<60).flatMap { sky.pages(in: SignedSky.start + 30 * $0) }
    tags = Self.tags(pages)
  }

  static func tags(_ pages: [NavigationPage]) -> Set<NavigationVerdict.Tag> {
    var verdicts: [NavigationVerdict] = []
    var authenticator = NavigationAuthenticator(
      SignedSky.anchors, cryptography: ToyCryptography())
    for page in pages { authenticator.consume(page, into: &verdicts) }
    authenticator.finish(into: &verdicts)
    return Set(
      verdicts.compactMap { if case .tag(let tag, isRight: true) = $0 { tag } else { nil } })
  }
}

private let sky = Sky()

/// Checks that no tag is right in changed pages that is not right in the unchanged ones.
///
/// Each eight bytes of the input are what happens to the next page, whose checksum is right afterwards.
func checkSignatures(_ input: [UInt8]) -> Bool {
  var (pages, next) = ([NavigationPage](), 0)
  for start in stride(from: 0, to: input.count - 7, by: 8) {
    let change = Array(input[start..<start + 8])
    var page = sky.pages[next % sky.pages.count]
    next += 1
    let number = Int(change[1]) << 8 | Int(change[2])
    switch change[0] % 8 {
    case 2: page = page.flipping((Array(2..<114) + Array(122..<178))[number % 168])
    case 3: next += number % 64
    case 4: next = max(0, next - number % 64)
    case 5: page.start = page.start.map { $0 + (number - 32_768) }
    case 6:
      let word = Bits(page.bytes)
      var whole = word[2..<114]
      whole.append(word[122..<138])
      page = replacing(page, whole, Bits(Array(change[3...])))
    case 7:
      var word = Bits(Array(change[2...])).padded(to: 128)
      word.bits.swapAt(0, number % 128)
      page = replacing(page, word, Bits(page.bytes)[138..<178])
    default: break
    }
    pages.append(page)
  }
  precondition(Sky.tags(pages).isSubset(of: sky.tags), "a tag is right that nobody has sent")
  return !pages.isEmpty
}

private func replacing(_ old: NavigationPage, _ word: Bits, _ field: Bits) -> NavigationPage {
  page(old.satellite, word, field, at: old.start)
}

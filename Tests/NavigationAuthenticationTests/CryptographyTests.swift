// Core Location for Linux. SPDX-License-Identifier: MIT

import NavigationAuthentication
import Testing

struct PublicKeyTests {
  @Test func refusesAPointOfAnotherForm() {
    let point = [2] + [UInt8](repeating: 7, count: 32)
    #expect(PublicKey(identifier: 15, curve: .p256, point: point) != nil)
    #expect(PublicKey(identifier: 16, curve: .p256, point: point) == nil)
    #expect(PublicKey(identifier: 1, curve: .p521, point: point) == nil)
    #expect(PublicKey(identifier: 1, curve: .p256, point: [4] + point.dropFirst()) == nil)
  }
}

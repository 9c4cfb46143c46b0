// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import LinuxLocation
@testable import LocationAuthorization

@Suite struct UsageDescriptionsTests {
  private let application = Application(
    ApplicationIdentity(identifier: "org.example.app"),
    UsageDescriptions(
      whenInUse: "By its Info.plist.", always: "By its Info.plist.", requiresExplicitSession: true))

  @Test func declaredTextsTakeThePlaceOfThoseOfAFile() {
    let declared = DeclaredDescriptions()
    declared.declare(
      .init(whenInUse: "To find the way.", temporaryFullAccuracy: ["turn": "Turns."]))
    let descriptions = declared.applied(to: application).descriptions
    #expect(descriptions.whenInUse == "To find the way.")
    #expect(descriptions.always == nil)
    #expect(descriptions.requiresExplicitSession == true, "that is no text")
    #expect(descriptions.temporary == ["turn": "Turns."])
    #expect(descriptions.keysMissingForWhenInUse.isEmpty)
    #expect(declared.applied(to: application).identity == application.identity)
  }

  @Test func withoutThemTheFileCounts() {
    let descriptions = DeclaredDescriptions().applied(to: application).descriptions
    #expect(descriptions == application.descriptions)
  }
}

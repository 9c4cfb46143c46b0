// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import CoreLocationTesting

@Suite struct ReleaseGuardTests {
  @Test(
    arguments: [
      ("a debug build", false, false, false),
      ("a debug build that says more than it must", false, true, false),
      ("a release build", true, false, true),
      ("a release build that allows it", true, true, false),
    ] as [(String, Bool, Bool, Bool)])
  func refusesReleaseBuildsUnlessTheyAllowIt(
    name: String, isReleaseBuild: Bool, isAllowed: Bool, isRefused: Bool
  ) {
    let refusal = ReleaseGuard.refusal(isAllowed: isAllowed, isReleaseBuild: isReleaseBuild)
    #expect((refusal != nil) == isRefused)
  }

  @Test func knowsThatTestsAreBuiltForDebugging() { #expect(!ReleaseGuard.isReleaseBuild) }
}

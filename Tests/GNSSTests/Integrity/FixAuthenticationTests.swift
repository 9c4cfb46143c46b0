// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import Testing
import UBX

/// What a pipeline does with what verifies signatures; that itself has tests of its own.
struct FixAuthenticationTests {
  /// Counts what it is given, and says what a test tells it to.
  private struct FakeAuthenticator: FixAuthenticator {
    var verdict: FixAuthentication?
    var frames = 0
    var sentences = 0

    mutating func received(_ kind: FrameKind, _ payload: RawSpan) { frames += 1 }
    mutating func received(_ message: Message) { sentences += 1 }

    func authentication(of used: SatelliteSet) -> FixAuthentication? {
      var verdict = verdict
      verdict?.satellitesAuthenticated = sentences
      verdict?.galileoUsed = used.count
      return verdict
    }
  }

  private func fixes(_ verdict: FixAuthentication?) -> [Fix] {
    var listener = Listener(
      FixPipeline().authenticating(by: verdict.map { FakeAuthenticator(verdict: $0) }))
    listener.receive(gga(clock(0)), rmc(clock(0)), "GNGSA,A,3,05,11,,,,,,,,,,,1.5,1.0,1.1,3")
    listener.finish()
    return listener.fixes
  }

  @Test func saysNothingUnlessSomebodyVerifies() {
    #expect(fixes(nil).map(\.authentication) == [nil])
  }

  @Test func addsTheVerdictToTheFix() throws {
    let fix = try #require(fixes(FixAuthentication(.verified)).first)
    // Of sentences, it is shown the one with the date.
    #expect(fix.authentication?.satellitesAuthenticated == 1)
    #expect(fix.authentication?.galileoUsed == 2)
    #expect(fix.warnings == [])
  }

  @Test(arguments: FixAuthentication.Status.allCases)
  func warnsOfForgedDataAlone(status: FixAuthentication.Status) {
    #expect(
      fixes(FixAuthentication(status)).map(\.warnings.list)
        == [status == .failed ? [.navigationDataForged] : []])
  }
}

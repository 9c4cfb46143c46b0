// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import LocationPublishing
import Testing

@Suite struct PublishArgumentsTests {
  /// `gps` states the forms without containing the destinations, so they are written twice.
  @Test func statesTheFormsOfAllDestinations() {
    #expect(PublishArguments.addressForms == Destinations.forms)
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import LocationAuthorization

@Suite struct DisclosureTests {
  @Test(
    arguments: [
      ("when in use, in use", .authorizedWhenInUse, true, true),
      ("when in use, in the background", .authorizedWhenInUse, false, false),
      ("always, in use", .authorizedAlways, true, true),
      ("always, in the background", .authorizedAlways, false, true),
      ("denied", .denied, true, false),
      ("restricted", .restricted, true, false),
      ("undetermined", .notDetermined, true, false),
    ] as [(String, AuthorizationStatus, Bool, Bool)])
  func events(why: String, status: AuthorizationStatus, isInUse: Bool, expected: Bool) {
    let disclosure = Disclosure(status: status, isInUse: isInUse)
    #expect(disclosure.allowsEvents == expected, "\(why)")
  }

  @Test(
    arguments: [
      ("in use", .authorizedWhenInUse, true, false, false, true),
      ("in the background", .authorizedWhenInUse, false, false, true, false),
      ("goes on in the background", .authorizedWhenInUse, false, true, true, true),
      ("never was in use", .authorizedWhenInUse, false, true, false, false),
      ("always, whatever it wishes", .authorizedAlways, false, false, false, true),
      ("denied", .denied, true, true, true, false),
    ] as [(String, AuthorizationStatus, Bool, Bool, Bool, Bool)])
  func continuousLocations(
    why: String, status: AuthorizationStatus, isInUse: Bool, continues: Bool, wasInUse: Bool,
    expected: Bool
  ) {
    let disclosure = Disclosure(status: status, isInUse: isInUse)
    #expect(
      disclosure.allowsUpdates(continuesInBackground: continues, hasBeenInUse: wasInUse)
        == expected,
      "\(why)")
  }
}

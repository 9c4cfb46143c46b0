// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationAuthorization
import Testing

@Suite struct AuthorizationRecordsTests {
  private static let damage = "cannot read it"

  @Test(
    arguments: [
      ("nobody has decided", .init(), .notDetermined),
      ("the person's", .init(decision: .init(.authorizedWhenInUse)), .authorizedWhenInUse),
      ("the person's", .init(decision: .init(.authorizedAlways)), .authorizedAlways),
      ("once is nobody's yet", .init(decision: .init(.once)), .notDetermined),
      (
        "services off hide everything",
        .init(decision: .init(.authorizedAlways), servicesEnabled: false, rule: .init(.restricted)),
        .denied
      ),
      (
        "the person cannot change it",
        .init(decision: .init(.authorizedAlways), rule: .init(.restricted)), .restricted
      ),
      ("the administrator's", .init(rule: .init(.authorizedAlways)), .authorizedAlways),
      (
        "the person before the administrator",
        .init(decision: .init(.denied), rule: .init(.authorizedAlways)), .denied
      ),
      (
        "a damaged file authorizes nothing",
        .init(decision: .init(.authorizedAlways), obstacle: damage), .notDetermined
      ),
      (
        "nor does what is beside it", .init(rule: .init(.authorizedAlways), obstacle: damage),
        .notDetermined
      ),
      ("a no stays", .init(decision: .init(.denied), obstacle: damage), .denied),
    ] as [(why: String, records: AuthorizationRecords, status: AuthorizationStatus)])
  func followsFromWhatIsKept(
    why: String, records: AuthorizationRecords, status: AuthorizationStatus
  ) {
    #expect(records.status == status, "\(why)")
  }

  @Test(
    arguments: [
      ("nobody has said", .init(), .full),
      ("the administrator", .init(rule: .init(.authorizedAlways, accuracy: .reduced)), .reduced),
      (
        "the person before the administrator",
        .init(
          decision: .init(.notDetermined, accuracy: .full),
          rule: .init(.authorizedAlways, accuracy: .reduced)), .full
      ),
    ] as [(why: String, records: AuthorizationRecords, accuracy: AuthorizedAccuracy)])
  func isAsExactAsSomebodySaid(
    why: String, records: AuthorizationRecords, accuracy: AuthorizedAccuracy
  ) {
    #expect(records.accuracy == accuracy, "\(why)")
  }
}

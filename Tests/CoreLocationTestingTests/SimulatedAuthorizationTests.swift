// Core Location for Linux. SPDX-License-Identifier: MIT

import CoreLocationTesting
import Foundation
import LinuxLocation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct SimulatedAuthorizationTests {
  @Test(
    arguments: [
      ("nobody has to ask", .always, .authorizedAlways),
      ("refused before", .denied, .denied),
      ("forbidden", .restricted, .restricted),
      ("asked for Always, and allowed", .notDetermined(answer: .allow), .authorizedAlways),
      ("asked, and refused", .notDetermined(answer: .dontAllow), .denied),
      ("asked, and not answered", .notDetermined(answer: .nothing), .notDetermined),
      ("asked for more, and allowed", .whenInUse, .authorizedAlways),
      (
        "asked for more, and refused",
        SimulatedAuthorization(.authorizedWhenInUse, answer: .dontAllow), .authorizedWhenInUse
      ),
    ] as [(String, SimulatedAuthorization, CLAuthorizationStatus)])
  func answersARequestForAlways(
    name: String, authorization: SimulatedAuthorization, status: CLAuthorizationStatus
  ) {
    SimulatedLocations([], authorization: authorization).run { _ in
      let manager = CLLocationManager()
      manager.requestAlwaysAuthorization()
      #expect(manager.authorizationStatus == status)
    }
  }

  @Test func aDeniedApplicationReceivesAnErrorAndNoLocation() async {
    await SimulatedLocations(Walk.locations(5), authorization: .denied).run { _ in
      let diary = Diary()
      diary.start()
      await diary.becameAuthorized()
      #expect(diary.locations.isEmpty && diary.statuses == [.denied])
    }
  }

  @Test func aPersonCanChangeTheirMindBetweenTwoLocations() async {
    await SimulatedLocations(Walk.locations(10)).run { simulation in
      let diary = Diary()
      diary.onLocation = { [weak diary] in
        if diary?.locations.count == 3 { simulation.authorization = .denied }
      }
      diary.start()
      #expect(await eventually { diary.statuses.last == .denied })
      #expect(diary.locations.count == 3)
      diary.onLocation = {}
    }
  }

  @Test func reducedAccuracyIsReduced() async throws {
    let coarse = SimulatedAuthorization(.authorizedAlways, accuracy: .reducedAccuracy)
    try await SimulatedLocations(Walk.locations(5), authorization: coarse).run { simulation in
      let diary = Diary()
      diary.start()
      await simulation.ended()
      #expect(try #require(diary.locations.first).horizontalAccuracy >= 1000)
      try await diary.manager?.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "Map")
      #expect(diary.manager?.accuracyAuthorization == .fullAccuracy)
    }
  }

  @Test func fullAccuracyIsThereWhenItsCompletionIsCalled() async {
    let coarse = SimulatedAuthorization(.authorizedAlways, accuracy: .reducedAccuracy)
    await SimulatedLocations([], authorization: coarse).run { _ in
      let diary = Diary()
      diary.start()
      await diary.becameAuthorized()
      let manager = diary.manager
      let accuracy: CLAccuracyAuthorization? = await withCheckedContinuation { continuation in
        manager?.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "Map") { error in
          #expect(diary.statuses.count == 2, "the delegate knows it already")
          continuation.resume(returning: error == nil ? manager?.accuracyAuthorization : nil)
        }
      }
      #expect(accuracy == .fullAccuracy)
    }
  }

  @Test func switchedOffServicesAreOffForTheApplication() {
    var off = SimulatedAuthorization.always
    off.isServiceEnabled = false
    SimulatedLocations([], authorization: off).run { _ in
      #expect(!CLLocationManager.locationServicesEnabled())
      #expect(CLLocationManager().authorizationStatus == .denied)
    }
  }

  @Test func anApplicationInTheBackgroundIsNotAsked() {
    SimulatedLocations([], authorization: .notDetermined(answer: .allow)).run { simulation in
      simulation.setInUse(false)
      let manager = CLLocationManager()
      manager.requestWhenInUseAuthorization()
      #expect(manager.authorizationStatus == .notDetermined)
      CLLocationManager.setInUse(true)
      manager.requestWhenInUseAuthorization()
      #expect(manager.authorizationStatus == .authorizedWhenInUse)
    }
  }
}

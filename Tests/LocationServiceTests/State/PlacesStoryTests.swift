// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import LocationService

/// Who still gets in when one user opens as many connections as they can.
@Suite struct PlacesStoryTests {
  @Test func strangersLockNobodyOutBeforeAReceiverIsKnown() {
    var story = ServiceStory(.unknown)
    for _ in 0..<210 { _ = story.connect(.gpsd, as: ServiceStory.stranger) }
    for user in [0, ServiceStory.owner, ServiceStory.friend] {
      let client = story.connect(.gpsd, as: user)
      #expect(!story.closed.contains(client), "user \(user)")
    }
    #expect(story.state.clientCount < 50)
  }

  @Test func oneAllowedUserLeavesPlacesForOthers() {
    var story = ServiceStory()
    for _ in 0..<250 { _ = story.watch() }
    for user in [0, ServiceStory.owner] {
      let client = story.connect(.gpsd, as: user)
      #expect(!story.closed.contains(client), "user \(user)")
    }
  }

  @Test func rootGetsInWhenTheServicesOwnUserHasTakenAllOtherPlaces() {
    var story = ServiceStory()
    for _ in 0..<250 { _ = story.watch(as: ServiceStory.owner) }
    let root = story.connect(.gpsd, as: 0)
    #expect(!story.closed.contains(root))
    #expect(story.state.clientCount == 181)
  }

  @Test func tellsWhoHasTooManyConnectionsWhy() {
    var story = ServiceStory()
    let clients = (0..<101).map { _ in story.connect(.gpsd) }
    #expect(story.closed == [clients[100]])
    #expect(story.text(of: clients[100]).contains("user 1000 has 100 connections"))
    story.disconnect(clients[0])
    #expect(!story.closed.contains(story.connect(.gpsd)))
  }

  @Test func thoseOfWhomNothingIsKnownYetTakeNoPlaceOfOthers() {
    var story = ServiceStory()
    for number in UInt64(1000)..<1500 { story.connectUnknown(ClientID(number), .nmea) }
    #expect(story.closed.count == 244)
    let friend = story.connect(.location, as: ServiceStory.friend)
    #expect(!story.closed.contains(friend))
  }

  @Test func closesAtOnceWhoIsRefusedAndReadsNothing() {
    var story = ServiceStory()
    for _ in 0..<100 { _ = story.connect(.gpsd) }
    let id = ClientID(1000)
    story.stalled = [id]
    story.connectUnknown(id, .gpsd)
    story.identify(id, as: ServiceStory.friend)
    #expect(story.closed == [id])
  }

  @Test func keepsOnlyAllowedClientsOverARestart() {
    var story = ServiceStory()
    let (friend, stranger) = (story.watch(), story.watch(as: ServiceStory.stranger))
    #expect(story.state.subscription(of: friend)?.text == "ej0")
    #expect(story.state.subscription(of: stranger) == nil)
  }
}

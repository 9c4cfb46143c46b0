// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import LocationAuthorization
import LocationProtocols
import Testing

@testable import LocationService

/// What clients of the project's own protocol experience.
@Suite struct LocationStoryTests {
  private static func watch(
    _ story: inout ServiceStory, as user: UInt32 = ServiceStory.friend, more: String = ""
  ) -> ClientID {
    let client = story.connect(.location, as: user)
    story.send("{\"class\":\"client\",\"name\":\"walk\",\"watch\":true\(more)}\n", from: client)
    return client
  }

  @Test func saysWhoServesAndWhatTheClientMay() {
    var story = ServiceStory()
    let client = story.connect(.location)
    #expect(story.classes(of: client) == ["service"])
    story.send("{\"class\":\"client\",\"watch\":true}\n", from: client)
    #expect(story.text(of: client).contains("\"status\":\"authorized\",\"accuracy\":\"full\""))
    #expect(story.state.receiverNeed == .events)
  }

  @Test func tellsEachEventAtOnceToThoseWhoAskedForIt() {
    var story = ServiceStory()
    let plain = Self.watch(&story)
    let curious = Self.watch(&story, more: ",\"satellites\":true,\"headings\":true")
    story.become(.fix)
    _ = (story.text(of: plain), story.text(of: curious))
    story.receive(
      .report(.satellites(ServiceStory.sky)), .report(.heading(Heading(.trueNorth, at: nil))))
    #expect(story.text(of: plain).isEmpty)
    #expect(story.classes(of: curious) == ["satellites", "heading"])
    story.fix()
    #expect(story.classes(of: plain) == ["fix"])
    #expect(story.classes(of: curious) == ["fix"])
  }

  @Test func tellsTheSkyToThoseWhoComeLaterAsLongAsTheReceiverIsHeard() {
    var story = ServiceStory()
    let first = Self.watch(&story)
    story.become(.fix)
    story.receive(.report(.satellites(ServiceStory.sky)))
    let curious = Self.watch(&story, more: ",\"satellites\":true")
    #expect(story.classes(of: curious).last == "satellites")
    #expect(!story.classes(of: first).contains("satellites"))
    let stranger = Self.watch(
      &story, as: ServiceStory.stranger, more: ",\"satellites\":true")
    #expect(!story.classes(of: stranger).contains("satellites"))
    story.become(.unplugged)
    let late = Self.watch(&story, more: ",\"satellites\":true")
    #expect(!story.classes(of: late).contains("satellites"))
  }

  @Test func tellsThoseWhoComeLaterThatNoSatelliteIsUsedWithoutAFix() {
    var story = ServiceStory()
    _ = Self.watch(&story)
    story.become(.fix)
    story.fix()
    story.receive(.report(.satellites(ServiceStory.usedSky)))
    let early = Self.watch(&story, more: ",\"satellites\":true")
    #expect(story.text(of: early).contains("\"used\":true"))
    story.receive(.report(.fixLost(nil)))
    let late = Self.watch(&story, more: ",\"satellites\":true")
    #expect(story.text(of: late).contains("\"used\":false"))
  }

  @Test func tellsTheLastFixWithItsAgeEvenWhenTheReceiverIsClosed() throws {
    var story = ServiceStory()
    let first = Self.watch(&story)
    story.become(.fix)
    story.fix()
    story.disconnect(first)
    story.wait(.seconds(120))
    #expect(story.state.receiverNeed == .nothing)
    let second = Self.watch(&story)
    let line = try #require(story.lines(of: second).last)
    #expect(line.contains("\"class\":\"fix\"") && line.contains("\"age\":120.000"))
  }

  @Test func tellsStatesOnceEach() {
    var story = ServiceStory()
    let client = Self.watch(&story)
    _ = story.text(of: client)
    story.become(.opening)
    story.become(.opening)
    story.become(.unplugged)
    let lines = story.lines(of: client)
    #expect(lines.count == 2)
    #expect(lines.last?.contains("\"code\":\"trouble\"") == true)
    story.receive(.report(.fixLost(nil)))
    #expect(story.text(of: client) == "{\"class\":\"fixLost\"}\n")
  }

  @Test func listsWhoListens() {
    var story = ServiceStory()
    let client = Self.watch(&story)
    _ = story.watch(as: ServiceStory.owner)
    _ = story.text(of: client)
    story.send("{\"class\":\"clients\"}\n", from: client)
    let text = story.text(of: client)
    #expect(text.contains("\"uid\":1000,\"pid\":77,\"name\":\"walk\",\"protocol\":\"service\""))
    #expect(text.contains("\"uid\":990,\"pid\":77,\"name\":\"cgps\",\"protocol\":\"gpsd\""))
    let stranger = Self.watch(&story, as: ServiceStory.stranger)
    _ = story.text(of: stranger)
    story.send("{\"class\":\"clients\"}\n", from: stranger)
    #expect(story.classes(of: stranger) == ["error"])
  }

  /// Where its base is reveals where the receiver is, to a few kilometers or to meters.
  @Test func tellsOfCorrectionsOnlyThoseWhoMayKnowTheExactPlace() {
    var report = CorrectionReport(
      state: "receiving", source: "ntrip://h/HOME", explanation: "at home")
    report.baseDistance = 1234
    var options = ServiceOptions()
    options.exchange = { [report] in
      ExchangeReport(time: TimeReport(state: "sampling", sockets: []), corrections: report)
    }
    for accuracy in [AuthorizedAccuracy.full, .reduced] {
      var policy = AccessRules.Policy()
      policy.users[ServiceStory.friend] = AdministratorPolicy.Rule(
        .authorizedAlways, accuracy: accuracy)
      var story = ServiceStory(options: options, policy: policy)
      let client = Self.watch(&story)
      _ = story.text(of: client)
      story.send("{\"class\":\"clients\"}\n", from: client)
      let text = story.text(of: client)
      #expect(text.contains("\"sampling\""))
      #expect(
        text.contains("HOME") == (accuracy == .full) && text.contains("1234") == (accuracy == .full)
      )
    }
  }

  @Test func answersNonsenseAndStays() {
    var story = ServiceStory()
    let client = Self.watch(&story)
    _ = story.text(of: client)
    story.send("nonsense\n{}\n{\"class\":\"later\"}\n", from: client)
    #expect(story.classes(of: client) == ["error", "error", "error"])
    story.send(String(repeating: "[", count: 20_000) + "\n", from: client)
    #expect(!story.closed.contains(client))
  }

  @Test func tellsAStrangerThatItMayNotKnow() {
    var story = ServiceStory()
    let friend = Self.watch(&story)
    let client = Self.watch(&story, as: ServiceStory.stranger)
    story.become(.fix)
    story.receive(.report(.satellites(ServiceStory.sky)))
    story.fix()
    let text = story.text(of: client)
    #expect(text.contains("\"status\":\"denied\""))
    #expect(text.contains("usermod -aG"))
    #expect(!text.contains("latitude"))
    _ = friend
  }
}

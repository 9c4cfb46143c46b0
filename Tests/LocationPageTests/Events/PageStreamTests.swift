// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import GNSSReceiver
@testable import LocationPage

@Suite struct PageStreamTests {
  private static func story() -> PageStory {
    var story = PageStory()
    story.become(.fix)
    story.fix()
    return story
  }

  @Test func beginsWithHowItStands() throws {
    let story = Self.story()
    var stream = PageStream(after: nil)
    let begun = stream.begin(story.state, at: story.now)
    let bytes = try #require(begun)
    #expect(
      String(decoding: bytes, as: UTF8.self).hasPrefix(
        "retry: 1000\n\nid: a1b2-\(story.state.log.last)\n"))
    #expect(PageStory.names(bytes) == ["resync", "state", "fix", "variation"] + PageStory.watched)
  }

  @Test func goesOnWhereTheLastConnectionEnded() {
    var story = Self.story()
    let known = EventID(run: "a1b2", number: story.state.log.last)
    // Even an old fix is sent, since it belongs to the track.
    for _ in 0..<10 { story.fix() }
    var stream = PageStream(after: known)
    let names = PageStory.names(stream.begin(story.state, at: story.now))
    #expect(names == Array(repeating: "fix", count: 10))
  }

  @Test(
    arguments: [
      ("another run of the program", "ffff-1"),
      ("one that has not been yet", "a1b2-99"),
      ("none", ""),
      ("something else", "a1b2-x"),
      ("a number that is none", "a1b2--1"),
    ] as [(name: String, id: String)])
  func beginsAnewAfterWhatItDoesNotKnow(_ row: (name: String, id: String)) {
    let story = Self.story()
    var stream = PageStream(after: EventID(row.id))
    let names = PageStory.names(stream.begin(story.state, at: story.now))
    #expect(names.first == "resync", "\(row.name)")
  }

  @Test func beginsAnewAfterWhatIsNoLongerKept() {
    var story = Self.story()
    let known = EventID(run: "a1b2", number: story.state.log.last)
    for _ in 0...2 * EventLog.kept { story.fix() }
    var stream = PageStream(after: known)
    let names = PageStory.names(stream.begin(story.state, at: story.now))
    #expect(names.first == "resync")
  }

  @Test func tellsNewsOnce() {
    var story = Self.story()
    var stream = PageStream(after: nil)
    _ = stream.begin(story.state, at: story.now)
    stream.drained()
    let nothing = stream.begin(story.state, at: story.now)
    #expect(nothing == nil)
    story.fix()
    let names = PageStory.names(stream.begin(story.state, at: story.now))
    #expect(names == ["fix"])
  }

  @Test func writesNothingWhileABrowserHasNotReadAndThenOnlyHowItStands() {
    var story = Self.story()
    var stream = PageStream(after: nil)
    _ = stream.begin(story.state, at: story.now)
    for _ in 0..<30 {
      story.fix()
      let nothing = stream.begin(story.state, at: story.now)
      #expect(nothing == nil)
    }
    stream.drained()
    let names = PageStory.names(stream.begin(story.state, at: story.now))
    #expect(names == ["resync", "state", "fix", "variation"] + PageStory.watched)
  }

  @Test func keepsTheConnectionOpenWithCommentsAndGivesUpWhoNeverReads() {
    let story = Self.story()
    var stream = PageStream(after: nil)
    let early = stream.beginComment(at: story.now)
    #expect(early == nil)
    _ = stream.begin(story.state, at: story.now)
    let late = stream.beginComment(at: story.now + .seconds(1))
    #expect(late == nil)
    #expect(!stream.isStuck(at: story.now + .seconds(59)))
    #expect(stream.isStuck(at: story.now + .seconds(61)))
    stream.drained()
    let soon = stream.beginComment(at: story.now + .milliseconds(500))
    #expect(soon == nil)
    let comment = stream.beginComment(at: story.now + .seconds(1))
    #expect(comment == Array(": still here\n\n".utf8))
  }
}

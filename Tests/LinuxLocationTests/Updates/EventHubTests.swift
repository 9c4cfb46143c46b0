// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import LinuxLocation

@Suite struct EventHubTests {
  @Test func theNewestWaitForTheFirstLoop() async {
    let hub = EventHub<Int>(capacity: 3)
    for number in 1...5 { hub.send(number) }
    var loop = hub.loop()
    #expect(await loop.next() == 3)
    #expect(await loop.next() == 4)
    #expect(await loop.next() == 5)
  }

  @Test func whatTheLastLoopHasNotReceivedWaitsForTheNext() async {
    let hub = EventHub<Int>(capacity: 8)
    do {
      var loop = hub.loop()
      for number in 1...3 { hub.send(number) }
      #expect(await loop.next() == 1)
    }
    var loop = hub.loop()
    #expect(await loop.next() == 2)
    #expect(await loop.next() == 3)
  }

  @Test func aSecondLoopReceivesWhatComesFromThenOn() async {
    let hub = EventHub<Int>(capacity: 8)
    var one = hub.loop()
    hub.send(1)
    var two = hub.loop()
    hub.send(2)
    #expect(await one.next() == 1)
    #expect(await one.next() == 2)
    #expect(await two.next() == 2)
  }

  @Test func cancellationEndsALoopThatWaits() async {
    let hub = EventHub<Int>(capacity: 8)
    let task = Task {
      var loop = hub.loop()
      return await loop.next()
    }
    task.cancel()
    #expect(await task.value == nil)
  }

  @Test func aLoopBeginsWithTheGivenEventUnlessOneWaits() async {
    let hub = EventHub<Int>(capacity: 1)
    var one = hub.loop { 7 }
    #expect(await one.next() == 7)
    hub.send(8)
    hub.send(9)
    var two = hub.loop { 7 }
    #expect(await two.next() == 7)
    #expect(await one.next() == 9)
  }

  @Test func anEndedHubEndsItsLoopsAndThoseToCome() async {
    let hub = EventHub<Int>(capacity: 8)
    var one = hub.loop()
    hub.send(1)
    hub.finish()
    #expect(await one.next() == 1)
    #expect(await one.next() == nil)
    var two = hub.loop { 2 }
    #expect(await two.next() == 2)
    #expect(await two.next() == nil)
  }
}

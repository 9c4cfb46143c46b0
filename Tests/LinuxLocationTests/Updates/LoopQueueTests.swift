// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import LinuxLocation

@Suite struct LoopQueueTests {
  @Test func onlyTheFirstElementNeedsAWakeUp() async {
    let queue = LoopQueue<Int>(capacity: 8)
    #expect(queue.add(1))
    #expect(!queue.add(2))
    var loop = queue.makeIterator()
    #expect(await loop.next() == 1)
    #expect(await loop.next() == 2)
    #expect(queue.add(3))
  }

  @Test func theNewestElementsWin() async {
    let queue = LoopQueue<Int>(capacity: 2)
    for number in 1...5 { _ = queue.add(number) }
    var loop = queue.makeIterator()
    #expect(await loop.next() == 4)
    #expect(await loop.next() == 5)
  }

  @Test func aLoopThatWaitsIsWoken() async {
    let queue = LoopQueue<Int>(capacity: 2)
    let task = Task {
      var loop = queue.makeIterator()
      return await loop.next()
    }
    await Task.yield()
    if queue.add(1) { queue.wake() }
    #expect(await task.value == 1)
  }

  @Test func whatWaitsIsReceivedBeforeTheEnd() async {
    let queue = LoopQueue<Int>(capacity: 2)
    _ = queue.add(1)
    queue.finish()
    var loop = queue.makeIterator()
    #expect(await loop.next() == 1)
    #expect(await loop.next() == nil)
  }

  @Test func aCancelledLoopReceivesNothingMoreAndStaysAtItsEnd() async {
    let queue = LoopQueue<Int>(capacity: 2)
    _ = queue.add(1)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var loop = queue.makeIterator()
      let first = await loop.next()
      return (
        first,
        await Task.detached { [loop] in
          var loop = loop
          _ = await loop.next()
          return await loop.next()
        }.value
      )
    }
    let (first, later) = await task.value
    #expect(first == nil)
    #expect(later == nil)
  }
}

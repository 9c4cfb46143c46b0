// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import LocationService

/// Checks that, whatever clients send, a stranger receives no position and the stream of another client continues.
///
/// The first byte selects the protocol; zeros separate what is sent in each epoch.
func checkService(_ input: [UInt8]) -> Bool {
  // Requests are quoted in answers, so an input must not contain the digits of the position.
  guard let first = input.first, !String(decoding: input, as: UTF8.self).contains("47") else {
    return false
  }
  let clientProtocol = ClientProtocol.allCases[Int(first) % ClientProtocol.allCases.count]
  var story = ServiceStory()
  let friend = story.watch()
  story.become(.fix)
  let (guest, stranger) = (
    story.connect(clientProtocol), story.connect(clientProtocol, as: ServiceStory.stranger)
  )
  _ = story.text(of: friend)
  for piece in input.dropFirst().split(separator: 0, maxSplits: 32) {
    for client in [guest, stranger] where !story.closed.contains(client) {
      story.send(Array(piece), from: client)
    }
    story.receive(.report(.satellites(ServiceStory.sky)))
    story.fix()
    // Before the second fix, the satellites come twice.
    let told = story.classes(of: friend)
    precondition(told.suffix(2) == ["TPV", "SKY"], "another client lost an epoch")
    let heard = story.text(of: stranger)
    precondition(
      !heard.contains("47.28") && !heard.contains("4717.1"), "a stranger was told the place")
  }
  return !story.text(of: guest).isEmpty
}

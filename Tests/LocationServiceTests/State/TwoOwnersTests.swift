// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import Testing

@testable import LocationService

/// Nobody is sent anything that comes from a receiver which only others may read, whatever happens to the receivers.
@Suite struct TwoOwnersTests {
  @Test(arguments: 0..<8 as Range<UInt64>) func nothingOfOneReceiverReachesTheOwnerOfTheOther(
    group: UInt64
  ) throws {
    var (sent, switches): ([UInt32: Int], Int) = ([:], 0)
    for seed in group * 12..<(group + 1) * 12 {
      var world = try TwoOwners(seed: seed)
      for second in 0..<110 {
        for (client, text) in world.second(second) {
          for receiver in world.receivers {
            let found = receiver.secrets.filter(text.contains)
            if found.isEmpty { continue }
            if Self.may(client.user, read: receiver) {
              sent[client.user, default: 0] += 1
              continue
            }
            Issue.record(
              "seed \(seed), second \(second): \(client) was sent \(found) of \(receiver.candidate.name): \(text)"
            )
            return
          }
          if client.user != ServiceStory.owner { #expect(!text.contains("\"spares\"")) }
        }
      }
      switches += world.switches
      #expect(world.misplaced.isEmpty, "seed \(seed)")
    }
    // They are sent what is theirs, and the receivers do take turns.
    for user in [ServiceStory.friend, ServiceStory.stranger, ServiceStory.owner] {
      #expect(sent[user, default: 0] > 250, "\(user)")
    }
    #expect(switches > 50)
  }

  private static func may(_ user: UInt32, read receiver: RandomReceiver) -> Bool {
    switch user {
    case ServiceStory.friend: receiver.candidate.name == ServiceStory.port
    case ServiceStory.stranger: receiver.candidate.name == ServiceStory.otherPort
    default: true
    }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationAuthorization
import Testing

@testable import LocationService

/// Which users may read a device node, and the administrator's rules for them.
@Suite struct AccessRulesTests {
  /// Returns an access control list as `setfacl -m u:1001:r,g:50:r` writes it, with a given mask.
  private static func list(mask: UInt8) -> [UInt8] {
    func entry(_ tag: UInt8, _ permissions: UInt8, _ id: UInt32 = .max) -> [UInt8] {
      [tag, 0, permissions, 0] + (0..<4).map { UInt8(truncatingIfNeeded: id >> (8 * $0)) }
    }
    return [2, 0, 0, 0] + entry(0x01, 6) + entry(0x02, 4, 1001) + entry(0x04, 6)
      + entry(0x08, 4, 50) + entry(0x10, mask) + entry(0x20, 0)
  }

  @Test(
    arguments: [
      ("root", 0o000, [], 0, [], true),
      ("the owner", 0o600, [], 7, [], true),
      ("the owner without the right, though the group has it", 0o060, [], 7, [20], false),
      ("a member of the group", 0o660, [], 1000, [20], true),
      ("somebody else", 0o660, [], 1000, [21], false),
      ("everybody", 0o666, [], 1000, [], true),
      ("a member of the group that may not, though everybody may", 0o606, [], 1000, [20], false),
      ("a user on the list", 0o660, list(mask: 6), 1001, [], true),
      ("a user on the list, masked", 0o660, list(mask: 0), 1001, [], false),
      ("a group on the list", 0o660, list(mask: 6), 1000, [50], true),
      ("the group, masked", 0o660, list(mask: 0), 1000, [20], false),
      ("nobody on the list", 0o660, list(mask: 6), 1000, [51], false),
    ] as [(String, UInt32, [UInt8], UInt32, Set<UInt32>, Bool)])
  func weighsModeAndListAsTheKernelDoes(
    why: String, mode: UInt32, list: [UInt8], user: UInt32, groups: Set<UInt32>, reads: Bool
  ) {
    let node = NodeAccess(owner: 7, group: 20, mode: mode, list: list)
    #expect(node.permits(PeerCredentials(user: user, groups: groups)) == reads, "\(why)")
  }

  @Test func readsNoMoreThanThereIsOfABrokenList() {
    for length in 0..<48 {
      let list = Array(Self.list(mask: 6).prefix(length))
      _ = NodeAccess(owner: 7, group: 20, mode: 0o660, list: list)
    }
  }

  /// Whoever joins root's group may write files of the system.
  @Test(arguments: [0o640, 0o660] as [UInt32], [[], list(mask: 6)])
  func neverAdvisesToJoinRootsGroup(mode: UInt32, list: [UInt8]) {
    let node = NodeAccess(owner: 0, group: 0, mode: mode, list: list)
    for names in [[:], [0: "root"]] as [[UInt32: String]] {
      let rules = AccessRules(nodes: ["/dev/gps0": node], ownUser: 990, groupNames: names)
      let stranger = PeerCredentials(user: 1234, groups: [100])
      guard case .refused(let reason) = rules.access(of: stranger, at: .node("/dev/gps0")) else {
        Issue.record("it may not read the node")
        continue
      }
      #expect(!reason.contains("usermod") && reason.contains("policy.json"), "\(reason)")
    }
  }

  private static let peer = PeerCredentials(
    user: 1000, groups: [20, 50], names: [.user("ada"), .group("dialout"), .group("maps")],
    process: 1, unit: .named("weather.service"))
  private static let full = AdministratorPolicy.Rule(.authorizedAlways)
  private static let reduced = AdministratorPolicy.Rule(.authorizedAlways, accuracy: .reduced)
  private static let denied = AdministratorPolicy.Rule(.restricted)

  private static func access(
    of peer: PeerCredentials = peer, mode: UInt32 = 0o600,
    _ change: (inout AccessRules.Policy) -> Void
  ) -> ClientAccess {
    var policy = AccessRules.Policy()
    change(&policy)
    let node = NodeAccess(owner: 0, group: 20, mode: mode)
    let rules = AccessRules(policy: policy, nodes: ["/dev/ttyUSB0": node], ownUser: 990)
    return rules.access(of: peer, at: .node("/dev/ttyUSB0"))
  }

  @Test func asksThePolicyBeforeThePort() {
    #expect(Self.access { $0.users[1000] = Self.full } == .allowed(.full))
    #expect(Self.access(mode: 0o660) { $0.users[1000] = Self.denied }.isRefused)
    #expect(Self.access(mode: 0o660) { $0.users[1000] = Self.reduced } == .allowed(.reduced))
    #expect(Self.access(mode: 0o660) { _ in } == .allowed(.full))
    #expect(Self.access { _ in }.isRefused)
  }

  @Test func whatDeniesCountsFirstAndThenTheUnit() {
    #expect(
      Self.access {
        $0.units["weather.service"] = Self.full
        $0.groups[50] = Self.denied
      }.isRefused)
    #expect(
      Self.access {
        $0.units["weather.service"] = Self.reduced
        $0.users[1000] = Self.full
      } == .allowed(.reduced))
    #expect(
      Self.access {
        $0.groups[20] = Self.reduced
        $0.groups[50] = Self.full
      } == .allowed(.full))
  }

  /// Several names for one user, in every order.
  @Test(
    arguments: [
      ("denied by name", [full, denied, full], denied),
      ("reduced by name", [full, reduced, full], reduced),
      (
        "denied and reduced", [full, reduced, denied],
        AdministratorPolicy.Rule(.restricted, accuracy: .reduced)
      ),
      (
        "of each member the stricter",
        [.init(.authorizedWhenInUse, accuracy: .full), reduced, full],
        .init(.authorizedWhenInUse, accuracy: .reduced)
      ),
    ] as [(why: String, rules: [AdministratorPolicy.Rule], result: AdministratorPolicy.Rule)])
  func limitsByEveryNameInAnyOrder(
    why: String, rules: [AdministratorPolicy.Rule], result: AdministratorPolicy.Rule
  ) {
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      var policy = AccessRules.Policy()
      for index in order {
        policy.add(rules[index], for: .user("\(index)"), number: 1000)
        policy.add(rules[index], for: .group("\(index)"), number: 50)
      }
      #expect(policy.users == [1000: result], "\(why): \(order)")
      #expect(policy.groups == [50: result], "\(why): \(order)")
    }
  }

  /// A name in the policy whose number is not known may be that of every user or group without a known name.
  @Test(
    arguments: [
      ("another user", .user("eve"), [.user("ada")], .allowed(.full)),
      ("the same user", .user("eve"), [.user("eve")], nil),
      ("a user without a name", .user("eve"), nil, nil),
      ("another group", .group("kids"), [.user("ada"), .group("maps")], .allowed(.full)),
      ("the same group", .group("kids"), [.user("ada"), .group("kids")], nil),
      ("a user or group without a name", .group("kids"), nil, nil),
    ] as [(why: String, client: PolicyClient, names: Set<PolicyClient>?, access: ClientAccess?)])
  func deniesWhomAnUnresolvedNameMayMean(
    why: String, client: PolicyClient, names: Set<PolicyClient>?, access: ClientAccess?
  ) {
    var peer = Self.peer
    peer.names = names
    let denied = Self.access(of: peer) {
      $0.users[1000] = Self.full
      $0.add(Self.denied, for: client, number: nil)
    }
    #expect(access.map { $0 == denied } ?? denied.isRefused, "\(why)")
    let reduced = Self.access(of: peer) {
      $0.users[1000] = Self.full
      $0.add(Self.reduced, for: client, number: nil)
    }
    #expect(reduced == access ?? .allowed(.reduced), "\(why)")
    // It allows nobody anything.
    #expect(Self.access(of: peer) { $0.add(Self.full, for: client, number: nil) }.isRefused)
  }

  @Test func saysWhoMayBeMeant() {
    var stranger = Self.peer
    stranger.names = nil
    let access = Self.access(of: stranger) {
      $0.add(Self.denied, for: .user("eve\n"), number: nil)
    }
    #expect(
      access
        == .refused(
          #"/etc/core-location-linux/policy.json denies "user:eve\u{a}", and the user database does not say "#
            + "whether user 1000 is meant; write the number into the policy"))
  }

  @Test func deniesUnknownUnitsWhereOneIsDenied() {
    for (unit, isRefused) in [
      (PeerCredentials.Unit.unknown, true), (.none, false), (.named("cron.service"), false),
      (.named("weather.service"), true),
    ] {
      var peer = Self.peer
      peer.unit = unit
      let denied = Self.access(of: peer) {
        $0.users[1000] = Self.full
        $0.units["weather.service"] = Self.denied
      }
      #expect(denied.isRefused == isRefused, "\(unit)")
      let reduced = Self.access(of: peer, mode: 0o660) {
        $0.units["weather.service"] = Self.reduced
      }
      #expect(reduced == .allowed(isRefused ? .reduced : .full), "\(unit)")
      // It matters to no rule that only allows.
      let allowed = Self.access(of: peer, mode: 0o660) {
        $0.units["weather.service"] = Self.full
      }
      #expect(allowed == .allowed(.full), "\(unit)")
    }
  }

  @Test func deniesUnknownGroupsWhereOneIsDenied() {
    var stranger = Self.peer
    stranger.groups = nil
    let denied = Self.access(of: stranger) {
      $0.users[1000] = Self.full
      $0.groups[99] = Self.denied
    }
    #expect(denied.isRefused)
    #expect(Self.access(of: stranger) { $0.users[1000] = Self.full } == .allowed(.full))
    // The port's own permissions, too, may exclude a group.
    #expect(Self.access(of: stranger, mode: 0o660) { _ in }.isRefused)
    #expect(Self.access(of: stranger, mode: 0o606) { _ in }.isRefused)
    #expect(Self.access(of: stranger, mode: 0o666) { _ in } == .allowed(.full))
  }

  @Test func allowsNothingWithoutAPolicyThatCanBeRead() {
    #expect(Self.access(mode: 0o666) { $0.fault = "damaged" } == .refused("damaged"))
    #expect(Self.access(mode: 0o666) { $0.servicesEnabled = false }.isRefused)
  }

  @Test func allowsNobodyOfWhomNothingIsKnown() {
    let rules = AccessRules(ownUser: 990)
    #expect(rules.access(of: nil, at: .own(name: "x")).isRefused)
  }
}

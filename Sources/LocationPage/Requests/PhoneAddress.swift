// Core Location for Linux. SPDX-License-Identifier: MIT

import HTTPSites
import LinuxSystem
import LocationJSON

/// The address at which a phone finds the page.
struct PhoneAddress {
  /// Those that other machines can reach.
  private let reachable: [SiteAddress]
  private let port: UInt16
  private let command: PageCommand

  init(_ addresses: [SiteAddress], _ command: PageCommand = .web) {
    self.command = command
    reachable = addresses.filter { !$0.isLoopback }
    port = addresses.first?.port ?? 0
  }

  /// Returns an object with the address, which contains the token, or with what to do so that there is one.
  ///
  /// - Parameter host: the name or address by which the page was asked, which is reachable if it is none of this machine alone.
  func document(_ token: AccessToken, askedAt host: String) -> [UInt8] {
    var object = JSONObject()
    if let name = name(askedAt: host) {
      object.set("address", "http://\(name)/#token=\(token)")
    } else {
      let example =
        Self.addresses.first.map { HostAndPort($0, port).description } ?? "ADDRESS:\(port)"
      object.set(
        "error",
        "only this machine can open the page; start it with \"\(command.name) \(command.option) \(example)\" to open it on a phone"
      )
    }
    return object.closed + [0x0A]
  }

  private func name(askedAt host: String) -> String? {
    guard !reachable.isEmpty else { return nil }
    if !HostNames.namesThisMachineAlone(host) { return host }
    return reachable.flatMap(\.reachable).first { !$0.isLoopback }?.name
  }

  /// The addresses of this machine, those of IPv4 first.
  private static var addresses: [String] {
    InternetAddress.ofThisMachine.sorted { !$0.isIPv6 && $1.isIPv6 }.map(\.description)
  }
}

/// The command that serves the page, for answers that say what to do.
package struct PageCommand: Hashable, Sendable {
  /// The command itself, such as `gps web`.
  let name: String
  /// Its option that selects an address.
  let option: String

  package static let web = PageCommand(name: "gps web", option: "--listen")
  package static let serve = PageCommand(name: "gps serve", option: "--web")
}

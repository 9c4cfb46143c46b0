// Core Location for Linux. SPDX-License-Identifier: MIT

/// Connections that systemd keeps while the service is restarted, since most clients never reconnect.
final class StoredConnections {
  let notifier: SystemNotifier
  private var names: [ClientID: String] = [:]

  init(_ notifier: SystemNotifier) { self.notifier = notifier }

  /// Passes a connection to systemd, under a name that tells the next process how to continue it.
  func keep(
    _ id: ClientID, _ clientProtocol: ClientProtocol, _ descriptor: CInt,
    _ subscription: RestoredSubscription
  ) {
    let name = StoredName(
      clientProtocol: clientProtocol, number: id.number, subscription: subscription
    ).text
    guard names[id] != name else { return }
    if let old = names[id] { notifier.send("FDSTOREREMOVE=1\nFDNAME=\(old)") }
    names[id] = name
    notifier.send("FDSTORE=1\nFDNAME=\(name)", descriptor)
  }

  /// Removes a connection that no longer needs to be stored.
  func remove(_ id: ClientID) {
    guard let name = names.removeValue(forKey: id) else { return }
    notifier.send("FDSTOREREMOVE=1\nFDNAME=\(name)")
  }
}

/// The name of a kept connection: `client-gpsd-17-ej0`.
struct StoredName: Hashable {
  let clientProtocol: ClientProtocol
  let number: UInt64
  let subscription: RestoredSubscription

  var text: String { "client-\(clientProtocol.name)-\(number)-\(subscription.text)" }
}

extension StoredName {
  /// Reads a name; `nil` if it is not one of these.
  init?(_ text: String) {
    let parts = text.split(separator: "-", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "client",
      let clientProtocol = ClientProtocol.allCases.first(where: { $0.name == parts[1] }),
      // The next connection's number is one more.
      let number = UInt64(parts[2]), number < 1 << 62
    else { return nil }
    self.init(
      clientProtocol: clientProtocol, number: number,
      subscription: RestoredSubscription(String(parts[3])))
  }
}

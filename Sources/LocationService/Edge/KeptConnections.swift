// Core Location for Linux. SPDX-License-Identifier: MIT

/// Connections that systemd keeps while the service is restarted, since most clients never reconnect.
final class KeptConnections {
  let notifier: SystemNotifier
  private var names: [ClientID: String] = [:]

  init(_ notifier: SystemNotifier) { self.notifier = notifier }

  /// Passes a connection to systemd, under a name that tells the next process how to continue it.
  func keep(_ id: ClientID, _ face: ServiceFace, _ descriptor: CInt, _ wish: RestoredWish) {
    let name = KeptName(face: face, number: id.number, wish: wish).text
    guard names[id] != name else { return }
    if let old = names[id] { notifier.send("FDSTOREREMOVE=1\nFDNAME=\(old)") }
    names[id] = name
    notifier.send("FDSTORE=1\nFDNAME=\(name)", descriptor)
  }

  /// Takes back a connection that is not to be kept any longer.
  func remove(_ id: ClientID) {
    guard let name = names.removeValue(forKey: id) else { return }
    notifier.send("FDSTOREREMOVE=1\nFDNAME=\(name)")
  }
}

/// The name of a kept connection: `client-gpsd-17-ej0`.
struct KeptName: Hashable {
  let face: ServiceFace
  let number: UInt64
  let wish: RestoredWish

  var text: String { "client-\(face.name)-\(number)-\(wish.text)" }
}

extension KeptName {
  /// Reads a name; `nil` if it is not one of these.
  init?(_ text: String) {
    let parts = text.split(separator: "-", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "client",
      let face = ServiceFace.allCases.first(where: { $0.name == parts[1] }),
      let number = UInt64(parts[2])
    else { return nil }
    self.init(face: face, number: number, wish: RestoredWish(String(parts[3])))
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

/// Connections that systemd keeps while the service is restarted, since most clients never reconnect.
final class KeptConnections {
  let notifier: SystemNotifier
  private var names: [ClientID: String] = [:]
  private var faces: [ClientID: ServiceFace] = [:]

  init(_ notifier: SystemNotifier) { self.notifier = notifier }

  func connected(_ id: ClientID, _ face: ServiceFace) {
    if notifier.isListening { faces[id] = face }
  }

  /// Passes a connection to systemd, under a name that tells the next process how to continue it.
  func keep(_ id: ClientID, _ descriptor: CInt, _ wish: RestoredWish) {
    guard let face = faces[id] else { return }
    let name = KeptName(face: face, number: id.number, wish: wish).text
    guard names[id] != name else { return }
    if let old = names[id] { notifier.send("FDSTOREREMOVE=1\nFDNAME=\(old)") }
    names[id] = name
    notifier.send("FDSTORE=1\nFDNAME=\(name)", descriptor)
  }

  func forget(_ id: ClientID) {
    faces[id] = nil
    remove(id)
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

  var text: String { "client-\(face.face.name)-\(number)-\(wish.text)" }

  init(face: ServiceFace, number: UInt64, wish: RestoredWish) {
    self.face = face
    self.number = number
    self.wish = wish
  }

  /// Reads a name; `nil` if it is not one of these.
  init?(_ text: String) {
    let parts = text.split(separator: "-", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "client",
      let face = ServiceFace.allCases.first(where: { $0.face.name == parts[1] }),
      let number = UInt64(parts[2])
    else { return nil }
    self.init(face: face, number: number, wish: RestoredWish(String(parts[3])))
  }
}

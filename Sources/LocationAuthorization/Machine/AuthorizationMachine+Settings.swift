// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Where an application that was refused sends the person.

import LinuxSystem

extension AuthorizationMachine {
  /// Lets the person decide again: by a page on a desktop, by the question at a terminal.
  ///
  /// A line names the command in any case. What was decided holds until there is another answer.
  mutating func openSettings(hasDisplay: Bool, into effects: inout Effects) {
    log(
      "to decide whether \(application.identifier) may use the location, run \"gps authorize page "
        + "\(application.identifier.quoted)\"", always: true, into: &effects)
    if hasDisplay { return effects.append(.openSettings(application.identifier.settingsAddress)) }
    guard isInUse else { return }
    if status == .notDetermined { return requestWhenInUse(into: &effects) }
    guard mayReconsider, mayAsk(missing: descriptions.keysMissingForWhenInUse, into: &effects)
    else { return }
    isReconsidering = true
    wantPermission(forAlways: status == .authorizedAlways, into: &effects)
  }

  /// Whether the decision is the person's to change.
  var mayReconsider: Bool {
    records.servicesEnabled && records.rule?.status != .restricted
      && ![nil, .notDetermined, .once].contains(records.decision?.answer)
  }
}

extension ApplicationIdentifier {
  /// The scheme of addresses of settings, as on iOS.
  package static let settingsScheme = "app-settings:"

  /// The address of the application's settings: `app-settings:org.example.weather`.
  ///
  /// Bytes that other programs could misunderstand are written as `%20`.
  package var settingsAddress: String {
    Self.settingsScheme
      + bytes.map { byte in
        byte.isOfIdentifiers || byte == UInt8(ascii: "/")
          ? String(UnicodeScalar(byte)) : FileName.escape(byte)
      }.joined()
  }

  package init?(settingsAddress: String) {
    guard settingsAddress.hasPrefix(Self.settingsScheme) else { return nil }
    let rest = settingsAddress.dropFirst(Self.settingsScheme.count)
    self.init(escaped: String(rest))
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Recognizes serial numbers that are not usable because vendors leave them in every device.

/// Whether a serial number can tell two devices of a kind apart.
///
/// It cannot if it is blank, a repeated character, zero or one, a run of consecutive digits, or a known default.
func isOwnSerialNumber(_ text: String) -> Bool {
  let plain = text.lowercased().filter { $0.isLetter || $0.isNumber }
  guard let first = plain.first else { return false }
  if plain.allSatisfy({ $0 == first }) && (plain.count > 1 || first == "0") { return false }
  // CP210x adapters leave the factory with 0001.
  if plain.drop(while: { $0 == "0" }) == "1" { return false }
  if plain.count >= 4, runs.contains(where: { $0.hasPrefix(plain) }) { return false }
  return !defaults.contains(plain)
}

/// The runs 0123… and 1234….
private let runs = ["0123456789abcdef", "1234567890abcdef", "123456789abcdef"]

private let defaults: Set<String> = [
  "none", "na", "null", "unknown", "default", "serial", "serialnumber", "notspecified",
  // Used by counterfeits of FTDI's chips.
  "a50285bi",
]

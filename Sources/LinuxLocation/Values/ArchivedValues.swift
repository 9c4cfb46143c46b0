// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The form of archives is Apple's: the same classes and keys, so that each side reads what the other has written.

import Foundation

extension NSCoder {
  /// Returns a number; `nil` if the archive has none under this key.
  func number(_ key: String) -> Double? {
    containsValue(forKey: key) ? decodeDouble(forKey: key) : nil
  }

  /// Returns a date that is archived as seconds since 2001; `nil` if the archive has none under this key.
  func instant(_ key: String) -> Date? {
    number(key).map(Date.init(timeIntervalSinceReferenceDate:))
  }

  /// Returns an object; `nil` if the archive has none of this class under this key.
  func object<Object: NSObject & NSCoding>(_ type: Object.Type, _ key: String) -> Object? {
    // Decoding a missing key would be an error of the archive.
    containsValue(forKey: key) ? decodeObject(of: type, forKey: key) : nil
  }

  func text(_ key: String) -> String? { object(NSString.self, key).map { String(describing: $0) } }

  func integer(_ key: String) -> Int? {
    containsValue(forKey: key) ? decodeInteger(forKey: key) : nil
  }

  /// Returns a list of texts; empty if the archive has none under this key.
  func texts(_ key: String) -> [String] {
    guard containsValue(forKey: key) else { return [] }
    return decodeObject(of: [NSArray.self, NSString.self], forKey: key) as? [String] ?? []
  }

  /// Returns the texts of a dictionary, without its other values; empty if the archive has none under this key.
  func textDictionary(_ key: String) -> [String: String] {
    guard containsValue(forKey: key),
      let object = decodeObject(
        of: [NSDictionary.self, NSArray.self, NSString.self, NSNumber.self], forKey: key),
      let dictionary = object as? [String: Any]
    else { return [:] }
    return dictionary.compactMapValues { $0 as? String }
  }

  func flag(_ key: String) -> Bool? {
    containsValue(forKey: key) ? decodeBool(forKey: key) : nil
  }
}

/// The names of classes in archives.
///
/// Foundation writes a Swift class with its module, `LinuxLocation.CLLocation`, and has no way to change that: its
/// `setClassName(_:for:)` has no effect on Linux. So each class also names Apple's as the one that replaces it where it does not
/// exist (`classFallbacksForKeyedArchiver`), and Apple's names are known here from the start of the program.
enum ArchivedClasses {
  static let all: [(name: String, type: AnyClass)] = [
    ("CLLocation", CLLocation.self),
    ("CLLocationSourceInformation", CLLocationSourceInformation.self),
    ("CLFloor", CLFloor.self), ("CLHeading", CLHeading.self), ("CLVisit", CLVisit.self),
    ("CLPlacemark", CLPlacemark.self), ("CLRegion", CLRegion.self),
    ("CLCircularRegion", CLCircularRegion.self), ("CLBeaconRegion", CLBeaconRegion.self),
    ("CLBeacon", CLBeacon.self), ("CLBeaconIdentityConstraint", CLBeaconIdentityConstraint.self),
  ]

  /// The function that the loader calls before the program begins: an application may read an archive before anything else of
  /// this library has run.
  @section(".init_array") @used
  private static let atStart: @convention(c) () -> Void = {
    for entry in all { NSKeyedUnarchiver.setClass(entry.type, forClassName: entry.name) }
  }
}

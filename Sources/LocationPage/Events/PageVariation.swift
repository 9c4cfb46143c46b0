// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON
import LocationService

/// How far magnetic north lies from true north where the receiver is, with which browsers show magnetic directions.
struct PageVariation {
  private var variation = LocalVariation()
  private var told: Double?

  /// Returns the variation if it differs from what was returned last by what can be seen.
  mutating func received(_ fix: Fix) -> [UInt8]? {
    variation.update(for: fix)
    guard let degrees = variation.degrees else { return nil }
    if let told, abs(degrees - told) < 0.05 { return nil }
    told = degrees
    return document
  }

  /// `{"class":"variation","degrees":3.4}`, east positive; `nil` if it is not known.
  var document: [UInt8]? {
    guard let told else { return nil }
    var object = JSONObject(class: "variation")
    object.set("degrees", told, decimals: 2)
    return object.closed
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Whether a solution was computed.
struct SolutionState: Encodable, Sendable {
  let name: String

  init(_ name: String) { self.name = name }

  var isComputed: Bool { name == "SOL_COMPUTED" }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }

  static let names: [UInt32: String] = [
    0: "SOL_COMPUTED", 1: "INSUFFICIENT_OBS", 2: "NO_CONVERGENCE", 3: "SINGULARITY", 4: "COV_TRACE",
    5: "TEST_DIST", 6: "COLD_START", 7: "V_H_LIMIT", 8: "VARIANCE", 9: "RESIDUALS",
    13: "INTEGRITY_WARNING", 18: "PENDING", 19: "INVALID_FIX", 20: "UNAUTHORIZED",
    22: "INVALID_RATE",
  ]
}

/// How a position was determined, in NovAtel's words, which Unicore and others have taken over.
///
/// Of the numbers in binary logs, some mean something else with Unicore: the words do not.
struct SolutionType: Encodable, Sendable {
  let name: String

  init(_ name: String) { self.name = name }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }

  var isTwoDimensional: Bool { name == "FIXEDHEIGHT" }

  /// Whether the ambiguities of the carrier phase are whole numbers.
  var hasIntegers: Bool { quality == .rtkFixed }

  /// `nil` if there is no position.
  var quality: FixQuality? {
    switch name {
    case "FIXEDPOS": .manual
    case "FIXEDHEIGHT", "SINGLE", "INS_PSRSP", "OPERATIONAL", "WARNING", "OUT_OF_BOUNDS":
      .autonomous
    case "PSRDIFF", "SBAS", "WAAS", "INS_SBAS", "INS_PSRDIFF", "OMNISTAR", "CDGPS": .differential
    case "PROPAGATED", "INS", "EXT_CONSTRAINED": .estimated
    case "L1_FLOAT", "IONOFREE_FLOAT", "NARROW_FLOAT", "INS_RTKFLOAT": .rtkFloat
    case "PPP_CONVERGING", "INS_PPP_CONVERGING", "PPP_BASIC_CONVERGING",
      "INS_PPP_BASIC_CONVERGING":
      .rtkFloat
    case "L1_INT", "WIDE_INT", "NARROW_INT", "INS_RTKFIXED": .rtkFixed
    case "PPP", "PPP_AR", "PPP_RTK", "INS_PPP", "PPP_BASIC", "INS_PPP_BASIC", "OMNISTAR_HP",
      "OMNISTAR_XP":
      .precise
    default: nil
    }
  }

  private static let common: [UInt32: String] = [
    0: "NONE", 1: "FIXEDPOS", 2: "FIXEDHEIGHT", 8: "DOPPLER_VELOCITY", 16: "SINGLE", 17: "PSRDIFF",
    32: "L1_FLOAT", 33: "IONOFREE_FLOAT", 34: "NARROW_FLOAT", 48: "L1_INT", 49: "WIDE_INT",
    50: "NARROW_INT", 53: "INS_PSRSP", 54: "INS_PSRDIFF", 55: "INS_RTKFLOAT", 56: "INS_RTKFIXED",
    68: "PPP_CONVERGING", 69: "PPP",
  ]

  static let novAtel = common.merging([
    18: "WAAS", 19: "PROPAGATED", 20: "OMNISTAR", 51: "RTK_DIRECT_INS", 52: "INS_SBAS",
    64: "OMNISTAR_HP", 65: "OMNISTAR_XP", 67: "EXT_CONSTRAINED", 70: "OPERATIONAL", 71: "WARNING",
    72: "OUT_OF_BOUNDS", 73: "INS_PPP_CONVERGING", 74: "INS_PPP", 77: "PPP_BASIC_CONVERGING",
    78: "PPP_BASIC", 79: "INS_PPP_BASIC_CONVERGING", 80: "INS_PPP_BASIC",
  ]) { _, new in new }

  static let unicore = common.merging([
    18: "SBAS", 52: "INS", 70: "PPP_AR", 71: "PPP_RTK",
  ]) { _, new in new }
}

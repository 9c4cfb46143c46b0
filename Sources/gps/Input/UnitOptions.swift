// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool
import Glibc
import LinuxSystem
import LocationJSON
import LocationPage

extension UnitSystem: ExpressibleByArgument {}

/// The option of commands that print figures for people.
struct UnitOptions: ParsableArguments {
  @Option(
    help: .value(
      "units",
      "Units for people: metric (km/h, m), nautical (kn, NM, minutes) or imperial (mph, ft). (default: GPS_UNITS, or metric)"
    ))
  var units: UnitSystem?

  /// Those of the text; what programs read is always in SI units.
  func chosen(for format: OutputFormat) throws -> UnitSystem {
    format == .text ? try chosen() : .metric
  }

  func chosen() throws -> UnitSystem { try units ?? UnitSetting.chosen(.current) }
}

/// What a person has chosen once for all commands: the variable `GPS_UNITS`, or `units` in the file of settings.
enum UnitSetting {
  static let variable = "GPS_UNITS"

  /// - Parameter system: where the machine's settings are, which the user's replace.
  static func chosen(_ environment: Environment, system: String = "/etc") throws -> UnitSystem {
    if let value = environment[variable], !value.isEmpty {
      return try units(value, of: variable)
    }
    let user = UserDirectories(environment: environment).ourConfiguration
    for folder in [user, "\(system)/\(UserDirectories.folder)"].compactMap(\.self) {
      let path = folder + "/config.json"
      let bytes: [UInt8]
      do throws(SystemError) {
        guard let read = try WholeFile.read(path, limit: longest) else { continue }
        bytes = read
      } catch {
        throw Failure(
          "cannot read \(printable(path)): \(describe(errno: error.errno)); or give --units",
          EX_CONFIG)
      }
      guard case .object(let members)? = try? JSONReader.document(bytes, deepest: 4) else {
        throw Failure(
          "cannot use \(printable(path)): it is not a JSON object, such as {\"units\": \"nautical\"}; correct it, or give --units",
          EX_CONFIG)
      }
      guard let value = members["units"] else { return .metric }
      return try units(value.string ?? "", of: "\"units\" in \(printable(path))")
    }
    return .metric
  }

  private static let longest = 1 << 20

  private static func units(_ text: String, of name: String) throws -> UnitSystem {
    guard let units = UnitSystem(rawValue: text) else {
      throw Failure(
        "cannot use \(name), \"\(printable(text))\": give metric, nautical or imperial", EX_CONFIG)
    }
    return units
  }
}

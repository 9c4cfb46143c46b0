// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import LinuxSystem
package import LocationGeometry

package struct ListeningTime: FormedArgument, CustomStringConvertible {
  package static let form = "a time of up to a day, such as 30s, 5m or 1h"

  package let duration: Duration
  package let description: String

  /// Enough to try all baud rates, and for a warm receiver to find its position.
  package static let usual = ListeningTime(duration: .seconds(30), description: "30s")

  /// The usual interval between reports of a boat at anchor.
  package static let fiveMinutes = ListeningTime(duration: .seconds(300), description: "5m")

  private init(duration: Duration, description: String) {
    (self.duration, self.description) = (duration, description)
  }

  package init?(text argument: String) { self.init(argument, in: 0.1...86_400) }

  fileprivate init?(_ argument: String, in range: ClosedRange<Double>) {
    let units = ["s": 1.0, "m": 60, "h": 3600]
    let unit = argument.last.map(String.init).flatMap { units[$0] }
    guard let number = Double(unit == nil ? argument[...] : argument.dropLast()),
      range.contains(number * (unit ?? 1))
    else { return nil }
    self.init(
      duration: .seconds(number * (unit ?? 1)),
      description: unit == nil ? argument + "s" : argument)
  }
}

/// A duration such as that of `--grace`: the same, or 0.
package struct GracePeriod: FormedArgument {
  package static let form = ListeningTime.form

  package let seconds: Double

  package init?(text argument: String) {
    guard let time = ListeningTime(argument, in: 0...86_400) else { return nil }
    seconds = time.duration / .seconds(1)
  }
}

/// How long a watch waits for a fix before it is lost: a duration, or never.
package struct LossPatience: FormedArgument {
  package static let form = "a time of up to a day, such as 30s, 5m or 1h, or \"never\""

  /// More than a restart of a receiver or a passage under a bridge takes.
  package static let usual = LossPatience(seconds: 60)

  /// `nil` for never.
  package let seconds: Double?

  private init(seconds: Double?) { self.seconds = seconds }

  package init?(text argument: String) {
    guard argument != "never" else {
      self.init(seconds: nil)
      return
    }
    guard let time = ListeningTime(argument, in: 1...86_400) else { return nil }
    self.init(seconds: time.duration / .seconds(1))
  }
}

package struct AgeArgument: FormedArgument, CustomStringConvertible {
  package static let form = "hours, days or years, such as 12h, 90d or 1y"

  package let duration: Duration
  package let description: String

  package init(days: Int64) {
    duration = .seconds(days * 86_400)
    description = "\(days)d"
  }

  package init?(text argument: String) {
    let units: [Character: Int64] = ["h": 3600, "d": 86_400, "y": 365 * 86_400]
    guard let unit = argument.last.flatMap({ units[$0] }), let number = Int64(argument.dropLast()),
      (1...100_000).contains(number)
    else { return nil }
    duration = .seconds(number * unit)
    description = argument
  }
}

/// A number of bytes given as an option, such as `500k`.
package struct ByteCount: FormedArgument, Hashable {
  package static let form = "a number of bytes, such as 500k, 20M or 2G"

  package let bytes: Int

  /// The range of file sizes: smaller files would be too many, larger ones exceed what file systems support.
  package static let files = 1 << 16...1 << 40

  /// The range of sizes of stores; a smaller one would hold next to nothing.
  package static let stores = 1 << 20...1 << 40

  package init?(text argument: String) {
    let argument = argument.hasSuffix("B") ? String(argument.dropLast()) : argument
    let units: [Character: Int] = ["k": 1 << 10, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let unit = argument.last.flatMap { units[$0] }
    let digits = unit == nil ? argument[...] : argument.dropLast()
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits) else {
      return nil
    }
    let (bytes, isTooLarge) = number.multipliedReportingOverflow(by: unit ?? 1)
    guard !isTooLarge else { return nil }
    self.bytes = bytes
  }
}

/// A circle on the ellipsoid: `47.5437,9.6833,200`.
extension Circle: FormedArgument {
  package static let form = "degrees north, degrees east and meters, such as 47.5437,9.6833,200"

  package init?(text argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0)
    }
    guard numbers.count == 3, let latitude = numbers[0], let longitude = numbers[1],
      let radius = numbers[2], (-90...90).contains(latitude), (-180...180).contains(longitude),
      radius > 0, radius <= 20_000_000
    else { return nil }
    self.init(latitude: latitude, longitude: longitude, radius: radius)
  }
}

/// A circle with a name: `harbour,47.5437,9.6833,200`.
package struct NamedCircle: FormedArgument {
  package static let form = "a name and a circle, such as harbor,47.5437,9.6833,200"

  package let name: String
  package let circle: Circle

  package init?(text argument: String) {
    guard let comma = argument.firstIndex(of: ","), comma > argument.startIndex,
      let circle = Circle(argument: String(argument[argument.index(after: comma)...]))
    else { return nil }
    name = String(argument[..<comma])
    self.circle = circle
  }
}

extension HostAndPort {
  /// Reads the numeric address of an option that says where to listen; `localhost` is that of IPv4.
  package init(argument text: String, of option: String, usualPort: UInt16) throws {
    guard let address = HostAndPort(text) else {
      throw Failure.usage("\(option) \(text)", "an address and a port, 127.0.0.1:\(usualPort)")
    }
    self.init(address.host == "localhost" ? "127.0.0.1" : address.host, address.port)
  }
}

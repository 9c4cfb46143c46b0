// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
package import LocationGeometry

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

// Core Location for Linux. SPDX-License-Identifier: MIT

/// Finds the largest towns of an area, whose names a map shows.
package struct LargestTowns: Sendable {
  /// An area, degrees; the west is less than the east, also beyond ±180.
  package struct Area: Hashable, Sendable {
    package var south, north, west, east: Double

    package init(south: Double, north: Double, west: Double, east: Double) {
      (self.south, self.north, self.west, self.east) = (south, north, west, east)
    }

    /// Returns the longitude within the area, continued beyond ±180; `nil` outside.
    func longitude(of longitude: Double) -> Double? {
      let continued = longitude + 360 * ((west - longitude) / 360).rounded(.up)
      return continued <= east ? continued : nil
    }
  }

  private let gazetteer: Gazetteer
  /// The towns' numbers, the largest first.
  private let order: [UInt32]

  /// Sorts the towns, which takes some milliseconds.
  package init(_ gazetteer: Gazetteer) {
    self.gazetteer = gazetteer
    let populations = (0..<gazetteer.count).map(gazetteer.population)
    order = (0..<UInt32(gazetteer.count)).sorted {
      let (one, other) = (populations[Int($0)], populations[Int($1)])
      return one == other ? $0 < $1 : one > other
    }
  }

  /// Returns the town to which a place belongs; `nil` if none is near.
  package func town(around latitude: Double, _ longitude: Double) -> Town? {
    gazetteer.town(around: latitude, longitude)
  }

  /// Returns the largest towns of an area, the largest first, with their longitudes continued into it.
  package func towns(in area: Area, most: Int) -> [Town] {
    var towns: [Town] = []
    for index in order where towns.count < most {
      let place = gazetteer.place(Int(index))
      guard place.latitude >= area.south, place.latitude <= area.north,
        let longitude = area.longitude(of: place.longitude)
      else { continue }
      var town = gazetteer.town(Int(index))
      town.longitude = longitude
      towns.append(town)
    }
    return towns
  }
}

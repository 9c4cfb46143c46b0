// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Shows where it is and how far from the lighthouse of Lindau, then goes to the background.

import CoreLocation
import LocationKit

let lighthouse = CLLocationCoordinate2D(latitude: 47.5437, longitude: 9.6833)
let provider = LocationProvider.shared

func show(_ location: CLLocation) {
  let place = location.coordinate
  print(String(format: "location  %.4f, %.4f", place.latitude, place.longitude))
  let distance = place.distance(to: lighthouse)
  let isInHarbor = place.isWithin(500, of: lighthouse)
  print(String(format: "distance  %.0f m, ", distance) + (isInHarbor ? "in the harbor" : "outside"))
}

provider.start { update in
  switch update {
  case .location(let location):
    show(location)
  case .address(let placemark, _):
    let words = [placemark.locality, placemark.administrativeArea, placemark.country].compactMap(
      \.self)
    print("address  ", words.joined(separator: ", "))
    provider.enterBackground()
  case .failure(let error):
    print("failure  ", error.localizedDescription)
  }
}
RunLoop.main.run()

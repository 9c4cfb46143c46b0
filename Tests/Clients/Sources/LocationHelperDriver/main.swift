// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Asks the helper for one thing and prints what it answers: "permission", "location", "significant", "geofence", or
// "name" with a latitude and a longitude.

import CoreLocation

@testable import LocationHelper

func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

func say(_ word: String, _ location: CLLocation) {
  let (latitude, longitude) = (location.coordinate.latitude, location.coordinate.longitude)
  say(String(format: "%@ %.4f %.4f", word, latitude, longitude))
}

let helper = LocationHelper()
let arguments = Array(CommandLine.arguments.dropFirst())

// The helper takes the first word about its authorization, which each new manager hears, for the answer to its
// question: it is asked as a person would, after that.
DispatchQueue.main.async {
  switch arguments.first {
  case "permission":
    helper.askPermission { status in
      say("permission \(status.rawValue)")
      exit(0)
    }
  case "location":
    helper.getLatestLocation { location in
      say("location", location)
      exit(0)
    }
  case "significant":
    helper.monitorSignificantChanges { say("significant", $0) }
  case "geofence":
    helper.getLatestLocation { location in
      say("around", location)
      useGeofence(helper, location, { say("left") }, { say("entered") })
    }
  case "name" where arguments.count == 3:
    let place = CLLocation(
      latitude: Double(arguments[1]) ?? .nan, longitude: Double(arguments[2]) ?? .nan)
    helper.getLocationName(for: place) { name in
      say("name \(name)")
      exit(0)
    }
  default:
    say("give permission, location, significant, geofence or name LATITUDE LONGITUDE")
    exit(64)
  }
}
RunLoop.main.run()

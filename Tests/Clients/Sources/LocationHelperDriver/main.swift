// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Asks the helper for one thing and prints what it answers: "permission", "location", "significant", "geofence", or
// "name" with a latitude and a longitude.

import CoreLocation

@testable import LocationHelper

func printLine(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

func printLine(_ word: String, _ location: CLLocation) {
  let (latitude, longitude) = (location.coordinate.latitude, location.coordinate.longitude)
  printLine(String(format: "%@ %.4f %.4f", word, latitude, longitude))
}

let helper = LocationHelper()
let arguments = Array(CommandLine.arguments.dropFirst())

// The helper takes the first word about its authorization, which each new manager hears, for the answer to its
// question: it is asked as a person would, after that.
DispatchQueue.main.async {
  switch arguments.first {
  case "permission":
    helper.askPermission { status in
      printLine("permission \(status.rawValue)")
      exit(0)
    }
  case "location":
    helper.getLatestLocation { location in
      printLine("location", location)
      exit(0)
    }
  case "significant":
    helper.monitorSignificantChanges { printLine("significant", $0) }
  case "geofence":
    helper.getLatestLocation { location in
      printLine("around", location)
      useGeofence(helper, location, { printLine("left") }, { printLine("entered") })
    }
  case "name" where arguments.count == 3:
    let place = CLLocation(
      latitude: Double(arguments[1]) ?? .nan, longitude: Double(arguments[2]) ?? .nan)
    helper.getLocationName(for: place) { name in
      printLine("name \(name)")
      exit(0)
    }
  default:
    printLine("give permission, location, significant, geofence or name LATITUDE LONGITUDE")
    exit(64)
  }
}
RunLoop.main.run()

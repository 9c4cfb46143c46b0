// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Starts one of the two components and prints what it answers: "once" or "constantly", then how many
// answers it is to give before it is stopped.

import CoreLocation
import OnceAndConstantly

func printLine(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

func printLine(_ result: LocationResult, _ location: CLLocation?) {
  let place = location.map {
    String(format: " %.5f %.5f", $0.coordinate.latitude, $0.coordinate.longitude)
  }
  printLine("\(result.rawValue)\(place ?? "") says \(result.toLocalizedString())")
}

/// Ends the program when it has heard more locations than one who was stopped may hear.
final class Witness: NSObject, CLLocationManagerDelegate {
  private let manager = CLLocationManager()
  private var remaining = 5

  func begin() {
    manager.delegate = self
    manager.startUpdatingLocation()
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    remaining -= locations.count
    guard remaining <= 0 else { return }
    printLine("end")
    exit(0)
  }
}

let witness = Witness()
let once = OnceGetLocationMgr()
let constantly = ConstantlyGetLocationMgr()
var remaining = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 1

switch CommandLine.arguments.dropFirst().first {
case "once":
  once.startLocation { result, location in
    printLine(result, location)
    if result == .success { witness.begin() }
  }
case "constantly":
  constantly.startLocation { result, location in
    printLine(result, location)
    remaining -= 1
    if remaining == 0 { constantly.stopLocation() }
    if result == .cancel { witness.begin() }
  }
default:
  printLine("give once or constantly")
  exit(64)
}
RunLoop.main.run()

// Core Location for Linux. SPDX-License-Identifier: MIT
//
// A thousand vehicles that publish their positions: Fleet STORE VEHICLES SECONDS ADDRESS….
//
// Each is a simulated receiver, whose sentences are read and published by the code of "gps publish". Ends when all positions
// have arrived, and prints the cost as one JSON object.

import Glibc
import LocationPublishing

let arguments = CommandLine.arguments
guard arguments.count > 4, let vehicles = Int(arguments[2]), let seconds = Int(arguments[3])
else {
  print("usage: Fleet STORE VEHICLES SECONDS ADDRESS…")
  exit(EX_USAGE)
}
signal(SIGPIPE, SIG_IGN)
let addresses = try arguments[4...].map { try Destinations.read($0) }
var fleet = try Fleet(store: arguments[1], vehicles: vehicles, addresses)
try fleet.drive(for: seconds)
try fleet.awaitArrival(within: .seconds(600))
try fleet.report()

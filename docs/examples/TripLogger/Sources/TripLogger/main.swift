// Core Location for Linux. SPDX-License-Identifier: MIT

import CoreLocation

guard CommandLine.arguments.count == 2 else { fail("usage: TripLogger trip.gpx") }
let path = CommandLine.arguments[1]

let logger: TripLogger
do {
  logger = TripLogger(file: try GPXFile(path))
} catch {
  fail("cannot make \(path): \(error.localizedDescription)")
}

// Ctrl-C, and what a session or a service manager sends.
let ends = [SIGINT, SIGTERM].map { number in
  signal(number, SIG_IGN)
  let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
  source.setEventHandler {
    print("\(logger.stop()), written to \(path)")
    exit(0)
  }
  source.resume()
  return source
}

logger.start()
RunLoop.main.run()

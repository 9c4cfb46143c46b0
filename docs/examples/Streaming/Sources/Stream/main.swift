import CoreLocation

for try await update in CLLocationUpdate.liveUpdates() {
  guard let location = update.location else { continue }
  print(location.coordinate)
}

// Core Location for Linux. SPDX-License-Identifier: MIT

extension Fix {
  /// Creates a fix without accuracies.
  init(
    _ epoch: borrowing Epoch, at place: Coordinate, time: FixTime?, satellitesInView: Int?
  ) {
    self.time = time
    latitude = place.latitude
    longitude = place.longitude
    altitude = epoch.altitude.value?.ifMeasurable
    geoidSeparation = epoch.geoidSeparation.value?.ifMeasurable
    if let altitude, let geoidSeparation {
      ellipsoidalAltitude = altitude + geoidSeparation
    } else {
      ellipsoidalAltitude = epoch.ellipsoidalAltitude?.ifMeasurable
    }
    speed = epoch.speed.value?.ifMeasurable
    course = epoch.course.value
    verticalSpeed = epoch.verticalSpeed?.ifMeasurable
    quality = epoch.bestQuality
    mode = epoch.mode
    dilutionOfPrecision.position = epoch.positionDilution
    dilutionOfPrecision.horizontal = epoch.horizontalDilution.value
    dilutionOfPrecision.vertical = epoch.verticalDilution
    let listed = epoch.satellitesUsed.count
    if let solved = epoch.satellitesSolved {
      satellitesUsed = solved.ifCountable
    } else {
      satellitesUsed = listed > epoch.satelliteCount ?? 0 ? listed : epoch.satelliteCount
    }
    self.satellitesInView = satellitesInView
    differentialAge = epoch.differentialAge?.ifMeasurable
    differentialStation = epoch.differentialStation?.ifCountable
    speedAccuracy = speed == nil ? nil : epoch.errors.speed.value
    courseAccuracy = course == nil ? nil : epoch.errors.course.value
  }
}

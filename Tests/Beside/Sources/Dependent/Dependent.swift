// Core Location for Linux. SPDX-License-Identifier: MIT

import CoreLocation

func place() -> CLLocation { CLLocation(latitude: 48, longitude: 11) }

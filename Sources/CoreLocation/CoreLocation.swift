// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What `import CoreLocation` brings; see docs/decisions/0001-thin-core-location.md.

@_exported public import Foundation
@_exported public import LinuxLocation

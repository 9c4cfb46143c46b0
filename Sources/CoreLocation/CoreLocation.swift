// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The modules that `import CoreLocation` imports; see docs/decisions/0001-corelocation-is-a-re-export.md.

@_exported public import Foundation
@_exported public import LinuxLocation
@_exported public import Observation

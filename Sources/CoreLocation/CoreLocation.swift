// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What `import CoreLocation` brings; see docs/decisions/0001-corelocation-is-a-re-export.md.

@_exported public import Foundation
@_exported public import LinuxLocation

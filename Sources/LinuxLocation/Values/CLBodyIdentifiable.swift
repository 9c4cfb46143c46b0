// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

/// Something whose direction headings describe, such as a device; it has no requirements.
public protocol CLBodyIdentifiable: NSObjectProtocol {}

// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// The udev rule for receivers: the local user may use them, and ModemManager leaves them alone.
///
/// It covers the devices that ``ReceiverCatalog`` considers certain or likely receivers by their USB numbers, and those
/// for which the kernel has a driver (`/dev/gnss0`). Modems are left out, because they need ModemManager.
package enum UdevRule {
  /// The path of the rule.
  ///
  /// It precedes `73-seat-late.rules`, which grants the permissions; a rule with a higher number would come too late.
  package static let path = "/etc/udev/rules.d/60-core-location-linux.rules"

  /// The commands that make udev read the rule and apply it to present devices, each as its words.
  package static let commands = [
    ["udevadm", "control", "--reload"],
    ["udevadm", "trigger"] + ["tty", "usb", "gnss"].map { "--subsystem-match=\($0)" },
  ]

  package static func covers(_ device: SerialDevice) -> Bool {
    if device.subsystem == "gnss" { return true }
    return ReceiverCatalog.usb.first {
      $0.vendor == device.vendorID && device.productID.map($0.products.contains) == true
    }.map(isReceiver) ?? false
  }

  /// The content of the file.
  package static var text: String {
    """
    # Core Location for Linux: the local user may use GNSS receivers, and ModemManager
    # leaves them alone. In /etc it was made by "gps doctor --install-udev-rule"; to be rid of it, delete it.

    ACTION=="remove", GOTO="gps_end"
    SUBSYSTEM=="gnss", TAG+="uaccess"
    SUBSYSTEM=="tty", GOTO="gps_numbers"
    SUBSYSTEM=="usb", ENV{DEVTYPE}=="usb_device", GOTO="gps_numbers"
    GOTO="gps_end"

    LABEL="gps_numbers"
    \(matches.joined(separator: "\n"))
    GOTO="gps_end"

    LABEL="gps_receiver"
    ENV{ID_MM_DEVICE_IGNORE}="1", ENV{ID_MM_PORT_IGNORE}="1"
    SUBSYSTEM=="tty", TAG+="uaccess"

    LABEL="gps_end"

    """
  }

  /// The rows of the catalog that matter, in its order: as there, the first that matches applies.
  private static var matches: [String] {
    let rows = ReceiverCatalog.usb
    let vendors = Set(rows.filter(isReceiver).map(\.vendor))
    var lines: [String] = []
    var rest = rows[...].filter { vendors.contains($0.vendor) }[...]
    while let first = rest.first {
      let alike = rest.prefix { $0.vendor == first.vendor && $0.name == first.name }
      rest = rest.dropFirst(alike.count)
      let products = alike.flatMap { patterns(of: $0.products) }.joined(separator: "|")
      let isReceiver = isReceiver(first)
      lines += [
        "# \(first.name)\(isReceiver ? "" : ": left alone")",
        """
        ATTRS{idVendor}=="\(hexadecimal(first.vendor, digits: 4))", ATTRS{idProduct}=="\(products)", \
        GOTO="\(isReceiver ? "gps_receiver" : "gps_end")"
        """,
      ]
    }
    return lines
  }

  private static func isReceiver(_ row: ReceiverCatalog.Row) -> Bool { row.likelihood >= .likely }

  /// Returns patterns that together match all numbers of a range, and no others; `?` is any digit.
  static func patterns(of range: ClosedRange<UInt16>) -> [String] {
    var patterns: [String] = []
    var start = Int(range.lowerBound)
    while start <= Int(range.upperBound) {
      var free = 0
      // As many wildcard digits as the range has room for.
      while free < 4, start % (1 << (4 * (free + 1))) == 0,
        start + 1 << (4 * (free + 1)) - 1 <= Int(range.upperBound)
      { free += 1 }
      let digits = hexadecimal(UInt16(start), digits: 4)
      patterns.append(digits.dropLast(free) + String(repeating: "?", count: free))
      start += 1 << (4 * free)
    }
    return patterns
  }
}

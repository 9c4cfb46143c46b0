// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import LocationJSON

/// Figures as the text that Prometheus reads (text/plain; version=0.0.4).
///
/// A value that is not known is left out: neither NaN nor the last one that was known.
package struct MetricsText {
  /// One value of a metric, and the labels that distinguish it from the others.
  package struct Sample {
    let labels: [(name: String, value: String)]
    let value: Double?

    package init(_ value: Double?, _ labels: [(name: String, value: String)] = []) {
      (self.value, self.labels) = (value, labels)
    }

    package init(_ value: Int?, _ labels: [(name: String, value: String)] = []) {
      self.init(value.map(Double.init), labels)
    }
  }

  package private(set) var bytes: [UInt8] = []

  package init(version: String) {
    gauge("gps_build_info", "The version of gps.", .init(1, [("version", version)]))
  }

  /// Adds a value that may rise and fall.
  package mutating func gauge(_ name: String, _ help: String, _ samples: Sample...) {
    add(name, help, "gauge", samples)
  }

  /// Adds a value that may rise and fall, with a sample for each of several labels.
  package mutating func gauge(_ name: String, _ help: String, each samples: [Sample]) {
    add(name, help, "gauge", samples)
  }

  /// Adds a count that only rises, from 0 when the program starts; its name ends with `_total`.
  package mutating func counter(_ name: String, _ help: String, each samples: [Sample]) {
    add(name, help, "counter", samples)
  }

  private mutating func add(
    _ name: String, _ help: String, _ type: String, _ samples: [Sample]
  ) {
    guard samples.contains(where: { $0.value != nil }) else { return }
    bytes.append("# HELP \(name) \(help)\n# TYPE \(name) \(type)\n")
    for sample in samples {
      guard let value = sample.value else { continue }
      bytes.append(name)
      append(sample.labels)
      bytes.append(" ")
      bytes.append(value, decimals: 6)
      bytes.append("\n")
    }
  }

  private mutating func append(_ labels: [(name: String, value: String)]) {
    for (index, label) in labels.enumerated() {
      bytes.append("\(index == 0 ? "{" : ",")\(label.name)=\"")
      for scalar in label.value.unicodeScalars { append(scalar) }
      bytes.append("\"")
    }
    if !labels.isEmpty { bytes.append("}") }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\\": bytes.append("\\\\")
    case "\"": bytes.append("\\\"")
    case "\n": bytes.append("\\n")
    // What a terminal might obey, if somebody looks at the text there.
    case _ where !scalar.isPrintable: bytes.append("?")
    default: bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
    }
  }
}

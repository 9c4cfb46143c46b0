// Core Location for Linux. SPDX-License-Identifier: MIT

package struct BusMessage: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The answer to the call with this number.
    case answer(UInt64)
    /// The call with this number has failed.
    case error(UInt64, name: String, text: String)
    case signal(path: String, interface: String, member: String)
    /// A call, which nobody answers.
    case other
  }

  package var kind: Kind
  /// The unique name of the sender, which the bus guarantees.
  package var sender: String
  /// The values; empty if there are more than ``SystemBus`` reads.
  package var content: [BusValue]

  package init(_ kind: Kind, from sender: String, _ content: [BusValue] = []) {
    (self.kind, self.sender, self.content) = (kind, sender, content)
  }

  /// The number of the call to which it belongs; `nil` for anything but an answer or an error.
  package var call: UInt64? {
    switch kind {
    case .answer(let number), .error(let number, _, _): number
    case .signal, .other: nil
    }
  }
}

/// A value in a message.
///
/// Variants are what they contain, and entries of dictionaries are lists of two.
package enum BusValue: Hashable, Sendable {
  /// A string, an object's path or a signature.
  case text(String)
  case number(Double)
  case unsigned(UInt64)
  case flag(Bool)
  /// An array, a structure or an entry of a dictionary.
  case list([BusValue])

  package var text: String? { if case .text(let text) = self { text } else { nil } }
  package var number: Double? { if case .number(let number) = self { number } else { nil } }
  package var unsigned: UInt64? { if case .unsigned(let number) = self { number } else { nil } }
  package var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
  package var list: [BusValue]? { if case .list(let values) = self { values } else { nil } }

  /// The path of an object; `nil` for anything else, such as a text that no path can be.
  package var path: String? {
    guard let text, text != "/" else { return text }
    let names = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isPath =
      names.count > 1 && names[0].isEmpty
      && names.dropFirst().allSatisfy { name in
        !name.isEmpty && name.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
      }
    return isPath ? text : nil
  }

  package subscript(key: String) -> BusValue? {
    list?.lazy.compactMap(\.list).first { $0.count == 2 && $0[0].text == key }?[1]
  }
}

package struct BusCall: Hashable, Sendable {
  package enum Argument: Hashable, Sendable {
    case text(String)
    case textVariant(String)
    /// A variant that contains a number of 32 bits.
    case unsignedVariant(UInt32)
  }

  package var destination: String
  package var path: String
  package var interface: String
  package var member: String
  package var arguments: [Argument]

  package init(
    _ destination: String, _ path: String, _ interface: String, _ member: String,
    _ arguments: [Argument] = []
  ) {
    (self.destination, self.path) = (destination, path)
    (self.interface, self.member, self.arguments) = (interface, member, arguments)
  }
}

/// Why the machine's bus cannot be used.
package enum SystemBusError: Error, Hashable, Sendable {
  /// `libsystemd.so.0` is missing, or too old.
  case noLibrary
  /// The bus cannot be reached; the kernel's reason.
  case noBus(CInt)
  /// The connection is lost; the kernel's reason.
  case lost(CInt)
}

extension SystemBusError: CustomStringConvertible {
  /// Why, and what to try.
  package var description: String {
    switch self {
    case .noLibrary: "libsystemd.so.0 is missing or too old; install it (libsystemd0 on Debian)"
    case .noBus(let number):
      "the system bus cannot be reached (\(describe(errno: number))); check that dbus is running"
    case .lost(let number):
      "the system bus has closed the connection (\(describe(errno: number))); check that dbus is running"
    }
  }
}

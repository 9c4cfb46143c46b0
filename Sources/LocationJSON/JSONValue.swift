// Core Location for Linux. SPDX-License-Identifier: MIT

package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  /// An object; of members with the same name, the last one counts.
  case object([String: JSONValue])

  /// The member of an object; `nil` for anything else.
  package subscript(name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  package var number: Double? { if case .number(let value) = self { value } else { nil } }
  /// A number without a fraction; `nil` for anything else.
  package var integer: Int? { number.flatMap(Int.init(exactly:)) }
  package var string: String? { if case .string(let value) = self { value } else { nil } }
  package var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  package var object: [String: JSONValue]? {
    if case .object(let value) = self { value } else { nil }
  }
}

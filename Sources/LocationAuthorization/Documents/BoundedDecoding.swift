// Core Location for Linux. SPDX-License-Identifier: MIT

package import FoundationEssentials
import LocationJSON

/// Decodes JSON and property lists from untrusted sources.
///
/// Their length and nesting are checked before a decoder sees them: decoders recurse for each level, and one that runs
/// out of stack ends the process. In JSON, they pick one of two members with the same name, and do not say so:
/// ``JSONReader`` reads it first, and a decoder only what that understands.
package enum BoundedDecoding {
  /// The most bytes in a document.
  package static let longest = 1 << 22
  /// The most levels of lists and dictionaries; documents read here have less than a quarter as many.
  package static let deepest = 64

  /// Why a document is not decoded: a few words, which may quote the document.
  package struct Refusal: Error, Hashable, Sendable {
    package let reason: String
  }

  package static func json<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], by decoder: JSONDecoder = JSONDecoder()
  ) throws(Refusal) -> Value {
    try check(bytes)
    do throws(JSONReader.Failure) {
      _ = try JSONReader.document(bytes, deepest: deepest)
    } catch {
      throw Refusal(reason: reason(error))
    }
    do { return try decoder.decode(type, from: Data(bytes)) } catch { throw refusal(error) }
  }

  package static func propertyList<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8]
  ) throws(Refusal) -> Value {
    try check(bytes)
    if let reason = XMLNesting.fault(of: bytes, deepest: deepest) { throw Refusal(reason: reason) }
    do { return try PropertyListDecoder().decode(type, from: Data(bytes)) } catch {
      throw refusal(error)
    }
  }

  private static func check(_ bytes: [UInt8]) throws(Refusal) {
    guard bytes.count <= longest else { throw Refusal(reason: "more than \(longest) bytes") }
  }

  private static func reason(_ failure: JSONReader.Failure) -> String {
    switch failure {
    case .incomplete, .malformed: "not what it should be"
    case .tooDeep: "more than \(deepest) levels"
    case .repeated(let name): "two members with the name \(name)"
    case .notText: "not text in UTF-8"
    }
  }

  private static func refusal(_ error: any Error) -> Refusal {
    guard let error = error as? DecodingError else {
      return Refusal(reason: "it cannot be decoded")
    }
    let (context, what) =
      switch error {
      case .keyNotFound(let key, let context): (context, "\(key.stringValue) is missing")
      case .typeMismatch(_, let context), .valueNotFound(_, let context):
        (context, "a value of the wrong type")
      case .dataCorrupted(let context):
        (
          context,
          context.codingPath.isEmpty && !context.debugDescription.hasPrefix("version")
            ? "not what it should be" : context.debugDescription
        )
      @unknown default: (DecodingError.Context(codingPath: [], debugDescription: ""), "unreadable")
      }
    let place = context.codingPath.map(\.stringValue).joined(separator: ".")
    return Refusal(reason: place.isEmpty ? what : "\(what) at \(place)")
  }
}
